import { describe, expect, it } from 'vitest'
import type { AnswerClaim, EntailmentLabel, ReferenceClaim } from '../schema/verdict.js'
import {
  canLegalAccuracy,
  groundednessAgainstPassages,
  groundednessAgainstReference,
  groundednessOfReferenceClaims,
  ragasResponseGroundedness,
} from './canlegal.js'

const claim = (support: EntailmentLabel, reference?: EntailmentLabel): AnswerClaim => ({
  text: 'x',
  support,
  ...(reference === undefined ? {} : { reference }),
})
const gold = (...passages: EntailmentLabel[]): ReferenceClaim => ({ text: 'y', answer: 'neutral', passages })
const [YES, NO, OPEN] = ['entailment', 'neutral', 'undetermined'] as const

describe('one example, three groundednesses', () => {
  // Of four claims the passages support three and the reference one; of the reference's two claims the passages support one.
  const verdict = {
    claims: [claim(YES, NO), claim(YES, NO), claim(YES, YES), claim(NO, 'contradiction')],
    referenceClaims: [gold(NO, YES), gold(NO, NO)],
  }
  it('described: generated claims against passages', () => {
    expect(groundednessAgainstPassages(verdict)).toEqual({ value: 3 / 4, parts: [3, 4] })
  })
  it('printed: the claims of the reference against passages', () => {
    expect(groundednessOfReferenceClaims(verdict)).toEqual({ value: 1 / 2, parts: [1, 2] })
  })
  it('coded: generated claims against the reference', () => {
    expect(groundednessAgainstReference(verdict)).toEqual({ value: 1 / 4, parts: [1, 4] })
  })

  it('an answer made up from beginning to end is grounded as printed, where retrieval was good', () => {
    const invented = { claims: [claim(NO, NO)], referenceClaims: [gold(YES)] }
    expect(groundednessOfReferenceClaims(invented).value).toBe(1)
    expect(groundednessAgainstPassages(invented).value).toBe(0)
  })
})

describe('accuracy', () => {
  const half = { claims: [claim(YES, YES), claim(YES, NO)], referenceClaims: [] }
  it('is of the claims of the answer', () => expect(canLegalAccuracy(half)).toEqual({ value: 1 / 2, parts: [1, 2] }))
  it('falls short of it by 1e-8 in the published code', () => {
    expect(canLegalAccuracy(half, { compat: 'canlegalragbench' })).toEqual({ value: 1 / (2 + 1e-8) })
  })
  it.each([undefined, 'canlegalragbench' as const])('is null without claims (compat: %s)', (compat) => {
    const options = compat === undefined ? {} : { compat }
    expect(canLegalAccuracy({ claims: [], referenceClaims: [] }, options)).toEqual({ value: null, reason: 'no claims' })
  })
  it('knows no other reading', () => {
    const options: object = { compat: 'ragchecker' }
    expect(() => canLegalAccuracy(half, options)).toThrow(/`compat`: expected 'canlegalragbench'/)
  })
})

describe('what is empty or not known', () => {
  const empty = { claims: [], referenceClaims: [] }
  it.each([
    ['passages, no claims', groundednessAgainstPassages(empty), 'no claims'],
    ['passages, not judged', groundednessAgainstPassages(null), 'not judged'],
    [
      'passages, not reported',
      groundednessAgainstPassages({ claims: [claim(YES)], referenceClaims: [] }, 'not reported'),
      'passages not reported',
    ],
    [
      'passages, undetermined',
      groundednessAgainstPassages({ claims: [claim(YES), claim(OPEN)], referenceClaims: [] }),
      'undetermined',
    ],
    [
      'passages without text',
      groundednessAgainstPassages({ claims: [claim(NO)], referenceClaims: [] }, 'some without text'),
      'undetermined',
    ],
    ['reference claims, none', groundednessOfReferenceClaims(empty), 'no claims'],
    [
      'reference claims, no labels',
      groundednessOfReferenceClaims({ claims: [], referenceClaims: [{ text: 'y', answer: YES }] }),
      'not judged',
    ],
    [
      'reference claims, undetermined',
      groundednessOfReferenceClaims({ claims: [], referenceClaims: [gold(NO, OPEN)] }),
      'undetermined',
    ],
    ['reference, none', groundednessAgainstReference(empty), 'no claims'],
    ['reference, no labels', groundednessAgainstReference({ claims: [claim(YES)], referenceClaims: [] }), 'not judged'],
    ['no verdict', canLegalAccuracy(null), 'not judged'],
  ])('%s', (_, score, reason) => expect(score).toEqual({ value: null, reason }))

  it('where nothing was found nothing is supported', () => {
    const verdict = { claims: [claim(YES)], referenceClaims: [{ text: 'y', answer: YES }] }
    expect(groundednessAgainstPassages(verdict, 'none found').value).toBe(0)
    expect(groundednessOfReferenceClaims(verdict, 'none found').value).toBe(0)
  })

  it('an undetermined label beside an entailment decides nothing', () => {
    expect(groundednessOfReferenceClaims({ claims: [], referenceClaims: [gold(OPEN, YES)] }).value).toBe(1)
  })
})

describe('two ratings', () => {
  it.each([
    [2, 2, 1],
    [0, 2, 1 / 2],
    [1, 2, 3 / 4],
    [0, 0, 0],
    [1, null, 1 / 2],
    [null, 2, 1],
  ])('%s and %s: %s', (first, second, value) => expect(ragasResponseGroundedness(first, second)).toEqual({ value }))

  it('both missing', () => expect(ragasResponseGroundedness(null, null)).toEqual({ value: null, reason: 'not judged' }))

  it.each([Number.NaN, 3, -1, 0.5])('%s is no rating', (rating) => {
    expect(() => ragasResponseGroundedness(rating, 1)).toThrow(RangeError)
    expect(() => ragasResponseGroundedness(1, rating)).toThrow(/`second`/)
  })
})
