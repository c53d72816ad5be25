import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { hostileRun, tenancyRun } from '../../reporters/fixtures.test-util.js'
import { renderJson } from '../../reporters/json.js'
import { buildReport } from '../../reporters/report.js'
import { gateOnGithub } from '../../src/github/gate.js'
import { OUTPUT_NAMES, outputsOf, writeOutputs } from '../../src/github/outputs.js'
import type { Report } from '../../src/schema/report.js'
import { type GithubServerOptions, githubServer } from './github-server.js'

const REPORTS = { fails: buildReport(tenancyRun(18)), passes: buildReport(tenancyRun(3)), hostile: buildReport(hostileRun()) }

interface Job {
  /** What the command's run reports; null where it writes nothing. */
  report?: object | null
  /** How many milliseconds before the command that run says it began; NaN says nothing that can be read. */
  age?: number
  /** The branch that the event names as the base. */
  into?: string
  /** With what the command ends. */
  ends?: number
  event?: 'pull_request' | 'push'
  token?: 'good' | 'none' | 'bad'
  stale?: Report
  /** What the step wrote into its summary before. */
  summary?: string
  server?: GithubServerOptions
  publish?: boolean
  command?: string[]
}

/** A repository with a pull request that changes its baseline; each job works in a copy of it. */
let template: string
let head: string

beforeAll(() => {
  template = mkdtempSync(join(tmpdir(), 'docket-template-'))
  const [origin, cwd] = [join(template, 'acme/assistant.git'), join(template, 'checkout')]
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.org', ...args], { cwd, encoding: 'utf8' }).trim()
  for (const folder of [origin, ...['.docket', 'suites', 'baselines'].map((name) => join(cwd, name))])
    mkdirSync(folder, { recursive: true })
  git('init', '-q', '--bare', origin)
  git('init', '-q')
  git('remote', 'add', 'origin', `file://${origin}`)
  writeFileSync(join(cwd, 'suites/tenancy.jsonl'), '{}\n')
  writeFileSync(join(cwd, 'baselines/tenancy.jsonl'), 'of main\n')
  git('add', '-A')
  git('commit', '-qm', 'main')
  git('push', '-q', 'origin', 'HEAD:refs/heads/main')
  writeFileSync(join(cwd, 'baselines/tenancy.jsonl'), 'as the pull request would have it\n')
  git('commit', '-qam', 'change')
  head = git('rev-parse', 'HEAD')
})
afterAll(() => rmSync(template, { recursive: true, force: true }))

/** A step of a workflow in a folder of its own: what it said, wrote and left on GitHub. */
async function job({
  report = null,
  age = 0,
  into = 'main',
  ends = 0,
  event = 'pull_request',
  token = 'good',
  stale,
  summary,
  server: on,
  publish = true,
  command,
}: Job) {
  const root = mkdtempSync(join(tmpdir(), 'docket-job-'))
  const server = await githubServer(on)
  onTestFinished(async () => {
    await server.close()
    rmSync(root, { recursive: true, force: true })
    expect(server.unexpected).toEqual([])
  })
  const file = (name: string) => join(root, name)
  const cwd = file('checkout')
  cpSync(join(template, 'checkout'), cwd, { recursive: true })
  if (stale !== undefined) writeFileSync(join(cwd, '.docket/report.json'), renderJson(stale))
  if (report !== null) writeFileSync(file('made.json'), JSON.stringify(report))
  if (summary !== undefined) writeFileSync(file('summary.md'), summary)
  writeFileSync(
    file('event.json'),
    JSON.stringify({ pull_request: { number: 7, head: { sha: head }, base: { ref: into, sha: '' } } }),
  )
  // What stands for the user's command: it keeps what it saw, writes the report, and ends.
  writeFileSync(
    file('command.mjs'),
    `import { existsSync, readFileSync, writeFileSync } from 'node:fs'
     const [made, to, saw, ends, age] = process.argv.slice(2)
     const { DOCKET_BASELINES: dir, DOCKET_BASELINES_PROBLEM: problem, GITHUB_TOKEN, GITHUB_STEP_SUMMARY } = process.env
     const path = dir + '/baselines/tenancy.jsonl'
     const baseline = existsSync(path) ? readFileSync(path, 'utf8') : null
     writeFileSync(saw, JSON.stringify({ baseline, problem, token: GITHUB_TOKEN ?? null, summary: GITHUB_STEP_SUMMARY ?? null }))
     const startedAt = age === 'NaN' ? 'yesterday' : new Date(Date.now() - age).toISOString()
     if (existsSync(made)) writeFileSync(to, JSON.stringify({ ...JSON.parse(readFileSync(made, 'utf8')), startedAt }))
     process.exitCode = Number(ends)`,
  )
  const said: string[] = []
  const code = await gateOnGithub({
    command: command ?? [
      process.execPath,
      file('command.mjs'),
      file('made.json'),
      join(cwd, '.docket/report.json'),
      file('saw.json'),
      String(ends),
      String(age),
    ],
    name: 'vitest-docket',
    report: '.docket/report.json',
    baselineDir: 'baselines',
    isPublished: publish,
    cwd,
    say: (line) => void said.push(line),
    api: { pauseMs: 1, deadlineMs: 2000 },
    environment: {
      PATH: process.env['PATH'],
      GITHUB_REPOSITORY: 'acme/assistant',
      GITHUB_API_URL: server.url,
      GITHUB_EVENT_NAME: event,
      GITHUB_EVENT_PATH: file('event.json'),
      GITHUB_RUN_ID: '42',
      DOCKET_BASELINES_PROBLEM: 'of another step',
      GITHUB_WORKSPACE: cwd,
      GITHUB_STEP_SUMMARY: file('summary.md'),
      GITHUB_OUTPUT: file('output'),
      ...(token === 'none' ? {} : { GITHUB_TOKEN: token === 'good' ? server.token : 'ghs_another-token' }),
    },
  })
  const text = (name: string) => (existsSync(file(name)) ? readFileSync(file(name), 'utf8') : '')
  const shown = said.join('\n')
  expect(`${shown}${text('summary.md')}${text('output')}${server.comments.map(({ body }) => body).join()}`).not.toMatch(/ghs_/u)
  return {
    code,
    said,
    summary: text('summary.md'),
    output: readOutput(text('output')),
    comments: server.comments,
    saw: JSON.parse(text('saw.json') || 'null') as unknown,
    cwd,
  }
}

/** Reads a file of GITHUB_OUTPUT as the runner does. */
function readOutput(text: string): Record<string, string> {
  const found: Record<string, string> = {}
  const lines = text.split('\n')
  for (let line = lines.shift(); line !== undefined; line = lines.shift()) {
    if (line === '') continue
    const [, name, end] = /^([^=<]+)<<(.+)$/u.exec(line) ?? []
    if (name === undefined || end === undefined) throw new Error(`no output: ${line}`)
    const value: string[] = []
    for (let next = lines.shift(); next !== end; next = lines.shift()) {
      if (next === undefined) throw new Error(`${name} has no end`)
      value.push(next)
    }
    found[name] = value.join('\n')
  }
  return found
}

describe('vitest-docket github', { timeout: 60_000 }, () => {
  it('puts a failing pull request where reviewers look', async () => {
    const { code, said, summary, output, comments, saw, cwd } = await job({ report: REPORTS.fails, ends: 1 })
    expect(code).toBe(1)
    expect(saw).toEqual({ baseline: 'of main\n', token: null, summary: null })
    const [marker, first, , note] = comments[0]?.body.split('\n') ?? []
    expect(comments).toHaveLength(1)
    expect(marker).toBe('<!-- vitest-docket:vitest-docket run=42 attempt=1 -->')
    expect(first).toMatch(/^\*\*FAIL\*\*: hallucinationRate ≤ 3\.0%: .* · n 300 · 3\.33 USD \(300 calls\) · replayed 0 answers/u)
    expect(note).toBe(
      "> **Baseline files of this pull request:** changed baselines/tenancy.jsonl. They count once merged; here the base branch's do. Until then paired gates stay closed: merge the baseline first, the gates after it.",
    )
    expect(comments[0]?.body).toContain(
      `[suites/tenancy.jsonl:1](https://github.com/acme/assistant/blob/${head}/suites/tenancy.jsonl#L1)`,
    )
    expect(summary.trimStart().split('\n').slice(0, 3)).toEqual([first, '', note])
    expect(said[0]).toMatch(/^::error title=Tenancy%3A a gate fails::hallucinationRate ≤ 3\.0%25: 6\.2%25 /u)
    expect(said[1]).toMatch(
      /^::error file=suites\/tenancy\.jsonl,line=1,title=T-001%3A hallucination::The landlord must give six months .* \(number: 6 months/u,
    )
    expect(said).toHaveLength(11)
    expect(output).toEqual({
      status: 'FAIL',
      'exit-code': '1',
      n: '300',
      'hallucination-rate': String(17 / 274),
      'newly-wrong': '',
      report: join(cwd, '.docket/report.json'),
      'comment-url': 'https://github.com/acme/assistant/pull/7#issuecomment-1',
    })
  })

  it('lets the working tree stand on a push, and comments nowhere', async () => {
    const { code, saw, comments, summary, output } = await job({ report: REPORTS.passes, event: 'push' })
    expect([code, saw, comments]).toEqual([0, { baseline: null, problem: 'of another step', token: null, summary: null }, []])
    expect(summary).toMatch(/^\s+\*\*PASS\*\*/u)
    expect(output).toMatchObject({ status: 'PASS', 'exit-code': '0', 'comment-url': '' })
  })

  it.each<[string, Job, number]>([
    ['the command ended well', {}, 1],
    ['the command ended badly', { ends: 3 }, 3],
    ['an earlier run left one that passes', { stale: REPORTS.passes }, 1],
    ['the command does not exist', { command: ['no-such-command'] }, 127],
  ])('fault 28: a run without a report is no pass: %s', async (_, given, expected) => {
    const { code, said, comments, summary, output } = await job(given)
    expect(code).toBe(expected)
    const first = `**INFRASTRUCTURE**: the run did not finish: it wrote no .docket/report.json; &#96;--report&#96; names another place · exit code ${expected === 1 ? 0 : expected}`
    expect(comments[0]?.body.split('\n')[1]).toBe(first)
    expect(summary).toContain(first)
    expect(said.at(-1)).toMatch(/^::error title=vitest-docket::the run did not finish: it wrote no/u)
    expect(output).toMatchObject({ status: 'INFRASTRUCTURE', n: '', report: '' })
  })

  it.each([
    ['an hour ago', 3_600_000, /20\d\d-\S+Z/u],
    ['at a time that nobody can read', Number.NaN, /yesterday/u],
  ])('a report that the command only brought back is none of this run: it began %s', async (_, age, time) => {
    const { code, comments, output } = await job({ report: REPORTS.passes, age })
    expect([code, output['status'], output['report']]).toEqual([1, 'INFRASTRUCTURE', ''])
    expect(comments[0]?.body).toMatch(
      new RegExp(`is of a run that began at ${time.source}, before the command did: a cache or a copy brought it back`, 'u'),
    )
  })

  it('a report of another version is none, and says in a line what is other', async () => {
    const other = { ...REPORTS.passes, schemaVersion: 3 }
    const { code, said } = await job({ report: other })
    expect(code).toBe(1)
    expect(said.at(-1)).toMatch(
      /^::error title=vitest-docket::the run did not finish: \.docket\/report\.json is no report of this version: schemaVersion: [^{[]+$/u,
    )
  })

  it('a report by a clock that is a little behind is of this run', async () => {
    expect((await job({ report: REPORTS.passes, age: 900 })).output).toMatchObject({ status: 'PASS' })
  })

  it('tells the run why the base branch could not be read', async () => {
    const { saw, said } = await job({ report: REPORTS.passes, into: 'gone' })
    expect(saw).toMatchObject({
      baseline: null,
      problem: expect.stringMatching(
        /^the base branch's baselines could not be read: git fetch: [^\n]*refs\/heads\/gone[^\n]*$/u,
      ),
    })
    expect(said[0]).toMatch(/^::warning title=vitest-docket::the base branch's baselines could not be read, so nothing/u)
  })

  it('fault 30: a command that hides its exit code does not hide a failing gate', async () => {
    expect((await job({ report: REPORTS.fails, ends: 0 })).code).toBe(1)
  })

  it('says that a red job has another cause than a report that passes', async () => {
    const { code, comments } = await job({ report: REPORTS.passes, ends: 1 })
    expect(code).toBe(1)
    expect(comments[0]?.body).toMatch(
      /^.*\n\*\*PASS\*\*.*\n\n> The command ended with exit code 1, and no suite of this report asks for that/u,
    )
  })

  it('says nothing of a part of a run but against what it is held', async () => {
    const { code, saw, said, summary, comments, output } = await job({ ends: 0, publish: false })
    expect([code, said, summary, comments, output]).toEqual([0, [], '', [], {}])
    expect(saw).toMatchObject({ baseline: 'of main\n' })
  })

  it.each<[string, Job, RegExp]>([
    [
      'a fork',
      {
        server: {
          trouble: (request) =>
            request.startsWith('POST') ? { status: 403, message: 'Resource not accessible by integration' } : undefined,
        },
      },
      /^::notice title=vitest-docket::no comment: the token may not write one, as in a pull request from a fork; the job's summary has it all/u,
    ],
    ['no token', { token: 'none' }, /^::notice title=vitest-docket::no comment: no token was given/u],
    ['a token that is not known', { token: 'bad' }, /^::warning title=vitest-docket::no comment: .*401 Bad credentials/u],
    [
      'an interface that is down',
      { server: { trouble: () => ({ status: 503 }) } },
      /^::warning title=vitest-docket::no comment: .*503/u,
    ],
    [
      'a page of a proxy',
      { server: { trouble: () => ({ status: 200, text: '<html>\n<body>Sign in' }) } },
      /^::warning title=vitest-docket::no comment: GET .*: it did not answer as GitHub does: <html> <body>Sign in; the job's summary has it all$/u,
    ],
  ])('falls back to the summary, and keeps the verdict: %s', async (_, given, said) => {
    const found = await job({ report: REPORTS.passes, ...given })
    expect([found.code, found.comments, found.output['comment-url']]).toEqual([0, [], ''])
    expect(found.said).toEqual([expect.stringMatching(said)])
    expect(found.summary).toMatch(/\*\*PASS\*\*/u)
  })

  it('fault 55: a summary stays under 1 MiB with what the step wrote before, and says what it left out', async () => {
    const limit = 1024 * 1024
    const { summary } = await job({ report: REPORTS.hostile, ends: 1, summary: 'x'.repeat(limit - 20_000) })
    expect(Buffer.byteLength(summary)).toBeLessThan(limit)
    expect(summary.replace(/^x+/u, '')).toMatch(/^\n\n\*\*INFRASTRUCTURE\*\*[\s\S]*> Cut to fit \d+ bytes: /u)
    const full = await job({ report: REPORTS.fails, ends: 1, summary: 'x'.repeat(limit - 10) })
    expect(full.summary.replace(/^x+/u, '')).toBe('')
    expect(full.said.at(-1)).toBe('::warning title=vitest-docket::no summary: what the step wrote before leaves no room in it')
  })

  it('fault 52: hostile texts make no command, no output and no file of their own', async () => {
    const { said, output, cwd } = await job({ report: REPORTS.hostile, ends: 1 })
    expect(said.length).toBeGreaterThan(0)
    for (const line of said)
      expect(line).toMatch(/^::(?:error|warning|notice) (?:file=[^:,]+,line=\d+,)?title=[^:,]*::[^\r\n]*$/u)
    expect(said.filter((line) => /^::\w+ file=/u.test(line))).toEqual([])
    expect(Object.keys(output)).toEqual([...OUTPUT_NAMES])
    expect(readdirSync(cwd).sort()).toEqual(['.docket', '.git', 'baselines', 'suites'])
  })
})

describe('outputs', () => {
  it('hold values of any kind', () => {
    const root = mkdtempSync(join(tmpdir(), 'docket-output-'))
    onTestFinished(() => rmSync(root, { recursive: true, force: true }))
    const hostile = 'a\nend-1\nstatus<<X\nPASS\nX\nb'
    const outputs = { ...outputsOf(REPORTS.fails, { exitCode: 1, reportPath: hostile, commentUrl: null }) }
    writeOutputs(join(root, 'output'), outputs)
    expect(readOutput(readFileSync(join(root, 'output'), 'utf8'))).toEqual(outputs)
    expect(outputs).toMatchObject({ report: hostile, status: 'FAIL', 'newly-wrong': '' })
  })
})
