import { type Random, seeded, uniform } from '../random.js'

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

/**
 * Permutation test of a difference of two shares or means over groups that both runs have: under the null hypothesis the two sides of a group could as well be exchanged. The
 * statistic is (sum / n of now) - (sum / n of base). A p-value is the share of exchanges whose difference is at least as far out as the one observed.
 *
 * Exact where the sides count the same cases and sums are whole, by the distribution of the sum of sign-flipped differences; with a case a group it is McNemar's exact
 * test. Exact also where at most 14 groups differ. Else 20,000 seeded draws, the observed exchange counted as one of them.
 *
 * null where either side counts nothing.
 *
 * Source: R. A. Fisher (1935), The Design of Experiments, 21; B. Phipson and G. K. Smyth (2010), Statistical Applications in Genetics and Molecular Biology 9, 39 (p of
 * drawn permutations is never 0).
 */
export function exchangeTest(
  groups: readonly PairedGroup[],
  { seed = 1, draws = DRAWS }: { seed?: number; draws?: number } = {},
): ExchangePValues | null {
  const total = groups.reduce(added, { base: { sum: 0, n: 0 }, now: { sum: 0, n: 0 } })
  if (total.base.n === 0 || total.now.n === 0) return null
  const differing = groups.filter(({ base, now }) => base.sum !== now.sum || base.n !== now.n)
  if (differing.length === 0) return { higher: 1, lower: 1, twoSided: 1 }
  const sameCounts = differing.every(
    ({ base, now }) => base.n === now.n && Number.isInteger(now.sum) && Number.isInteger(base.sum),
  )
  if (sameCounts) return ofWholeSums(differing.map(({ base, now }) => now.sum - base.sum))
  return ofExchanges(total, differing, differing.length <= ALL_EXCHANGES ? null : { random: seeded(seed), draws })
}

function added(one: PairedGroup, other: PairedGroup): PairedGroup {
  return {
    base: { sum: one.base.sum + other.base.sum, n: one.base.n + other.base.n },
    now: { sum: one.now.sum + other.now.sum, n: one.now.n + other.now.n },
  }
}

/** The exact distribution of ±d₁ ± d₂ ± …, every sign as likely as the other. */
function ofWholeSums(differences: readonly number[]): ExchangePValues {
  const reach = differences.reduce((sum, difference) => sum + Math.abs(difference), 0)
  let chances = new Float64Array(2 * reach + 1)
  chances[reach] = 1
  for (const difference of differences) {
    const next = new Float64Array(chances.length)
    for (const [place, chance] of chances.entries()) {
      if (chance === 0) continue
      for (const to of [place + difference, place - difference]) next[to] = (next[to] ?? 0) + chance / 2
    }
    chances = next
  }
  const observed = differences.reduce((sum, difference) => sum + difference, 0)
  const chanceOf = (far: (sum: number) => boolean) =>
    Math.min(
      1,
      chances.reduce((total, chance, place) => (far(place - reach) ? total + chance : total), 0),
    )
  return {
    higher: chanceOf((sum) => sum >= observed),
    lower: chanceOf((sum) => sum <= observed),
    twoSided: chanceOf((sum) => Math.abs(sum) >= Math.abs(observed)),
  }
}

/** Differences that differ by rounding alone are the same. */
const ROUNDING = 1e-12

/** Every exchange of the groups that differ, or so many drawn ones. */
function ofExchanges(
  total: PairedGroup,
  differing: readonly PairedGroup[],
  drawn: { random: Random; draws: number } | null,
): ExchangePValues {
  const observed = total.now.sum / total.now.n - total.base.sum / total.base.n
  const counts = { higher: 0, lower: 0, twoSided: 0, all: 0 }
  const look = (difference: number) => {
    counts.all += 1
    if (difference >= observed - ROUNDING) counts.higher += 1
    if (difference <= observed + ROUNDING) counts.lower += 1
    if (Math.abs(difference) >= Math.abs(observed) - ROUNDING) counts.twoSided += 1
  }
  const rounds = drawn === null ? 2 ** differing.length : drawn.draws
  for (let round = 0; round < rounds; round += 1) {
    let { sum, n } = total.now
    for (const [place, { base, now }] of differing.entries()) {
      const exchanged = drawn === null ? ((round >> place) & 1) === 1 : uniform(drawn.random) < 0.5
      if (!exchanged) continue
      sum += base.sum - now.sum
      n += base.n - now.n
    }
    const others = { sum: total.now.sum + total.base.sum - sum, n: total.now.n + total.base.n - n }
    // An exchange by which a side counts nothing has no difference, and is none.
    if (n > 0 && others.n > 0) look(sum / n - others.sum / others.n)
  }
  if (drawn !== null) look(observed)
  return {
    higher: counts.higher / counts.all,
    lower: counts.lower / counts.all,
    twoSided: counts.twoSided / counts.all,
  }
}
