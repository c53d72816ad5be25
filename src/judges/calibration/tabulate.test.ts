import { describe, expect, it } from 'vitest'
import type { HumanLabel } from '../../datasets/entailment-label.js'
import type { AnswerClaim, Verdict } from '../../schema/verdict.js'
import type { Example, LabelledData } from './example.js'
import { answerPrediction, claimPrediction } from './predict.js'
import { type AssessedExample, tabulate } from './tabulate.js'

const claim = (support: AnswerClaim['support'], over: Partial<AnswerClaim> = {}): AnswerClaim => ({ text: 'c', support, ...over })
const verdict = (claims: AnswerClaim[], over: Partial<Verdict> = {}): Verdict => ({
  claims,
  referenceClaims: [],
  correct: null,
  outcome: 'answered',
  notes: [],
  judge: { name: 'j' },
  ...over,
})
const harmless = { harmless: 'connects-or-concludes' } as const

describe('what a verdict says of a single claim', () => {
  it.each<[string, AnswerClaim[], HumanLabel | null]>([
    ['one that is entailed', [claim('entailment')], 'entailment'],
    [
      'any contradiction',
      [claim('entailment'), claim('neutral'), claim('undetermined'), claim('contradiction')],
      'contradiction',
    ],
    ['any neutral part', [claim('entailment'), claim('undetermined'), claim('neutral')], 'neutral'],
    ['any undetermined part', [claim('entailment'), claim('undetermined')], null],
    ['a neutral part that is harmless counts for nothing', [claim('entailment'), claim('neutral', harmless)], 'entailment'],
    ['only a harmless part', [claim('neutral', harmless)], null],
    ['a harmless part that is supported', [claim('entailment', harmless)], 'entailment'],
    ['a harmless part that is contradicted', [claim('contradiction', harmless)], 'contradiction'],
    ['no part', [], null],
  ])('%s', (_, claims, label) => {
    expect(claimPrediction({ claims })).toBe(label)
  })
})

describe('what a verdict says of an answer', () => {
  it.each([
    ['all supported', verdict([claim('entailment')], { correct: true }), 1, { grounded: true, correct: true }],
    [
      'one unsupported',
      verdict([claim('entailment'), claim('neutral')], { correct: false }),
      1,
      { grounded: false, correct: false },
    ],
    ['one undetermined', verdict([claim('entailment'), claim('undetermined')]), 1, { grounded: null, correct: null }],
    ['without passages nothing is supported', verdict([claim('entailment')]), 0, { grounded: false, correct: null }],
    [
      'a non-answer is in no rate',
      verdict([claim('neutral')], { outcome: 'non-answer', correct: false }),
      1,
      { grounded: null, correct: null },
    ],
    ['a refusal is in no rate', verdict([], { outcome: 'refused', correct: true }), 1, { grounded: null, correct: null }],
  ])('%s', (_, given, passages, said) => {
    expect(answerPrediction(given, passages)).toEqual(said)
  })
})

describe('tabulate', () => {
  const example = (id: string, truth: Example['truth'], over: Partial<Example> = {}): Example => ({
    ...{ id, group: id, language: 'en', question: 'q', answer: 'a' },
    ...{ passages: [{ text: 'p' }], reference: null, answerPoints: [], truth },
    ...over,
  })
  const data = (unit: LabelledData['unit']): LabelledData => ({
    ...{ file: 'f', sha256: '', unit, examples: [], leftOut: { 'not labelled': 2 }, extraction: null },
  })

  it('counts groups by language, abstentions apart, and has what is lost in no cell', () => {
    const assessed: AssessedExample[] = [
      { example: example('1', { unit: 'claim', label: 'neutral' }, { group: 'g' }), verdict: verdict([claim('contradiction')]) },
      {
        example: example('2', { unit: 'claim', label: 'contradiction' }, { group: 'g' }),
        verdict: verdict([claim('entailment')]),
      },
      { example: example('3', { unit: 'claim', label: 'entailment' }, { group: 'g' }), verdict: verdict([]) },
      { example: example('4', { unit: 'claim', label: 'entailment' }, { language: 'de' }), verdict: verdict([claim('neutral')]) },
      {
        example: example('5', { unit: 'claim', label: 'entailment' }, { language: 'de' }),
        verdict: verdict([claim('entailment')]),
      },
      { example: example('6', { unit: 'claim', label: 'neutral' }), verdict: null, failure: 'judge provider' },
    ]
    const { tables, languages } = tabulate(data('claim'), assessed, 1)
    const none = { truePositive: 0, falseNegative: 0, trueNegative: 0, falsePositive: 0, abstained: { positive: 0, negative: 0 } }
    expect(languages).toEqual({
      de: [
        { ...none, falsePositive: 1 },
        { ...none, trueNegative: 1 },
      ],
      en: [{ ...none, truePositive: 1, falseNegative: 1, abstained: { positive: 0, negative: 1 } }],
    })
    expect(tables.support.overall.examples).toBe(5)
    expect(tables.lost).toEqual({ 'judge provider': 1 })
    expect(tables.leftOut).toEqual({ 'not labelled': 2 })
    expect(tables.correctness).toBeNull()
  })

  it('measures groundedness and correctness of answers, each on those whose truth is known', () => {
    const truths = [
      [true, null],
      [false, true],
      [null, false],
    ] as const
    const assessed = truths.map(([grounded, correct], i) => ({
      example: example(String(i), { unit: 'answer', grounded, correct }),
      verdict: verdict([claim('entailment')], { correct: false }),
    }))
    const { tables, languages } = tabulate(data('answer'), assessed, 1)
    expect(tables.support.overall.confusion).toEqual([
      [1, 0, 0],
      [1, 0, 0],
    ])
    expect(tables.correctness?.overall.confusion).toEqual([
      [0, 1, 0],
      [0, 1, 0],
    ])
    expect(languages['en']).toHaveLength(2)
  })
})
