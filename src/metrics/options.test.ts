import { describe, expect, it } from 'vitest'
import { alceCitations } from './alce.js'
import { canLegalAccuracy } from './canlegal.js'
import { goldCitationPrecision, goldCitationRecall } from './citation-scores.js'
import { ragchecker } from './ragchecker.js'
import { refcheckerShares } from './refchecker.js'
import { averagePrecision, f1, hit, ndcg, precision, recall, reciprocalRank } from './retrieval.js'
import { spanPrecision, spanRecall } from './spans.js'

const NOTHING = {
  answerToReference: null,
  referenceToAnswer: null,
  passagesToAnswerClaims: null,
  passagesToReferenceClaims: null,
}

/** Every metric that takes options, with its own. */
const METRICS: Record<string, [call: (options: never) => unknown, options: string]> = {
  hit: [(options) => hit(['a'], ['a'], options), 'k, compat'],
  recall: [(options) => recall(['a'], ['a'], options), 'k, compat'],
  precision: [(options) => precision(['a'], ['a'], options), 'k, compat'],
  reciprocalRank: [(options) => reciprocalRank(['a'], ['a'], options), 'k, compat'],
  f1: [(options) => f1(['a'], ['a'], options), 'k'],
  averagePrecision: [(options) => averagePrecision(['a'], ['a'], options), 'k'],
  ndcg: [(options) => ndcg(['a'], ['a'], options), 'k, gain, compat'],
  spanPrecision: [(options) => spanPrecision([], [], options), 'compat'],
  spanRecall: [(options) => spanRecall([], [], options), 'compat'],
  goldCitationRecall: [(options) => goldCitationRecall([], [], options), 'compat, corpus'],
  goldCitationPrecision: [(options) => goldCitationPrecision([], [], options), 'compat, corpus'],
  canLegalAccuracy: [(options) => canLegalAccuracy(null, options), 'compat'],
  ragchecker: [(options) => ragchecker(NOTHING, options), 'compat'],
  refcheckerShares: [(options) => refcheckerShares([], options), 'compat'],
  alceCitations: [(options) => alceCitations([], options), 'compat'],
}

describe.each(Object.entries(METRICS))('%s', (_, [call, known]) => {
  it('refuses an option that stands alone, and one that it does not have', () => {
    call({} as never)
    expect(() => call(5 as never)).toThrow(new RangeError(`\`options\`: expected an object with ${known}, got 5`))
    expect(() => call({ K: 1 } as never)).toThrow(new RangeError(`\`options\`: expected an object with ${known}, got \`K\``))
  })
})
