import { z } from 'zod'

/**
 * A BCP 47 language tag in canonical case: `en`, `de-CH`, `ur-Latn` for romanised Urdu, `und` where the language is not known.
 * Names such as `roman-ur` are not tags and are refused; a format that uses them maps them.
 */
export const LanguageTag = z
  .string()
  .transform((tag, context) => {
    try {
      const canonical = Intl.getCanonicalLocales(tag)[0]
      const primary = canonical?.split('-')[0] ?? ''
      if (canonical !== undefined && primary.length <= 3) return canonical
    } catch {}
    context.addIssue({
      code: 'custom',
      message: `expected a BCP 47 language tag such as "en", "de-CH" or "ur-Latn", received ${JSON.stringify(tag)}`,
    })
    return z.NEVER
  })
  .meta({ id: 'LanguageTag', description: 'BCP 47 language tag, e.g. en, de-CH, ur-Latn; und where unknown' })
export type LanguageTag = z.output<typeof LanguageTag>
