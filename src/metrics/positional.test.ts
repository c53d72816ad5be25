import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { failed, falseAlarms, findings, healthyRun, simulatedRecord, withOutage } from '../../bench/simulated-runs.js'
import { below, seeded, shuffled } from '../random.js'
import type { CaseRecord } from '../schema/record.js'
import { Positional } from '../schema/report.js'
import { suspectRanges } from './positional/ranges.js'
import { FALSE_ALARM_RATE, positionalCheck } from './positional.js'

type Mark = '.' | 'R' | 'E' | '0' | '?' | 'M'

const MARKS: Record<Mark, (record: CaseRecord) => CaseRecord> = {
  '.': (record) => record,
  R: (record) => ({ ...record, outcome: 'refused' }),
  E: failed,
  '0': (record) => ({ ...record, retrieval: { passages: 0, withText: 0, byConstruction: 0 } }),
  '?': (record) => ({ ...record, outcome: 'undetermined' }),
  M: (record) => ({ ...failed(record), errorClass: 'missing' }),
}

/** A run of one record for each mark: answered, Refused, Error, 0 passages, undetermined, Missing. */
function run(marks: string): CaseRecord[] {
  return [...marks].map((mark, position) => MARKS[mark as Mark](simulatedRecord({ id: `item ${position}`, position })))
}

/** `signal from-to` of every suspect range, in the order of dispatch but where it is said. */
function named(records: readonly CaseRecord[]): string[] {
  return positionalCheck(records).suspects.map(
    ({ signal, order, from, to }) => `${signal} ${from}-${to}${order === 'dispatch' ? '' : ` by ${order}`}`,
  )
}

const dots = (length: number) => '.'.repeat(length)
const healthy = `${dots(19)}R`.repeat(10)

describe('positionalCheck', () => {
  it.each<[title: string, marks: string, expected: string[]]>([
    [
      'an outage of errors is one range of each signal that it shows in',
      `${healthy}${dots(10)}${'E'.repeat(15)}${dots(100)}`,
      ['refused or error 210-224', 'error 210-224'],
    ],
    ['fault 59: an outage that answers with refusals', `${dots(100)}${'R'.repeat(20)}${healthy}`, ['refused or error 100-119']],
    ['an outage at the very beginning', `${'R'.repeat(20)}${healthy}`, ['refused or error 0-19']],
    ['an outage that lasts to the end', `${healthy}${'R'.repeat(20)}`, ['refused or error 199-219']],
    ['empty retrieval alone', `${dots(150)}${'0'.repeat(12)}${dots(100)}`, ['empty retrieval 150-161']],
    [
      'errors and refusals of one outage are one range',
      `${healthy}${'REERREERREREERER'}${dots(100)}`,
      ['refused or error 199-215', 'error 201-214'],
    ],
    [
      'two outages are two ranges',
      `${dots(80)}${'E'.repeat(12)}${dots(80)}${'E'.repeat(12)}${dots(80)}`,
      ['refused or error 80-91', 'refused or error 172-183', 'error 80-91', 'error 172-183'],
    ],
    [
      'an outage with an item that came through is one range',
      `${dots(100)}${'R'.repeat(12)}.${'R'.repeat(12)}${dots(100)}`,
      ['refused or error 100-124'],
    ],
    [
      'unknown outcomes are left out of a range, and keep their places',
      `${dots(100)}RRRR??RRRRRRRR??RR${dots(100)}`,
      ['refused or error 100-117'],
    ],
    ['missing cases have no place', `MMMMM${dots(100)}${'R'.repeat(15)}MMM${dots(100)}`, ['refused or error 100-114']],
    ['a healthy run', healthy, []],
    ['fewer than 8 items are no range, however sure', `${dots(400)}EEEEEEE${dots(400)}`, []],
    ['8 items are', `${dots(400)}EEEEEEEE${dots(400)}`, ['refused or error 400-407', 'error 400-407']],
    ['all refused is not positional', 'R'.repeat(100), []],
    ['nothing ran', 'MMMM', []],
    ['no records', '', []],
    ['a handful of records', 'EE.', []],
  ])('%s', (_, marks, expected) => {
    expect(named(run(marks))).toEqual(expected)
  })

  it('gives data that the report schema takes, with counts, ids and a corrected chance', () => {
    const check = positionalCheck(run(`${healthy}${dots(50)}${'E'.repeat(15)}${dots(50)}`))
    expect(Positional.parse({ ...check, without: null })).toEqual({ ...check, without: null })
    expect(check.falseAlarmRate).toBe(FALSE_ALARM_RATE)
    const [first] = check.suspects
    expect(first).toMatchObject({ signal: 'refused or error', order: 'dispatch', from: 250, to: 264, observed: 15 })
    // 10 refusals among the 300 items outside.
    expect(first?.expected).toBeCloseTo(15 * (10 / 300), 12)
    expect(first?.pValue).toBeLessThanOrEqual(FALSE_ALARM_RATE)
    expect(first?.pValue).toBeGreaterThan(0)
    expect(first?.ids).toEqual(Array.from({ length: 15 }, (_, i) => `item ${250 + i}`))
  })

  it('examines what varies, and says so', () => {
    const closedBook = run(healthy).map((record) => ({
      ...record,
      retrieval: { passages: null, withText: null, byConstruction: 0 },
    }))
    expect(positionalCheck(closedBook).examined).toEqual(['refused or error'])
    expect(positionalCheck(run(`${healthy}E0`)).examined).toEqual(['refused or error', 'error', 'empty retrieval'])
    expect(positionalCheck(run(dots(50))).examined).toEqual([])
    expect(positionalCheck(run('0'.repeat(50))).examined).toEqual([])
  })

  it('cases whose retrieval was not reported are left out of empty retrieval only', () => {
    const records = run(`${dots(100)}${'0'.repeat(12)}${dots(100)}`).map((record, i) =>
      i >= 104 && i < 107 ? { ...record, retrieval: { passages: null, withText: null, byConstruction: 0 } } : record,
    )
    const [range] = positionalCheck(records).suspects
    expect(range).toMatchObject({ signal: 'empty retrieval', from: 100, to: 111, observed: 9 })
    expect(range?.ids).toHaveLength(12)
  })

  it('expects by type and answerability: a block of unanswerable items that are refused is no outage', () => {
    const block = (answerable: boolean, type: string, marks: string) =>
      run(marks).map((record) => ({ ...record, answerable, type }))
    const records = [
      ...block(true, 'recall', healthy),
      ...block(false, 'recall', 'RRRRRRRR.RRRRRRRRRRRRR.RRRRRR'),
      ...block(true, 'holding', healthy),
      ...block(true, 'fact', 'RRRR.RRRRRRRR.RRRR'),
    ].map((record, i) => ({ ...record, id: `item ${i}`, position: i, sequence: i, startedAt: i }))
    expect(named(records)).toEqual([])
    const untyped = records.map(({ type: _, ...record }) => ({ ...record, answerable: true }))
    expect(named(untyped)).not.toEqual([])
  })

  it('an outage is found where every item has a type of its own, and among strata of four', () => {
    const marks = `${dots(150)}${'R'.repeat(15)}${dots(135)}`
    expect(named(run(marks).map((record) => ({ ...record, type: record.id })))).toEqual(['refused or error 150-164'])
    const small = run(marks).map((record, i) => ({ ...record, type: `type ${i % 75}`, answerable: i % 3 !== 0 }))
    expect(named(small)).toEqual(['refused or error 150-164'])
  })

  describe('orders', () => {
    const outage = run(`${dots(120)}${'R'.repeat(15)}${dots(120)}`)
    const elsewhere = shuffled(
      outage.map((_, i) => i),
      seeded(5),
    )

    it('an outage of start time is found though dispatch was in another order, and the other way round', () => {
      const byStart = outage.map((record, i) => ({ ...record, sequence: elsewhere[i] ?? 0 }))
      expect(named(byStart)).toEqual(['refused or error 120-134 by start time'])
      const byDispatch = outage.map((record, i) => ({ ...record, startedAt: elsewhere[i] ?? 0 }))
      expect(named(byDispatch)).toEqual(['refused or error 120-134'])
    })

    it('position plays no part', () => {
      expect(named(outage.map((record, i) => ({ ...record, position: elsewhere[i] ?? 0 })))).toEqual(['refused or error 120-134'])
    })

    it('an outage that shows in both is named once, by the order that is surer of it', () => {
      const jittered = outage.map((record, i) => ({ ...record, startedAt: i * 100 + ((i * 7) % 5) * 60 }))
      expect(positionalCheck(jittered).suspects).toHaveLength(1)
    })

    it('equal orders are examined once, so that the limit is not halved for nothing', () => {
      const once = positionalCheck(outage).suspects[0]?.pValue ?? Number.NaN
      const swapped = outage.map((record, i) => ({ ...record, startedAt: i < 2 ? 1 - i : i }))
      expect(positionalCheck(swapped).suspects[0]?.pValue).toBeCloseTo(once * 2, 12)
    })

    it('cases without a place in an order are left out of it', () => {
      const never = run(dots(30)).map((record, i) => ({ ...record, id: `never ${i}`, sequence: null, startedAt: null }))
      expect(positionalCheck([...never, ...outage])).toEqual(positionalCheck(outage))
      expect(named(outage.map((record) => ({ ...record, startedAt: null })))).toEqual(['refused or error 120-134'])
      expect(named(outage.map((record) => ({ ...record, sequence: null })))).toEqual(['refused or error 120-134 by start time'])
      expect(positionalCheck(never)).toMatchObject({ examined: [], suspects: [] })
    })

    it('the records may come in any order, as they do from several workers', () => {
      expect(positionalCheck(shuffled(outage, seeded(8)))).toEqual(positionalCheck(outage))
    })
  })

  it('ranges lie within the run, begin and end on items that signal, hold 8 items, and repeat with the seed', {
    timeout: 60_000,
  }, () => {
    const marks = fc.array(
      fc
        .tuple(fc.constantFrom<Mark>('.', '.', '.', 'R', 'E', '0', '?', 'M'), fc.integer({ min: 1, max: 25 }))
        .map(([mark, times]) => mark.repeat(times)),
      { maxLength: 20 },
    )
    fc.assert(
      fc.property(marks, (parts) => {
        const records = run(parts.join(''))
        const ran = records.filter(({ errorClass }) => errorClass !== 'missing')
        const { suspects } = positionalCheck(records)
        for (const { from, to, observed, expected, ids, signal } of suspects) {
          expect(to - from + 1).toBeGreaterThanOrEqual(8)
          expect(ids).toEqual(ran.slice(from, to + 1).map(({ id }) => id))
          expect(observed).toBeLessThanOrEqual(ids.length)
          expect(observed).toBeGreaterThan(expected)
          const signals = (record: CaseRecord | undefined) =>
            signal === 'empty retrieval'
              ? record?.retrieval.passages === 0
              : record?.failure !== undefined || (signal === 'refused or error' && record?.outcome === 'refused')
          expect([ran[from], ran[to]].map(signals)).toEqual([true, true])
        }
        expect(positionalCheck(records)).toEqual(positionalCheck(records, { seed: 1 }))
      }),
      { numRuns: 30 },
    )
  })
})

describe('suspectRanges', () => {
  it('a limit of 5% is passed by 5% of exchangeable series, neither many more nor far fewer', { timeout: 60_000 }, () => {
    const random = seeded(6)
    const shares = [0.05, 0.3, 0.6]
    let named = 0
    for (let i = 0; i < 1000; i += 1) {
      const entries = Array.from({ length: 120 }, (_, place) => {
        const stratum = below(random, shares.length)
        return { place, stratum, value: below(random, 100) < (shares[stratum] ?? 0) * 100 }
      })
      if (suspectRanges(entries, 0.05, seeded(i)).length > 0) named += 1
    }
    // 50 are expected, with a standard deviation of 6.9.
    expect(named).toBeLessThan(75)
    expect(named).toBeGreaterThan(25)
  })
})

describe('positionalCheck, simulated (larger tables in docs/positional.md)', () => {
  it.each([
    ['shuffled', 2000, 8],
    ['blocks', 600, 6],
  ] as const)(
    'healthy runs, %s, %d of them: no more false alarms than stated',
    { timeout: 60_000 },
    (arrangement, runs, tooMany) => {
      // 2 in 2,000 are allowed for; 8 there, and 6 in 600, would come by chance less than once in 900 times.
      expect(falseAlarms(runs, arrangement, 1)).toBeLessThan(tooMany)
    },
  )

  it('finds at least 9 of 10 total outages of 15 items in 360, however they show', { timeout: 60_000 }, () => {
    for (const kind of ['error', 'empty refusal', 'refusal'] as const) {
      const { found } = findings(30, { kind, length: 15, strength: 1 }, 'shuffled', 2)
      expect(found, kind).toBeGreaterThanOrEqual(27)
    }
  })

  it('10,000 items: a short outage is found among them, with its ends', { timeout: 60_000 }, () => {
    const random = seeded(4)
    const records = Array.from({ length: 28 }, () => healthyRun(random))
      .flat()
      .map((record, i) => ({ ...record, id: `item ${i}`, position: i, sequence: i, startedAt: i }))
    expect(named(records)).toEqual([])
    // None of the items beside the outage is empty by itself, so the ends are known.
    const clear = records.map((record, i) =>
      Math.abs(i - 5010) < 20 ? { ...record, retrieval: { passages: 8, withText: 0, byConstruction: 0 } } : record,
    )
    const { suspects } = positionalCheck(
      withOutage(clear, { kind: 'empty refusal', from: 5000, length: 20, strength: 1 }, random),
    )
    expect(suspects.map(({ signal }) => signal)).toEqual(['refused or error', 'empty retrieval'])
    expect(suspects[1]).toMatchObject({ from: 5000, to: 5019, observed: 20 })
    expect(suspects[0]?.from).toBeLessThanOrEqual(5000)
    expect(suspects[0]?.to).toBeGreaterThanOrEqual(5019)
  })
})
