import type { CitesGoldOptions } from '../../citations/cites-gold.js'
import { addedByRewrite } from '../../metrics/rewrite.js'
import type { Item } from '../../schema/item.js'
import type { CaseRecord, Task } from '../../schema/record.js'
import type { Response } from '../../schema/response.js'
import { oneLine } from '../../text/clip.js'
import { authoritiesOf } from './authorities.js'
import { citationScores } from './citations.js'
import { claimScoresOf, type Judgement } from './claims.js'
import type { AuthorityOptions } from './find-authorities.js'
import { rankedBy, retrievalScores } from './retrieval.js'
import { citedSpanScores, spanScores } from './spans.js'

/** How a suite scores its cases. */
export interface ScoreOptions extends CitesGoldOptions, Pick<AuthorityOptions, 'documents'> {
  task: Task
  k: readonly number[]
}

/** What a case's record holds beside its signals. */
export interface CaseScores extends Pick<CaseRecord, 'scores' | 'authorities' | 'rewrite'> {
  /** What k counts. */
  ranked: CaseRecord['ranked']
}

export type CaseScorer = (found: { item: Item; response: Response | null } & Judgement) => CaseScores

/** Scores every case of a suite alike; pure. */
export function caseScorer({ task, k, documents, ...matching }: ScoreOptions): CaseScorer {
  return ({ item, response, ...judgement }) => ({
    scores: {
      ...retrievalScores(item, response, { k, ...matching }),
      ...spanScores(item, response, { k, ...matching }),
      ...(task === 'answer' ? answerScores(item, response, judgement, matching) : {}),
    },
    authorities: task === 'answer' && response !== null ? authoritiesOf(response, { documents, ...matching }) : null,
    rewrite: rewriteOf(item, response),
    ranked: rankedBy(item, response, { k, ...matching }),
  })
}

function answerScores(
  item: Item,
  response: Response | null,
  judgement: Judgement,
  options: CitesGoldOptions,
): CaseRecord['scores'] {
  return {
    ...citedSpanScores(item, response),
    ...citationScores(item, response, options),
    ...claimScoresOf(response, judgement, options.compat),
  }
}

const EXCERPT = 120

function rewriteOf({ question, golds, jurisdiction }: Item, response: Response | null): CaseRecord['rewrite'] {
  const rewritten = response?.rewrittenQuery
  if (rewritten === undefined) return null
  const { authorities, jurisdictions } = addedByRewrite({
    question,
    rewritten,
    golds,
    ...(jurisdiction === undefined ? {} : { jurisdiction }),
  })
  return { added: [...authorities.map(({ text }) => oneLine(text, EXCERPT)), ...jurisdictions] }
}
