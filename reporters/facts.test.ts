import { describe, expect, it } from 'vitest'
import { Item } from '../src/schema/item.js'
import { type CaseRecord, RECORD_VERSION, type RunLine } from '../src/schema/record.js'
import { factsOf } from './facts.js'
import { hallucinated, makeCase, makeHeader, times } from './fixtures.test-util.js'
import { buildReport, isBlocking } from './report.js'
import { renderTerminal } from './terminal.js'

const schemaVersion = RECORD_VERSION
const project = 'docket'
const N = 20
const header = makeHeader({ total: N, selected: N, gates: [{ metric: 'hallucinationRate', max: 0.5 }] })

const opening: RunLine[] = [
  { schemaVersion, kind: 'run', run: 'r1', startedAt: '2026-11-29T10:00:00.000Z', worker: '1' },
  { schemaVersion, kind: 'suite', project, header },
]
const caseLine = (record: CaseRecord): RunLine => ({
  schemaVersion,
  kind: 'case',
  project,
  record: { ...record, suite: header.suite, file: header.file },
  item: Item.parse({ id: record.id, question: 'How long?' }),
  response: null,
  verdict: null,
  recordings: [],
})
const redLine = (id: string, message = 'expected the answer to be grounded'): RunLine => {
  return { schemaVersion, kind: 'red', project, file: header.file, suite: header.suite, id, message }
}
const all = times(N, (i) => caseLine(makeCase(i)))
const ended = (over: object = {}): RunLine => ({
  schemaVersion,
  kind: 'end',
  end: { partial: [], interrupted: false, shard: null, problems: [], red: [], noResult: [], ...over },
})
const reportOf = (lines: RunLine[]) => buildReport(factsOf([...opening, ...lines]))

describe('fault 34: a report from the files of a run that never ended', () => {
  it('the same files with a last line pass, so what follows is due to its absence', () => {
    expect(reportOf([...all, ended()])).toMatchObject({ status: 'PASS', suites: [{ gates: [{ status: 'pass' }] }] })
  })

  it('does not pass though every case was done, and its gates stay closed', () => {
    const report = reportOf(all)
    expect(report.status).toBe('FAIL')
    expect(report.headline).toMatch(/the run was interrupted/)
    expect(report.suites[0]?.gates).toMatchObject([{ status: 'closed', message: expect.stringContaining('interrupted') }])
    expect(isBlocking(report)).toBe(true)
  })

  it.each([
    ['every case done', all, N],
    ['some cases done', all.slice(0, 3), 3],
  ])('without gates it is undecided: %s', (_, cases, n) => {
    const ungated: RunLine = { schemaVersion, kind: 'suite', project, header: { ...header, gates: [] } }
    const report = reportOf([ungated, ...cases])
    expect(report).toMatchObject({ status: 'UNDECIDED', suites: [{ n, status: 'UNDECIDED' }] })
    expect(report.suites[0]?.reasons.join('; ')).toMatch(/interrupted/)
    expect(reportOf([ungated, ...cases, ended()]).status).toBe('PASS')
  })

  it('says so of a run whose last line says that it was interrupted', () => {
    const report = reportOf([...all, ended({ interrupted: true })])
    expect(report.status).toBe('FAIL')
    expect(report.headline).toMatch(/interrupted/)
  })

  it('says once how to go on with it, behind its reasons; not of a shard, nor where no case ran', () => {
    const hint = '`npx vitest-docket resume` goes on with the interrupted run: what is finished is not asked again'
    const report = reportOf(all)
    expect(report.suites[0]?.reasons.at(-1)).toBe(hint)
    expect(renderTerminal(report, { color: false }).replace(/\s+/g, ' ').split(hint)).toHaveLength(2)
    const others = [[...all, ended()], [...all, ended({ interrupted: true, shard: '1/2' })], [ended({ interrupted: true })]]
    for (const lines of others) expect(reportOf(lines).suites[0]?.reasons).not.toContain(hint)
  })

  it('keeps the red cases, with what they said', () => {
    const { status, headline } = reportOf([...all, redLine('T-003'), redLine('T-005', 'expected 1 to be 2')])
    expect(status).toBe('FAIL')
    expect(headline).toContain('2 red cases (T-003, T-005): T-003: expected the answer to be grounded')
  })

  it('a red case whose retry ended otherwise is none', () => {
    const again = caseLine(makeCase(2))
    const red = (lines: RunLine[]) => factsOf([...opening, ...lines]).end.red.map(({ id }) => id)
    expect(red([...all, redLine('T-003'), redLine('T-004'), again])).toEqual(['T-004'])
    expect(red([...all, redLine('T-003'), again, redLine('T-003')])).toEqual(['T-003'])
  })

  it('a red case of another suite, file or project is not taken back', () => {
    const other = (over: object) => ({ ...redLine('T-001'), ...over }) as RunLine
    const reds = [other({ suite: 'Other' }), other({ file: 'other.suite.ts' }), other({ project: 'other' })]
    expect(factsOf([...opening, ...reds, caseLine(makeCase(0))]).end.red).toHaveLength(3)
  })

  it('the last line has the last word on what is red', () => {
    const said = [{ project, file: header.file, suite: header.suite, id: 'T-009', message: 'expected' }]
    expect(factsOf([...opening, ...all, redLine('T-003'), ended({ red: said })]).end.red).toEqual(said)
  })

  it('an answer that was wrong is counted as ever', () => {
    const report = reportOf([caseLine(hallucinated(0)), redLine('T-001'), ...all.slice(1)])
    expect(report.suites[0]).toMatchObject({ status: 'FAIL', n: N, metrics: { hallucinationRate: { count: 1, total: N } } })
  })
})
