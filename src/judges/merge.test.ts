import { describe, expect, it } from 'vitest'
import { type AnswerClaim, Verdict, type VerdictInput } from '../schema/verdict.js'
import { type Cast, mergeVerdicts } from './merge.js'
import { groundOfVerdict } from './standing.js'
import { voteOf } from './votes.js'

const JUDGE = { name: 'j' }
const verdict = (over: Partial<VerdictInput>) =>
  Verdict.parse({ claims: [], correct: true, outcome: 'answered', judge: JUDGE, ...over })
const whole = (grounded: boolean | null) => verdict({ grounded, groundedReason: `said ${grounded}` })
const claims = (support: AnswerClaim['support']) => verdict({ claims: [{ text: 'x', support }] })
const silent = verdict({})

describe('votes on g of judges that speak of the whole answer', () => {
  it.each<[string, Verdict, boolean | null]>([
    ['grounded', whole(true), true],
    ['not grounded', whole(false), false],
    ['not known', whole(null), null],
    ['claims outweigh it', { ...claims('neutral'), grounded: true }, false],
    ['nothing said', silent, null],
  ])('%s', (_, given, g) => {
    expect(voteOf(JUDGE, given).g).toBe(g)
  })

  // What g of the merged verdict reads as must be what was voted, however each member said it.
  it.each<[string, (Verdict | Error)[], 'majority' | 'unanimity', boolean | null]>([
    ['two of three', [whole(false), whole(true), whole(false)], 'majority', false],
    ['one with claims, one without', [claims('entailment'), whole(true)], 'majority', true],
    ['claims against the whole, 2 to 1', [whole(true), claims('neutral'), claims('neutral')], 'majority', false],
    ['the whole against claims, 2 to 1', [claims('neutral'), whole(true), whole(true)], 'majority', true],
    ['one against one', [whole(true), whole(false)], 'majority', null],
    ['claims against the whole, one each', [claims('neutral'), whole(true)], 'majority', null],
    ['the same in the other order', [whole(true), claims('neutral')], 'majority', null],
    ['the whole against it, claims for it', [whole(false), claims('entailment')], 'majority', null],
    ['not known by both', [whole(null), silent], 'majority', null],
    ['known by one of two', [whole(true), whole(null)], 'majority', null],
    ['not unanimous', [whole(true), whole(true), whole(false)], 'unanimity', null],
    ['one failed, two agree', [whole(false), new Error('down'), whole(false)], 'majority', false],
  ])('%s', (_, given, rule, g) => {
    const casts = given.map(
      (one): Cast => (one instanceof Error ? { judge: JUDGE, failure: one } : { judge: JUDGE, verdict: one }),
    )
    const { merged } = mergeVerdicts(rule, casts, 'panel')
    expect(merged && groundOfVerdict(merged, 'all with text')).toBe(g)
    expect(Verdict.safeParse({ ...merged, judge: JUDGE }).success).toBe(true)
  })

  it('there is no verdict where so many failed that nothing could carry', () => {
    const casts: Cast[] = [
      { judge: JUDGE, verdict: whole(true) },
      { judge: JUDGE, failure: new Error('down') },
    ]
    expect(mergeVerdicts('majority', casts, 'panel').merged).toBeNull()
  })

  it('the reason is that of a verdict that says what was voted', () => {
    const casts = [whole(true), whole(false), whole(false)].map((one): Cast => ({ judge: JUDGE, verdict: one }))
    expect(mergeVerdicts('majority', casts, 'panel').merged).toMatchObject({ grounded: false, groundedReason: 'said false' })
  })
})
