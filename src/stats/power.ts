import { normalQuantile } from './normal.js'

export interface PowerOptions {
  /** Share of the pairs that differ either way by chance, 0..1: what a second run of the same system would show. The change itself is not in it, it comes on top. */
  discordance: number
  /** One-sided, at most 0.5. @default 0.05 */
  alpha?: number
  /** At least 0.5. @default 0.8 */
  power?: number
}

/**
 * How many pairs show a change of a share by McNemar's test, with that power: where `discordance` of the pairs differ either way by chance, and `change` more of them one
 * way. A whole number. For a two-sided test give half its alpha.
 *
 * An approximation by the normal distribution. The exact test needs some 1 / change more pairs: at the number given here its power is 72 to 79% where 80% was asked for (changes
 * of 2 to 40 points, discordance up to 20%).
 *
 * Source: R. J. Connor (1987), Sample size for testing differences in proportions for the paired-sample design, Biometrics 43, 207-211: (z of alpha · √d + z of power ·
 * √(d - change²))² / change², d being the pairs that differ for either reason.
 *
 * @throws RangeError unless 0 < change <= 1, 0 <= discordance <= 1, 0 < alpha <= 0.5 and 0.5 <= power < 1.
 */
export function pairsNeeded(change: number, options: PowerOptions): number {
  return Math.ceil(pairs(change, options))
}

function pairs(change: number, { discordance, alpha = 0.05, power = 0.8 }: PowerOptions): number {
  if (!(change > 0 && change <= 1)) throw new RangeError(`expected a change above 0 and at most 1, received ${change}`)
  if (!(discordance >= 0 && discordance <= 1)) {
    throw new RangeError(`expected \`discordance\` within 0..1, received ${discordance}`)
  }
  if (!(alpha > 0 && alpha <= 0.5)) throw new RangeError(`expected \`alpha\` above 0 and at most 0.5, received ${alpha}`)
  if (!(power >= 0.5 && power < 1)) throw new RangeError(`expected \`power\` of at least 0.5 and below 1, received ${power}`)
  const differing = Math.min(1, discordance + change)
  const z = normalQuantile(1 - alpha) * Math.sqrt(differing) + normalQuantile(power) * Math.sqrt(differing - change * change)
  return (z / change) ** 2
}

const STEPS = 50

/**
 * The smallest change of a share that `n` pairs show with that power, by the formula of {@link pairsNeeded}: what is smaller is likely to stay unseen. null where not even a
 * change of all pairs would be shown.
 *
 * @throws RangeError as `pairsNeeded` does.
 */
export function smallestChange({ n, ...options }: PowerOptions & { n: number }): number | null {
  // All of what can be wrong is seen at the first call; more pairs show less of a change, so that halving finds the smallest.
  if (!(n >= pairs(1, options))) return null
  let [no, yes] = [0, 1]
  for (let step = 0; step < STEPS; step += 1) {
    const middle = (no + yes) / 2
    if (pairs(middle, options) <= n) yes = middle
    else no = middle
  }
  return yes
}
