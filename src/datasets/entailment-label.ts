import { EntailmentLabel } from '../schema/verdict.js'

/** What a person may say of a claim. `undetermined` is a judge's word: an example without one of these three has no truth. */
export const HumanLabel = EntailmentLabel.exclude(['undetermined'])
export type HumanLabel = Exclude<EntailmentLabel, 'undetermined'>

/**
 * The label that a word of published data names: Entailment, Neutral or Contradiction, in any case. null for every other word, an empty or
 * missing one among them: it is reported as it stands, and counted as none of the three.
 */
export function entailmentLabel(word: unknown): HumanLabel | null {
  const label = HumanLabel.safeParse(typeof word === 'string' ? word.toLowerCase() : word)
  return label.success ? label.data : null
}
