import { normalQuantile } from './normal.js'

interface PowerOptions {
  /** Share of pairs that differ though nothing changed, 0..1. */
  discordance: number
  /** One-sided. @default 0.05 */
  alpha?: number
  /** @default 0.8 */
  power?: number
}

/**
 * How many pairs show a change of a share: with `discordance` of the pairs differing either way by chance, and `change` more of them one way.
 *
 * Source: R. J. Connor (1987), Sample size for testing differences in proportions for the paired-sample design, Biometrics 43, 207-211.
 *
 * @throws RangeError unless 0 < change <= 1, 0 <= discordance <= 1, and alpha and power are within 0..1, both excluded.
 */
export function pairsNeeded(change: number, { discordance, alpha = 0.05, power = 0.8 }: PowerOptions): number {
  if (!(change > 0 && change <= 1)) throw new RangeError(`expected a change above 0 and at most 1, received ${change}`)
  if (!(discordance >= 0 && discordance <= 1))
    throw new RangeError(`expected \`discordance\` within 0..1, received ${discordance}`)
  const differing = Math.min(1, discordance + change)
  const z = normalQuantile(1 - alpha) * Math.sqrt(differing) + normalQuantile(power) * Math.sqrt(differing - change * change)
  return (z / change) ** 2
}

const STEPS = 50

/** The smallest change of a share that `n` pairs show with that power; null where none up to 1 is. */
export function smallestChange({ n, ...options }: PowerOptions & { n: number }): number | null {
  if (!(n > 0) || pairsNeeded(1, options) > n) return null
  let [no, yes] = [0, 1]
  for (let step = 0; step < STEPS; step += 1) {
    const middle = (no + yes) / 2
    if (pairsNeeded(middle, options) <= n) yes = middle
    else no = middle
  }
  return yes
}
