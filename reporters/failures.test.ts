import { describe, expect, it } from 'vitest'
import type { CaseRecord } from '../src/schema/record.js'
import { lost, makeCase, makeFacts, makeHeader, times } from './fixtures.test-util.js'
import { renderJson } from './json.js'
import { displayWidth } from './layout.js'
import { renderMarkdown } from './markdown.js'
import { buildReport } from './report.js'
import { renderTerminal } from './terminal.js'

const ADVICE = 'differs in prompt (recorded another text, now another text). Run it once with `cassettes: "auto"` to record it.'
const miss = (id: string) =>
  `no recording of the judge call of "Tenancy of flats and houses" / "${id}" in .docket/recordings: the nearest entry, of 2026-11-29T10:00:00.000Z, ${ADVICE}`
const failing = (i: number, kind: string, message: string) => lost(i, { failure: { stage: 'judge', kind, message } })
const idOf = (i: number) => `T-${String(i + 1).padStart(3, '0')}`

function reportOf(cases: CaseRecord[], over: Parameters<typeof makeHeader>[0] = {}) {
  const header = makeHeader({ total: cases.length, selected: cases.length, ...over })
  const report = buildReport(makeFacts([{ header, cases }]))
  const [suite] = report.suites
  if (suite === undefined) throw new Error('no suite')
  return { report, suite, text: renderTerminal(report, { columns: 80, color: false }) }
}

const flat = (text: string) => text.replace(/\s+/g, ' ')
const sectionOf = (text: string, title: string) => flat(text.split('\n\n').find((block) => block.startsWith(`${title}\n`)) ?? '')

describe('what cases were lost to', () => {
  const misses = reportOf([...times(6, (i) => failing(i, 'replay', miss(idOf(i)))), ...times(20, (i) => makeCase(6 + i))])

  it('the first line is short and says where the whole message stands', () => {
    expect(misses.report.headline).toMatch(
      /^INFRASTRUCTURE: 6 of 26 cases lost \(23\.1%\): judge replay, no recording of .*…: see Failures · n 26/,
    )
    const { report } = reportOf([failing(0, 'provider', '503')])
    expect(report.headline).not.toContain('see Failures')
  })

  it.each([
    ['terminal', misses.text],
    ['Markdown', renderMarkdown(misses.report).replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))],
  ])('stands whole, with the first cases, in the %s', (_, text) => {
    expect(flat(text)).toContain('judge replay, 6 cases: T-001, T-002, T-003, T-004, T-005 and 1 more')
    for (const id of ['T-001', 'T-002', 'T-003']) expect(flat(text)).toContain(flat(miss(id)))
    expect(flat(text)).not.toContain(flat(miss('T-004')))
    expect(flat(text)).toContain('and 3 other messages')
  })

  it.each<[string, 'system' | 'judge', string, boolean]>([
    ['a live system', 'system', 'http', true],
    ['a judge', 'judge', 'provider', true],
    ['a judge that was not asked any more', 'judge', 'circuit', true],
    ['a row of a recorded run', 'system', 'recorded', false],
    ['a recording that is not there', 'judge', 'replay', false],
  ])('ends with how to ask again what another call may mend, once: %s', (_, stage, kind, mends) => {
    const { report, text } = reportOf([
      ...times(3, (i) => lost(i, { failure: { stage, kind, message: `no ${i}` } })),
      makeCase(3),
    ])
    const said = '`npx vitest-docket resume --rerun infrastructure` asks these again, and nothing else.'
    expect(sectionOf(text, 'Failures').endsWith(` ${said}`)).toBe(mends)
    expect(flat(text).split('resume').length - 1).toBe(mends ? 1 : 0)
    expect(renderTerminal(report, { color: false, watch: true })).not.toContain('resume')
  })

  it('fits 80 columns', () => {
    expect(misses.text.split('\n').filter((line) => displayWidth(line) > 80)).toEqual([])
  })

  it('is data in the JSON: by stage and kind, the most frequent first; missing rows are no failure', () => {
    const { report } = reportOf([
      failing(0, 'provider', '500'),
      ...times(3, (i) => failing(1 + i, 'provider', '503')),
      ...times(5, (i) => lost(4 + i, { failure: { stage: 'system', kind: 'http', message: `down\n  ${'x'.repeat(900)}` } })),
      lost(9, { failure: { stage: 'system', kind: 'missing', message: 'no row' } }),
    ])
    expect(JSON.parse(renderJson(report)).suites[0].failures).toEqual([
      {
        stage: 'system',
        kind: 'http',
        cases: 5,
        messages: [{ message: `down ${'x'.repeat(794)}…`, cases: 5 }],
        further: 0,
        ids: ['T-005', 'T-006', 'T-007', 'T-008', 'T-009'],
      },
      {
        stage: 'judge',
        kind: 'provider',
        cases: 4,
        messages: [
          { message: '503', cases: 3 },
          { message: '500', cases: 1 },
        ],
        further: 0,
        ids: ['T-001', 'T-002', 'T-003', 'T-004'],
      },
    ])
    expect(sectionOf(renderTerminal(report, { color: false }), 'Failures')).toMatch(/- 503 \(3 cases\) - 500 `npx/)
  })

  it('there is no section where nothing failed', () => {
    const { suite, text } = reportOf([makeCase(0)])
    expect(suite.failures).toEqual([])
    expect(text).not.toContain('Failures')
  })
})

describe('a budget that is spent in mid-run', () => {
  const words = (usd: string) => `one more call could exceed the \`budget\` of 0.01 USD (${usd} USD spent)`
  const unpaid = (i: number, usd: string) =>
    makeCase(i, {
      signals: { c: null, g: null, r: true },
      unscored: { c: 'budget', g: 'budget' },
      budget: words(usd),
      claims: null,
    })
  const cases = [...times(20, (i) => makeCase(i)), unpaid(20, '0.0091'), ...times(6, (i) => unpaid(21 + i, '0.0095'))]
  const { suite, text } = reportOf(cases, { gates: [{ metric: 'hallucinationRate', max: 0.5 }] })

  it('says which limit, how much of it was spent, and how to go on', () => {
    const said = `budget left 7 cases unjudged: ${words('0.0095')}; a second run does not pay again for what is recorded: a judge's calls, and a system's that has a \`version\``
    expect(suite.gates[0]?.message).toBe(`hallucinationRate ≤ 50.0%: coverage 20 of 27 is under 98.0%: the ${said}`)
    expect(suite.budget).toEqual({ cases: 7, reason: words('0.0095'), ids: times(7, (i) => idOf(20 + i)) })
    expect(sectionOf(text, 'Budget')).toBe(`Budget The ${said}. Not judged: T-021, T-022, T-023, T-024, T-025 and 2 more`)
  })

  it('is a failure of nobody, and nothing where it was enough', () => {
    expect(suite.failures).toEqual([])
    expect(reportOf([makeCase(0)]).suite.budget).toBeNull()
  })

  it('records without the words have the count', () => {
    const { budget: _, ...record } = unpaid(0, '1')
    expect(reportOf([record]).suite.budget).toEqual({ cases: 1, ids: ['T-001'] })
    expect(sectionOf(reportOf([record]).text, 'Budget')).toMatch(
      /^Budget The budget left 1 case unjudged; a second run does not pay again/,
    )
  })
})
