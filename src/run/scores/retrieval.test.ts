import { describe, expect, it } from 'vitest'
import type { Compat } from '../../schema/compat.js'
import { Item, type ItemInput } from '../../schema/item.js'
import type { Passage } from '../../schema/response.js'
import { goldFinder } from '../golds.js'
import { retrievalScores } from './retrieval.js'

type Golds = NonNullable<ItemInput['golds']>
type Scored = number | string

const passage = (id: string, over: object = {}) => ({ kind: 'passage' as const, id, ...over })
const document = (id: string, over: object = {}) => ({ kind: 'document' as const, id, ...over })
const statute = (title: string, section?: string) => ({
  kind: 'statute' as const,
  title,
  ...(section === undefined ? {} : { section }),
})
const ids = (...names: string[]): Passage[] => names.map((id) => ({ id }))

function scoresOf(golds: Golds, passages: Passage[] | undefined, compat?: Compat) {
  return retrievalScores(
    Item.parse({ id: 'A', question: 'Q?', golds }),
    { answer: '', ...(passages === undefined ? {} : { passages }) },
    { k: [1, 3], ...(compat === undefined ? {} : { compat }) },
  )
}

const NAMES = ['hit@1', 'recall@3', 'precision@3', 'mrr', 'map'] as const
const valuesOf = (scores: ReturnType<typeof scoresOf>, names: readonly string[] = NAMES): Scored[] =>
  names.map((name) => scores[name]?.value ?? scores[name]?.reason ?? 'absent')
const near = (values: readonly Scored[]) => values.map((value) => (typeof value === 'number' ? expect.closeTo(value, 12) : value))

describe('rankings of passages', () => {
  // hit@1, recall@3, precision@3 (of 3, however many came), MRR, MAP.
  it.each<[string, Golds, Passage[] | undefined, Scored[]]>([
    ['the gold at rank 1', [passage('a')], ids('a', 'b', 'c'), [1, 1, 1 / 3, 1, 1]],
    ['the gold at rank 2 of 2', [passage('a')], ids('b', 'a'), [0, 1, 1 / 3, 1 / 2, 1 / 2]],
    ['two golds at ranks 2 and 4', [passage('a'), passage('b')], ids('x', 'a', 'y', 'b'), [0, 1 / 2, 1 / 3, 1 / 2, 1 / 2]],
    ['none of them', [passage('a')], ids('x', 'y'), [0, 0, 0, 0, 0]],
    ['nothing retrieved', [passage('a')], [], [0, 0, 'nothing retrieved', 0, 0]],
    ['retrieval that was not reported', [passage('a')], undefined, Array(5).fill('retrieval not reported')],
    ['a passage twice gains nothing and keeps its place', [passage('b')], ids('a', 'a', 'b'), [0, 1, 1 / 3, 1 / 3, 1 / 3]],
    ['a gold passage twice', [passage('a'), passage('b')], ids('a', 'a', 'a'), [1, 1 / 2, 1 / 3, 1, 1 / 2]],
    ['fault 48: a gold given twice', [passage('a'), passage('a')], ids('a'), [1, 1, 1 / 3, 1, 1]],
    ['fault 48: an optional gold', [passage('a'), passage('b', { optional: true })], ids('b', 'a'), [0, 1, 1 / 3, 1 / 2, 1 / 2]],
    ['fault 48: optional golds only', [passage('b', { optional: true })], ids('b'), Array(5).fill('absent')],
    ['no gold', [], ids('b'), Array(5).fill('absent')],
    ['fault 49: an id within another is none', [passage('p1')], ids('p10', 'ap1'), [0, 0, 0, 0, 0]],
    ['fault 50: another id of the same text', [passage('a', { equals: ['b'] })], ids('b'), [1, 1, 1 / 3, 1, 1]],
    [
      'fault 50: the same text under both ids is found once',
      [passage('a', { equals: ['b'] })],
      ids('b', 'a'),
      [1, 1, 1 / 3, 1, 1],
    ],
    [
      'fault 50: golds that are declared equal are one',
      [passage('a', { equals: ['b'] }), passage('b')],
      ids('a'),
      [1, 1, 1 / 3, 1, 1],
    ],
    [
      'fault 50: whichever of them is named',
      [passage('a', { equals: ['b'] }), passage('b')],
      ids('x', 'b'),
      [0, 1, 1 / 3, 1 / 2, 1 / 2],
    ],
    ['fault 44: __proto__', [passage('__proto__')], ids('constructor', '__proto__'), [0, 1, 1 / 3, 1 / 2, 1 / 2]],
    [
      'fault 44: ids with spaces, slashes and quotes',
      [passage('a/b "c" d')],
      ids('a/b', 'a/b "c" d'),
      [0, 1, 1 / 3, 1 / 2, 1 / 2],
    ],
    ['fault 45: decomposed and composed', [passage('e\u0301tat')], ids('\u00E9tat'), [1, 1, 1 / 3, 1, 1]],
    ['an id that looks as golds are named inside', [passage('a')], ids('gold a', 'own a', 'passage 0'), [0, 0, 0, 0, 0]],
    [
      'golds of documents beside them',
      [passage('a'), document('D')],
      [{ id: 'x', document: 'D' }, { id: 'a' }],
      [0, 1, 1 / 3, 1 / 2, 1 / 2],
    ],
  ])('%s', (_, golds, passages, expected) => {
    expect(valuesOf(scoresOf(golds, passages))).toEqual(near(expected))
  })

  it('precision, recall and F1 have the parts of a micro mean where they are quotients', () => {
    const scores = scoresOf([passage('a'), passage('b')], ids('x', 'a'))
    expect([scores['recall@3']?.parts, scores['precision@3']?.parts, scores['f1@3']?.parts, scores['mrr']?.parts]).toEqual([
      [1, 2],
      [1, 3],
      undefined,
      undefined,
    ])
  })
})

describe('rankings of documents', () => {
  const of = (...documents: string[]): Passage[] => documents.map((one, i) => ({ id: `${one}#${i}`, document: one }))

  it.each<[string, Golds, Passage[], Scored[]]>([
    ['k counts distinct ones', [document('D')], of('E', 'E', 'E', 'E', 'D'), [0, 1, 1 / 3, 1 / 2, 1 / 2]],
    [
      'sections of one act are one',
      [statute('Rent Act 2031', '5'), statute('Rent Act 2031', '9')],
      [{ title: 'Rent Act 2031', section: '5' }],
      [1, 1, 1 / 3, 1, 1],
    ],
    [
      'an act spelt twice is one',
      [statute('Rent Act 2031'), statute('The Rent Act, 2031')],
      [{ title: 'Rent Act 2031' }],
      [1, 1, 1 / 3, 1, 1],
    ],
    [
      'a decision by its citation',
      [{ kind: 'decision', citation: '2031 SCC 4' }],
      [{ citation: '2031 SCC 40' }, { citation: '2031 SCC 4' }],
      [0, 1, 1 / 3, 1 / 2, 1 / 2],
    ],
    ['fault 44: __proto__', [document('__proto__')], of('toString', '__proto__'), [0, 1, 1 / 3, 1 / 2, 1 / 2]],
  ])('%s', (_, golds, passages, expected) => {
    expect(valuesOf(scoresOf(golds, passages))).toEqual(near(expected))
  })

  it('the document of a gold passage, or of a gold span, beside the passage itself', () => {
    const names = ['hit@1', 'documentHit@1', 'documentRecall@3']
    expect(valuesOf(scoresOf([passage('D#9', { document: 'D' })], of('D', 'E')), names)).toEqual([0, 1, 1])
    const span = { kind: 'span' as const, document: 'D', start: 0, end: 9 }
    expect(valuesOf(scoresOf([span, { ...span, document: 'F' }], of('E', 'D')), names)).toEqual(['absent', 0, 1 / 2])
    expect(valuesOf(scoresOf([passage('D#9')], of('D')), names)).toEqual([0, 'absent', 'absent'])
  })
})

describe('what is not known is no miss', () => {
  it.each<[string, Golds, Passage[]]>([
    ['a passage that is only text', [document('D')], [{ text: 'words' }, { document: 'D' }]],
    ['a passage whose names are empty', [document('D')], [{ id: '', title: ' ', text: 'words' }]],
    ['a passage without an id, where golds are ids', [passage('a')], [{ title: 'Rent Act 2031', text: 'words' }]],
  ])('%s', (_, golds, passages) => {
    const scores = scoresOf(golds, passages)
    expect(new Set(Object.values(scores).map(({ value, reason }) => `${value} ${reason}`))).toEqual(
      new Set(['null passages without a name']),
    )
  })

  it.each<[string, Golds, Passage[], boolean | null]>([
    ['no id', [passage('a')], [{ title: 'T' }], null],
    ['no id beside the gold', [passage('a')], [{ title: 'T' }, { id: 'a' }], true],
    ['another id', [passage('a')], [{ id: 'b' }], false],
    ['a document is told by its title too', [document('D')], [{ title: 'T' }], false],
    ['no name', [document('D')], [{ text: 'words' }], null],
  ])('nor for the signal r: %s', (_, golds, passages, r) => {
    const item = Item.parse({ id: 'A', question: 'Q?', golds })
    expect(goldFinder({})(item, { answer: '', passages }).findings.retrieved).toBe(r)
  })

  it('without a response every score is lost', () => {
    const scores = retrievalScores(Item.parse({ id: 'A', question: 'Q?', golds: [passage('a', { document: 'D' })] }), null, {
      k: [1],
    })
    expect(Object.keys(scores).sort()).toEqual(
      ['documentHit@1', 'documentRecall@1', 'f1@1', 'hit@1', 'map', 'mrr', 'ndcg@1', 'precision@1', 'recall@1'].sort(),
    )
    expect(new Set(Object.values(scores).map(({ reason }) => reason))).toEqual(new Set(['no response']))
  })
})

describe('fault 58: golds that were put into the context', () => {
  const put = (id: string): Passage => ({ id, injected: true })
  const found = (golds: Golds, passages: Passage[]) => {
    const item = Item.parse({ id: 'A', question: 'Q?', golds })
    const { retrieved, required, byConstruction } = goldFinder({})(item, { answer: '', passages }).findings
    return [retrieved, required, byConstruction, ...valuesOf(scoresOf(golds, passages), ['recall@3', 'mrr'])]
  }

  // r, required golds, golds by construction, recall@3, MRR.
  it.each<[string, Golds, Passage[], (Scored | boolean | null)[]]>([
    ['are none to retrieve', [passage('a')], [put('a'), { id: 'b' }], [null, 1, 1, 'absent', 'absent']],
    ['have no place in the ranking', [passage('a'), passage('b')], [put('a'), { id: 'b' }], [true, 2, 1, 1, 1]],
    ['leave the others as they are', [passage('a'), passage('b')], [put('a'), { id: 'c' }], [false, 2, 1, 0, 0]],
    [
      'were retrieved where another passage is of them too',
      [passage('a')],
      [put('a'), { id: 'b' }, { id: 'a' }],
      [true, 1, 0, 1, 1 / 2],
    ],
    ['also under an equal id', [passage('a', { equals: ['b'] })], [put('a'), { id: 'b' }], [true, 1, 0, 1, 1]],
    [
      'given twice are twice by construction, as they are required twice',
      [passage('a'), passage('a')],
      [put('a')],
      [null, 2, 2, 'absent', 'absent'],
    ],
    ['are not the optional ones', [passage('a', { optional: true }), passage('b')], [put('a'), { id: 'b' }], [true, 1, 0, 1, 1]],
    ['beside nothing that was retrieved', [passage('a'), passage('b')], [put('a')], [false, 2, 1, 0, 0]],
  ])('%s', (_, golds, passages, expected) => {
    expect(found(golds, passages)).toEqual(expected)
  })

  it('whichever way the passages are ordered', () => {
    const golds = [passage('a'), passage('b')]
    expect(found(golds, [{ id: 'b' }, put('a')])).toEqual(found(golds, [put('a'), { id: 'b' }]))
  })
})

describe('published readings', () => {
  const chunks: Passage[] = ['D', 'D', 'E'].map((name, i) => ({ id: `${name}${i}`, document: name }))

  it('CanLegalRAGBench: every chunk of a relevant document counts, so that recall exceeds 1', () => {
    const scores = scoresOf([document('D')], chunks, 'canlegalragbench')
    // 2 chunks / 1 document; 1 of the 2 distinct documents; the first document at rank 1.
    expect(valuesOf(scores, ['recall@3', 'precision@3', 'mrr'])).toEqual([2, 1 / 2, 1])
    expect(valuesOf(scoresOf([document('D')], chunks), ['recall@3', 'precision@3', 'mrr'])).toEqual(near([1, 1 / 3, 1]))
  })

  it('CanLegalRAGBench: what it does not publish is as without it', () => {
    const ranking = ['E', 'E', 'D'].map((name, i) => ({ id: `${name}${i}`, document: name }))
    const names = ['f1@1', 'f1@3', 'map']
    // D at rank 2 of the documents: F1@3 of precision 1/3 and recall 1, MAP 1/2.
    expect(valuesOf(scoresOf([document('D')], ranking, 'canlegalragbench'), names)).toEqual(near([0, 1 / 2, 1 / 2]))
    expect(valuesOf(scoresOf([document('D')], ranking), names)).toEqual(near([0, 1 / 2, 1 / 2]))
  })

  it('Legal RAG Bench: an id that holds the gold is a hit, as for r, and only there', () => {
    expect(valuesOf(scoresOf([passage('p1')], ids('p10'), 'legal-rag-bench'), ['hit@1'])).toEqual([1])
    expect(valuesOf(scoresOf([passage('p1')], ids('p10')), ['hit@1'])).toEqual([0])
  })

  it('Swiss Legal RAG Bench: misses cost nothing in nDCG', () => {
    const ranking = ids('x', 'y', 'a')
    expect(valuesOf(scoresOf([passage('a')], ranking, 'swiss-legal-rag-bench'), ['ndcg@3'])).toEqual([1])
    expect(valuesOf(scoresOf([passage('a')], ranking), ['ndcg@3'])).toEqual([1 / Math.log2(4)])
  })
})

it('thousands of passages and many golds', () => {
  const passages = Array.from({ length: 4000 }, (_, i) => ({
    id: `p${i}`,
    document: `D${i % 50}`,
    title: `Rent Act ${1900 + (i % 100)}`,
  }))
  const golds = Array.from({ length: 20 }, (_, i) => passage(`p${i * 100}`, { document: `D${i}` }))
  const scores = scoresOf(golds, passages)
  expect(valuesOf(scores, ['mrr', 'recall@3', 'documentRecall@3'])).toEqual([1, 1 / 20, 3 / 20])
})
