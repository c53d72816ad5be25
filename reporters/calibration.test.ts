import { describe, expect, it } from 'vitest'
import type { CalibrationGroup, CalibrationUse } from '../src/schema/calibration.js'
import type { SuiteReport } from '../src/schema/report.js'
import { calibrationTable } from './calibration-table.js'
import { hallucinated, makeCase, makeFacts, makeHeader, times } from './fixtures.test-util.js'
import { renderMarkdown } from './markdown.js'
import { buildReport } from './report.js'
import { calibrationSection } from './sections/calibration.js'
import { tableRows } from './table.js'
import { renderTerminal } from './terminal.js'

const none: CalibrationGroup = {
  truePositive: 0,
  falseNegative: 0,
  trueNegative: 0,
  falsePositive: 0,
  abstained: { positive: 0, negative: 0 },
}
const refused = (i: number, over: Parameters<typeof makeCase>[1] = {}) =>
  makeCase(i, { outcome: 'refused', errorClass: 'over-refusal', signals: { c: null, g: null, r: null }, ...over })
const unscored = (i: number) =>
  makeCase(i, {
    errorClass: 'unscored',
    signals: { c: null, g: null, r: null },
    unscored: { g: 'undetermined', c: 'undetermined' },
  })
const judge = (found: number, missed: number, confirmed: number, alarmed: number) => [
  ...times(found, () => ({ ...none, truePositive: 1 })),
  ...times(missed, () => ({ ...none, falseNegative: 1 })),
  ...times(confirmed, () => ({ ...none, trueNegative: 1 })),
  ...times(alarmed, () => ({ ...none, falsePositive: 1 })),
]
const use = (over: Partial<CalibrationUse> = {}): CalibrationUse => ({
  ...{
    file: 'calibrations/judge-answer.json',
    own: true,
    minSensitivity: null,
    minSpecificity: null,
    problems: [],
    unit: 'answer',
  },
  languages: { en: judge(36, 4, 36, 4) },
  ...over,
})
/** 100 answers given in `language`, 20 of them ungrounded, and 5 refusals. */
const answers = (language = 'en', from = 0) => [
  ...times(20, (i) => hallucinated(from + i, { language })),
  ...times(80, (i) => makeCase(from + 20 + i, { language })),
  ...times(5, (i) => refused(from + 100 + i, { language })),
]

describe('calibrationTable', () => {
  it('is null without a calibration', () => {
    expect(calibrationTable(null, answers())).toBeNull()
  })

  it('corrects the rate of the answers given: 0.2 observed, at 0.9 and 0.9, is (0.2 - 0.1) / 0.8', () => {
    const table = calibrationTable(use(), answers())
    expect(table?.corrected?.value).toBeCloseTo(0.125, 12)
    expect(table?.corrected?.low).toBeLessThan(0.1)
    expect(table?.corrected?.high).toBeGreaterThan(0.15)
    expect(table?.languages).toEqual([
      {
        language: 'en',
        positives: 40,
        negatives: 40,
        sensitivity: { value: 0.9, low: expect.closeTo(0.7695, 3), high: expect.closeTo(0.9604, 3) },
        specificity: { value: 0.9, low: expect.closeTo(0.7695, 3), high: expect.closeTo(0.9604, 3) },
      },
    ])
  })

  it('gives none where the run contradicts the calibration: 20% flagged, of which half of all sound answers alone would be more', () => {
    const table = calibrationTable(use({ languages: { en: judge(180, 20, 400, 400) } }), answers())
    expect(table?.corrected).toBeNull()
    expect(table?.reason).toBe(
      'fewer answers are flagged than the judge would flag by mistake: its calibration does not fit this run',
    )
  })

  it('weighs languages by their share of the known verdicts', () => {
    const languages = { en: judge(36, 4, 36, 4), fr: judge(40, 0, 40, 0) }
    const table = calibrationTable(use({ languages }), [...answers('en'), ...answers('fr', 200)])
    expect(table?.corrected?.value).toBeCloseTo((0.125 + 0.2) / 2, 12)
  })

  it('counts unknown verdicts both ways in the interval, and in no value', () => {
    const known = calibrationTable(use(), answers())?.corrected
    const open = calibrationTable(use(), [...answers(), ...times(50, (i) => unscored(500 + i))])?.corrected
    expect(open?.value).toBe(known?.value)
    expect(open?.high).toBeGreaterThan((known?.high ?? 1) + 0.1)
    expect(open?.low).toBeLessThanOrEqual(known?.low ?? 0)
  })

  it.each<[string, Partial<CalibrationUse>, ReturnType<typeof answers>, string]>([
    ['claims are no answers', { unit: 'claim' }, answers(), 'calibrated on claims; the rate is of answers'],
    ['another judge', { languages: {}, problems: ['it is of another judge'] }, answers(), 'it is of another judge'],
    ['no known verdict', {}, times(5, (i) => refused(i)), 'no verdict is known'],
    ['a language is missing', {}, [...answers(), ...answers('de', 200)], 'not calibrated for de'],
    ['too few examples', { languages: { en: judge(20, 9, 40, 0) } }, answers(), 'not calibrated for en'],
    ['no better than chance', { languages: { en: judge(20, 20, 20, 20) } }, answers(), 'no better than chance in en'],
  ])('does not correct, and says why: %s', (_, over, records, reason) => {
    expect(calibrationTable(use(over), records)).toMatchObject({ corrected: null, reason })
  })
})

function suiteOf(calibration: CalibrationUse | null, gates: { metric: string; max: number }[] = []): SuiteReport {
  const cases = answers()
  const header = makeHeader({ calibration, gates, total: cases.length, selected: cases.length })
  return reportOf(header, cases).suites[0] as SuiteReport
}
const reportOf = (header: ReturnType<typeof makeHeader>, cases: ReturnType<typeof answers>) =>
  buildReport(makeFacts([{ header, cases }]))

describe('the report of a suite with a calibration', () => {
  it.each([
    ['without a gate', []],
    ['with a gate on the rate', [{ metric: 'hallucinationRate', max: 0.5 }]],
  ])('has the corrected rate right below the raw one %s, in a table of at most ten rows', (_, gates) => {
    const rows = tableRows(suiteOf(use(), gates))
    const at = rows.findIndex(({ metric }) => metric === 'hallucination rate')
    expect(rows[at]).toMatchObject({ value: '20.0%' })
    expect(rows[at + 1]).toMatchObject({ metric: "corrected for the judge's errors", value: '12.5%', gate: '' })
    expect(rows[at + 1]?.interval).toMatch(/^[\d.]+–[\d.]+%$/)
    expect(rows.length).toBeLessThanOrEqual(10)
    expect(tableRows(suiteOf(null, gates)).some(({ metric }) => /corrected/.test(metric))).toBe(false)
  })

  it('keeps the four rates that are read together, and the corrected one, under many gates', () => {
    const many = times(12, (i) => ({ metric: 'hallucinationRate', max: 0.5, slice: { type: `t${i}` } }))
    const rows = tableRows(suiteOf(use(), many)).map(({ metric }) => metric)
    expect(rows).toHaveLength(10)
    expect(rows.slice(-5)).toEqual([
      'hallucination rate',
      "corrected for the judge's errors",
      'answered',
      'over-refusal',
      'false confidence',
    ])
  })

  it('says by language how wrong the judge is, and what speaks against it', () => {
    const problems = [
      "the judge's sensitivity for en is 90.0% (36 of 40), but may be as low as 76.9% (95% interval), under `minSensitivity` 80.0%",
    ]
    const suite = suiteOf(use({ problems }), [{ metric: 'overRefusal', max: 0.5 }])
    const [section] = calibrationSection(suite)
    expect(section?.blocks[0]).toMatchObject({
      text: expect.stringMatching(
        /^By calibrations\/judge-answer\.json the hallucination rate is 20\.0% as judged, 12\.5% \([\d.]+–[\d.]+%\) corrected for the judge's errors\.$/,
      ),
    })
    expect(section?.blocks[1]).toEqual({ kind: 'list', items: problems })
    expect(section?.blocks[2]).toMatchObject({
      table: { rows: [['en', '40', '90.0% (76.9–96.0%)', '40', '90.0% (76.9–96.0%)']] },
    })
    expect(suite.gates[0]).toMatchObject({ status: 'closed', message: `overRefusal ≤ 50.0%: judge not trusted: ${problems[0]}` })
  })

  it('says what the rate is of where verdicts are unknown, since the table then shows a range', () => {
    const cases = [...answers(), ...times(18, (i) => unscored(500 + i))]
    const report = reportOf(makeHeader({ calibration: use(), total: cases.length, selected: cases.length }), cases)
    const suite = report.suites[0] as SuiteReport
    expect(calibrationSection(suite)[0]?.blocks[0]).toMatchObject({
      text: expect.stringContaining('the hallucination rate is 20.0% of the 100 known verdicts, 12.5% ('),
    })
    expect(tableRows(suite).find(({ metric }) => metric === 'hallucination rate')?.value).toBe('16.9–32.2%')
  })

  it('fits 80 columns, and stands in every rendering', () => {
    const cases = answers()
    const report = reportOf(makeHeader({ calibration: use(), total: cases.length, selected: cases.length }), cases)
    const text = renderTerminal(report, { columns: 80, color: false })
    expect(text.split('\n').filter((line) => line.length > 80)).toEqual([])
    for (const rendered of [text, renderMarkdown(report)]) {
      expect(rendered).toContain('Judge calibration')
      expect(rendered).toMatch(/corrected for the\s+judge's errors/)
    }
  })
})
