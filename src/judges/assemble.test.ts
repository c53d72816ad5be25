import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { judgeRequest } from '../../test/providers/request.js'
import { EntailmentLabel } from '../schema/verdict.js'
import { assemble, mergeLabels } from './assemble.js'
import type { ClaimReply, FurtherReply, ReferenceReply, Reply } from './reply.js'

const claim = (changes: Partial<ClaimReply> = {}): ClaimReply => ({
  id: 1,
  text: 'A claim',
  support: 'neutral',
  entailedBy: [],
  contradictedBy: [],
  undeterminedBy: [],
  cited: 'none',
  reference: 'none',
  harmless: 'none',
  kind: 'beyond-sources',
  referenceKind: 'none',
  nearest: 1,
  reason: 'first part',
  ...changes,
})
const reply = (claims: ClaimReply[], changes: Partial<Reply> = {}): Reply => ({
  claims,
  claimsWhole: true,
  referenceClaims: [],
  correct: true,
  correctReason: 'agrees',
  outcome: 'answered',
  outcomeReason: 'answers',
  problems: [],
  ...changes,
})
const further = (changes: Partial<FurtherReply['claims'][number]> = {}): FurtherReply => ({
  passages: new Set([2]),
  claims: [
    {
      id: 1,
      support: 'neutral',
      entailedBy: [],
      contradictedBy: [],
      undeterminedBy: [],
      cited: 'none',
      kind: 'beyond-sources',
      nearest: null,
      reason: 'further part',
      ...changes,
    },
  ],
  referenceClaims: [],
  problems: [],
})
const firstClaim = (claimReply: ClaimReply, parts: FurtherReply[] = [], request = judgeRequest()) =>
  assemble(request, reply([claimReply]), parts).claims[0]

describe('mergeLabels', () => {
  it.each<[EntailmentLabel[], EntailmentLabel]>([
    [[], 'neutral'],
    [['neutral', 'neutral'], 'neutral'],
    [['neutral', 'undetermined'], 'undetermined'],
    [['undetermined', 'contradiction'], 'contradiction'],
    [['contradiction', 'entailment'], 'entailment'],
  ])('%j is %s', (labels, expected) => {
    expect(mergeLabels(labels)).toBe(expected)
  })

  it('does not depend on the order of the parts', () => {
    const labels = fc.array(fc.constantFrom(...EntailmentLabel.options))
    fc.assert(fc.property(labels, (given) => mergeLabels([...given].reverse()) === mergeLabels(given)))
  })
})

describe('assemble', () => {
  it.each<[string, Partial<ClaimReply>, EntailmentLabel]>([
    ['support that one passage gives', { support: 'entailment', entailedBy: [1] }, 'entailment'],
    ['support that passages give together', { support: 'entailment' }, 'entailment'],
    ['no support', {}, 'neutral'],
    ['a contradiction', { support: 'contradiction', contradictedBy: [1] }, 'contradiction'],
    ['neutral though a passage entails it', { entailedBy: [1] }, 'undetermined'],
    [
      'a contradiction though a passage entails it',
      { support: 'contradiction', entailedBy: [1], contradictedBy: [2] },
      'undetermined',
    ],
    ['support though a passage contradicts and none entails it', { support: 'entailment', contradictedBy: [1] }, 'undetermined'],
  ])('labels %s', (_, changes, expected) => {
    expect(firstClaim(claim(changes))?.support).toBe(expected)
  })

  it('takes no support where there are no passages', () => {
    const verdict = assemble(judgeRequest({ passages: [] }), reply([claim({ support: 'entailment', nearest: null })]), [])
    expect(verdict.claims[0]).toMatchObject({ support: 'undetermined', passages: [] })
    expect(verdict.notes?.join()).toContain('do not agree')
  })

  it('a passage in two lists is undetermined', () => {
    expect(firstClaim(claim({ entailedBy: [2], contradictedBy: [2] }))?.passages).toEqual(['neutral', 'undetermined'])
  })

  it.each<[string, Partial<FurtherReply['claims'][number]>, object]>([
    [
      'entails it',
      { support: 'entailment', entailedBy: [2], nearest: 2 },
      { support: 'entailment', nearest: 1, reason: 'further part' },
    ],
    ['contradicts it', { support: 'contradiction', contradictedBy: [2] }, { support: 'contradiction', reason: 'further part' }],
    ['says nothing of it', {}, { support: 'neutral', nearest: 0, reason: 'first part' }],
    ['could not be read', { id: 9 }, { support: 'undetermined', passages: ['neutral', 'undetermined'] }],
  ])('a further part that %s decides', (_, changes, expected) => {
    expect(firstClaim(claim(), [further(changes)])).toMatchObject(expected)
  })

  it.each<[EntailmentLabel | 'none', EntailmentLabel | undefined]>([
    ['neutral', 'undetermined'],
    ['entailment', 'entailment'],
    ['none', undefined],
  ])('a claim that is %s by what it cites is %s by it where a further part was not judged', (cited, expected) => {
    const supported = claim({ support: 'entailment', entailedBy: [1], cited })
    expect(firstClaim(supported, [further({ id: 9 })])?.cited).toBe(expected)
  })

  it('drops the kind and the excuse of a claim that turns out to be supported', () => {
    const merged = firstClaim(claim({ harmless: 'connects-or-concludes' }), [further({ support: 'entailment', entailedBy: [2] })])
    expect(merged).not.toHaveProperty('kind')
    expect(merged).not.toHaveProperty('harmless')
  })

  it('a claim that is contradicted is not harmless', () => {
    const restating = { harmless: 'restates-question' } as const
    expect(firstClaim(claim(restating))).toMatchObject(restating)
    expect(firstClaim(claim({ ...restating, support: 'contradiction', contradictedBy: [1] }))).not.toHaveProperty('harmless')
  })

  it.each<[string, Partial<ClaimReply>, Partial<FurtherReply['claims'][number]> | null, string | undefined]>([
    ['neutral', { kind: 'facts-for-rule' }, null, 'facts-for-rule'],
    ['contradicted', { support: 'contradiction', contradictedBy: [1], kind: 'changed-modality' }, null, 'changed-modality'],
    ['supported', { support: 'entailment', entailedBy: [1], kind: 'other' }, null, undefined],
    [
      'supported, but not by what it cites',
      { support: 'entailment', entailedBy: [1], cited: 'neutral', kind: 'none' },
      null,
      undefined,
    ],
    ['undetermined', { support: 'undetermined' }, null, undefined],
    ['undetermined by labels that do not agree', { entailedBy: [1] }, null, undefined],
    ['harmless', { harmless: 'connects-or-concludes' }, null, undefined],
    [
      'contradicted, and so not harmless',
      { support: 'contradiction', harmless: 'restates-question', kind: 'other' },
      null,
      'other',
    ],
    ['of no kind by the judge', { kind: 'none' }, null, undefined],
    [
      'contradicted by a further part, which knows why',
      {},
      { support: 'contradiction', contradictedBy: [2], kind: 'wrong-number-or-date' },
      'wrong-number-or-date',
    ],
    ['in no part, and of a kind that one part alone could see', {}, { kind: 'misapplied-test' }, 'misapplied-test'],
    ['contradicted by a first part, whatever a further one lacks', { support: 'contradiction', kind: 'other' }, {}, 'other'],
    ['in no part', {}, {}, 'beyond-sources'],
  ])('the kind of a claim that is %s', (_, changes, part, expected) => {
    expect(firstClaim(claim(changes), part === null ? [] : [further(part)])?.kind).toBe(expected)
  })

  it.each<[EntailmentLabel | 'none', ClaimReply['referenceKind'], string | undefined, number]>([
    ['neutral', 'too-detailed', 'too-detailed', 0],
    ['neutral', 'other', 'other', 0],
    ['contradiction', 'contradicts', 'contradicts', 0],
    ['entailment', 'irrelevant', undefined, 0],
    ['undetermined', 'irrelevant', undefined, 0],
    ['none', 'irrelevant', undefined, 0],
    ['neutral', 'none', undefined, 1],
    ['neutral', 'contradicts', undefined, 2],
    ['contradiction', 'misses-the-point', undefined, 2],
  ])('a claim that is %s by the reference, and %s, is of kind %s with %d notes', (reference, referenceKind, expected, count) => {
    const verdict = assemble(judgeRequest(), reply([claim({ reference, referenceKind })], { correct: false }), [])
    expect(verdict.claims[0]?.referenceKind).toBe(expected)
    expect(verdict.claims[0]?.reference).toBe(reference === 'none' ? undefined : reference)
    expect(verdict.notes).toHaveLength(count)
  })

  it('makes up no kind for a claim that the judge gave none, and says once of how many', () => {
    const claims = [1, 2, 3].map((id) => claim({ id, kind: id === 3 ? 'other' : 'none', reference: 'neutral' }))
    const verdict = assemble(judgeRequest(), reply(claims), [])
    expect(verdict.claims.map(({ kind }) => kind)).toEqual([undefined, undefined, 'other'])
    expect(verdict.notes).toEqual([
      'the judge gave no kind for 2 of the unsupported claims',
      'the judge gave no kind for 3 of the claims that the reference does not support',
    ])
  })

  it('fault 4, fault 8: an answer without a claim has none, and is not a claim that could not be read', () => {
    const verdict = assemble(judgeRequest(), reply([], { correct: false, outcome: 'answered' }), [])
    expect(verdict).toMatchObject({ claims: [], correct: false, notes: [] })
  })

  it('says in how many parts it was judged, where there were several', () => {
    expect(assemble(judgeRequest(), reply([claim()]), [further(), further()]).parts).toBe(3)
    expect(assemble(judgeRequest(), reply([claim()]), [])).not.toHaveProperty('parts')
  })

  it('leaves cited and reference out where they were not asked about', () => {
    const labelled = claim({ cited: 'entailment', reference: 'entailment' })
    expect(firstClaim(labelled)).toMatchObject({ cited: 'entailment', reference: 'entailment' })
    const bare = firstClaim(labelled, [], judgeRequest({ citations: [], reference: null }))
    expect(bare).not.toHaveProperty('cited')
    expect(bare).not.toHaveProperty('reference')
  })

  it('where citations are not reported keeps what the judge read in the answer itself', () => {
    const labelled = claim({ support: 'entailment', entailedBy: [1], cited: 'neutral' })
    expect(firstClaim(labelled, [], judgeRequest({ citations: null }))).toMatchObject({ support: 'entailment', cited: 'neutral' })
  })

  it('fault 2: what could not be read is null, with a note, and never lets the rest pass for the whole', () => {
    const partial = reply([claim({ support: 'entailment', entailedBy: [1] })], {
      claimsWhole: false,
      correct: undefined,
      correctReason: undefined,
      outcome: undefined,
      problems: ['the reply is cut off'],
    })
    const verdict = assemble(judgeRequest(), partial, [])
    expect(verdict).toMatchObject({ correct: null, outcome: 'undetermined' })
    expect(verdict.claims.map(({ support }) => support)).toEqual(['entailment', 'undetermined'])
    expect(verdict.notes).toHaveLength(3)
  })

  const statement: ReferenceReply = {
    point: 1,
    text: 'something else',
    answer: 'entailment',
    entailedBy: [2],
    contradictedBy: [],
    undeterminedBy: [],
    reason: '',
  }

  it.each<[string, boolean, EntailmentLabel[], EntailmentLabel | 'none', boolean | null]>([
    ['true, and every point entailed', true, ['entailment', 'entailment'], 'entailment', true],
    ['true, and a point that does not bear on the question', true, ['entailment', 'neutral'], 'neutral', true],
    ['true, but every point contradicted', true, ['contradiction', 'contradiction'], 'none', null],
    ['true, but one point contradicted', true, ['entailment', 'contradiction'], 'none', null],
    ['true, but a claim that contradicts the reference', true, ['entailment', 'entailment'], 'contradiction', null],
    ['true, but a point without a verdict', true, ['entailment'], 'none', null],
    ['false, and a point contradicted', false, ['entailment', 'contradiction'], 'none', false],
    ['false, and a point missed', false, ['entailment', 'neutral'], 'none', false],
    ['false, and a point without a verdict', false, ['entailment'], 'none', false],
    ['false, and a claim that contradicts the reference', false, ['entailment', 'entailment'], 'contradiction', false],
    ['false, but every point entailed and nothing contradicted', false, ['entailment', 'entailment'], 'neutral', null],
  ])('correct: %s', (_, correct, labels, reference, expected) => {
    const referenceClaims = labels.map((answer, index) => ({ ...statement, point: index + 1, answer }))
    const request = judgeRequest({ reference: null, answerPoints: ['Within 14 days', 'With interest'] })
    const found = assemble(request, reply([claim({ reference })], { correct, referenceClaims }), [])
    expect(found.correct).toBe(expected)
    const notes = found.notes?.filter((note) => note.includes(`correct: ${correct}, but`))
    expect(notes).toHaveLength(expected === null ? 1 : 0)
  })

  it('correct: a long statement that speaks against it is quoted in part', () => {
    const long = { ...statement, point: 0, answer: 'contradiction' as const, text: 'so '.repeat(5000) }
    const found = assemble(judgeRequest(), reply([claim()], { referenceClaims: [long] }), [])
    expect(found.correct).toBeNull()
    expect(found.correctReason?.length).toBeLessThan(300)
    expect(found.notes?.at(-1)?.length).toBeLessThan(300)
  })

  it('correct: a reference without a statement of it is taken at its word', () => {
    for (const correct of [true, false]) expect(assemble(judgeRequest(), reply([claim()], { correct }), []).correct).toBe(correct)
  })

  it('an answer point keeps our words', () => {
    const verdict = assemble(judgeRequest({ answerPoints: ['Within 14 days'] }), reply([], { referenceClaims: [statement] }), [])
    expect(verdict.referenceClaims).toEqual([
      { text: 'Within 14 days', answer: 'entailment', passages: ['neutral', 'entailment'], reason: '' },
    ])
  })
})
