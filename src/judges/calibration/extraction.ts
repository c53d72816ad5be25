import { type Share, share } from '../../stats/classification.js'

/** Valid claims of those extracted, among the ones that somebody coded; null is a claim that nobody did. */
export function validShare(extracted: readonly (boolean | null)[]): Share {
  const coded = extracted.filter((valid) => valid !== null)
  return share(coded.filter((valid) => valid).length, coded.length)
}
