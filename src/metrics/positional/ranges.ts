import type { Random } from '../../random.js'
import { countStrata, type Series, SMALLEST_RANGE, scanner } from './scan.js'
import { chanceOf } from './significance.js'

/** An item that the signal is known of: its place in the whole order, its value and its stratum. */
export interface Entry {
  place: number
  value: boolean
  stratum: number
}

export interface Range {
  from: number
  to: number
  /** Chance of so high a peak, before any correction for other tests. */
  chance: number
}

/**
 * The ranges of an order in which a signal is more frequent than the strata's rates let one expect, each of chance `limit` at most. The
 * strongest is found first and taken out, then the rest is searched; what touches or overlaps is one range. In order.
 */
export function suspectRanges(entries: readonly Entry[], limit: number, random: Random): Range[] {
  const found: Range[] = []
  let rest = entries
  while (rest.length >= SMALLEST_RANGE) {
    const series: Series = {
      values: Uint8Array.from(rest, ({ value }) => (value ? 1 : 0)),
      strata: Uint32Array.from(rest, ({ stratum }) => stratum),
    }
    const counts = countStrata(series)
    const scan = scanner(series.strata, counts)
    const peak = scan(series.values)
    const chance = peak && chanceOf(peak, series, counts, scan, limit, random)
    const from = peak ? rest[peak.from]?.place : undefined
    const to = peak ? rest[peak.to]?.place : undefined
    if (chance === null || from === undefined || to === undefined) break
    found.push({ from, to, chance })
    rest = rest.filter(({ place }) => place < from || place > to)
  }
  return joined(found, rest)
}

function joined(ranges: readonly Range[], rest: readonly Entry[]): Range[] {
  const all: Range[] = []
  for (const range of ranges.toSorted((a, b) => a.from - b.from)) {
    const last = all.at(-1)
    if (last && !rest.some(({ place }) => place > last.to && place < range.from)) {
      last.to = Math.max(last.to, range.to)
      last.chance = Math.min(last.chance, range.chance)
    } else all.push({ ...range })
  }
  return all
}
