import { describe, expect, it } from 'vitest'
import { scoreNames } from '../../metrics/score-names.js'
import { Item, type ItemInput } from '../../schema/item.js'
import { CaseRecord } from '../../schema/record.js'
import type { Response } from '../../schema/response.js'
import { type Outcome, Verdict, type VerdictInput } from '../../schema/verdict.js'
import { caseScorer, type ScoreOptions } from './score-case.js'

const GOLDS: ItemInput['golds'] = [
  { kind: 'passage', id: 'p1', document: 'D' },
  { kind: 'span', document: 'D', start: 0, end: 10 },
]
const PASSAGE = { id: 'p1', document: 'D', start: 0, end: 10, text: 'Three months.' }
const ANSWER: Response = { answer: 'Three months.', passages: [PASSAGE], citations: [{ id: 'p1' }] }
const JUDGED: Partial<VerdictInput> = {
  claims: [
    { text: 'a', support: 'entailment', passages: ['entailment'], reference: 'entailment', cited: 'entailment' },
    { text: 'b', support: 'contradiction', passages: ['contradiction'], reference: 'neutral' },
  ],
  referenceClaims: [{ text: 'r', answer: 'entailment', passages: ['entailment'] }],
}

function scored({
  response = ANSWER,
  verdict = JUDGED,
  outcome = 'answered',
  notJudged,
  item = {},
  ...options
}: {
  response?: Response | null
  verdict?: Partial<VerdictInput> | null
  outcome?: Outcome | null
  notJudged?: 'judge failed' | 'budget' | 'empty answer'
  item?: Partial<ItemInput>
} & Partial<ScoreOptions> = {}) {
  return caseScorer({ task: 'answer', k: [1, 5], ...options })({
    item: Item.parse({ id: 'A', question: 'How long is the notice period?', golds: GOLDS, ...item }),
    response,
    verdict: verdict && Verdict.parse({ correct: null, outcome: 'answered', judge: { name: 'j' }, ...verdict }),
    outcome: response === null ? null : outcome,
    notJudged,
  })
}

const CLAIMS = ['answerPrecision', 'answerRecall', 'faithfulness', 'unsupportedClaims', 'contradictedClaims', 'misgroundedClaims']
const valuesOf = ({ scores }: ReturnType<typeof scored>, names: readonly string[]) =>
  names.map((name) => scores[name]?.value ?? scores[name]?.reason ?? 'absent')

describe('scores of claims', () => {
  it('are of what the judge said', () => {
    // 1 of 2 by the reference, 1 of 1 reference claims made, 1 of 2 by the passages, 1 of 2 unsupported and contradicted, 0 of 1 misgrounded.
    expect(valuesOf(scored(), CLAIMS)).toEqual([0.5, 1, 0.5, 0.5, 0.5, 0])
  })

  it.each<[string, Parameters<typeof scored>[0], string]>([
    ['a refusal', { outcome: 'refused', verdict: null }, 'absent'],
    ['a non-answer', { outcome: 'non-answer' }, 'absent'],
    [
      'a premise accepted, which is an answer',
      { outcome: 'premise-accepted', verdict: null, notJudged: 'judge failed' },
      'judge failed',
    ],
    ['fault 3: an answer whose judge failed', { verdict: null, notJudged: 'judge failed' }, 'judge failed'],
    ['fault 3: a spent budget', { verdict: null, notJudged: 'budget' }, 'budget'],
    ['fault 3: no response', { response: null, verdict: null }, 'no response'],
    ['an empty answer', { outcome: 'undetermined', verdict: null, notJudged: 'empty answer' }, 'empty answer'],
    ['maybe no answer, whatever was said of its claims', { outcome: 'undetermined' }, 'undetermined'],
    ['no claims', { verdict: { claims: [] } }, 'no claims'],
  ])('%s', (_, given, expected) => {
    const names = expected === 'no claims' ? ['unsupportedClaims', 'contradictedClaims'] : CLAIMS
    expect(valuesOf(scored(given), names)).toEqual(names.map(() => expected))
  })

  it('fault 58: passages that were put there are no finding of a retriever', () => {
    const names = ['claimRecall', 'contextPrecision', 'faithfulness']
    expect(valuesOf(scored(), names)).toEqual([1, 1, 0.5])
    expect(valuesOf(scored({ response: { ...ANSWER, passages: [{ ...PASSAGE, injected: true }] } }), names)).toEqual([
      'absent',
      'absent',
      0.5,
    ])
  })

  it('as published, an empty list is 0', () => {
    const nothing = { verdict: { claims: [], referenceClaims: [] } }
    expect(valuesOf(scored({ ...nothing, compat: 'ragchecker' }), ['answerPrecision', 'faithfulness'])).toEqual([0, 0])
    expect(valuesOf(scored(nothing), ['answerPrecision'])).not.toEqual([0])
  })
})

describe('scores of citations', () => {
  it.each<[string, Parameters<typeof scored>[0], (number | string)[]]>([
    ['the gold cited', { item: { golds: [{ kind: 'passage', id: 'p1' }] } }, [1, 1]],
    [
      'one of two golds',
      {
        item: {
          golds: [
            { kind: 'passage', id: 'p1' },
            { kind: 'passage', id: 'p2' },
          ],
        },
      },
      [0.5, 1],
    ],
    [
      'another cited as well',
      { response: { ...ANSWER, citations: [{ id: 'p1' }, { id: 'p9' }] }, item: { golds: [{ kind: 'passage', id: 'p1' }] } },
      [1, 0.5],
    ],
    ['none cited', { response: { ...ANSWER, citations: [] } }, [0, 'no citation']],
    ['not reported', { response: { answer: 'A.' } }, ['citations not reported', 'citations not reported']],
    ['no response', { response: null }, ['no response', 'no response']],
    ['no required gold', { item: { golds: [{ kind: 'passage', id: 'p1', optional: true }] } }, ['absent', 'absent']],
    [
      'spans alone, which have scores of their own',
      { item: { golds: [{ kind: 'span', document: 'D', start: 0, end: 1 }] } },
      ['absent', 'absent'],
    ],
    [
      'fault 44: __proto__',
      { item: { golds: [{ kind: 'passage', id: '__proto__' }] }, response: { ...ANSWER, citations: [{ id: '__proto__' }] } },
      [1, 1],
    ],
  ])('%s', (_, given, expected) => {
    expect(valuesOf(scored(given), ['goldCitationRecall', 'goldCitationPrecision'])).toEqual(expected)
  })
})

describe('what belongs to the record', () => {
  it.each<[string, Parameters<typeof scored>[0]]>([
    ['of an answer', {}],
    ['of retrieval alone', { task: 'retrieval', response: { answer: '', passages: [PASSAGE], citations: [] } }],
    ['of no response', { response: null, verdict: null }],
    [
      'as CanLegalRAGBench has it',
      {
        compat: 'canlegalragbench',
        item: { golds: [{ kind: 'document', id: 'D' }] },
        response: { answer: 'A', passages: [PASSAGE, { ...PASSAGE, id: 'p2' }] },
      },
    ],
  ])('every score has a name in reports and a place in a record: %s', (_, given) => {
    const { scores } = scored(given)
    expect(Object.keys(scores).length).toBeGreaterThan(8)
    expect(Object.keys(scores).filter((name) => !scoreNames([1, 5]).includes(name))).toEqual([])
    expect(CaseRecord.shape.scores.safeParse(scores).error).toBeUndefined()
  })

  it('retrieval alone has nothing of an answer', () => {
    const { scores, authorities } = scored({ task: 'retrieval', response: { answer: '', passages: [PASSAGE], citations: [] } })
    expect(authorities).toBeNull()
    const retrieved =
      /^(?:(?:hit|recall|precision|f1|ndcg|documentHit|documentRecall|spanPrecision|spanRecall)@\d|mrr|map|span(?:Precision|Recall|F1|IoU))$/u
    expect(Object.keys(scores).filter((name) => !retrieved.test(name))).toEqual([])
    expect(Object.keys(scored().scores).filter((name) => !retrieved.test(name))).toContain('contextPrecision')
    expect(scores).toMatchObject({ 'hit@1': { value: 1 }, spanRecall: { value: 1 } })
  })

  it.each<[string | undefined, Partial<ItemInput>, string[] | null]>([
    [undefined, {}, null],
    ['How long is the notice period?', {}, []],
    ['Notice period under 2031 SCC 4', {}, ['2031 SCC 4']],
    ['Notice period under 2031 SCC 4', { golds: [{ kind: 'decision', citation: '2031 SCC 4' }] }, []],
    ['notice period in Germany', {}, ['Germany']],
    ['notice period in Germany', { jurisdiction: 'Germany' }, []],
  ])('a query rewritten to %j for %j adds %j', (rewrittenQuery, item, added) => {
    const response = { ...ANSWER, ...(rewrittenQuery === undefined ? {} : { rewrittenQuery }) }
    expect(scored({ response, item }).rewrite?.added ?? null).toEqual(added)
  })
})
