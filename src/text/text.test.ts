import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { baseLanguage, guessLanguage } from './languages.js'
import { fold, normalise } from './normalise.js'
import { NEGATIONS, STOP_WORDS } from './stop-words.js'
import { contentTokens, words } from './tokens.js'

describe('normalise', () => {
  test.each([
    ['e\u0301tat', 'état', 'NFD'],
    ['Kün\u00addigung', 'Kündigung', 'soft hyphen'],
    ['Art.\u00a0271\u202fOR', 'Art. 271 OR', 'non-breaking spaces'],
    ['４８９－Ｆ', '489-F', 'full-width'],
    ['\u200fPLD\u200e 2020\u2066', 'PLD 2020', 'bidi marks'],
    ['“l’acte” – 3‑4', '"l\'acte" - 3-4', 'quotes and dashes'],
    ['Art. 5²', 'Art. 5', 'footnote mark'],
    ['1½', '1 1⁄2', 'fraction'],
    ['Art. 5\u200b²', 'Art. 5', 'footnote mark behind an invisible character'],
    ['don\u00b4t, 5\u2033', 'don\'t, 5"', 'accents and primes as apostrophes and quotes'],
    ['3\ufe324, 3\u2e3a4', '3-4, 3-4', 'dashes of vertical text and of two widths'],
    ['۱۲٣', '123', 'digits of other scripts'],
  ])('fault 45: %j reads %j (%s)', (text, expected) => {
    expect(normalise(text)).toBe(expected)
  })

  test('is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(normalise(normalise(text))).toBe(normalise(text))
      }),
    )
  })

  test('folding drops case, ß and the letter forms that Urdu writers vary', () => {
    expect(fold('STRASSE')).toBe(fold('Straße'))
    expect(fold('قانوني كتاب')).toBe(fold('قانونی کتاب'))
  })
})

describe('languages', () => {
  test.each([
    ['de-CH', 'de'],
    ['ur-Latn', 'ur-Latn'],
    ['ur-Latn-PK', 'ur-Latn'],
    ['ur-PK', 'ur'],
    ['und', 'und'],
  ])('%s goes by the rules of %s', (tag, base) => {
    expect(baseLanguage(tag)).toBe(base)
  })

  test.each([
    ['The tenant may terminate the lease with three months notice', 'en'],
    ['Der Mieter kann die Kündigung innert 30 Tagen bei der Schlichtungsbehörde anfechten', 'de'],
    ['Le locataire peut contester le congé dans les 30 jours', 'fr'],
    ['Il conduttore può contestare la disdetta entro 30 giorni dalla notifica della disdetta', 'it'],
    ['Kirayedar ko nikalne ke liye kitne din ka notice dena hota hai?', 'ur-Latn'],
    ['یہ قانون ہے۔', 'ur'],
    ['Закон вступил в силу', 'und-Cyrl'],
    ['Miete', null],
    ['', null],
  ])('%j is guessed as %j', (text, expected) => {
    expect(guessLanguage(text)).toBe(expected)
  })
})

describe('tokens', () => {
  const stems = (text: string, language: string) => contentTokens(text, language).map(({ stem }) => stem)

  test.each([
    ['en', 'The tenants were terminating', 'A tenant terminates'],
    ['de', 'die Kündigungen der Verträge', 'Kündigung Vertrag'],
    ['fr', 'les locataires contestés', 'locataire contesté'],
    ['it', 'i contratti conclusi', 'contratto concluso'],
  ])('%s inflections share stems', (language, a, b) => {
    expect(stems(a, language)).toEqual(stems(b, language))
  })

  test('elsewhere a stem is the word', () => {
    expect(stems('zamanatein', 'ur-Latn')).toEqual(['zamanatein'])
  })

  test.each(Object.keys(NEGATIONS))('%s keeps its negations', (language) => {
    for (const word of NEGATIONS[language] ?? []) {
      expect(STOP_WORDS[language]?.has(word) ?? false).toBe(false)
    }
  })

  test.each([
    ["The tenant doesn't owe rent", 'en', ["doesn't"]],
    ["L'acheteur n'a pas payé", 'fr', ['n', 'pas']],
    ['Der Mieter haftet nicht', 'de', ['nicht']],
    ['bail haq nahin', 'ur-Latn', ['nahin']],
    ['Order No. 4 stands', 'en', []],
  ])('%j in %s negates with %j', (text, language, expected) => {
    expect(
      contentTokens(text, language)
        .filter(({ negates }) => negates)
        .map(({ word }) => word),
    ).toEqual(expected)
  })

  test('numbers and number words are no content words', () => {
    expect(stems('thirty days, 30 days, 489-F', 'en')).toEqual(['day', 'day'])
  })

  test('fault 18: text without spaces has words', () => {
    expect(words('租客必须支付租金', 'zh').length).toBeGreaterThan(1)
  })
})

test.each(['か', '租客', 'ab', 'ﷺ', '\u0301a'])('a run of %j without a space is cut into words', (unit) => {
  const run = unit.repeat(20_000)
  expect(words(run, 'fr').join('').length).toBeGreaterThanOrEqual(20_000)
  expect(contentTokens(run, 'ja').length).toBeGreaterThan(0)
})
