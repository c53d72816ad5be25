import { beforeAll, describe, expect, it } from 'vitest'
import { isAnswerGiven } from '../../src/metrics/outcome.js'
import type { CaseRecord } from '../../src/schema/record.js'
import { expectedOf, replayFixture, tally } from './fixtures.js'

describe.each(['verdania', 'abstractive'] as const)('fixture %s, with the verdicts set by hand', (fixture) => {
  const { items, totals } = expectedOf(fixture)
  let run: Awaited<ReturnType<typeof replayFixture>>
  beforeAll(async () => {
    run = await replayFixture(fixture)
  })

  it('has a record of every item, and no other', () => {
    expect(run.records.map(({ id }) => id).sort()).toEqual(Object.keys(items).sort())
    expect(run.records).toHaveLength(totals.items)
  })

  it.each(Object.entries(items))('%s', (id, expected) => {
    const record = run.records.find((one) => one.id === id)
    const received = record && {
      errorClass: record.errorClass,
      cause: record.cause,
      outcome: record.outcome,
      signals: record.signals,
      ...(expected.unscored === undefined ? {} : { unscored: record.unscored }),
    }
    const { errorClass, cause, outcome, signals, unscored } = expected
    const wanted = { errorClass, cause, outcome, signals, ...(unscored === undefined ? {} : { unscored }) }
    expect(received).toEqual(wanted)
  })

  it('totals of classes, causes and outcomes', () => {
    const { records } = run
    expect(tally(records.map(({ errorClass }) => errorClass))).toEqual(totals.errorClass)
    expect(tally(records.flatMap(({ cause }) => cause ?? []))).toEqual(totals.overRefusalCause)
    expect(tally(records.map(({ outcome }) => outcome ?? 'none'))).toEqual(totals.outcome)
    expect(run.suite.decomposition.map(({ errorClass, count }) => [errorClass, count]).sort()).toEqual(
      Object.entries(totals.errorClass).sort(),
    )
  })

  it('totals of the rates, with their denominators', () => {
    const { metrics } = run.suite
    const given = run.records.filter(({ outcome }) => outcome !== null && isAnswerGiven(outcome))
    const g = ({ signals }: CaseRecord) => (signals.g === null ? 'unknown' : String(signals.g))
    expect(given).toHaveLength(totals.answersGiven)
    expect({ true: 0, false: 0, unknown: 0, ...tally(given.map(g)) }).toEqual(totals.grounded)
    // DISPUTED: by hand a reply of unknown outcome is no answer given; the code counts it both ways, since it may be one.
    const open = totals.outcome['undetermined'] ?? 0
    const { lowerCount, upperCount, of } = totals.hallucinationRate
    const rate = metrics['hallucinationRate']
    expect(rate && { lowerCount: rate.count, upperCount: rate.count + rate.unknown, of: rate.scored + rate.unknown }).toEqual({
      lowerCount,
      upperCount: upperCount + open,
      of: of + open,
    })
    for (const name of ['overRefusal', 'correctRefusal', 'falseConfidence'] as const) {
      const metric = metrics[name]
      expect({ name, ...(metric && { count: metric.count, scored: metric.scored, of: metric.total }) }).toEqual({
        name,
        ...totals[name],
      })
    }
  })
})

describe('fixture verdania, the outage at its end', () => {
  const TAIL = ['V-REC-09', 'V-REC-11', 'V-DE-05', 'V-INT-07', 'V-FAC-05', 'V-UNA-06', 'V-FR-05', 'V-HOL-06', 'V-INT-08']
  const REST = ['V-UR-05', 'V-TIM-04', 'V-HOL-07', 'V-FAL-06', 'V-UR-06']

  it('fault 59: is named by its ids, and the run is INFRASTRUCTURE', async () => {
    const { suite } = await replayFixture('verdania')
    const [range, ...others] = suite.positional.suspects.filter(({ signal }) => signal === 'refused or error')
    expect(others).toEqual([])
    expect(range?.ids).toEqual([...TAIL, ...REST])
    expect(range?.observed).toBe(14)
    expect(suite.status).toBe('INFRASTRUCTURE')
    expect(suite.positional.without?.['answered']?.total).toBe(56)
  })

  it('the run without an outage is quiet', async () => {
    const { suite } = await replayFixture('abstractive')
    expect(suite.positional.suspects).toEqual([])
    expect(suite.status).toBe('PASS')
  })
})
