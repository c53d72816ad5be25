import { describe, expect, it } from 'vitest'
import { makeRecord } from '../../../test/unit/records.js'
import { readingFor } from '../../metrics/compat.js'
import type { CalibrationUse } from '../../schema/calibration.js'
import { Gate, type GateInput } from '../../schema/gate.js'
import type { CaseRecord, SuiteHeader } from '../../schema/record.js'
import { GateResult } from '../../schema/report.js'
import { decideGate, type GateEvidence } from './gates.js'
import { describeGate, metricName } from './names.js'
import { closedBeforehand } from './trust.js'

const SOUND = readingFor(null)
const bad = (id: string, over: Partial<CaseRecord> = {}) =>
  makeRecord({ id, signals: { c: false, g: false, r: true }, errorClass: 'hallucination', ...over })
const good = (id: string, over: Partial<CaseRecord> = {}) => makeRecord({ id, ...over })
const many = (count: number, make: (id: string) => CaseRecord, prefix = 'x') =>
  Array.from({ length: count }, (_, i) => make(`${prefix}${i}`))

function decide(gate: GateInput, records: readonly CaseRecord[], over: Partial<GateEvidence> = {}) {
  return decideGate(Gate.parse(gate), {
    records,
    reading: SOUND,
    partial: [],
    infrastructure: [],
    judge: { name: 'anthropic', offline: false, members: [] },
    calibration: null,
    ...over,
  })
}

describe('the message of a gate', () => {
  it('fault 29: says which gate, which value, which limit, n, slice and first cases', () => {
    const records = [
      ...many(30, (id) => bad(id, { language: 'de' }), 'bad'),
      ...many(70, (id) => good(id, { language: 'de' }), 'good'),
      ...many(900, good, 'en'),
    ]
    const { status, message, cases } = decide({ metric: 'hallucinationRate', max: 0.05, slice: { language: 'de' } }, records)
    expect(status).toBe('fail')
    expect(message).toContain('hallucinationRate ≤ 5.0%')
    expect(message).toContain('[language=de]')
    expect(message).toContain('30.0%')
    expect(message).toContain('30 of 100 scored of 100 answers given')
    expect(message).toContain('bad0, bad1, bad2, bad3, bad4')
    expect(cases).toEqual(['bad0', 'bad1', 'bad2', 'bad3', 'bad4'])
  })

  it('fault 29: a minimum names the cases that fell short', () => {
    const gold = (document: boolean) => ({ citation: { document, section: null, golds: 1, sections: 1 } })
    const records = [...many(50, (id) => good(id, gold(false)), 'miss'), ...many(50, (id) => good(id, gold(true)), 'hit')]
    const { status, cases, message } = decide({ metric: 'goldCited', min: 0.8 }, records)
    expect(status).toBe('fail')
    expect(cases[0]).toBe('miss0')
    expect(message).toContain('goldCited ≥ 80.0%')
  })

  it('says how many verdicts are unknown, and that they were counted both ways', () => {
    const open = makeRecord({
      id: 'open',
      signals: { c: true, g: null, r: true },
      errorClass: 'unscored',
      unscored: { g: 'undetermined' },
    })
    expect(decide({ metric: 'hallucinationRate', max: 0.5 }, [...many(20, good), open]).message).toContain(
      '1 unknown counted both ways',
    )
  })
})

describe('slices', () => {
  const records = [
    ...many(8, (id) => bad(id, { language: 'ur-Latn', type: 'S-REC' }), 'u'),
    ...many(12, (id) => good(id, { language: 'ur-Latn', type: 'S-INT' }), 'v'),
    ...many(480, (id) => good(id, { type: 'S-REC' }), 'e'),
  ]

  it('fault 31: an aggregate that passes does not hide a slice that fails', () => {
    expect(decide({ metric: 'hallucinationRate', max: 0.05 }, records).status).toBe('pass')
    expect(decide({ metric: 'hallucinationRate', max: 0.05, slice: { language: 'ur-Latn' } }, records).status).toBe('fail')
  })

  it.each([
    [{ type: 'S-REC' }, 488],
    [{ language: 'ur-Latn', type: 'S-REC' }, 8],
  ])('fault 31: %j holds the cases of which every field is equal', (slice, n) => {
    expect(decide({ metric: 'hallucinationRate', max: 0.05, slice }, records).metric?.total).toBe(n)
  })

  it.each([['persona'], ['jurisdiction'], ['difficulty'], ['source']] as const)('fault 31: %s', (field) => {
    const sliced = records.map((record, i) => ({ ...record, [field]: i < 8 ? 'here' : 'there' }))
    expect(decide({ metric: 'hallucinationRate', max: 0.05, slice: { [field]: 'here' } }, sliced).status).toBe('fail')
    expect(decide({ metric: 'hallucinationRate', max: 0.05, slice: { [field]: 'there' } }, sliced).status).toBe('pass')
  })

  it('fault 28: a slice that fits no case stays closed', () => {
    expect(decide({ metric: 'hallucinationRate', max: 1, slice: { language: 'it' } }, records)).toMatchObject({
      status: 'closed',
      message: expect.stringContaining('no cases'),
    })
  })

  it('fault 31: a slice of twin parity holds the pairs whose twin is in it', () => {
    const refused = { outcome: 'refused', errorClass: 'over-refusal' } as const
    const pairs = many(60, good, 'b').flatMap((base) => [
      base,
      makeRecord({ id: `${base.id}-ur`, twinOf: base.id, group: base.id, language: 'ur-Latn', ...refused }),
    ])
    expect(decide({ metric: 'twinParity', min: 0.9 }, pairs)).toMatchObject({ status: 'fail', metric: { total: 60 } })
    expect(decide({ metric: 'twinParity', min: 0.9, slice: { language: 'ur-Latn' } }, pairs)).toMatchObject({
      status: 'fail',
      metric: { total: 60 },
    })
  })
})

describe('fails closed', () => {
  const records = many(100, good)
  it.each<[string, GateInput, readonly CaseRecord[], Partial<GateEvidence>, RegExp]>([
    [
      'an unknown metric, with the names that exist',
      { metric: 'halucinationRate', max: 1 },
      records,
      {},
      /known: .*hallucinationRate/,
    ],
    ['no cases', { metric: 'hallucinationRate', max: 1 }, [], {}, /no cases/],
    ['a partial run', { metric: 'hallucinationRate', max: 1 }, records, { partial: ['-t tenancy'] }, /partial run: -t tenancy/],
    [
      'infrastructure, before anything else',
      { metric: 'hallucinationRate', max: 0 },
      records,
      { infrastructure: ['an outage'], partial: ['x'] },
      /an outage/,
    ],
    [
      'nothing of its denominator',
      { metric: 'falseConfidence', max: 1 },
      records,
      {},
      /none of the 100 is among unanswerable items/,
    ],
  ])('fault 28: %s', (_what, gate, given, over, message) => {
    const result = decide(gate, given, over)
    expect(result.status).toBe('closed')
    expect(result.message).toMatch(message)
    expect([result.lower, result.upper]).toEqual([null, null])
  })

  const failure = { stage: 'judge' as const, kind: 'provider', message: '503' }
  const lost = (id: string) =>
    makeRecord({ id, signals: { c: null, g: null, r: null }, errorClass: 'unscored', unscored: { g: 'judge failed' }, failure })
  it.each<[number, number, number | undefined, string | null]>([
    [98, 2, undefined, null],
    [97, 3, undefined, 'coverage 97 of 100 is under 98.0%'],
    [90, 10, 0.9, null],
    [89, 11, 0.9, 'coverage 89 of 100 is under 90.0%'],
    [100, 0, 1, null],
    [99, 1, 1, 'coverage 99 of 100 is under 100.0%'],
    [1, 99, 0, null],
  ])('fault 3: %d judged and %d lost, minCoverage %s: %s', (judged, gone, minCoverage, reason) => {
    const given = [...many(judged, good), ...many(gone, lost, 'lost')]
    const gate = { metric: 'hallucinationRate', max: 0.96, ...(minCoverage === undefined ? {} : { minCoverage }) }
    const { status, message } = decide(gate, given)
    if (reason === null) expect(status).toBe('pass')
    else expect([status, message]).toEqual(['closed', `hallucinationRate ≤ 96.0%: ${reason}`])
  })

  it('a metric may be written with or without Rate', () => {
    expect(decide({ metric: 'overRefusalRate', max: 0.5 }, records).status).toBe('pass')
    expect(decide({ metric: 'overRefusal', max: 0.5 }, records).status).toBe('pass')
  })

  it('asks for exactly one limit, within 0 and 1', () => {
    for (const gate of [
      { metric: 'x' },
      { metric: 'x', max: 0.1, min: 0.1 },
      { metric: 'x', max: 5 },
      { metric: 'x', min: Number.NaN },
    ]) {
      expect(Gate.safeParse(gate).success).toBe(false)
    }
  })
})

it('describes itself', () => {
  expect(describeGate(Gate.parse({ metric: 'goldCited', min: 0.7, slice: { language: 'de', type: 'a' } }))).toBe(
    'goldCited ≥ 70.0% [type=a, language=de]',
  )
})

describe('a gate rests on a judge that can be trusted', () => {
  const records = many(300, good)
  const OFFLINE = { name: 'offline', offline: true, members: [] }
  const calibration = (over: Partial<CalibrationUse> = {}): CalibrationUse => ({
    file: 'calibrations/offline-answer.json',
    own: true,
    minSensitivity: null,
    minSpecificity: null,
    problems: [],
    unit: 'answer',
    languages: {},
    ...over,
  })

  it('the offline judge gates no hallucination rate without a calibration of the user’s own', () => {
    const gate = { metric: 'hallucinationRate', max: 0.5 }
    const { status, message, metric } = decide(gate, records, { judge: OFFLINE })
    expect(status).toBe('closed')
    expect(message).toBe(
      'hallucinationRate ≤ 50.0%: the offline judge may not gate hallucinationRate without a calibration of your own on answers: label the sheet of `npx vitest-docket audit`, run `npx vitest-docket calibrate FILE` and name what it writes as `calibration` of the judge; or judge with a model',
    )
    expect(metric?.scored).toBe(300)
    const with_ = (use: CalibrationUse) => decide(gate, records, { judge: OFFLINE, calibration: use }).status
    expect(with_(calibration({ own: false }))).toBe('closed')
    expect(with_(calibration({ unit: 'claim' }))).toBe('closed')
    expect(with_(calibration())).toBe('pass')
  })

  it('the name without `Rate` changes nothing, nor does a slice', () => {
    for (const gate of [
      { metric: 'hallucination', max: 0.5 },
      { metric: 'hallucinationRate', max: 0.5, slice: { language: 'en' } },
    ]) {
      expect(decide(gate, records, { judge: OFFLINE }).status).toBe('closed')
    }
  })

  it.each(['answered', 'goldCited'])('it may gate %s', (metric) => {
    const cited = many(300, (id) => good(id, { citation: { document: true, section: null, golds: 1, sections: 0 } }))
    expect(decide({ metric, min: 0.9 }, cited, { judge: OFFLINE }).status).toBe('pass')
  })

  it('problems of the calibration close every gate on a judged metric, and no other', () => {
    const problems = [
      'the judge is not calibrated for de: the file has en',
      'calibrations/a.json is of another judge: model x, not y',
    ]
    const gold = many(300, (id) => good(id, { citation: { document: true, section: true, golds: 1, sections: 1 } }))
    const statusOf = (metric: string) => decide({ metric, min: 0 }, gold, { calibration: calibration({ problems }) }).status
    const names = Object.keys(SOUND.rates).filter((name) => decide({ metric: name, min: 0 }, gold).status === 'pass')
    expect(names).toEqual(expect.arrayContaining(['hallucinationRate', 'answered', 'correct', 'goldCited']))
    expect(names.filter((name) => statusOf(name) === 'pass')).toEqual([
      'goldCited',
      'goldCitedSection',
      'goldRetrieved',
      'foundByConstruction',
    ])
    const { message } = decide({ metric: 'correct', min: 0 }, gold, { calibration: calibration({ problems }) })
    expect(message).toBe(`correct ≥ 0.0%: judge not trusted: ${problems.join('; ')}`)
  })

  describe('what is known before the run', () => {
    const header = (gates: GateInput[], over: Partial<Pick<SuiteHeader, 'judge' | 'calibration'>> = {}) => ({
      compat: null,
      task: 'answer' as const,
      k: [1, 5, 10],
      gates: gates.map((gate) => Gate.parse(gate)),
      judge: { name: 'anthropic', offline: false, members: [] },
      calibration: calibration({ problems: ['no calibration for de'] }),
      ...over,
    })
    const judged: GateInput = { metric: 'hallucination', max: 0.03 }
    const byFields: GateInput = { metric: 'goldCited', min: 0.8 }

    it.each([
      ['every gate rests on the judge', header([judged]), 'no gate will be decided: judge not trusted: no calibration for de'],
      [
        'some do',
        header([judged, byFields]),
        'not to be decided: hallucination ≤ 3.0%: judge not trusted: no calibration for de',
      ],
      ['none does', header([byFields]), null],
      ['there is no gate', header([]), null],
      ['a gate of no known metric', header([{ metric: 'luck', min: 0.5 }]), null],
      ['nothing speaks against the judge', header([judged], { calibration: calibration() }), null],
      [
        'the judge is offline',
        header([judged], { judge: OFFLINE, calibration: null }),
        /^no gate will be decided: the offline judge may/,
      ],
    ] as const)('where %s', (_, given, said) => {
      const closed = closedBeforehand(given)
      if (said === null) expect(closed).toBeNull()
      else if (typeof said === 'string') expect(closed).toBe(said)
      else expect(closed).toMatch(said)
    })
  })
})

describe('a gate on the mean of a score', () => {
  const scored = (value: number) => (id: string) => makeRecord({ id, scores: { 'recall@5': { value }, mrr: { value } } })
  const K = { k: [1, 5, 10] }

  it.each<[string, number, 'pass' | 'fail' | 'undecided']>([
    ['0.9 in 200 cases', 0.9, 'pass'],
    ['0.8, the limit itself', 0.8, 'undecided'],
    ['0.6', 0.6, 'fail'],
  ])('%s against at least 0.8', (_, value, status) => {
    const result = decide({ metric: 'recall@5', min: 0.8 }, many(200, scored(value)), K)
    expect(result.status).toBe(status)
    expect(result.metric).toMatchObject({ value: expect.closeTo(value, 12), scored: 200, total: 200 })
    expect(GateResult.safeParse(result).error).toBeUndefined()
  })

  it('names the cases furthest from the limit, and no digits that are noise', () => {
    const records = [...many(20, scored(1 / 3), 'third'), ...many(20, scored(0), 'none')]
    const { message, cases } = decide({ metric: 'recall@5', min: 0.8 }, records, K)
    expect(cases).toEqual(['none0', 'none1', 'none2', 'none3', 'none4'])
    expect(message).toContain('recall@5 ≥ .800: mean .167 over 40 scored of 40 items with a gold to retrieve (one-sided 95% .0')
  })

  it.each<[string, CaseRecord['scores'], RegExp]>([
    ['no case has it', {}, /none of the 20 is among items with a gold to retrieve/],
    ['it is defined for none', { 'recall@5': { value: null, reason: 'nothing relevant' } }, /none of the 20 is among/],
    [
      'it is known of none',
      { 'recall@5': { value: null, reason: 'passages without a name' } },
      /nothing scored of 20 items with a gold to retrieve: passages without a name$/,
    ],
    ['every case was lost', { 'recall@5': { value: null, reason: 'no response' } }, /coverage 0 of 20 is under 98\.0%/],
    ['a published reading exceeds 1', { 'recall@5': { value: 1.5 } }, /no interval: a published reading is above 1/],
  ])('fault 28: stays closed where %s', (_, scores, message) => {
    const result = decide(
      { metric: 'recall@5', min: 0 },
      many(20, (id) => makeRecord({ id, scores })),
      K,
    )
    expect(result).toMatchObject({ status: 'closed', message: expect.stringMatching(message) })
    expect(GateResult.safeParse(result).error).toBeUndefined()
  })

  it.each<[string, boolean, string | null]>([
    ['recall@5', false, 'recall@5'],
    ['spanRecall', false, 'spanRecall'],
    ['spanRecall@10', false, 'spanRecall@10'],
    ['mrr', true, 'mrr'],
    ['faithfulness', false, 'faithfulness'],
    ['goldRetrieved', true, 'goldRetrieved'],
    // What no case of the suite can have would only be found closed after everything was paid for.
    ['recall', false, null],
    ['recall@3', false, null],
    ['recall@05', false, null],
    ['recall@5@5', false, null],
    ['recall@', false, null],
    ['mrr@5', false, null],
    ['__proto__', false, null],
    ['constructor@5', false, null],
    ['faithfulness', true, null],
    ['goldCitationRecall', true, null],
    ['hallucinationRate', true, null],
    ['twinParity', true, null],
  ])('%s (retrieval alone: %s) is %s', (name, alone, known) => {
    expect(metricName(name, readingFor(null, alone ? 'retrieval' : 'answer'), [1, 5, 10])).toBe(known)
  })

  it('the offline judge may gate comparisons, and no score of claims', () => {
    const offline = { judge: { name: 'offline', offline: true, members: [] }, ...K }
    const records = many(200, (id) => makeRecord({ id, scores: { 'recall@5': { value: 1 }, faithfulness: { value: 1 } } }))
    expect(decide({ metric: 'recall@5', min: 0.5 }, records, offline).status).toBe('pass')
    expect(decide({ metric: 'faithfulness', min: 0.5 }, records, offline)).toMatchObject({
      status: 'closed',
      message: expect.stringContaining('the offline judge may not gate faithfulness'),
    })
  })
})
