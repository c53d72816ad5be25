import { SUPPORT_BANDS, type SupportLabel } from './bands.js'

/** What was found of a claim in the window that comes nearest, and over all passages. */
interface Facts {
  missingWords: readonly string[]
  missingNumbers: readonly string[]
  negations: readonly string[]
  coverage: number | null
  bigrams: number | null
  sourceCoverage: number | null
}

/** The verdict's reason in words. `nowhere`: what of the claim stands in no passage at all. */
export function explain(
  label: SupportLabel,
  facts: Facts,
  claimNumbers: readonly string[],
  nowhere: { words: readonly string[]; numbers: readonly string[] },
  { foreign, unread }: { foreign: boolean; unread: boolean },
): string {
  const percent = (share: number | null): string => `${Math.round((share ?? 0) * 100)}%`
  if (label === 'entailment') {
    return `wording found together: ${percent(facts.coverage)} of the weighted content words, ${percent(facts.bigrams)} of their pairs${claimNumbers.length > 0 ? `, and ${listed(claimNumbers)}` : ''}`
  }
  if (label === 'neutral') {
    return [
      `only ${percent(facts.sourceCoverage)} of the weighted content words stand in the passages`,
      ...(nowhere.numbers.length > 0 ? [`number missing: ${listed(nowhere.numbers)}`] : []),
      ...(nowhere.words.length > 0 ? [`words missing: ${listed(nowhere.words)}`] : []),
    ].join('; ')
  }
  const why = [
    ...(facts.missingWords.length > 0 ? [`words missing from the nearest two sentences: ${listed(facts.missingWords)}`] : []),
    ...(facts.missingNumbers.length > 0 ? [`number missing there: ${listed(facts.missingNumbers)}`] : []),
    ...(facts.negations.length > 0 ? [`negation differs: ${facts.negations.join(', ')}`] : []),
    ...((facts.bigrams ?? 1) < SUPPORT_BANDS.supportedBigrams
      ? [`words stand in another order (${percent(facts.bigrams)} of the pairs)`]
      : []),
    ...(foreign ? ['some passages are in another language'] : []),
    ...(unread ? ['some passages were not read to their end'] : []),
  ]
  return `neither clearly supported nor clearly unsupported: ${why.join('; ')}`
}

const listed = (words: readonly string[]): string =>
  words.slice(0, 8).join(', ') + (words.length > 8 ? ` and ${words.length - 8} more` : '')
