import { type Random, seeded } from '../random.js'

/** What one group adds to the two sides of a comparison: sum of values, and how many it counts. */
export interface PairedGroup {
  base: { sum: number; n: number }
  now: { sum: number; n: number }
}

/** P-values: that now is higher, that it is lower, and that it is either. */
export interface ExchangePValues {
  higher: number
  lower: number
  twoSided: number
}

/** Groups that differ, up to which every exchange is looked at: 2^14 of them. */
const ALL_EXCHANGES = 14
const DRAWS = 20_000
/** Of thousands of groups fewer draws do, since p hardly moves from draw to draw; so many exchanges of a group are drawn in all. */
const MOST_DRAWN = 2e7
const LEAST_DRAWS = 2_000

/**
 * Permutation test of a difference of two shares or means over groups that both runs have: under the null hypothesis the two sides of a group could as well be exchanged. The
 * statistic is (sum / n of now) - (sum / n of base). A p-value is the share of exchanges whose difference is at least as far out as the one observed.
 *
 * Exact where the sides count the same cases and sums are whole, by the distribution of the sum of sign-flipped differences; with a case a group it is McNemar's exact
 * test. Exact also where at most 14 groups differ. Else 20,000 seeded draws, the observed exchange counted as one of them;
 * above 1,000 differing groups 20,000,000 / groups of them, at least 2,000.
 *
 * null where either side counts nothing. Where no group differs every p-value is 1.
 *
 * Sources: R. A. Fisher (1935), The Design of Experiments, 21; B. Phipson and G. K. Smyth (2010), Statistical Applications in Genetics and Molecular Biology 9, 39 (p of
 * drawn permutations is never 0).
 */
export function exchangeTest(
  groups: readonly PairedGroup[],
  { seed = 1, draws }: { seed?: number; draws?: number } = {},
): ExchangePValues | null {
  const total = totalOf(groups)
  if (total.base.n === 0 || total.now.n === 0) return null
  const differing = groups.filter(({ base, now }) => base.sum !== now.sum || base.n !== now.n)
  if (differing.length === 0) return { higher: 1, lower: 1, twoSided: 1 }
  const sameCounts = differing.every(
    ({ base, now }) => base.n === now.n && Number.isInteger(now.sum) && Number.isInteger(base.sum),
  )
  if (sameCounts) return ofWholeSums(differing.map(({ base, now }) => now.sum - base.sum))
  if (differing.length <= ALL_EXCHANGES) return ofExchanges(total, differing, null)
  const affordable = Math.max(LEAST_DRAWS, Math.min(DRAWS, Math.floor(MOST_DRAWN / differing.length)))
  return ofExchanges(total, differing, { random: seeded(seed), draws: draws ?? affordable })
}

/** All groups as one. */
export function totalOf(groups: readonly PairedGroup[]): PairedGroup {
  const total = { base: { sum: 0, n: 0 }, now: { sum: 0, n: 0 } }
  for (const { base, now } of groups) {
    total.base.sum += base.sum
    total.base.n += base.n
    total.now.sum += now.sum
    total.now.n += now.n
  }
  return total
}

/** The exact distribution of ±d₁ ± d₂ ± …, every sign as likely as the other, by that of its positive part: the sum is twice that, less all of them. */
function ofWholeSums(differences: readonly number[]): ExchangePValues {
  const steps = differences.map(Math.abs)
  const all = sum(steps)
  const chances = new Float64Array(all + 1)
  chances[0] = 1
  let reached = 0
  for (const step of steps) {
    reached += step
    // From the top, so that what is read has not been written yet.
    for (let part = reached; part >= 0; part -= 1) {
      chances[part] = ((chances[part] ?? 0) + (part < step ? 0 : (chances[part - step] ?? 0))) / 2
    }
  }
  const observed = sum(differences)
  const chanceOf = (isFar: (difference: number) => boolean) =>
    Math.min(
      1,
      chances.reduce((total, chance, part) => (isFar(2 * part - all) ? total + chance : total), 0),
    )
  return {
    higher: chanceOf((difference) => difference >= observed),
    lower: chanceOf((difference) => difference <= observed),
    twoSided: chanceOf((difference) => Math.abs(difference) >= Math.abs(observed)),
  }
}

/** Differences that differ by rounding alone are the same. */
const ROUNDING = 1e-10
/** Exchanges decided by one random number, by its upper half: the lower bits of the generator are less random. */
const BITS = 16

/** Every exchange of the groups that differ, or so many drawn ones. */
function ofExchanges(
  total: PairedGroup,
  differing: readonly PairedGroup[],
  drawn: { random: Random; draws: number } | null,
): ExchangePValues {
  const changes = differing.map(({ base, now }) => ({ sum: base.sum - now.sum, n: base.n - now.n }))
  const both = { sum: total.now.sum + total.base.sum, n: total.now.n + total.base.n }
  const observed = total.now.sum / total.now.n - total.base.sum / total.base.n
  const counts = { higher: 0, lower: 0, twoSided: 0, all: 0 }
  const look = (difference: number) => {
    counts.all += 1
    if (difference >= observed - ROUNDING) counts.higher += 1
    if (difference <= observed + ROUNDING) counts.lower += 1
    if (Math.abs(difference) >= Math.abs(observed) - ROUNDING) counts.twoSided += 1
  }
  const rounds = drawn === null ? 2 ** changes.length : drawn.draws
  for (let round = 0; round < rounds; round += 1) {
    let { sum, n } = total.now
    let [bits, left] = drawn === null ? [round, changes.length] : [0, 0]
    for (const change of changes) {
      if (drawn !== null && left === 0) [bits, left] = [drawn.random.next() >>> (32 - BITS), BITS]
      // A factor, not a condition: which way a random bit goes cannot be foreseen, and waiting for it takes most of the time.
      const exchanged = bits & 1
      sum += exchanged * change.sum
      n += exchanged * change.n
      bits >>>= 1
      left -= 1
    }
    // An exchange by which a side counts nothing has no difference, and is none.
    if (n > 0 && n < both.n) look(sum / n - (both.sum - sum) / (both.n - n))
  }
  if (drawn !== null) look(observed)
  return {
    higher: counts.higher / counts.all,
    lower: counts.lower / counts.all,
    twoSided: counts.twoSided / counts.all,
  }
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
