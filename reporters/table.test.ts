import { describe, expect, it } from 'vitest'
import { Gate } from '../src/schema/gate.js'
import type { RunFacts } from './facts.js'
import {
  hallucinated,
  lost,
  makeCase,
  makeFacts,
  makeHeader,
  tenancyRun,
  times,
  twinRun,
  unscoredRun,
} from './fixtures.test-util.js'
import { share } from './metric-cells.js'
import { buildReport } from './report.js'
import { tableOf, tableRows } from './table.js'

function rowsOf(facts: RunFacts) {
  return buildReport(facts).suites.flatMap(tableRows)
}

describe('tableRows', () => {
  it('puts gated metrics first and the hallucination rate never alone', () => {
    const rows = rowsOf(tenancyRun(3))
    expect(rows.map(({ metric }) => metric)).toEqual([
      'hallucination rate',
      'over-refusal',
      'answered',
      'false confidence',
      'correct',
      'correct refusal',
      'non-answer',
      'gold cited',
      'gold cited, section',
      'gold retrieved',
    ])
    expect(rows.slice(0, 2).map(({ gate }) => gate)).toEqual(['≤ 3.0% pass', '≤ 10.0% pass'])
  })

  it('keeps the four together where nothing is gated and nothing can be said', () => {
    const rows = rowsOf(makeFacts([{ header: makeHeader({ total: 0, selected: 0 }), cases: [] }]))
    expect(rows.map(({ metric, value, scored }) => [metric, value, scored])).toEqual([
      ['hallucination rate', '–', 'no answers given'],
      ['answered', '–', 'no items'],
      ['over-refusal', '–', 'no answerable items'],
      ['false confidence', '–', 'no unanswerable items'],
    ])
  })

  it('names the slice of a gate, and shows the suite beside it', () => {
    const header = makeHeader({
      total: 30,
      selected: 30,
      gates: [{ metric: 'hallucinationRate', max: 0.5, slice: { language: 'en' } }],
    })
    const rows = rowsOf(makeFacts([{ header, cases: times(30, (i) => makeCase(i)) }]))
    expect(rows.slice(0, 2).map(({ metric, gate }) => [metric, gate])).toEqual([
      ['hallucination rate, language en', '≤ 50.0% pass'],
      ['hallucination rate', ''],
    ])
  })

  it('has ten rows at most: of many gates, those that did not pass', () => {
    const slices = times(12, (i) => ({ metric: 'hallucinationRate', max: i === 9 ? 0 : 1, slice: { type: `t${i}` } }))
    const cases = times(120, (i) => (i === 9 ? hallucinated(i, { type: 't9' }) : makeCase(i, { type: `t${i % 12}` })))
    const rows = rowsOf(makeFacts([{ header: makeHeader({ total: 120, selected: 120, gates: slices }), cases }]))
    expect(rows).toHaveLength(10)
    expect(rows.map(({ metric }) => metric)).toEqual([
      ...['t0', 't1', 't2', 't3', 't4', 't9'].map((type) => `hallucination rate, type ${type}`),
      'hallucination rate',
      'answered',
      'over-refusal',
      'false confidence',
    ])
    expect(rows[5]?.gate).toBe('≤ 0.0% FAIL')
  })

  it('fault 3: cases that were lost stay in the total and are counted in the row', () => {
    const cases = times(300, (i) => (i < 3 ? lost(i) : makeCase(i)))
    const [row] = rowsOf(makeFacts([{ header: makeHeader(), cases }]))
    expect(row).toMatchObject({ metric: 'hallucination rate', value: '0.0%', scored: '297 of 300 answers given, 3 lost' })
  })

  it('shows unknown verdicts as a range, each end over the same cases', () => {
    const cases = times(100, (i) =>
      i < 2
        ? makeCase(i, { signals: { c: true, g: null, r: true }, unscored: { g: 'undetermined' } })
        : i === 2
          ? hallucinated(i)
          : makeCase(i),
    )
    const [row] = rowsOf(makeFacts([{ header: makeHeader({ total: 100, selected: 100 }), cases }]))
    expect(row).toMatchObject({ value: '1.0–3.0%', scored: '98 of 100 answers given, 2 unknown' })
  })

  it('says why nothing is scored', () => {
    const rows = Object.fromEntries(rowsOf(unscoredRun()).map((row) => [row.metric, row]))
    expect(rows['hallucination rate']).toMatchObject({
      value: '–',
      interval: '',
      scored: '0 of 110 answers given: no passages',
      gate: '≤ 3.0% closed: nothing scored',
    })
    expect(rows['gold cited']?.scored).toBe('0 of 120 with a required gold: citations not reported')
    expect(rows['gold retrieved']?.scored).toBe('0 of 120 with a gold to retrieve: undetermined')
    expect(rows['answered']).toMatchObject({ value: '91.7%', scored: '120 of 120 items' })
  })

  it('rates that need an outcome do not say that the answer is ungrounded, which is known', () => {
    const cases = times(3, (i) =>
      makeCase(i, { outcome: 'undetermined', signals: { c: null, g: false, r: true }, unscored: { outcome: 'undetermined' } }),
    )
    const rows = Object.fromEntries(
      rowsOf(makeFacts([{ header: makeHeader({ total: 3, selected: 3 }), cases }])).map((row) => [row.metric, row.scored]),
    )
    expect(rows).toMatchObject({
      answered: '0 of 3 items: nobody knows (outcome: undetermined)',
      'over-refusal': '0 of 3 answerable: nobody knows (outcome: undetermined)',
      'non-answer': '0 of 3 answerable: nobody knows (outcome: undetermined)',
    })
  })

  it.each([
    [
      'a name that is no metric',
      { metric: 'halucinationRate', max: 0.1 },
      {},
      'halucinationRate',
      '≤ 10.0% closed: no such metric',
    ],
    ['a partial run', { metric: 'answered', min: 0.1 }, { selected: 60 }, 'answered', '≥ 10.0% closed: partial run'],
    [
      'a slice without cases',
      { metric: 'answered', min: 0.1, slice: { type: 'x' } },
      {},
      'answered, type x',
      '≥ 10.0% closed: no cases',
    ],
  ])('says in short why a gate stayed closed: %s', (_, gate, header, metric, cell) => {
    const facts = makeFacts([
      { header: makeHeader({ total: 60, selected: 50, gates: [gate], ...header }), cases: times(50, (i) => makeCase(i)) },
    ])
    expect(rowsOf(facts)[0]).toMatchObject({ metric, gate: cell })
  })

  it('fault 56: every row names its denominator', () => {
    for (const facts of [tenancyRun(3), twinRun(), unscoredRun()]) {
      for (const { scored } of rowsOf(facts)) expect(scored).toMatch(/^(?:\d+ of \d+|no) [a-z]/u)
    }
    const compat = buildReport(
      makeFacts([
        { header: makeHeader({ compat: 'paklegalqa' }), cases: times(300, (i) => makeCase(i, { answerable: i > 99 })) },
      ]),
    )
    const overRefusal = (facts: typeof compat) =>
      facts.suites.flatMap(tableRows).find(({ metric }) => metric === 'over-refusal')?.scored
    expect(overRefusal(compat)).toBe('300 of 300 items')
    expect(
      overRefusal(
        buildReport(makeFacts([{ header: makeHeader(), cases: times(300, (i) => makeCase(i, { answerable: i > 99 })) }])),
      ),
    ).toBe('200 of 200 answerable')
  })

  it('never shows an interval as if it had no width', () => {
    const header = makeHeader({ total: 10_000, selected: 10_000 })
    const rows = rowsOf(makeFacts([{ header, cases: times(10_000, (i) => makeCase(i)) }]))
    expect(rows.slice(0, 2).map(({ value, interval }) => [value, interval])).toEqual([
      ['0.0%', '0.0–<0.1%'],
      ['100.0%', '>99.9–100.0%'],
    ])
  })

  it('has a gate column only where there is a gate', () => {
    expect(tableOf(rowsOf(twinRun())).columns.map(({ header }) => header)).toEqual([
      'metric',
      'value',
      '95% interval',
      'scored of n',
    ])
    expect(tableOf(rowsOf(tenancyRun(3))).columns.at(-1)?.header).toBe('gate')
  })
})

describe('share', () => {
  it.each([
    [3, 300, '1.0%'],
    [0, 300, '0.0%'],
    [1, 10_000, '<0.1%'],
    [9_999, 10_000, '>99.9%'],
    [300, 300, '100.0%'],
  ])('%i of %i is %s', (count, of, expected) => {
    expect(share(count, of)).toBe(expected)
  })
})

describe('fault 56: means beside shares', () => {
  const scores = (i: number) => ({ 'recall@5': { value: i % 2 }, mrr: { value: 1 / 3 } })
  const rows = (gates: ReturnType<typeof makeHeader>['gates']) =>
    rowsOf(
      makeFacts([
        {
          header: makeHeader({ total: 40, selected: 40, task: 'retrieval', k: [5], gates }),
          cases: times(40, (i) => makeCase(i, { scores: scores(i) })),
        },
      ]),
    )
  const row = (of: ReturnType<typeof rows>, metric: string) => of.find((one) => one.metric === metric)

  it('a mean reads as a decimal, with its gate or without, and a rate as a percentage', () => {
    const without = rows([])
    expect(row(without, 'recall@5')).toMatchObject({ value: '.500', interval: '.352–.648', gate: '' })
    expect(row(without, 'MRR')).toMatchObject({ value: '.333', gate: '' })
    expect(row(without, 'gold retrieved')).toMatchObject({ value: '100.0%' })
    const gated = rows([Gate.parse({ metric: 'recall@5', min: 0.9 }), Gate.parse({ metric: 'goldRetrieved', min: 0.9 })])
    expect(row(gated, 'recall@5')).toMatchObject({ value: '.500', interval: '.352–.648', gate: '≥ .900 FAIL' })
    expect(row(gated, 'gold retrieved')).toMatchObject({ value: '100.0%', gate: '≥ 90.0% pass' })
    expect(gated.filter(({ metric }) => metric === 'recall@5')).toHaveLength(1)
  })

  it('no rate of answers is in a table of retrieval', () => {
    expect(rows([]).map(({ metric }) => metric)).toEqual(['gold retrieved', 'MRR', 'recall@5'])
  })
})
