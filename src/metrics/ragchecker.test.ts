import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { publishedData } from '../../test/unit/data.js'
import type { AnswerClaim, EntailmentLabel, ReferenceClaim } from '../schema/verdict.js'
import { type LabelWord, type RagcheckerInput, type RagcheckerMetric, ragchecker, ragcheckerInput } from './ragchecker.js'

const LABELS: Record<string, EntailmentLabel> = {
  e: 'entailment',
  c: 'contradiction',
  n: 'neutral',
  '?': 'undetermined',
}
/** One letter a label: `en?` is entailment, neutral, undetermined. */
const list = (letters: string): EntailmentLabel[] => [...letters].map((letter) => LABELS[letter] ?? 'neutral')
const input = (a: string, b: string, r: readonly string[], g: readonly string[]): RagcheckerInput => ({
  answerToReference: list(a),
  referenceToAnswer: list(b),
  passagesToAnswerClaims: r.map(list),
  passagesToReferenceClaims: g.map(list),
})
const values = (given: RagcheckerInput, options = {}) =>
  Object.fromEntries(Object.entries(ragchecker(given, options)).map(([name, { value }]) => [name, value]))

const data = publishedData('ragchecker')

interface Row {
  answer2response: LabelWord[]
  response2answer: LabelWord[]
  retrieved2response: LabelWord[][]
  retrieved2answer: LabelWord[][]
  metrics: Record<string, number>
}
const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

describe.skipIf(data.absent)(`RAGChecker's two published records${data.whetherSkipped}`, () => {
  const published = (): { results: Row[]; metrics: Record<string, Record<string, number>> } =>
    JSON.parse(readFileSync(join(data.folder, 'examples/checking_outputs.json'), 'utf8'))
  const scored = (row: Row) =>
    ragchecker(
      {
        answerToReference: row.answer2response,
        referenceToAnswer: row.response2answer,
        passagesToAnswerClaims: row.retrieved2response,
        passagesToReferenceClaims: row.retrieved2answer,
      },
      { compat: 'ragchecker' },
    )

  it('all 22 values to 1e-12', () => {
    const { results } = published()
    const compared = results.flatMap((row) =>
      Object.entries(scored(row)).map(([name, { value }]) => ({ name, value, published: row.metrics[snake(name)] })),
    )
    expect(compared).toHaveLength(22)
    for (const { name, value, published } of compared) {
      expect(published, name).toBeTypeOf('number')
      expect(Math.abs((value ?? Number.NaN) - (published ?? Number.NaN)), name).toBeLessThan(1e-12)
    }
  })

  it('the published aggregate is the mean of the rows, in percent', () => {
    const { results, metrics } = published()
    const rows = results.map(scored)
    const names = Object.keys(rows[0] ?? {}) as RagcheckerMetric[]
    const means = names.map((name) => {
      const sum = rows.reduce((total, row) => total + (row[name].value ?? Number.NaN), 0)
      return [snake(name), Math.round((1000 * sum) / rows.length) / 10]
    })
    expect(Object.fromEntries(means)).toEqual({ ...metrics['overall'], ...metrics['retriever'], ...metrics['generator'] })
  })
})

describe('by hand', () => {
  // Three response claims, two reference claims, two passages, the first of which is relevant.
  const worked = input('enn', 'en', ['nn', 'en', 'ne'], ['en', 'nn'])

  it('the eleven, with their parts', () => {
    expect(ragchecker(worked)).toEqual({
      precision: { value: 1 / 3, parts: [1, 3] },
      recall: { value: 1 / 2, parts: [1, 2] },
      f1: { value: 2 / 5 },
      claimRecall: { value: 1 / 2, parts: [1, 2] },
      contextPrecision: { value: 1 / 2, parts: [1, 2] },
      contextUtilization: { value: 1, parts: [1, 1] },
      noiseSensitivityInRelevant: { value: 1 / 3, parts: [1, 3] },
      noiseSensitivityInIrrelevant: { value: 1 / 3, parts: [1, 3] },
      hallucination: { value: 0, parts: [0, 3] },
      selfKnowledge: { value: 1 / 3, parts: [1, 3] },
      faithfulness: { value: 2 / 3, parts: [2, 3] },
    })
  })

  it('noise that a relevant passage says as well is counted there alone', () => {
    const { noiseSensitivityInRelevant, noiseSensitivityInIrrelevant } = values(input('n', 'e', ['ee'], ['en']))
    expect([noiseSensitivityInRelevant, noiseSensitivityInIrrelevant]).toEqual([1, 0])
  })

  it('a contradiction is no entailment', () => {
    expect(values(input('c', 'c', ['c'], ['c']))).toMatchObject({ precision: 0, recall: 0, f1: 0, hallucination: 1 })
  })
})

describe('the empty cases', () => {
  const SOUND: [string, RagcheckerInput, Partial<Record<RagcheckerMetric, unknown>>][] = [
    [
      'fault 4: an empty response is not scored: it is neither faithful nor free of hallucination',
      input('', 'nn', [], ['en', 'nn']),
      {
        precision: { value: null, reason: 'no claims' },
        recall: { value: 0 },
        f1: { value: null, reason: 'no claims' },
        claimRecall: { value: 1 / 2 },
        hallucination: { value: null, reason: 'no claims' },
        faithfulness: { value: null, reason: 'no claims' },
        noiseSensitivityInRelevant: { value: null, reason: 'no claims' },
      },
    ],
    [
      'no reference claims',
      input('ne', '', ['en', 'nn'], []),
      {
        recall: { value: null, reason: 'no claims' },
        claimRecall: { value: null, reason: 'no claims' },
        contextPrecision: { value: null, reason: 'no claims' },
        contextUtilization: { value: null, reason: 'no claims' },
        noiseSensitivityInIrrelevant: { value: null, reason: 'no claims' },
        faithfulness: { value: 1 / 2 },
      },
    ],
    [
      'fault 5: no passages',
      input('nee', 'en', ['', '', ''], ['', '']),
      {
        claimRecall: { value: 0, parts: [0, 2] },
        contextPrecision: { value: null, reason: 'nothing retrieved' },
        contextUtilization: { value: null, reason: 'nothing retrieved' },
        noiseSensitivityInRelevant: { value: null, reason: 'nothing retrieved' },
        noiseSensitivityInIrrelevant: { value: null, reason: 'nothing retrieved' },
        hallucination: { value: 1 / 3 },
        selfKnowledge: { value: 2 / 3 },
        faithfulness: { value: 0 },
      },
    ],
    [
      'nothing of the reference was retrieved',
      input('e', 'e', ['e'], ['n']),
      { contextUtilization: { value: null, reason: 'no reference claim was retrieved' }, claimRecall: { value: 0 } },
    ],
  ]
  it.each(SOUND)('%s', (_, given, expected) => expect(ragchecker(given)).toMatchObject(expected))

  it('the published code scores an empty response 0 on hallucination and on faithfulness', () => {
    const given = input('', 'nn', [], ['en', 'nn'])
    expect(values(given, { compat: 'ragchecker' })).toMatchObject({ precision: 0, f1: 0, hallucination: 0, faithfulness: 0 })
  })

  it.each([
    ['no passages', input('nee', 'en', ['', '', ''], ['', ''])],
    ['no claims', input('', '', [], [])],
  ])('%s: where it knows a ratio nowhere, the published code says 0', (_, given) => {
    const { hallucination, selfKnowledge, claimRecall, contextPrecision } = values(given, { compat: 'ragchecker' })
    expect([hallucination, selfKnowledge, claimRecall, contextPrecision]).toEqual([0, 0, 0, 0])
  })

  it.each([undefined, 'ragchecker' as const])('what was not judged is not scored (compat: %s)', (compat) => {
    const given = { ...input('e', 'e', ['e'], ['e']), passagesToAnswerClaims: null }
    const options = compat === undefined ? {} : { compat }
    const { precision, faithfulness, hallucination, noiseSensitivityInRelevant } = ragchecker(given, options)
    expect(precision.value).toBe(1)
    expect([faithfulness, hallucination, noiseSensitivityInRelevant]).toEqual(
      Array(3).fill({ value: null, reason: 'not judged' }),
    )
  })
})

describe('what is undetermined', () => {
  it.each<[string, RagcheckerInput, RagcheckerMetric, unknown]>([
    ['decides precision', input('e?', 'e', ['e', 'e'], ['e']), 'precision', { value: null, reason: 'undetermined' }],
    ['decides nothing beside an entailment', input('e', 'e', ['?e'], ['e?']), 'faithfulness', { value: 1, parts: [1, 1] }],
    ['decides no hallucination of a correct claim', input('e', 'e', ['?'], ['e']), 'hallucination', { value: 0, parts: [0, 1] }],
    [
      'of a relevant passage is no noise of others',
      input('n', 'e', ['?'], ['e']),
      'noiseSensitivityInIrrelevant',
      { value: 0, parts: [0, 1] },
    ],
    ['may leave the denominator open', input('e', 'ee', ['e'], ['e', '?']), 'contextUtilization', { value: 1 }],
    ['or decide', input('e', 'en', ['e'], ['e', '?']), 'contextUtilization', { value: null, reason: 'undetermined' }],
  ])('%s', (_, given, metric, expected) => expect(ragchecker(given)[metric]).toEqual(expected))

  it('counts as no entailment in the published code', () => {
    expect(values(input('?', '?', ['?'], ['?']), { compat: 'ragchecker' })).toMatchObject({ precision: 0, hallucination: 1 })
  })

  const label = fc.constantFrom<EntailmentLabel>('entailment', 'neutral', 'undetermined')
  const some = fc
    .record({
      claims: fc.integer({ min: 1, max: 2 }),
      golds: fc.integer({ min: 1, max: 2 }),
      passages: fc.integer({ min: 0, max: 2 }),
    })
    .chain(({ claims, golds, passages }) => {
      const labels = (length: number) => fc.array(label, { minLength: length, maxLength: length })
      const matrix = (rows: number) => fc.array(labels(passages), { minLength: rows, maxLength: rows })
      return fc.record({
        answerToReference: labels(claims),
        referenceToAnswer: labels(golds),
        passagesToAnswerClaims: matrix(claims),
        passagesToReferenceClaims: matrix(golds),
      })
    })

  it('leaves a value only where it is the same whichever way it falls', () => {
    fc.assert(
      fc.property(some, (given) => {
        const whole = ragchecker(given)
        const completed = completions(given).map((one) => ragchecker(one))
        for (const name of Object.keys(whole) as RagcheckerMetric[]) {
          if (name === 'f1') continue // known only with precision and recall
          const ways = new Set(completed.map((scores) => scores[name].value ?? scores[name].reason))
          const [only] = ways
          expect(whole[name].value ?? whole[name].reason, name).toBe(ways.size === 1 ? only : 'undetermined')
        }
      }),
      { numRuns: 100 },
    )
  })
})

/** Every way to settle what is undetermined, up to a number that a test can bear. */
function completions(given: RagcheckerInput): RagcheckerInput[] {
  const text = JSON.stringify(given)
  const at = text.indexOf('undetermined')
  if (at < 0) return [given]
  return ['entailment', 'neutral'].flatMap((label) => completions(JSON.parse(text.replace('undetermined', label))))
}

describe('properties', () => {
  const known = fc.constantFrom<EntailmentLabel>('entailment', 'contradiction', 'neutral')
  const row = fc.record({ a: known, r: fc.tuple(known, known, known) })
  const gold = fc.record({ b: known, g: fc.tuple(known, known, known) })
  const given = (
    rows: { a: EntailmentLabel; r: EntailmentLabel[] }[],
    golds: { b: EntailmentLabel; g: EntailmentLabel[] }[],
  ) => ({
    answerToReference: rows.map(({ a }) => a),
    referenceToAnswer: golds.map(({ b }) => b),
    passagesToAnswerClaims: rows.map(({ r }) => r),
    passagesToReferenceClaims: golds.map(({ g }) => g),
  })

  it('within 0 and 1; hallucination, self-knowledge and faithfulness are a whole; the order of claims is no matter', () => {
    fc.assert(
      fc.property(fc.array(row, { maxLength: 6 }), fc.array(gold, { maxLength: 6 }), (rows, golds) => {
        for (const compat of [undefined, 'ragchecker'] as const) {
          const options = compat === undefined ? {} : { compat }
          const scores = ragchecker(given(rows, golds), options)
          expect(ragchecker(given(rows.toReversed(), golds.toReversed()), options)).toEqual(scores)
          for (const { value, reason } of Object.values(scores)) {
            if (value === null) expect(reason).toBeTruthy()
            else expect(value >= 0 && value <= 1).toBe(true)
          }
          if (rows.length === 0) continue
          const { hallucination, selfKnowledge, faithfulness } = scores
          const sum = [hallucination, selfKnowledge, faithfulness].reduce((total, { value }) => total + (value ?? Number.NaN), 0)
          expect(sum).toBeCloseTo(1, 12)
        }
      }),
    )
  })
})

describe('wrong arguments', () => {
  it.each([
    ['a ragged matrix', input('ee', 'e', ['en', 'e'], ['en']), /passagesToAnswerClaims\[1\]/],
    ['matrices of other passages', input('e', 'e', ['en'], ['e']), /passagesToReferenceClaims\[0\]/],
    ['a row too few', input('ee', 'e', ['e'], ['e']), /passagesToAnswerClaims.*answerToReference/],
    ['a row too many', input('e', 'e', ['e'], ['e', 'e']), /passagesToReferenceClaims.*referenceToAnswer/],
  ])('%s', (_, given, message) => {
    expect(() => ragchecker(given)).toThrow(RangeError)
    expect(() => ragchecker(given)).toThrow(message)
  })
})

describe('the words of labels', () => {
  const capital = (labels: readonly string[] | null) =>
    labels?.map((label) => label[0]?.toUpperCase() + label.slice(1)) as LabelWord[]
  const published = (given: RagcheckerInput): RagcheckerInput => ({
    answerToReference: capital(given.answerToReference),
    referenceToAnswer: capital(given.referenceToAnswer),
    passagesToAnswerClaims: given.passagesToAnswerClaims?.map(capital) ?? null,
    passagesToReferenceClaims: given.passagesToReferenceClaims?.map(capital) ?? null,
  })

  it.each([undefined, 'ragchecker' as const])('are read as they are published as well (compat: %s)', (compat) => {
    const options = compat === undefined ? {} : { compat }
    const given = input('enc?', 'ec', ['en', 'ne', 'ce', 'n?'], ['en', 'nn'])
    expect(published(given).answerToReference).toEqual(['Entailment', 'Neutral', 'Contradiction', 'Undetermined'])
    expect(ragchecker(published(given), options)).toEqual(ragchecker(given, options))
  })

  it.each<[Partial<Record<keyof RagcheckerInput, unknown>>, string]>([
    [{ answerToReference: ['Supported'] }, '`answerToReference[0]`'],
    [{ referenceToAnswer: ['Entailment', ''] }, '`referenceToAnswer[1]`'],
    [{ passagesToAnswerClaims: [['neutral', null]] }, '`passagesToAnswerClaims[0][1]`'],
    [{ passagesToReferenceClaims: [['neutral'], [true]] }, '`passagesToReferenceClaims[1][0]`'],
  ])('%j: any other is refused, and false in the published code', (odd, place) => {
    const given = { ...input('e', 'ee', ['nn'], ['n', 'n']), ...odd } as RagcheckerInput
    expect(() => ragchecker(given)).toThrow(RangeError)
    expect(() => ragchecker(given)).toThrow(`${place}: expected entailment, neutral, contradiction or undetermined`)
    const words = { ...input('e', 'e', ['e'], ['e']), answerToReference: ['Supported'] } as unknown as RagcheckerInput
    expect(ragchecker(words, { compat: 'ragchecker' }).precision).toEqual({ value: 0, parts: [0, 1] })
  })
})

describe('the input from a verdict', () => {
  const claim = (over: Partial<AnswerClaim>): AnswerClaim => ({ text: 'x', support: 'entailment', ...over })
  const gold = (over: Partial<ReferenceClaim>): ReferenceClaim => ({ text: 'y', answer: 'neutral', ...over })

  it('takes each label from its place', () => {
    const claims = [
      claim({ reference: 'contradiction', passages: list('en') }),
      claim({ reference: 'entailment', passages: list('ne') }),
    ]
    const referenceClaims = [gold({ answer: 'entailment', passages: list('cn') })]
    expect(ragcheckerInput({ claims, referenceClaims })).toEqual(input('ce', 'e', ['en', 'ne'], ['cn']))
  })

  it('is null where nothing was judged, undetermined where only some was', () => {
    expect(ragcheckerInput({ claims: [claim({})], referenceClaims: [gold({})] })).toEqual({
      answerToReference: null,
      referenceToAnswer: ['neutral'],
      passagesToAnswerClaims: null,
      passagesToReferenceClaims: null,
    })
    const claims = [claim({ reference: 'entailment', passages: list('en') }), claim({})]
    expect(ragcheckerInput({ claims, referenceClaims: [] })).toEqual(input('e?', '', ['en', '??'], []))
  })

  it('needs no labels where nothing was found', () => {
    const given = ragcheckerInput({ claims: [claim({ reference: 'neutral' })], referenceClaims: [gold({})] }, 'none found')
    expect(given).toEqual(input('n', 'n', [''], ['']))
    expect(ragchecker(given)).toMatchObject({ hallucination: { value: 1 }, contextPrecision: { reason: 'nothing retrieved' } })
  })
})
