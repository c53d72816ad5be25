import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { anthropicServer } from '../providers/anthropic.js'
import { literalVerdict, serverError, verdict } from '../providers/behaviour.js'
import { openaiServer } from '../providers/openai.js'
import type { Handler, ProviderServer } from '../providers/server.js'
import { headlineOf, onlySuite, printed, readReport, runVitest } from './consumer.js'
import { markdownCells, terminalCells } from './printed-table.js'
import { succeed } from './process.js'
import { HAS_PYTHON, startService } from './service.js'
import type { Runtime } from './setup.js'

// The main job of the package: a change to a product is blocked, let through or left open by what it does to the answers, and an
// outage is called one. The provider is this process; the product, its service and its Vitest are processes of their own.

/** The rules that the assistant is wrong about before any change. */
const BASE = ['BRE-03', 'BRE-20', 'FAR-12']
const SUITE = 'suites/tenancy.suite.ts'

for (const runtime of inject('runtimes')) {
  if (HAS_PYTHON) describe(`pull request, ${runtime.title}`, () => pullRequest(runtime))
  else test.skip(`SKIPPED: pull request, ${runtime.title}: python3 is not installed, and the service is written in it`, () => {})
}

function pullRequest(runtime: Runtime): void {
  const product = join(runtime.workspace, 'packages/assistant')
  const summary = join(runtime.workspace, 'summary.md')
  const literal: Handler = ({ prompt }) => verdict(literalVerdict(prompt))
  let behave: Handler = literal
  let anthropic: ProviderServer
  let openai: ProviderServer

  beforeAll(async () => {
    anthropic = await anthropicServer((request, n) => behave(request, n))
    openai = await openaiServer((request, n) => behave(request, n))
    forget()
  })
  afterAll(async () => {
    await Promise.all([anthropic.close(), openai.close()])
    expect([...anthropic.unexpected, ...openai.unexpected]).toEqual([])
  })
  beforeEach(() => {
    behave = literal
    rmSync(summary, { force: true })
  })

  /** Two Vitest versions share this folder's name, never its recordings. */
  function forget(): void {
    rmSync(join(product, '.docket'), { recursive: true, force: true })
  }

  interface Change {
    service?: Record<string, string>
    cwd?: string
    judge?: 'anthropic' | 'openai'
  }

  /** `vitest run` over a change to the service: how it ended, what it printed and wrote, and what it asked of whom. */
  async function check({ service: change = {}, cwd = product, judge = 'anthropic' }: Change = {}) {
    const before = { anthropic: anthropic.requests.length, openai: openai.requests.length }
    const service = await startService(runtime, change)
    try {
      const { code, stdout } = await runVitest(runtime, cwd, ['run'], {
        ASSISTANT_URL: service.url,
        JUDGE: judge,
        ANTHROPIC_API_KEY: 'none',
        ANTHROPIC_BASE_URL: anthropic.baseURL,
        OPENAI_API_KEY: 'none',
        OPENAI_BASE_URL: openai.baseURL,
        GITHUB_STEP_SUMMARY: summary,
      })
      const { asked, most_in_flight: mostInFlight } = await service.stats()
      const paid = { anthropic: anthropic.requests.length - before.anthropic, openai: openai.requests.length - before.openai }
      return { code, stdout, headline: headlineOf(stdout), asked, mostInFlight, paid }
    } finally {
      await service.stop()
    }
  }

  /** What was printed, what was written for the job's summary and what is in the report are one and the same. */
  function expectOneTable(stdout: string, headline: string): void {
    const report = readReport(product)
    expect(report.headline).toBe(headline)
    expect(
      printed(stdout)
        .split('\n')
        .filter((line) => Array.from(line).length > 80),
    ).toEqual([])
    const markdown = readFileSync(summary, 'utf8').trimStart()
    expect(markdown.split('\n', 1)[0]?.replaceAll('**', '').replace(/\\(.)/g, '$1')).toBe(headline)
    const cells = terminalCells(printed(stdout), 'metric')
    expect(cells).toEqual(markdownCells(markdown))
    expect(cells[0]).toEqual(['metric', 'value', '95% interval', 'scored of n', 'gate'])
    expect(cells.length).toBeLessThanOrEqual(11)
  }

  test('3 of 300 pass: the table on the terminal and in the summary, the report by its schema, 16 at once and never more', async () => {
    const { code, stdout, headline, asked, mostInFlight, paid } = await check({ service: { GATHER: '16' } })
    expect(headline).toMatch(
      /^PASS: 1 gate passed · n 300 · \d+\.\d\d USD \(300 calls\) · replayed 0 answers, 0 verdicts of 300$/,
    )
    expect(code).toBe(0)
    expectOneTable(stdout, headline)
    expect(terminalCells(printed(stdout), 'metric')[1]).toEqual([
      'hallucination rate',
      '1.0%',
      '0.3–2.9%',
      '300 of 300 answers given',
      '≤ 3.0% pass',
    ])
    const suite = onlySuite(readReport(product))
    expect(suite).toMatchObject({ suite: 'Tenancy', file: SUITE, status: 'PASS', n: 300, selected: 300, total: 300 })
    expect(suite.metrics).toMatchObject({
      hallucinationRate: { count: 3, scored: 300, total: 300 },
      correct: { count: 297, scored: 300 },
      goldCited: { count: 300, scored: 300 },
      goldCitedSection: { count: 300, scored: 300 },
      goldRetrieved: { count: 300, scored: 300 },
    })
    expect(suite.worst.map(({ id }) => id).sort()).toEqual(BASE)
    expect(suite.cost.judge.calls).toBe(300)
    expect(suite.cost.judge.usd).toBeGreaterThan(1)
    expect(suite.cost.judge.usd).toBeLessThan(20)
    expect(paid).toEqual({ anthropic: 300, openai: 0 })
    expect(anthropic.requests[0]?.headers['user-agent']).toMatch(/^Anthropic\/JS /)
    expect(asked).toBe(300)
    expect(mostInFlight).toBe(16)
  })

  test('a second run asks the system again and the judge never: what is replayed stands in the first line', async () => {
    const { code, stdout, headline, asked, paid } = await check()
    expect(headline).toMatch(
      /^PASS: 1 gate passed · n 300 · no paid calls · replayed 0 answers, 300 verdicts of 300 from \d{4}-\d\d-\d\d$/,
    )
    expect(code).toBe(0)
    expectOneTable(stdout, headline)
    expect(asked).toBe(300)
    expect(paid).toEqual({ anthropic: 0, openai: 0 })
  })

  test('a change that adds 15 is blocked, and the gate says which, how much, of how many and where to look', async () => {
    const { code, stdout, headline, paid } = await check({ service: { EXTRA_HALLUCINATIONS: '15' } })
    expect(code).toBe(1)
    expect(headline).toMatch(
      /^FAIL: hallucinationRate ≤ 3\.0%: 6\.0% \(18 of 300 scored of 300 answers given; .* fails — first cases: /,
    )
    expectOneTable(stdout, headline)
    const suite = onlySuite(readReport(product))
    expect(suite.gates).toMatchObject([{ status: 'fail', metric: { count: 18, scored: 300, total: 300 } }])
    const wrong = wrongIds(15)
    expect(suite.gates[0]?.cases).toHaveLength(5)
    expect(wrong).toEqual(expect.arrayContaining(suite.gates[0]?.cases ?? []))
    expect(wrong).toEqual(expect.arrayContaining(suite.worst.map(({ id }) => id)))
    expect(paid.anthropic).toBe(15)
  })

  test('a change that rewords every answer and adds none passes', async () => {
    const { code, headline, paid } = await check({ service: { BRIEF: '1' } })
    expect(headline).toMatch(/^PASS: /)
    expect(code).toBe(0)
    expect(onlySuite(readReport(product)).metrics['hallucinationRate']).toMatchObject({ count: 3, scored: 300 })
    expect(paid.anthropic).toBeGreaterThan(250)
  })

  test('a change that adds 5 is undecided, says so, and blocks nothing', async () => {
    const { code, stdout, headline } = await check({ service: { EXTRA_HALLUCINATIONS: '5' } })
    expect(headline).toMatch(/^UNDECIDED: hallucinationRate ≤ 3\.0%: 2\.7% \(8 of 300 .* is undecided: the limit lies inside/)
    expect(code).toBe(0)
    expectOneTable(stdout, headline)
  })

  test('a provider that answers 10% of the calls with 503 for good is an outage, and no answer is blamed for it', async () => {
    forget()
    const lost = new Set(questions().flatMap(({ id, question }) => (isLost(question) ? [id] : [])))
    expect(lost.size).toBeGreaterThan(20)
    behave = (request, n) =>
      isLost(request.prompt.question) ? { ...serverError(503), headers: { 'retry-after': '0' } } : literal(request, n)
    const { code, stdout, headline } = await check()
    expect(headline).toMatch(new RegExp(`^INFRASTRUCTURE: ${lost.size} of 300 cases lost \\(.*%\\): judge provider, .*503`))
    expect(code).toBe(1)
    expectOneTable(stdout, headline)
    const suite = onlySuite(readReport(product))
    expect(suite.gates).toMatchObject([{ status: 'closed', cases: [] }])
    expect(suite.decomposition).toContainEqual({
      errorClass: 'unscored',
      count: lost.size,
      causes: { 'judge failed': lost.size },
    })
    const blamed = BASE.filter((id) => !lost.has(id))
    expect(suite.metrics['hallucinationRate']).toMatchObject({ count: blamed.length, scored: 300 - lost.size, lost: lost.size })
    expect(suite.worst.filter(({ errorClass }) => errorClass !== 'unscored').map(({ id }) => id)).toEqual(blamed)
  })

  test('the same through the other SDK', async () => {
    const { code, stdout, headline, paid } = await check({ judge: 'openai' })
    expect(headline).toMatch(/^PASS: 1 gate passed · n 300 · \d+\.\d\d USD \(300 calls\)/)
    expect(code).toBe(0)
    expectOneTable(stdout, headline)
    expect(paid).toEqual({ anthropic: 0, openai: 300 })
    expect(openai.requests[0]?.headers['user-agent']).toMatch(/^OpenAI\/JS /)
  })

  test("from the root of the workspace the packages' own tests run beside the suite, and the report lies where it always does", async () => {
    const { code, stdout, headline, paid } = await check({ cwd: runtime.workspace, judge: 'openai' })
    expect(headline).toMatch(/^PASS: 1 gate passed · n 300 .* replayed 0 answers, 300 verdicts of 300/)
    expect(code).toBe(0)
    expect(stdout).toMatch(/ordinary\W+rent\.test\.ts/)
    expect(stdout).toMatch(/Tests\s+302 passed/)
    expectOneTable(stdout, headline)
    expect(paid).toEqual({ anthropic: 0, openai: 0 })
    expect(existsSync(join(runtime.workspace, '.docket'))).toBe(false)
  })

  test('the ordinary package is untouched: its tests run as ever, ask nobody and leave nothing behind', async () => {
    const ordinary = join(runtime.workspace, 'packages/ordinary')
    const before = hashesOf(ordinary)
    const { code, stdout, asked, paid } = await check({ cwd: ordinary })
    expect(code).toBe(0)
    expect(stdout).toMatch(/Tests\s+2 passed/)
    expect(printed(stdout)).toBe('')
    expect(asked).toBe(0)
    expect(paid).toEqual({ anthropic: 0, openai: 0 })
    expect(existsSync(summary)).toBe(false)
    expect(hashesOf(ordinary)).toEqual(before)
  })

  function questions(): { id: string; question: string }[] {
    const lines = readFileSync(join(product, 'suites/tenancy.jsonl'), 'utf8').trimEnd().split('\n')
    return lines.map((line) => JSON.parse(line) as { id: string; question: string })
  }

  /** The ids that the assistant is wrong about, found as it finds them. */
  function wrongIds(extra: number): string[] {
    const digest = (id: string) => createHash('sha256').update(id).digest('hex')
    return questions()
      .map(({ id }) => id)
      .sort((a, b) => (digest(a) < digest(b) ? -1 : 1))
      .slice(0, BASE.length + extra)
  }
}

/** One question in ten, the same ones at every attempt. */
function isLost(question: string): boolean {
  return createHash('sha256').update(question).digest().readUInt32BE() % 10 === 0
}

function hashesOf(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && !file.parentPath.includes('node_modules'))
    .map((file) => join(file.parentPath, file.name))
    .sort()
  return Object.fromEntries(files.map((path) => [path, createHash('sha256').update(readFileSync(path)).digest('hex')]))
}

test('the items and the corpus of the workspace are what its generator writes', async () => {
  const generator = join(inject('runtimes')[0]?.workspace ?? '', 'packages/assistant/suites/make-tenancy.mjs')
  await succeed(process.execPath, [generator, '--check'], process.cwd())
  expect(existsSync(generator)).toBe(true)
})
