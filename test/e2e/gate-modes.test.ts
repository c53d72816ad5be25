import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { headlineOf, newestRun, onlySuite, printed, readReport, runLines } from './consumer.js'
import { type Finished, plainEnvironment, start } from './process.js'
import { scenario } from './scenario.js'
import type { Runtime } from './setup.js'

// What each gate mode and the ratchet come to, from a first run to what a shell sees: exit codes, and the status of each suite.

const runtimes = inject('runtimes')
for (const runtime of runtimes.filter(({ single }, i) => runtimes.findIndex((other) => other.single === single) === i)) {
  describe(`gate modes, ${runtime.title}`, () => gateModes(runtime))
}

interface Given {
  name: string
  items: number
  /** How many rules it is wrong about: in the run that becomes the baseline, and after. */
  was: number
  is: number
  /** As code. */
  gates?: string
  more?: string
}

const suite = ({ name, items, was, is, gates = '', more = '' }: Given) =>
  `describeBenchmark('${name}', { judge, policy: 'gate', gates: [${gates}], items: rules(${items}), system: wrongUpTo(process.env.PART === 'base' ? ${was} : ${is}) ${more} })\n`
const gate = (more: string) => `{ metric: 'hallucinationRate', ${more} }`

/** A judge that cannot tell what it is asked about rule 1. */
const UNSURE = `, judge: { ...judge, assess: async (request) => {
  const verdict = await judge.assess(request)
  return request.id === 'R-1' ? { ...verdict, claims: [{ ...verdict.claims[0], support: 'undetermined' }] } : verdict
} }`

/** Gates that the baseline lets pass, with room. */
const PASSING: Given[] = [
  { name: 'Confident', items: 10, was: 0, is: 0, gates: gate('max: 0.5') },
  { name: 'Point', items: 10, was: 0, is: 3, gates: gate("mode: 'point', max: 0.3") },
  { name: 'Regression', items: 20, was: 2, is: 2, gates: gate("mode: 'regression'") },
  { name: 'Too small an effect', items: 40, was: 0, is: 8, gates: gate("mode: 'regression', minEffect: 0.3") },
  { name: 'Noninferior', items: 40, was: 0, is: 0, gates: gate("mode: 'noninferior', margin: 0.1") },
]
const FAILING: (Given & { says: RegExp })[] = [
  { name: 'Confident fails', items: 10, was: 0, is: 9, gates: gate('max: 0.3'), says: /≤ 30\.0%: 90\.0% \(9 of 10/ },
  {
    name: 'Point fails',
    items: 10,
    was: 0,
    is: 4,
    gates: gate("mode: 'point', max: 0.3"),
    says: /40\.0% \(4 of 10 .* no interval\) fails/,
  },
  {
    name: 'Regression fails',
    items: 40,
    was: 0,
    is: 8,
    gates: gate("mode: 'regression', minEffect: 0.2"),
    says: /0\.0% → 20\.0% \(\+20\.0 points over 40 pairs, 8 worse, 0 better; .* one-sided p \.004\) fails/,
  },
  {
    name: 'Noninferior fails',
    items: 40,
    was: 0,
    is: 20,
    gates: gate("mode: 'noninferior', margin: 0.1"),
    says: /0\.0% → 50\.0% .* fails/,
  },
]
const undecided = (prefix: string, what: string): Given[] => [
  { name: `${prefix} confident`, items: 10, was: 0, is: 3, gates: gate(`max: 0.3, ${what}`) },
  { name: `${prefix} point`, items: 10, was: 0, is: 4, gates: gate(`mode: 'point', max: 0.3, ${what}`), more: UNSURE },
  { name: `${prefix} regression`, items: 4, was: 0, is: 0, gates: gate(`mode: 'regression', ${what}`) },
  { name: `${prefix} noninferior`, items: 10, was: 0, is: 0, gates: gate(`mode: 'noninferior', margin: 0.1, ${what}`) },
]
const WARNS = undecided('Warns', "undecided: 'warn'")
const STRICT = undecided('Strict', "undecided: 'fail'")
const CLOSED: Given[] = [
  { name: 'Closed confident', items: 4, was: 0, is: 0, gates: gate("max: 0.9, slice: { language: 'de' }") },
  { name: 'Closed point', items: 4, was: 0, is: 0, gates: gate("mode: 'point', max: 0.9, slice: { language: 'de' }") },
  { name: 'Closed regression', items: 20, was: 0, is: 0, gates: gate("mode: 'regression'") },
  { name: 'Closed noninferior', items: 20, was: 0, is: 0, gates: gate("mode: 'noninferior', margin: 0.9") },
]

function gateModes(runtime: Runtime): void {
  const cli = (folder: string, ...args: string[]): Promise<Finished> => {
    const script = join(runtime.single, 'node_modules/vitest-docket/dist/src/cli/main.js')
    return start(runtime.node, [script, ...args], folder, { ...plainEnvironment(), TMPDIR: runtime.temporary }).done
  }

  /** By the suites of the report: what each is, and what became of its gate. */
  const statuses = (folder: string) =>
    Object.fromEntries(
      readReport(folder).suites.map(({ suite: name, status, gates }) => [name, `${status}: ${gates[0]?.status}`]),
    )
  const each = (given: readonly Given[], status: string) => Object.fromEntries(given.map(({ name }) => [name, status]))

  test('exit codes of every mode: passed, failed, undecided with a warning and as a failure, closed', async () => {
    const parts = { passes: PASSING, warns: WARNS, strict: STRICT, closed: CLOSED }
    const failing = FAILING.map((one, i): [string, Given[]] => [`fails ${i}`, [one]])
    // A part of one file at a time. All but one are in the run that becomes the baseline.
    const declared = [...Object.entries(parts), ...failing].map(
      ([part, given]) =>
        `if (process.env.PART === '${part}'${part === 'closed' ? '' : ` || process.env.PART === 'base'`}) {\n${given.map(suite).join('')}}\n`,
    )
    const { folder, run } = scenario(runtime, 'modes', { 'a.suite.mjs': declared.join('') })
    const runPart = (PART: string) => run(['run'], { PART })
    await runPart('base')
    const accepted = await cli(folder, 'baseline', 'accept')
    expect(accepted.code, accepted.stderr).toBe(0)

    const passed = await runPart('passes')
    expect(statuses(folder)).toEqual(each(PASSING, 'PASS: pass'))
    expect(headlineOf(passed.stdout)).toMatch(/^PASS: 5 suites/)
    expect(passed.code).toBe(0)

    for (const [i, { name, says }] of FAILING.entries()) {
      const failed = await runPart(`fails ${i}`)
      expect(statuses(folder)).toEqual({ [name]: 'FAIL: fail' })
      expect(headlineOf(failed.stdout)).toMatch(/^FAIL: hallucinationRate/)
      expect(headlineOf(failed.stdout)).toMatch(says)
      // The gate is what is red, no case is.
      expect(failed.stdout).not.toMatch(/Tests .*failed/)
      expect(failed.code).toBe(1)
    }

    const warned = await runPart('warns')
    expect(statuses(folder)).toEqual(each(WARNS, 'UNDECIDED: undecided'))
    expect(headlineOf(warned.stdout)).toMatch(/^UNDECIDED: /)
    expect(warned.code).toBe(0)

    const strict = await runPart('strict')
    expect(statuses(folder)).toEqual(each(STRICT, 'FAIL: undecided'))
    expect(strict.code).toBe(1)

    const closed = await runPart('closed')
    expect(statuses(folder)).toEqual(each(CLOSED, 'FAIL: closed'))
    for (const { suite: name, gates } of readReport(folder).suites) {
      const isPaired = /regression|noninferior/.test(name)
      expect(gates[0]?.message).toContain(isPaired ? 'no baseline: make one' : 'no cases')
    }
    expect(closed.code).toBe(1)
  })

  test('policy ratchet: only what the baseline had right turns red, and without a baseline nothing passes', async () => {
    const ratchet = (name: string) =>
      `describeBenchmark('${name}', { judge, policy: 'ratchet', items: rules(10), system: wrongUpTo(Number(process.env.WRONG)) })\n`
    const { folder, run } = scenario(runtime, 'ratchet', { 'a.suite.mjs': ratchet('Stamps') })
    const first = await run(['run'], { WRONG: '2' })
    expect(first.code).toBe(1)
    expect(headlineOf(first.stdout)).toMatch(/^FAIL: ratchet: no baseline: .*`npx vitest-docket baseline accept`/)
    expect(first.stdout).toMatch(/Tests\s+10 passed/)
    expect((await cli(folder, 'baseline', 'accept')).code).toBe(0)

    const worse = await run(['run'], { WRONG: '3' })
    expect(worse.stdout).toMatch(/Tests\s+1 failed \| 9 passed/)
    expect(headlineOf(worse.stdout)).toMatch(/^FAIL: 1 red case \(R-3\): newly wrong: /)
    expect(onlySuite(readReport(folder)).comparison?.newlyWrong.map(({ id }) => id)).toEqual(['R-3'])
    expect(worse.code).toBe(1)

    const better = await run(['run'], { WRONG: '1' })
    expect(better.stdout).toMatch(/Tests\s+10 passed/)
    const { status, comparison } = onlySuite(readReport(folder))
    expect([status, comparison?.newlyWrong, comparison?.newlyRight.map(({ id }) => id)]).toEqual(['PASS', [], ['R-2']])
    expect(better.code).toBe(0)
  })

  test('a worker that dies and Ctrl-C close a regression gate, and no baseline is made of what is left', async () => {
    const {
      folder,
      run,
      start: begin,
    } = scenario(
      runtime,
      'modes-cut-off',
      {
        'a.suite.mjs': `describeBenchmark('Stamps', { items: rules(10), judge, policy: 'gate', gates: [${gate("mode: 'regression'")}], system: async (request) => {
  if (process.env.CRASH && numberOf(request) === 3) {
    await sleep(500)
    process.kill(process.pid, 'SIGKILL')
    await sleep(60_000)
  }
  if (process.env.HANG && numberOf(request) > 4) await sleep(60_000)
  return right(request)
} })`,
      },
      { docket: '{ concurrency: 10 }' },
    )
    await run(['run'])
    expect((await cli(folder, 'baseline', 'accept')).code).toBe(0)
    const baseline = () => readFileSync(join(folder, 'baselines/stamps.jsonl'), 'utf8')
    const accepted = baseline()

    const crashed = await run(['run'], { CRASH: '1' })
    expect(headlineOf(crashed.stdout)).toMatch(/^INFRASTRUCTURE: .*ended without a result/)
    expect(onlySuite(readReport(folder)).gates).toMatchObject([{ status: 'closed', p: null }])
    expect(crashed.code).toBe(1)
    const unwhole = newestRun(folder)

    const { child, done } = begin(['run'], { HANG: '1' })
    const isNew = () => newestRun(folder) !== unwhole
    await expect.poll(() => isNew() && runLines(folder).filter(({ kind }) => kind === 'case').length, SOON).toBe(4)
    child.kill('SIGINT')
    const interrupted = await done
    expect(headlineOf(interrupted.stdout)).toMatch(/^FAIL: .*interrupted/)
    expect(onlySuite(readReport(folder)).gates).toMatchObject([{ status: 'closed', p: null }])
    expect(interrupted.code).not.toBe(0)

    for (const run of readdirSync(join(folder, '.docket/runs')).sort().slice(-2)) {
      const refused = await cli(folder, 'baseline', 'accept', join('.docket/runs', run))
      expect(refused.code).toBe(1)
      expect(refused.stderr).toContain('cannot be a baseline')
    }
    expect(baseline()).toBe(accepted)
  })

  test('watch shows what gates and a ratchet come to, looks at a baseline that is edited, and forces no exit code', async () => {
    const wrong = 'system: wrongUpTo(Number(process.env.WRONG))'
    const {
      folder,
      run,
      write,
      start: begin,
    } = scenario(runtime, 'modes-watch', {
      'a.suite.mjs': `describeBenchmark('Gate', { items: rules(20), judge, ${wrong}, policy: 'gate', gates: [${gate("mode: 'regression'")}] })
describeBenchmark('Ratchet', { items: rules(20), judge, ${wrong}, policy: 'ratchet', gates: [${gate("mode: 'point', max: 0.5")}] })`,
    })
    const read = (name: string) => readFileSync(join(folder, 'baselines', name), 'utf8')
    await run(['run'], { WRONG: '8' })
    expect((await cli(folder, 'baseline', 'accept')).code).toBe(0)
    const worse = { gate: read('gate.jsonl'), ratchet: read('ratchet.jsonl') }
    await run(['run'], { WRONG: '0' })
    expect((await cli(folder, 'baseline', 'accept', '--suite', 'Gate')).code).toBe(0)
    // Cases that turn red would have Vitest set an exit code of its own.
    write('baselines/ratchet.jsonl', worse.ratchet.replace('"name":"literal"', '"name":"another"'))

    const { child, done, output } = begin(['watch'], { WRONG: '8' })
    const shows = (expected: Record<string, string>) =>
      expect
        .poll(() => {
          try {
            return statuses(folder)
          } catch {
            return null
          }
        }, SOON)
        .toEqual(expected)
        .catch((error: unknown) => {
          throw new Error(`${String(error)}\n${output()}`)
        })
    await shows({ Gate: 'FAIL: fail', Ratchet: 'FAIL: pass' })
    expect(printed(output())).toMatch(/^FAIL: /)
    expect(readReport(folder).suites[1]?.reasons[0]).toMatch(/^ratchet: .*judge/)
    write('baselines/ratchet.jsonl', worse.ratchet)
    await shows({ Gate: 'FAIL: fail', Ratchet: 'PASS: pass' })
    write('baselines/gate.jsonl', worse.gate)
    await shows({ Gate: 'PASS: pass', Ratchet: 'PASS: pass' })
    expect(child.exitCode).toBe(null)
    child.kill('SIGTERM')
    expect((await done).code).not.toBe(1)
  })
}

const SOON = { timeout: 120_000, interval: 100 }
