import { type CitesGoldOptions, citesGold } from '../citations/cites-gold.js'
import type { GoldSource } from '../schema/item.js'
import type { Citation } from '../schema/response.js'
import { checkedOptions, type MetricScore, unknown } from './score.js'
import { shareOfAll } from './share.js'

/**
 * Distinct required golds that are cited / distinct required golds. A gold is cited where some citation is its document, at document level.
 * From 0 to 1, with parts; 0 where citations were reported and there are none. null "no required gold", "citations not reported", and
 * "undetermined" where a citation may be a gold, which fits several documents of the corpus.
 *
 * @throws RangeError on an option that there is not.
 */
export function goldCitationRecall(
  golds: readonly GoldSource[],
  citations: readonly Citation[] | null | undefined,
  options: CitesGoldOptions = {},
): MetricScore {
  checkedOptions(options, ['compat', 'corpus'])
  const required = distinctRequired(golds)
  if (required.length === 0) return unknown(NO_GOLD)
  if (citations === null || citations === undefined) return unknown(NOT_REPORTED)
  return shareOfAll(
    required.map((gold) => citesGold([gold], citations, options).document),
    NO_GOLD,
  )
}

/**
 * Citations that are the document of some gold, required or optional / citations, each as often as it was given. From 0 to 1, with parts;
 * null "no required gold", "citations not reported", "no citation" where there is none, "undetermined" as for recall.
 *
 * @throws RangeError on an option that there is not.
 */
export function goldCitationPrecision(
  golds: readonly GoldSource[],
  citations: readonly Citation[] | null | undefined,
  options: CitesGoldOptions = {},
): MetricScore {
  checkedOptions(options, ['compat', 'corpus'])
  if (distinctRequired(golds).length === 0) return unknown(NO_GOLD)
  if (citations === null || citations === undefined) return unknown(NOT_REPORTED)
  const welcome = golds.map((gold) => ({ ...gold, optional: false }))
  return shareOfAll(
    citations.map((citation) => citesGold(welcome, [citation], options).document),
    'no citation',
  )
}

const NO_GOLD = 'no required gold'
const NOT_REPORTED = 'citations not reported'

function distinctRequired(golds: readonly GoldSource[]): GoldSource[] {
  const required = golds.filter(({ optional }) => !optional)
  return [...new Map(required.map((gold) => [JSON.stringify(gold), gold])).values()]
}
