import { beforeAll, describe, expect, it } from 'vitest'
import type { Metric } from '../../src/schema/metric.js'
import type { SuiteReport } from '../../src/schema/report.js'
import { absent, PUBLISHED_RUNS, type PublishedRun, replayPublished, whetherSkipped } from './paklegalqa.js'

const count = (metric: Metric | undefined) => metric && [metric.count, metric.scored, metric.total]
const suspects = (suite: SuiteReport, signal: string) => suite.positional.suspects.filter((suspect) => suspect.signal === signal)

describe.skipIf(absent)(`PakLegalQA, end to end${whetherSkipped}`, () => {
  beforeAll(async () => {
    if (absent) return
    for (const run of PUBLISHED_RUNS) await Promise.all([replayPublished(run), replayPublished(run, 'paklegalqa')])
  }, 240_000)

  it.each<[PublishedRun, ...number[][]]>([
    ['prod-sol', [305, 360, 360], [36, 84, 84], [19, 360, 360], [205, 275, 275], [52, 60, 60]],
    ['prod-4o', [323, 360, 360], [35, 84, 84], [2, 360, 360], [205, 275, 275], [59, 60, 60]],
    ['cb-sol', [294, 360, 360], [7, 84, 84], [59, 360, 360], [0, 0, 275], [60, 60, 60]],
    ['prod-sol-contaminated', [188, 360, 360], [57, 84, 84], [115, 360, 360], [159, 275, 275], [57, 60, 60]],
  ])('fault 56: %s as published, under compat', async (run, answered, correctRefusal, overRefusal, goldCited, twinParity) => {
    const { metrics, compat } = (await replayPublished(run, 'paklegalqa')).suite
    expect(compat).toBe('paklegalqa')
    expect({
      answered: count(metrics['answered']),
      correctRefusal: count(metrics['correctRefusal']),
      overRefusal: count(metrics['overRefusal']),
      goldCited: count(metrics['goldCited']),
      twinParity: count(metrics['twinParity']),
    }).toEqual({ answered, correctRefusal, overRefusal, goldCited, twinParity })
    expect(metrics['overRefusal']?.denominator).toBe('items')
  })

  it('fault 56: the sound over-refusal divides by answerable items and says so', async () => {
    const { metrics } = (await replayPublished('prod-sol')).suite
    expect(count(metrics['overRefusal'])).toEqual([17, 274, 276])
    expect(metrics['overRefusal']?.lost).toBe(2)
    expect(metrics['overRefusal']?.denominator).toBe('answerable items')
  })

  it('fault 59: an error row is no refusal: two infrastructure errors in prod-sol', async () => {
    const { suite, records } = await replayPublished('prod-sol')
    const failed = records.filter(({ errorClass }) => errorClass === 'infrastructure')
    expect(failed.map(({ id }) => id)).toEqual(['S-REC-224', 'S-REC-225'])
    expect(failed.map(({ outcome, failure }) => [outcome, failure?.stage, failure?.kind])).toEqual([
      [null, 'system', 'recorded'],
      [null, 'system', 'recorded'],
    ])
    expect(suite.decomposition.find(({ errorClass }) => errorClass === 'infrastructure')).toMatchObject({ count: 2 })
  })

  it.each<PublishedRun>(['prod-sol', 'prod-4o'])('%s: answered rows are unscored for want of passage text', async (run) => {
    const { records, suite } = await replayPublished(run)
    const answered = records.filter(({ outcome, answerable }) => outcome === 'answered' && answerable)
    expect(answered.length).toBeGreaterThan(200)
    for (const { errorClass, signals, unscored } of answered) {
      expect({ errorClass, g: signals.g, reason: unscored.g }).toEqual({ errorClass: 'unscored', g: null, reason: 'no passages' })
    }
    expect(suite.metrics['hallucinationRate']).toMatchObject({ count: 0, scored: 0, value: null, low: null, high: null })
    expect(suite.metrics['goldCitedSection']).toMatchObject({ count: 0, scored: 0, value: null })
  })

  it.each<PublishedRun>(['prod-sol', 'prod-4o'])('%s: non-answers stand in a row of their own', async (run) => {
    const { records, suite } = await replayPublished(run)
    const row = suite.decomposition.find(({ errorClass }) => errorClass === 'non-answer')
    const counted = records.filter(({ outcome, answerable }) => outcome === 'non-answer' && answerable).length
    expect(counted).toBeGreaterThan(0)
    expect(row?.count).toBe(counted)
    expect(suite.metrics['nonAnswer']?.count).toBe(counted)
  })

  it('prod-sol: twins 52 of 59 scored of 60, the one left out is named', async () => {
    const { metrics, twins } = (await replayPublished('prod-sol')).suite
    expect(count(metrics['twinParity'])).toEqual([52, 59, 60])
    expect(twins.disagreeing).toHaveLength(7)
    expect(twins.leftOut).toEqual([{ base: 'S-REC-225', twin: 'RU-266', reason: 'S-REC-225: recorded' }])
  })

  it.each<[PublishedRun, number[]]>([
    ['prod-sol', [205, 273, 275]],
    ['prod-4o', [208, 275, 275]],
    ['cb-sol', [0, 0, 275]],
  ])('%s: gold citations by the sound matching', async (run, expected) => {
    expect(count((await replayPublished(run)).suite.metrics['goldCited'])).toEqual(expected)
  })

  it('prod-sol: which gold hits are gained and lost, and the data warning that names the corpus title', async () => {
    const hits = async (compat?: 'paklegalqa') =>
      (await replayPublished('prod-sol', compat)).records.filter(({ citation }) => citation.document === true).map(({ id }) => id)
    const [sound, published] = [await hits(), await hits('paklegalqa')]
    expect(published.filter((id) => !sound.includes(id)).sort()).toEqual(['S-REC-076', 'S-REC-224', 'S-REC-225'])
    expect(sound.filter((id) => !published.includes(id)).sort()).toEqual(['RU-129', 'S-INT-096', 'S-REC-089'])
    const { warnings } = (await replayPublished('prod-sol')).suite
    for (const id of ['RU-129', 'S-INT-096', 'S-REC-089']) {
      expect(warnings).toContainEqual(expect.stringMatching(new RegExp(`^${id}: .*Work Place Act, 2010`)))
    }
  })

  it.each<['sound' | 'paklegalqa']>([['sound'], ['paklegalqa']])(
    'fault 59: the outage of prod-sol-contaminated is named, %s, and the run is INFRASTRUCTURE',
    async (reading) => {
      const { suite } = await replayPublished('prod-sol-contaminated', reading === 'sound' ? undefined : reading)
      const [range, ...others] = suspects(suite, 'refused or error')
      expect(others).toEqual([])
      expect(range).toMatchObject({ from: 223, to: 359, observed: 137 })
      expect([range?.ids[0], range?.ids.at(-1), range?.ids.length]).toEqual(['S-REC-224', 'RU-360', 137])
      expect(suite.status).toBe('INFRASTRUCTURE')
      expect(suite.reasons).toContainEqual(expect.stringContaining('S-REC-224 … RU-360'))
      expect(suite.positional.without?.['overRefusal']?.count).toBe(10)
    },
  )

  it.each<PublishedRun>(['prod-sol', 'prod-4o', 'cb-sol'])('%s: nothing is positional, under either reading', async (run) => {
    for (const compat of [undefined, 'paklegalqa'] as const) {
      const { suite } = await replayPublished(run, compat)
      expect(suite.positional.suspects).toEqual([])
      expect(suite.positional.without).toBeNull()
      expect(suite.positional.falseAlarmRate).toBeLessThanOrEqual(0.001)
      expect(suite.status).toBe('PASS')
    }
  })
})
