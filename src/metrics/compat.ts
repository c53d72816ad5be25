import { RATES, type Rate } from './rates.js'

/** Published readings that can be reproduced on request; the sound ones are the default. */
export const COMPAT = ['paklegalqa'] as const
export type Compat = (typeof COMPAT)[number]

/**
 * The rates of a suite. Under `paklegalqa` over-refusal is divided by all items, as in the published table (19 of 360 = 5.3%),
 * not by the answerable ones of which the paper speaks.
 */
export function ratesFor(compat: Compat | null): Record<string, Rate> {
  if (compat !== 'paklegalqa') return RATES
  return {
    ...RATES,
    overRefusal: {
      ...RATES.overRefusal,
      denominator: 'items',
      standing: (record) => (record.answerable ? RATES.overRefusal.standing(record) : false),
    },
  }
}
