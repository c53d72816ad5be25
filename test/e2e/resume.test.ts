import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import type { Report } from '../../src/schema/report.js'
import { type CaseFile, headlineOf, newestRun, onlySuite, readReport, runLines } from './consumer.js'
import { type Finished, plainEnvironment, start } from './process.js'
import { type Scenario, scenario } from './scenario.js'
import type { Runtime } from './setup.js'

// One of each major: what differs between them is how they start and end their workers.
const runtimes = inject('runtimes').slice(0, 2)

const ITEMS = 40
const DOWN = ['R-17', 'R-33', 'R-5']

const SUITE = `
const counted = {
  name: 'stamps', kind: 'function', live: true, version: process.env.PROMPT ?? 'prompt 1',
  async respond(request) {
    note('asked ' + request.item.id)
    await sleep(process.env.SLOW ? 150 : 0)
    if (process.env.DOWN && ${JSON.stringify(DOWN)}.includes(request.item.id)) throw new Error('503 Service Unavailable')
    return wrongUpTo(4)(request)
  },
}
const counting = { ...judge, assess: async (request) => { note('judged ' + request.id); return judge.assess(request) } }
describeBenchmark('Stamps', { items: rules(${ITEMS}), system: counted, judge: counting, policy: 'gate', gates: [{ metric: 'hallucinationRate', mode: 'point', max: 0.2 }] })
`

function resume({ node, temporary, single }: Runtime, { folder }: Scenario, args: string[] = [], env = {}): Promise<Finished> {
  const script = join(single, 'node_modules/vitest-docket/dist/src/cli/main.js')
  return start(node, [script, 'resume', ...args], folder, { ...plainEnvironment(), TMPDIR: temporary, ...env }).done
}

const cases = (lines: readonly CaseFile[]) => lines.flatMap(({ record }) => record ?? [])

/** A report without what tells a resumed run from one that came to the same at once. */
function same({ run: _run, startedAt: _startedAt, headline: _headline, sources: _sources, suites, ...rest }: Report) {
  return { ...rest, suites: suites.map(({ latency: _latency, taken: _taken, ...suite }) => suite) }
}

describe.each(runtimes)('$title', (runtime) => {
  it('fault 34: a run whose main process was killed is gone on with, its failures alone are asked again, and the report is that of a run at once', async () => {
    const once = scenario(runtime, 'resume-once', { 'a.suite.mjs': SUITE })
    expect((await once.run()).code).toBe(0)

    const killed = scenario(runtime, 'resume-killed', { 'a.suite.mjs': SUITE }, { docket: '{ concurrency: 4 }' })
    const running = killed.start(['run'], { DOWN: '1', SLOW: '1' })
    await expect.poll(() => judgedIn(killed), { timeout: 60_000, interval: 20 }).toBeGreaterThan(ITEMS / 2)
    running.child.kill('SIGKILL')
    await running.done
    const first = newestRun(killed.folder)
    await expect.poll(() => quiet(first), { timeout: 10_000, interval: 500 }).toBe(true)
    const finished = cases(runLines(killed.folder)).map(({ id }) => id)
    expect(finished.length).toBeLessThan(ITEMS)
    // What was under way when the main process went is no outage.
    for (const { id, failure } of cases(runLines(killed.folder))) expect([id, failure?.message]).toEqual([id, down(id)])

    const resumed = await resume(runtime, killed, ['--', '--reporter=dot'], { DOWN: '1' })
    expect(resumed.stderr).toContain(`${finished.length} cases finished there`)
    expect(headlineOf(resumed.stdout)).toMatch(new RegExp(`· ${finished.length} of 40 taken from run \\S+$`))
    expect(resumed.code).toBe(1)
    const timesAsked = (id: string) => killed.notes().filter((word) => word === `asked ${id}`).length
    for (const id of finished) expect([id, timesAsked(id)]).toEqual([id, 1])
    expect(cases(runLines(killed.folder))).toHaveLength(ITEMS)
    const { failures } = onlySuite(readReport(killed.folder))
    expect(failures).toMatchObject([{ stage: 'system', cases: DOWN.length }])

    killed.write('notes.txt', '')
    const rerun = await resume(runtime, killed, ['--rerun', 'infrastructure'])
    expect(rerun.code).toBe(0)
    expect(
      killed
        .notes()
        .filter((word) => word.startsWith('asked '))
        .sort(),
    ).toEqual(DOWN.map((id) => `asked ${id}`))
    const report = readReport(killed.folder)
    expect(same(report)).toEqual(same(readReport(once.folder)))
    expect(report.sources.reduce((sum, source) => sum + source.cases, 0)).toBe(ITEMS - DOWN.length)

    killed.write('notes.txt', '')
    const ended = await resume(runtime, killed)
    expect([ended.code, ended.stderr]).toEqual([
      1,
      expect.stringMatching(/^the newest run \S+ came to its end; nothing to go on with/),
    ])
    const changed = await resume(runtime, killed, [newestRun(killed.folder)], { PROMPT: 'prompt 2' })
    expect(changed.code).toBe(0)
    expect(killed.notes().filter((word) => word.startsWith('asked '))).toHaveLength(ITEMS)
    expect(readReport(killed.folder).sources).toEqual([])
    expect(onlySuite(readReport(killed.folder)).warnings).toContainEqual(
      expect.stringMatching(/40 cases .* since another system version: prompt 1 then, prompt 2 now$/),
    )
  })

  it('says before anything is asked that there is no such run', async () => {
    const { notes, run } = scenario(runtime, 'resume-none', { 'a.suite.mjs': SUITE })
    const { code, stdout, stderr } = await run(['run'], { DOCKET_RESUME: 'none' })
    expect(code).toBe(1)
    expect(`${stdout}${stderr}`).toContain('the run does not start: DOCKET_RESUME: no run at none')
    // Whoever named it wrongly is not shown the inside of this package.
    expect(`${stdout}${stderr}`).not.toMatch(/^ +at .*vitest-docket/m)
    expect(notes()).toEqual([])
  })
})

const down = (id: string) => (DOWN.includes(id) ? '503 Service Unavailable' : undefined)

function judgedIn({ notes }: Scenario): number {
  return notes().filter((word) => word.startsWith('judged ')).length
}

const sizes = new Map<string, number>()

/** Whether the workers that outlived their run write no more. */
function quiet(run: string): boolean {
  const size = readdirSync(run).reduce((sum, file) => sum + readFileSync(join(run, file)).length, 0)
  const before = sizes.get(run)
  sizes.set(run, size)
  return before === size
}
