import { describe, expect, it } from 'vitest'
import { makeRecord } from '../../../test/unit/records.js'
import { readingFor } from '../../metrics/compat.js'
import type { StandingPair } from '../../metrics/difference.js'
import { Gate, type GateInput } from '../../schema/gate.js'
import type { CaseRecord } from '../../schema/record.js'
import { assessGate, decideGate, decideGates, type GateEvidence } from './gates.js'

const reading = readingFor(null)
type Kind = [n: number, base: 0 | 1 | null | 'lost', now: 0 | 1 | null | 'lost']

/** Cases of which `correct` says what is given, and the pairs with a baseline. */
function evidence(kinds: Kind[], over: { groupSize?: number; language?: (i: number) => string } = {}): GateEvidence {
  const { groupSize = 1, language = () => 'en' } = over
  const all = kinds.flatMap(([n, base, now]) => Array.from({ length: n }, () => ({ base, now })))
  const records = all.map(({ now }, i) =>
    recordOf(`c${i}`, now, { group: `g${Math.floor(i / groupSize)}`, language: language(i) }),
  )
  const pairs: StandingPair[] = all.map(({ base, now }, i) => ({
    id: `c${i}`,
    group: `g${Math.floor(i / groupSize)}`,
    base,
    now,
  }))
  return {
    records,
    reading,
    partial: [],
    infrastructure: [],
    judge: { name: 'anthropic', offline: false, members: [] },
    calibration: null,
    pairs: (name) => (name === 'correct' ? pairs : { refused: `no pairs of ${name}` }),
  }
}

function recordOf(id: string, now: Kind[2], over: Partial<CaseRecord>): CaseRecord {
  if (now === 1) return makeRecord({ id, ...over })
  if (now === 0) return makeRecord({ id, ...over, signals: { c: false, g: true, r: true }, errorClass: 'reasoning error' })
  if (now === null)
    return makeRecord({
      id,
      ...over,
      signals: { c: null, g: true, r: true },
      errorClass: 'unscored',
      unscored: { c: 'undetermined' },
    })
  return makeRecord({
    id,
    ...over,
    outcome: null,
    signals: { c: null, g: null, r: null },
    errorClass: 'infrastructure',
    failure: { stage: 'system', kind: 'http', message: '503' },
  })
}

const decide = (gate: GateInput, kinds: Kind[], over?: Parameters<typeof evidence>[1]) =>
  decideGate(Gate.parse(gate), evidence(kinds, over))
const REGRESSION = { metric: 'correct', mode: 'regression' } as const

describe('mode regression', () => {
  it('fails where the worsening is significant, and names the cases that became worse', () => {
    const result = decide(REGRESSION, [
      [5, 1, 0],
      [95, 1, 1],
    ])
    expect(result).toMatchObject({ status: 'fail', p: 0.5 ** 5, adjusted: 0.5 ** 5, cases: ['c0', 'c1', 'c2', 'c3', 'c4'] })
    expect(result.message).toContain('correct no regression: 100.0% → 95.0% (−5.0 points over 100 pairs, 5 worse, 0 better')
    expect(result.message).toContain('one-sided p .031) fails — first cases: c0, c1')
    expect(result.difference).toMatchObject({ worse: 5, improved: 0 })
  })

  it('does not fail where it is not significant, and says what would have stayed unseen', () => {
    const result = decide(REGRESSION, [
      [4, 1, 0],
      [96, 1, 1],
    ])
    expect(result).toMatchObject({ status: 'pass', p: 0.5 ** 4 })
    expect(result.message).toMatch(/passes; a worsening of less than \d+\.\d points is likely to stay unseen$/)
  })

  it('says what would have stayed unseen by groups: twins show no more than as many single cases', () => {
    const unseen = (kinds: Kind[], groupSize: number) =>
      /less than (\d+\.\d) points is likely to stay unseen$/.exec(decide(REGRESSION, kinds, { groupSize }).message)?.[1]
    const single: Kind[] = [
      [5, 0, 1],
      [95, 1, 1],
    ]
    const twins: Kind[] = [
      [10, 0, 1],
      [190, 1, 1],
    ]
    // (1.645 √.143 + .842 √(.143 - .093²))² / .093² = 100.
    expect(unseen(single, 1)).toBe('9.3')
    expect(unseen(twins, 2)).toBe('9.3')
    expect(unseen(twins, 1)).toBe('5.7')
  })

  it('does not fail for a worsening below `minEffect`, and does at it', () => {
    const kinds: Kind[] = [
      [6, 1, 0],
      [114, 1, 1],
    ]
    expect(decide({ ...REGRESSION, minEffect: 0.051 }, kinds).status).toBe('pass')
    expect(decide({ ...REGRESSION, minEffect: 0.05 }, kinds).status).toBe('fail')
  })

  it('an improvement, however large, does not fail', () => {
    expect(decide(REGRESSION, [[50, 0, 1]])).toMatchObject({ status: 'pass', p: 1 })
  })

  it('fault 57: five cases of one group are one change', () => {
    const kinds: Kind[] = [
      [10, 1, 0],
      [90, 1, 1],
    ]
    expect(decide(REGRESSION, kinds).p).toBeCloseTo(0.5 ** 10, 12)
    expect(decide(REGRESSION, kinds, { groupSize: 5 })).toMatchObject({ status: 'pass', p: 0.25 })
  })

  it('unknown verdicts fail it only where it fails whatever they are, and leave it undecided where they decide', () => {
    const fails: Kind[] = [
      [9, 1, 0],
      [2, 1, null],
      [89, 1, 1],
    ]
    expect(decide(REGRESSION, fails).status).toBe('fail')
    const open = decide(REGRESSION, [
      [3, 1, 0],
      [4, 1, null],
      [93, 1, 1],
    ])
    expect(open).toMatchObject({ status: 'undecided', needed: null })
    expect(open.message).toContain('is undecided: it fails if the unknown verdicts are the worse ones')
  })

  it('so few cases that nothing could be significant decide nothing, and it says how many would', () => {
    const result = decide(REGRESSION, [[4, 1, 1]])
    expect(result).toMatchObject({ status: 'undecided', needed: 5 })
    expect(result.message).toContain(
      'no change of 4 independent cases could be significant; about 5 independent cases would decide it',
    )
  })

  it('is of its slice alone', () => {
    const kinds: Kind[] = [
      [8, 1, 0],
      [92, 1, 1],
    ]
    const language = (i: number) => (i < 8 ? 'de' : 'en')
    expect(decide({ ...REGRESSION, slice: { language: 'en' } }, kinds, { language }).status).toBe('pass')
    expect(decide({ ...REGRESSION, slice: { language: 'de' } }, kinds, { language })).toMatchObject({
      status: 'fail',
      difference: { pairs: 8 },
    })
  })
})

describe('mode noninferior', () => {
  const gate = { metric: 'correct', mode: 'noninferior', margin: 0.05 } as const

  it('passes only where the interval stays above minus the margin', () => {
    const result = decide(gate, [
      [3, 1, 0],
      [3, 0, 1],
      [200, 1, 1],
      [94, 0, 0],
    ])
    expect(result.status).toBe('pass')
    expect(result.lower).toBeGreaterThan(-0.05)
    expect(result.message).toContain(
      'correct within 5.0 points of the baseline: 67.7% → 67.7% (+0.0 points over 300 pairs, 3 worse, 3 better',
    )
  })

  it('fault 57: a test that finds nothing is not parity', () => {
    const kinds: Kind[] = [
      [3, 1, 0],
      [1, 0, 1],
      [26, 1, 1],
    ]
    expect(decide(REGRESSION, kinds).status).toBe('pass')
    const result = decide(gate, kinds)
    expect(result.status).toBe('undecided')
    expect(result.message).toContain('is undecided: the margin lies inside')
  })

  it('fails where the interval stays below it', () => {
    expect(
      decide(gate, [
        [60, 1, 0],
        [240, 1, 1],
      ]),
    ).toMatchObject({ status: 'fail' })
  })

  it('says how many cases would decide, and more of the same do', () => {
    const kinds = (times: number): Kind[] => [
      [1 * times, 1, 0],
      [1 * times, 0, 1],
      [38 * times, 1, 1],
    ]
    const { status, needed } = decide(gate, kinds(1))
    expect(status).toBe('undecided')
    expect(needed).toBeGreaterThan(40)
    expect(decide(gate, kinds(Math.ceil(((needed ?? 0) * 1.5) / 40))).status).toBe('pass')
  })

  it('unknown verdicts can keep it from passing', () => {
    const sure: Kind[] = [[300, 1, 1]]
    expect(decide(gate, sure).status).toBe('pass')
    expect(decide(gate, [...sure, [15, 1, null]]).status).toBe('undecided')
  })

  it('may ask of a rate that should be low that it is not much higher', () => {
    const pairs = (base: 0 | 1, now: 0 | 1, n: number) =>
      Array.from({ length: n }, (_, i) => ({ id: `c${i}`, group: `c${i}`, base, now }))
    const given = (n: number, base: 0 | 1, now: 0 | 1) => ({ ...evidence([[n, 1, 1]]), pairs: () => pairs(base, now, n) })
    const low = Gate.parse({ ...gate, metric: 'hallucinationRate' })
    expect(decideGate(low, given(100, 0, 1))).toMatchObject({ status: 'fail' })
    expect(decideGate(low, given(100, 1, 0))).toMatchObject({ status: 'pass' })
  })
})

describe('paired gates fail closed', () => {
  const closed: { title: string; gate: GateInput; kinds: Kind[]; reason: string; pairs?: GateEvidence['pairs'] }[] = [
    {
      title: 'nothing to compare with',
      gate: REGRESSION,
      kinds: [[9, 1, 1]],
      pairs: () => ({ refused: 'no baseline' }),
      reason: 'no baseline',
    },
    { title: 'no pair', gate: REGRESSION, kinds: [[9, 1, 1]], pairs: () => [], reason: 'no pairs' },
    {
      title: 'the baseline lost too many',
      gate: REGRESSION,
      kinds: [
        [90, 1, 1],
        [10, 'lost', 1],
      ],
      reason: 'coverage 90 of 100 pairs is under 98.0%',
    },
    { title: 'nothing is known of the baseline', gate: REGRESSION, kinds: [[9, null, 1]], reason: 'nothing scored of 9 pairs' },
    {
      title: 'nothing is better or worse',
      gate: { ...REGRESSION, metric: 'answered' },
      kinds: [[9, 1, 1]],
      pairs: () => [],
      reason: 'answered has no better side, so nothing is worse',
    },
  ]
  for (const { title, gate, kinds, reason, pairs } of closed) {
    it(title, () => {
      const given = evidence(kinds)
      const result = decideGate(Gate.parse(gate), pairs === undefined ? given : { ...given, pairs })
      expect(result).toMatchObject({ status: 'closed', p: null, adjusted: null, cases: [] })
      expect(result.message).toContain(`: ${reason}`)
    })
  }
})

describe('the gates of a run are one family', () => {
  const five = evidence([
    [5, 1, 0],
    [95, 1, 1],
  ])
  const assess = (gate: GateInput, given = five) => assessGate(Gate.parse(gate), given)

  it("what fails by itself is undecided where Holm's correction takes it above alpha", () => {
    const [first, second] = decideGates([assess(REGRESSION), assess({ metric: 'correct', min: 0.5 })])
    expect(first).toMatchObject({ status: 'undecided', p: 0.5 ** 5, adjusted: 2 * 0.5 ** 5 })
    expect(first?.message).toContain(
      ".063 after Holm's correction for 2 gates) is undecided: worse by itself, not as one of 2 gates",
    )
    expect(second).toMatchObject({ status: 'pass' })
  })

  it('closed gates and those of the point alone are no members', () => {
    const [first] = decideGates([
      assess(REGRESSION),
      assess({ metric: 'correct', min: 0.5, mode: 'point' }),
      assess({ metric: 'nothing of the name', max: 0.1 }),
    ])
    expect(first).toMatchObject({ status: 'fail', adjusted: 0.5 ** 5 })
  })

  it('a limit that is passed by so much fails in any company', () => {
    const gates = Array.from({ length: 20 }, () => assess(REGRESSION))
    const broken = assess({ metric: 'correct', max: 0.5 })
    const results = decideGates([...gates, broken])
    expect(results.at(-1)).toMatchObject({ status: 'fail' })
    expect(results[0]).toMatchObject({ status: 'undecided', adjusted: 20 * 0.5 ** 5 })
  })
})

describe('mode point', () => {
  const point = { metric: 'correct', mode: 'point', min: 0.95 } as const

  it('goes by the value alone, the limit being inside', () => {
    expect(
      decide(point, [
        [1, 1, 0],
        [19, 1, 1],
      ]),
    ).toMatchObject({ status: 'pass', p: null, adjusted: null })
    expect(
      decide(point, [
        [2, 1, 0],
        [19, 1, 1],
      ]),
    ).toMatchObject({ status: 'fail', cases: ['c0', 'c1'] })
  })

  it('unknown verdicts leave open what they decide', () => {
    const result = decide(point, [
      [1, 1, 0],
      [1, 1, null],
      [19, 1, 1],
    ])
    expect(result).toMatchObject({ status: 'undecided', lower: 19 / 21, upper: 20 / 21 })
    expect(
      decide(point, [
        [1, 1, null],
        [19, 1, 1],
      ]).status,
    ).toBe('pass')
  })
})

describe('mode confident says how many cases would decide', () => {
  const gate = { metric: 'correct', min: 0.9 } as const

  it('at the same share', () => {
    const { status, needed, message } = decide(gate, [
      [95, 1, 1],
      [5, 1, 0],
    ])
    expect(status).toBe('undecided')
    expect(message).toContain(`the limit lies inside; about ${needed} independent cases would decide it`)
    // 95% of one case less does not decide, of so many does.
    const at = (n: number) =>
      decide(gate, [
        [Math.round(n * 0.95), 1, 1],
        [n - Math.round(n * 0.95), 1, 0],
      ]).status
    const twentieths = Math.ceil((needed ?? 0) / 20) * 20
    expect([at(twentieths - 40), at(twentieths)]).toEqual(['undecided', 'pass'])
  })

  it('no number does where the share is the limit itself, or unknown verdicts straddle it', () => {
    expect(
      decide(gate, [
        [90, 1, 1],
        [10, 1, 0],
      ]),
    ).toMatchObject({ status: 'undecided', needed: null })
    expect(
      decide(gate, [
        [85, 1, 1],
        [5, 1, 0],
        [10, 1, null],
      ]),
    ).toMatchObject({ status: 'undecided', needed: null })
  })
})
