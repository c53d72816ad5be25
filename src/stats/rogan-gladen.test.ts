import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { correctRate, type Observed, roganGladen, type TwoByTwo } from './rogan-gladen.js'

const none = { truePositive: 0, falseNegative: 0, trueNegative: 0, falsePositive: 0 }
const times = (n: number, cell: Partial<TwoByTwo>) => Array.from({ length: n }, () => ({ ...none, ...cell }))
const judge = (found: number, missed: number, confirmed: number, alarmed: number) => [
  ...times(found, { truePositive: 1 }),
  ...times(missed, { falseNegative: 1 }),
  ...times(confirmed, { trueNegative: 1 }),
  ...times(alarmed, { falsePositive: 1 }),
]
const run = (faults: number, sound: number, unknown = 0, stratum = 'en'): Observed[][] => [
  ...Array.from({ length: faults }, () => [{ stratum, fault: true }]),
  ...Array.from({ length: sound }, () => [{ stratum, fault: false }]),
  ...Array.from({ length: unknown }, () => [{ stratum, fault: null }]),
]
const en = (groups: TwoByTwo[]) => new Map([['en', groups]])

describe('roganGladen', () => {
  it('undoes what a judge of that sensitivity and specificity would observe', () => {
    const unit = fc.double({ min: 0, max: 1, noNaN: true })
    const informed = fc.double({ min: 0.51, max: 1, noNaN: true })
    fc.assert(
      fc.property(unit, informed, informed, (truth, se, sp) => {
        const observed = truth * se + (1 - truth) * (1 - sp)
        expect(roganGladen(observed, se, sp)).toBeCloseTo(truth, 6)
      }),
    )
  })

  it('is within 0 and 1, or null', () => {
    const unit = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(unit, unit, unit, (p, se, sp) => {
        const corrected = roganGladen(p, se, sp)
        expect(corrected === null || (corrected >= 0 && corrected <= 1)).toBe(true)
        expect(corrected === null).toBe(se + sp - 1 <= 1e-12)
      }),
    )
  })
})

describe('correctRate', () => {
  it('holds the truth in about 95 of 100 simulated runs', { timeout: 60_000 }, () => {
    let held = 0
    let worlds = 0
    for (let seed = 1; seed <= 60; seed += 1) {
      const random = mulberry(seed)
      const flip = (p: number) => random() < p
      const calibration = [
        ...Array.from({ length: 100 }, () => (flip(0.8) ? { ...none, truePositive: 1 } : { ...none, falseNegative: 1 })),
        ...Array.from({ length: 100 }, () => (flip(0.9) ? { ...none, trueNegative: 1 } : { ...none, falsePositive: 1 })),
      ]
      const observed = Array.from({ length: 300 }, () => [{ stratum: 'en', fault: flip(0.2) ? flip(0.8) : flip(0.1) }])
      const { interval } = correctRate(observed, en(calibration), 1)
      worlds += 1
      if (interval !== null && interval.low <= 0.2 && interval.high >= 0.2) held += 1
    }
    expect(held / worlds).toBeGreaterThan(0.88)
  })

  it('is wider with fewer examples, and with unknown verdicts both ways', () => {
    const width = (observed: Observed[][], groups: TwoByTwo[]) => {
      const { interval } = correctRate(observed, en(groups), 1)
      return interval === null ? Number.NaN : interval.high - interval.low
    }
    const much = width(run(60, 240), judge(160, 40, 180, 20))
    expect(width(run(60, 240), judge(32, 8, 36, 4))).toBeGreaterThan(much)
    expect(width(run(60, 240, 60), judge(160, 40, 180, 20))).toBeGreaterThan(much + 0.1)
  })

  it('leaves the value alone with unknown verdicts, and has them in the interval only', () => {
    const known = correctRate(run(60, 240), en(judge(160, 40, 180, 20)), 1)
    const some = correctRate(run(60, 240, 60), en(judge(160, 40, 180, 20)), 1)
    expect(some.value).toBe(known.value)
    expect(some.interval?.low).toBeLessThan(known.interval?.low ?? 0)
  })

  it('counts unknown verdicts as no fault at the lower end and as faults at the upper', () => {
    const calibration = en(judge(160, 40, 180, 20))
    const unknown = correctRate(run(60, 240, 60), calibration, 1).interval
    // The same groups in the same order, so that every resample is the same.
    expect(unknown?.low).toBe(correctRate(run(60, 300), calibration, 1).interval?.low)
    const faults = [...run(60, 240), ...run(60, 0)]
    expect(unknown?.high).toBe(correctRate(faults, calibration, 1).interval?.high)
  })

  it('has an interval of 0 to 1 where the calibration often shows a judge that tells nothing', () => {
    const { interval } = correctRate(run(50, 50), en(judge(17, 15, 17, 15)), 1)
    expect(interval).toEqual({ low: 0, high: 1 })
  })

  it('draws whole groups: a run of one group says no more however long it is', () => {
    const calibration = en(judge(160, 40, 180, 20))
    const single = correctRate(run(60, 240), calibration, 1).interval
    const paired = correctRate(
      Array.from({ length: 30 }, (_, i) => Array.from({ length: 10 }, () => ({ stratum: 'en', fault: i < 6 }))),
      calibration,
      1,
    ).interval
    expect((paired?.high ?? 0) - (paired?.low ?? 0)).toBeGreaterThan((single?.high ?? 0) - (single?.low ?? 0))
  })

  it('calls nothing certain since it was not seen: no fault in the run, no error in the calibration', () => {
    // One-sided posterior bound of no fault in 60 groups: 1 - 0.025^(1/61) = 0.0587; the judge that erred at least once makes it no narrower.
    const none = correctRate(run(0, 60), en(judge(100, 0, 100, 0)), 1)
    expect(none.value).toBe(0)
    expect(none.interval?.low).toBe(0)
    expect(none.interval?.high).toBeGreaterThan(0.05)
    expect(none.interval?.high).toBeLessThan(0.08)
    const all = correctRate(run(60, 0), en(judge(100, 0, 100, 0)), 1)
    expect(all.interval?.high).toBe(1)
    expect(1 - (all.interval?.low ?? 1)).toBeCloseTo(none.interval?.high ?? 0, 1)
    // Of 40 faults found in 40 some may be missed: 1 - 0.025^(1/41) = 0.086 of them, so that 20% may be 21.9%; by the run alone its upper end is 24.5%.
    const flawless = correctRate(run(60, 240), en(judge(40, 0, 1000, 0)), 1).interval
    const proven = correctRate(run(60, 240), en(judge(1000, 0, 1000, 0)), 1).interval
    expect(flawless?.high).toBeGreaterThan((proven?.high ?? 1) + 0.003)
  })

  it('is the same for the same seed', () => {
    const of = (seed: number) => correctRate(run(30, 70), en(judge(40, 10, 40, 10)), seed)
    expect(of(7)).toEqual(of(7))
    expect(of(8)).not.toEqual(of(7))
  })

  it.each([
    ['nothing', []],
    ['only unknown verdicts', run(0, 0, 5)],
    ['empty groups', [[], []]],
  ])('is null over %s', (_, observed) => {
    expect(correctRate(observed, en(judge(40, 10, 40, 10)), 1)).toMatchObject({ value: null, interval: null })
  })
})

/** A second generator, so that the worlds do not share one with what is tested. */
function mulberry(seed: number): () => number {
  let state = seed * 0x9e3779b9
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
