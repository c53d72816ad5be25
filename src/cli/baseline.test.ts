import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCommand } from 'citty'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { hallucinated, lost, makeCase, makeFacts, makeHeader, times } from '../../reporters/fixtures.test-util.js'
import { displayWidth } from '../../reporters/layout.js'
import { baselineNames } from '../run/baseline/find.js'
import { openRunFile } from '../run/run-files.js'
import { Item } from '../schema/item.js'
import type { CaseRecord, RunEnd, SuiteHeader } from '../schema/record.js'
import { baseline } from './baseline.js'

const TEN = times(10, (i) => makeCase(i))
const item = Item.parse({ id: 'T', language: 'en', question: 'q' })

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'docket-baseline-'))
  vi.spyOn(process, 'cwd').mockReturnValue(root)
  mkdirSync(join(root, 'suites'))
  for (const name of ['tenancy', 'sales']) writeFileSync(join(root, `suites/${name}.suite.ts`), '')
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(root, { recursive: true, force: true })
})

type Suite = { header?: Partial<SuiteHeader>; cases?: readonly CaseRecord[] }

/** A run below `.docket/runs` whose suites are these; without an `end` it never came to it. */
function runOf(id: string, suites: readonly Suite[] = [{}], end: Partial<RunEnd> | null = {}): string {
  const dir = join(root, '.docket/runs', id)
  const file = openRunFile({ dir, id, startedAt: `${id.slice(0, 10)}T10:00:00.000Z` }, 'main')
  const given = suites.map(({ header = {}, cases = TEN }) => ({
    header: makeHeader({ total: cases.length, selected: cases.length, ...header, gates: [] }),
    cases,
  }))
  const facts = makeFacts(given, end ?? {})
  for (const { project, header } of facts.suites) file.append({ kind: 'suite', project, header })
  for (const { project, record } of facts.cases)
    file.append({ kind: 'case', project, record, item, response: null, verdict: null, recordings: [] })
  if (end !== null) file.append({ kind: 'end', end: facts.end })
  return dir
}

async function run(...rawArgs: string[]) {
  const said: string[] = []
  const failed: string[] = []
  vi.spyOn(console, 'log').mockImplementation((text) => void said.push(String(text)))
  vi.spyOn(console, 'error').mockImplementation((text) => void failed.push(String(text)))
  const before = process.exitCode
  process.exitCode = undefined
  try {
    await runCommand(baseline, { rawArgs })
    return { out: said.join('\n'), error: failed.join('\n'), code: process.exitCode }
  } finally {
    process.exitCode = before
  }
}
const flowing = (text: string) => text.replace(/\s+/g, ' ')
const written = () => readdirSync(join(root, 'baselines')).sort()
const runIn = (name: string) => JSON.parse(readFileSync(join(root, 'baselines', name), 'utf8').split('\n')[0] ?? '').run

describe('vitest-docket baseline accept', () => {
  it('leaves out the combinations of grids, and says so', async () => {
    const arm = (level: string) => ({
      header: { suite: `Ablation: ${level}`, arm: { grid: 'Ablation', levels: { k: level }, base: { k: '3' } } },
    })
    runOf('2026-11-01-a', [{}, arm('3'), arm('8')])
    const { out, error } = await run('accept')
    expect(error).toBe('')
    expect(flowing(out)).toContain('2 combinations of the grid "Ablation" have no baseline')
    expect(written()).toEqual(['tenancy.jsonl'])
    const one = await run('accept', '--suite', 'Ablation: 8')
    expect({ ...one, error: flowing(one.error) }).toEqual({
      out: '',
      error: expect.stringContaining('1 combination of the grid "Ablation" has no baseline: a baseline is of a suite of its own'),
      code: 1,
    })
  })

  it('makes a file of each suite of the newest complete run, and says at once which it is and why it is not the newest', async () => {
    vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-04T15:30:00.000Z'))
    runOf('2026-11-01-a')
    runOf('2026-11-02-b', [{}, { header: { suite: 'Sales', file: 'suites/sales.suite.ts' } }])
    runOf('2026-11-03-c', [{}], { partial: ['-t T-001'] })
    runOf('2026-11-04-d', [{}], null)
    const { out, error, code } = await run('accept')
    expect({ error, code }).toEqual({ error: '', code: undefined })
    expect(written()).toEqual(['sales.jsonl', 'tenancy.jsonl'])
    expect(runIn('tenancy.jsonl')).toBe('2026-11-02-b')
    expect(flowing(out)).toMatch(
      /^Takes run 2026-11-02-b of 2026-11-02 \(2 days old\), not the newest, 2026-11-04-d of 2026-11-04 \(5 hours old\): it did not come to its end passed over too: 2026-11-03-c of 2026-11-03 \(29 hours old\): -t T-001 /,
    )
    expect(out).toContain('baselines/tenancy.jsonl: Tenancy: new, 10 cases')
    expect(Math.max(...out.split('\n').map(displayWidth))).toBeLessThanOrEqual(80)
  })

  it('says what is otherwise, at most ten names of a kind, and that nothing is', async () => {
    await run('accept', runOf('2026-11-01-a', [{ cases: times(30, (i) => makeCase(i)) }]))
    const second = runOf('2026-11-02-b', [{ cases: times(29, (i) => (i < 12 ? hallucinated(i) : makeCase(i))) }])
    const { out } = await run('accept', second)
    expect(flowing(out)).toMatch(
      /12 newly wrong: T-001 \(correct → hallucination\), .*T-010 \(correct → hallucination\), and 2 more/,
    )
    expect(flowing(out)).toContain('1 removed: T-030')
    expect(flowing((await run('accept', second)).out)).toContain(
      'baselines/tenancy.jsonl: Tenancy: nothing changed, left as it was, 29 cases',
    )
  })

  it('passes over a run of an outage, and says what to do', async () => {
    runOf('2026-11-01-a')
    runOf('2026-11-02-b', [{ cases: [lost(0), ...TEN.slice(1)] }])
    expect(flowing((await run('accept')).out)).toMatch(
      /^Takes run 2026-11-01-a .* not the newest, 2026-11-02-b .*: Tenancy: 1 of 10 cases lost \(10\.0%\); `npx vitest-docket resume --rerun infrastructure` asks/,
    )
  })

  it('says of how many cases the baseline knows nothing', async () => {
    const unknown = makeCase(1, { signals: { c: null, g: null, r: null }, unscored: { c: 'no reference', g: 'no passages' } })
    const cases = [lost(0), unknown, ...times(98, (i) => makeCase(i + 2))]
    const out = flowing((await run('accept', runOf('2026-11-01-a', [{ cases }]))).out)
    expect(out).toContain('1 case did not run: later runs are not compared on it')
    expect(out).toContain('1 case neither right nor wrong, since nobody knows: no ratchet holds it')
  })

  it('in a workspace whose project has a root of its own, works at the top and in the project', async () => {
    const project = join(root, 'packages/legal')
    mkdirSync(project, { recursive: true })
    runOf('2026-11-01-a')
    const [file = ''] = readdirSync(join(root, '.docket/runs/2026-11-01-a'))
    const path = join(root, '.docket/runs/2026-11-01-a', file)
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll('"kind":"suite",', '"kind":"suite","root":"packages/legal",'))
    for (const moved of ['.docket', 'suites']) renameSync(join(root, moved), join(project, moved))
    for (const cwd of [root, project]) {
      vi.spyOn(process, 'cwd').mockReturnValue(cwd)
      expect(await run('accept')).toMatchObject({ error: '', out: expect.stringContaining('Takes run 2026-11-01-a') })
      expect(readdirSync(join(project, 'baselines'))).toEqual(['tenancy.jsonl'])
      rmSync(join(project, 'baselines'), { recursive: true })
    }
  })

  it('takes one suite where it is named', async () => {
    runOf('2026-11-02-b', [{}, { header: { suite: 'Sales', file: 'suites/sales.suite.ts' } }])
    await run('accept', '--suite', 'Sales')
    expect(written()).toEqual(['sales.jsonl'])
    const { error, code } = await run('accept', '--suite', 'Rent')
    expect(error).toBe('`--suite`: run 2026-11-02-b has no suite "Rent"; it has "Tenancy", "Sales"')
    expect(code).toBe(1)
  })

  it.each<[string, () => string[], RegExp]>([
    ['no run at all', () => ['accept'], /no run below \.docket.runs: run `vitest run` first/],
    ['no such run', () => ['accept', 'gone'], /no run at gone/],
    [
      'a run that is no whole one',
      () => ['accept', runOf('2026-11-01-a', [{}], { interrupted: true })],
      /run 2026-11-01-a cannot be a baseline:\nit did not come to its end\nA baseline is made of a whole run/,
    ],
    [
      'only such runs',
      () => {
        runOf('2026-11-01-a', [{}], { shard: '1/4' })
        return ['accept']
      },
      /no complete run below .*\n2026-11-01-a: it is one shard, 1\/4/,
    ],
    ['an action that is none', () => ['acept'], /expected `accept` with a run or none, or `show`, received "acept"/],
    ['too many runs', () => ['accept', 'a', 'b'], /received "accept a b"/],
  ])('%s is an error', async (_, args, message) => {
    const { error, code } = await run(...args())
    expect(error).toMatch(message)
    expect(code).toBe(1)
  })
})

describe('vitest-docket baseline', () => {
  it('lists the files that can be read beside one that cannot, and names it', async () => {
    await run('accept', runOf('2026-11-01-a'))
    writeFileSync(join(root, 'baselines/sales.jsonl'), '=======\n')
    const { out, error, code } = await run()
    expect(out).toMatch(/^tenancy\.jsonl /m)
    expect(error).toMatch(/^baselines\/sales\.jsonl is no baseline that can be read/)
    expect(code).toBe(1)
  })

  it('names two files of one suite', async () => {
    await run('accept', runOf('2026-11-01-a'))
    const { own } = baselineNames({ project: 'docket', file: 'suites/tenancy.suite.ts', suite: 'Tenancy' })
    writeFileSync(join(root, 'baselines', own), readFileSync(join(root, 'baselines/tenancy.jsonl')))
    expect((await run()).error).toBe(
      `${own} and tenancy.jsonl are both of the suite "Tenancy": delete the one that does not count`,
    )
  })

  it('says which there are, and how one is made', async () => {
    expect((await run()).out).toContain('`npx vitest-docket baseline accept` makes one')
    await run('accept', runOf('2026-11-01-a'))
    const { out } = await run()
    expect(out).toMatch(/^tenancy\.jsonl +Tenancy +10 +2026-11-01 +anthropic claude-sonnet-4-6$/m)
  })
})
