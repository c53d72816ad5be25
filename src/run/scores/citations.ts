import { withPassages } from '../../citations/cited-passages.js'
import type { CitesGoldOptions } from '../../citations/cites-gold.js'
import { goldCitationPrecision, goldCitationRecall } from '../../metrics/citation-scores.js'
import { type MetricScore, unknown } from '../../metrics/score.js'
import type { Item } from '../../schema/item.js'
import type { Response } from '../../schema/response.js'

/** How many of the golds are cited, and how many of the citations are golds; empty for an item without a required gold. */
export function citationScores(
  { golds }: Item,
  response: Response | null,
  options: CitesGoldOptions,
): Record<string, MetricScore> {
  if (golds.every(({ optional, kind }) => optional || kind === 'span')) return {}
  if (response === null) return { goldCitationRecall: unknown('no response'), goldCitationPrecision: unknown('no response') }
  const citations = withPassages(response.citations, response.passages)
  return {
    goldCitationRecall: goldCitationRecall(golds, citations, options),
    goldCitationPrecision: goldCitationPrecision(golds, citations, options),
  }
}
