import { below, type Random } from '../../random.js'
import { type Counts, chanceBound, type Peak, type Series } from './scan.js'

/**
 * Permutations are drawn in such number that a peak is still significant when this many of them, less one, reach it. More would make
 * borderline cases depend less on the seed; the level is exact with any number.
 */
const REACHED_AT_LIMIT = 2

/**
 * Chance that a run whose items are exchangeable within their strata has a peak as high as this one: by permutation of the signal
 * within the strata, (1 + reached) / (1 + drawn), or, where a closed bound already says less than permutations could, that bound.
 * null as soon as the chance must come out above `limit`, the common case of a healthy run.
 */
export function chanceOf(
  peak: Peak,
  { strata }: Pick<Series, 'strata'>,
  counts: Counts,
  scan: (values: Uint8Array) => Peak | null,
  limit: number,
  random: Random,
): number | null {
  const permutations = Math.ceil(REACHED_AT_LIMIT / limit) - 1
  const bound = chanceBound(peak.score, strata.length)
  if (bound <= 1 / (permutations + 1)) return bound
  const draw = permuter(strata, counts, random)
  let reached = 0
  for (let drawn = 0; drawn < permutations; drawn += 1) {
    // Equal scores that were summed in another order differ in the last digits.
    if ((scan(draw())?.score ?? 0) >= peak.score - 1e-9) reached += 1
    if (reached >= REACHED_AT_LIMIT) return null
  }
  return (reached + 1) / (permutations + 1)
}

/** Draws signals with the strata's own counts, in uniformly random places; every draw overwrites the last. */
function permuter(strata: Uint32Array, { items, yes }: Counts, random: Random): () => Uint8Array {
  const members = Array.from(items, (size) => new Uint32Array(size))
  const filled = new Uint32Array(items.length)
  strata.forEach((stratum, place) => {
    const at = filled[stratum] ?? 0
    const places = members[stratum]
    if (places) places[at] = place
    filled[stratum] = at + 1
  })
  const values = new Uint8Array(strata.length)
  return () => {
    values.fill(0)
    members.forEach((places, stratum) => {
      const count = yes[stratum] ?? 0
      // Choosing the smaller side is half the work at most.
      const rare = count * 2 <= places.length
      if (!rare) for (const place of places) values[place] = 1
      const chosen = rare ? count : places.length - count
      for (let i = 0; i < chosen; i += 1) {
        const j = i + below(random, places.length - i)
        const place = places[j] as number
        places[j] = places[i] as number
        places[i] = place
        values[place] = rare ? 1 : 0
      }
    })
    return values
  }
}
