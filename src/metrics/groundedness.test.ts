import { describe, expect, it } from 'vitest'
import type { AnswerClaim } from '../schema/verdict.js'
import { groundedness, type PassageState } from './groundedness.js'

const claim = (support: AnswerClaim['support'], over: Partial<AnswerClaim> = {}): AnswerClaim => ({ text: 'x', support, ...over })
const SUPPORTED = claim('entailment')
const UNSUPPORTED = claim('neutral')
const HARMLESS = claim('neutral', { harmless: 'restates-question' })

describe('what a judge says of the whole answer', () => {
  it.each<[string, AnswerClaim[], PassageState, boolean | null | undefined, boolean | null, string | undefined]>([
    ['is read where there are no claims', [], 'all with text', true, true, undefined],
    ['also where it is against it', [], 'all with text', false, false, undefined],
    ['unknown is undetermined, not "no claims"', [], 'all with text', null, null, 'undetermined'],
    ['what was not said is "no claims"', [], 'all with text', undefined, null, 'no claims'],
    ['a claim outweighs it', [UNSUPPORTED], 'all with text', true, false, undefined],
    ['in the other direction too', [SUPPORTED], 'all with text', false, true, undefined],
    ['and where no claim counts', [HARMLESS], 'all with text', true, null, 'no claims'],
    ['passages without text were read by whoever says so', [], 'some without text', true, true, undefined],
    ['where nothing was retrieved its word stands too', [], 'none found', true, true, undefined],
    ['and where retrieval was not reported', [], 'not reported', false, false, undefined],
    ['but a claim that nothing supports outweighs it', [SUPPORTED], 'none found', true, false, undefined],
    ['without passages nothing is said', [], 'not reported', undefined, null, 'no passages'],
  ])('%s', (_, claims, state, whole, g, reason) => {
    expect(groundedness(claims, state, whole)).toMatchObject({ g })
    expect(groundedness(claims, state, whole).reason).toBe(reason)
  })
})
