import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AnswerClaim, EntailmentLabel, HarmlessKind, type ReferenceClaim } from '../schema/verdict.js'
import { claimRecall, contradictionShare, faithfulness, hallucinationShare, misgroundedShare } from './claim-scores.js'
import type { PassageState } from './groundedness.js'

const claim = (support: EntailmentLabel, over: Partial<AnswerClaim> = {}): AnswerClaim => ({ text: 'x', support, ...over })
const verdict = (...claims: AnswerClaim[]) => ({ claims, referenceClaims: [] })
const answered = (...labels: EntailmentLabel[]) => ({
  claims: [],
  referenceClaims: labels.map((answer): ReferenceClaim => ({ text: 'y', answer })),
})

const SUPPORTED = claim('entailment')
const NOT_FOUND = claim('neutral')
const CONTRADICTED = claim('contradiction')
const OPEN = claim('undetermined')
const HARMLESS = claim('neutral', { harmless: 'restates-question' })

describe('shares of claims', () => {
  it.each([
    ['of the claims that count', verdict(SUPPORTED, NOT_FOUND, CONTRADICTED, SUPPORTED, HARMLESS), [2, 4], [2, 4], [1, 4]],
    [
      'a harmless claim that is supported counts',
      verdict(claim('entailment', { harmless: 'restates-question' })),
      [0, 1],
      [1, 1],
      [0, 1],
    ],
    ['all of them', verdict(CONTRADICTED), [1, 1], [0, 1], [1, 1]],
  ])('%s', (_, given, hallucinated, faithful, contradicted) => {
    expect(hallucinationShare(given).parts).toEqual(hallucinated)
    expect(faithfulness(given).parts).toEqual(faithful)
    expect(contradictionShare(given).parts).toEqual(contradicted)
  })

  it.each<[string, ReturnType<typeof verdict> | null, PassageState, string]>([
    ['no verdict', null, 'all with text', 'not judged'],
    ['fault 4: no claims', verdict(), 'all with text', 'no claims'],
    ['harmless claims only', verdict(HARMLESS, HARMLESS), 'all with text', 'no claims'],
    ['an undetermined claim', verdict(SUPPORTED, OPEN), 'all with text', 'undetermined'],
    [
      'passages without text, and a claim not found in the others',
      verdict(SUPPORTED, NOT_FOUND),
      'some without text',
      'undetermined',
    ],
    ['passages not reported', verdict(SUPPORTED), 'not reported', 'passages not reported'],
  ])('%s is null, never 0 or 1', (_, given, passages, reason) => {
    for (const score of [hallucinationShare, faithfulness, contradictionShare]) {
      expect(score(given, passages)).toEqual({ value: null, reason })
    }
  })

  it('fault 5: where nothing was found every claim is unsupported, and none is contradicted', () => {
    const given = verdict(SUPPORTED, NOT_FOUND, OPEN)
    expect(hallucinationShare(given, 'none found')).toEqual({ value: 1, parts: [3, 3] })
    expect(faithfulness(given, 'none found')).toEqual({ value: 0, parts: [0, 3] })
    expect(contradictionShare(given, 'none found')).toEqual({ value: 0, parts: [0, 3] })
  })

  it('what some passages contradict is contradicted, whatever the others would say', () => {
    expect(contradictionShare(verdict(SUPPORTED, CONTRADICTED), 'some without text')).toEqual({ value: 1 / 2, parts: [1, 2] })
  })
})

describe('claim recall', () => {
  it.each([
    [
      'made, left out, contradicted',
      answered('entailment', 'neutral', 'contradiction', 'entailment'),
      { value: 1 / 2, parts: [2, 4] },
    ],
    ['nothing to make', answered(), { value: null, reason: 'no claims' }],
    ['not known of one', answered('entailment', 'undetermined'), { value: null, reason: 'undetermined' }],
    ['none stored', { claims: [] }, { value: null, reason: 'no claims' }],
    ['no verdict', null, { value: null, reason: 'not judged' }],
  ])('%s', (_, given, expected) => expect(claimRecall(given)).toEqual(expected))
})

describe('misgrounding', () => {
  const cites = (support: EntailmentLabel, cited: EntailmentLabel) => claim(support, { cited })
  it.each<[string, ReturnType<typeof verdict> | null, unknown]>([
    [
      'of supported claims that cite',
      verdict(cites('entailment', 'neutral'), cites('entailment', 'entailment'), SUPPORTED, cites('neutral', 'neutral')),
      { value: 1 / 2, parts: [1, 2] },
    ],
    ['a cited source that contradicts', verdict(cites('entailment', 'contradiction')), { value: 1, parts: [1, 1] }],
    ['none cites', verdict(SUPPORTED, NOT_FOUND), { value: null, reason: 'no cited claim' }],
    ['not known of what it cites', verdict(cites('entailment', 'undetermined')), { value: null, reason: 'undetermined' }],
    ['not known whether supported', verdict(cites('undetermined', 'neutral')), { value: null, reason: 'undetermined' }],
    [
      'which matters not where all is well either way',
      verdict(cites('entailment', 'entailment'), cites('undetermined', 'entailment')),
      { value: 0 },
    ],
    ['no verdict', null, { value: null, reason: 'not judged' }],
  ])('%s', (_, given, expected) => expect(misgroundedShare(given)).toEqual(expected))

  it('nothing found supports nothing, and passages without text leave open what they support', () => {
    expect(misgroundedShare(verdict(cites('entailment', 'neutral')), 'none found')).toEqual({
      value: null,
      reason: 'no cited claim',
    })
    expect(misgroundedShare(verdict(cites('neutral', 'neutral')), 'some without text')).toEqual({
      value: null,
      reason: 'undetermined',
    })
  })
})

const label = fc.constantFrom(...EntailmentLabel.options)
const anyClaim = fc
  .record({
    support: label,
    cited: fc.option(label, { nil: undefined }),
    harmless: fc.option(fc.constantFrom(...HarmlessKind.options), { nil: undefined }),
  })
  .map(({ support, ...rest }) => claim(support, rest))
const state = fc.constantFrom<PassageState>('all with text', 'some without text', 'none found', 'not reported')

describe('properties', () => {
  it('a value within 0 and 1 or a reason, whatever the order of claims; faithfulness and hallucination are a whole', () => {
    fc.assert(
      fc.property(fc.array(anyClaim, { maxLength: 8 }), state, (claims, passages) => {
        for (const score of [hallucinationShare, faithfulness, contradictionShare, misgroundedShare]) {
          const { value, reason } = score(verdict(...claims), passages)
          expect(value === null ? reason : value >= 0 && value <= 1).toBeTruthy()
          expect(score(verdict(...claims.toReversed()), passages)).toEqual(score(verdict(...claims), passages))
        }
        const [bad, good] = [hallucinationShare, faithfulness].map((score) => score(verdict(...claims), passages).value)
        expect(bad === null || good === null ? bad === good : Math.abs((bad ?? 0) + (good ?? 0) - 1) < 1e-12).toBe(true)
      }),
    )
  })

  it('merged from parts it is what it is computed over all claims', () => {
    const judged = fc.array(fc.constantFrom(SUPPORTED, NOT_FOUND, CONTRADICTED, HARMLESS), { maxLength: 6 })
    fc.assert(
      fc.property(judged, judged, (one, other) => {
        const parts = [one, other].flatMap((claims) => {
          const { parts: known } = hallucinationShare(verdict(...claims))
          return known === undefined ? [] : [known]
        })
        const sum = (at: 0 | 1) => parts.reduce((total, part) => total + part[at], 0)
        const whole = hallucinationShare(verdict(...one, ...other))
        expect(whole.parts ?? [0, 0]).toEqual([sum(0), sum(1)])
      }),
    )
  })
})
