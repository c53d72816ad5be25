import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import type { Report } from '../../src/schema/report.js'
import { anthropicServer } from '../providers/anthropic.js'
import { literalVerdict, verdict } from '../providers/behaviour.js'
import { headlineOf, newestRun, onlySuite, printed, readReport, runLines } from './consumer.js'
import { plainEnvironment, start, succeed } from './process.js'
import { type ScenarioOptions, scenario } from './scenario.js'
import type { Runtime } from './setup.js'

// How Vitest and the package get along, on both majors: what turns red, what the exit code is, and what survives what.

const runtimes = inject('runtimes')
for (const runtime of runtimes.filter(({ single }, i) => runtimes.findIndex((other) => other.single === single) === i)) {
  describe(`behaviour, ${runtime.title}`, () => behaviour(runtime))
}

/** A suite over ten rules, wrong about the first few, with one gate. */
const gated = (wrong: number, max: number, more = '') =>
  `describeBenchmark('Stamps', { items: rules(10), judge, system: wrongUpTo(${wrong}), policy: 'gate', gates: [{ metric: 'hallucinationRate', max: ${max} }] ${more} })\n`
const PASSES = gated(0, 0.5)
const FAILS = gated(9, 0.3)

function behaviour(runtime: Runtime): void {
  const write = (name: string, files: Record<string, string>, options?: ScenarioOptions) =>
    scenario(runtime, name, files, options)
  const one = (name: string, suite: string, options?: ScenarioOptions) => write(name, { 'a.suite.mjs': suite }, options)

  describe('what turns a case and a run red', () => {
    test('fault 38: a matcher that is not awaited makes its case red, in a benchmark and in a plain test', async () => {
      const { run } = one(
        'not-awaited',
        `describeBenchmark('Stamps', { items: rules(2), judge, system: right, policy: 'report' }, async ({ response, expect }) => {
  expect(response).toBeGrounded()
})
test('plain', () => {
  expect({ answer: 'Yes.', passages: ['Yes.'] }).toBeGrounded()
})
test('awaited', async () => {
  await expect({ answer: 'Yes.', passages: ['Yes.'] }).toBeGrounded()
})`,
      )
      const { code, stdout, stderr } = await run()
      expect(code).toBe(1)
      expect(stdout).toMatch(/Tests\s+3 failed \| 1 passed/)
      expect(stderr).toContain('`toBeGrounded` was not awaited: write `await expect(…).toBeGrounded(…)`')
    })

    const policies = [
      { policy: 'strict', code: 1, status: 'FAIL', red: 2 },
      { policy: 'gate', code: 0, status: 'PASS', red: 0 },
      { policy: 'report', code: 0, status: 'PASS', red: 0 },
    ]
    for (const { policy, code, status, red } of policies) {
      test(`policy ${policy}: two wrong answers of ten turn ${red} cases red and the run ${status}`, async () => {
        const { folder, run } = one(
          `policy-${policy}`,
          `describeBenchmark('Stamps', { items: rules(10), judge, system: wrongUpTo(2), policy: '${policy}', gates: [{ metric: 'hallucinationRate', max: 0.6 }] })`,
        )
        const finished = await run()
        expect(finished.code).toBe(code)
        expect(finished.stdout).toMatch(red > 0 ? /Tests\s+2 failed \| 8 passed/ : /Tests\s+10 passed/)
        const suite = onlySuite(readReport(folder))
        expect(suite.status).toBe(status)
        expect(suite.metrics['hallucinationRate']).toMatchObject({ count: 2, scored: 10 })
      })
    }

    test('policy report: a gate that fails is told and turns nothing red', async () => {
      const { folder, run } = one('report-fails', FAILS.replace("policy: 'gate'", "policy: 'report'"))
      const { code } = await run()
      expect(code).toBe(0)
      expect(onlySuite(readReport(folder))).toMatchObject({ status: 'FAIL', gates: [{ status: 'fail' }] })
    })

    test('fault 37: a negative expectation does not pass where the system never ran', async () => {
      const down = `system: () => { throw new Error('down') }`
      const negative = `async ({ response, expect }) => { await expect(response).not.toBeGrounded() }`
      const { folder, run } = one(
        'negative',
        `describeBenchmark('Strict', { items: rules(2), judge, ${down} }, ${negative})
describeBenchmark('Gate', { items: rules(2), judge, ${down}, policy: 'gate' }, ${negative})
test('plain', async () => {
  await expect(undefined).not.toBeGrounded()
})`,
      )
      const { code, stdout, headline } = await run().then((done) => ({ ...done, headline: headlineOf(done.stdout) }))
      expect(code).toBe(1)
      expect(headline).toMatch(/^INFRASTRUCTURE: /)
      expect(stdout).toMatch(/Tests\s+3 failed \| 2 skipped/)
      expect(readReport(folder).suites.map(({ status }) => status)).toEqual(['INFRASTRUCTURE', 'INFRASTRUCTURE'])
    })

    test('fault 39: retries re-run what failed outside the answer only, and the last attempt alone is kept', async () => {
      const { folder, run, notes } = one(
        'retries',
        `const failed = new Set()
describeBenchmark('Stamps', { items: rules(3), judge, system: (request) => {
  note(request.item.id)
  if (numberOf(request) === 1 && !failed.has(1)) {
    failed.add(1)
    throw new Error('once')
  }
  return numberOf(request) === 2 ? wrong(request) : right(request)
} })`,
        { test: '{ retry: 3 }' },
      )
      const { code } = await run()
      expect(code).toBe(1)
      expect(notes().sort()).toEqual(['R-1', 'R-1', 'R-2', 'R-3'])
      const suite = onlySuite(readReport(folder))
      expect(suite).toMatchObject({ n: 3, status: 'FAIL', reasons: [expect.stringContaining('1 red case (R-2)')] })
      expect(suite.decomposition.map(({ errorClass, count }) => [errorClass, count])).toEqual([
        ['correct', 2],
        ['hallucination', 1],
      ])
    })

    test('fault 41: what is not JSON in a response is an error of its own case and loses nothing else', async () => {
      const { folder, run } = one(
        'not-json',
        `describeBenchmark('Stamps', { items: rules(6), judge, policy: 'gate', system: (request) => {
  const response = right(request)
  const odd = [{ onDone: () => 1 }, { big: 1n }, { self: response }, { mark: Symbol('x') }, { share: Number.NaN }]
  return Object.assign(response, odd[numberOf(request) - 1])
} })`,
      )
      const { code } = await run()
      expect(code).toBe(1)
      const suite = onlySuite(readReport(folder))
      expect(suite.n).toBe(6)
      expect(suite.decomposition).toEqual([
        { errorClass: 'correct', count: 1, causes: {} },
        { errorClass: 'infrastructure', count: 5, causes: { 'system shape': 5 } },
      ])
      const messages = runLines(folder).flatMap(({ record }) => record?.failure?.message ?? [])
      for (const what of ['onDone', 'big', 'self', 'mark', 'share']) expect(messages.join('\n')).toContain(what)
    })
  })

  describe('gates', () => {
    test('faults 29 and 31: a gate that fails names itself, its value, its slice and the first cases', async () => {
      const { run } = one(
        'gate-message',
        `describeBenchmark('Stamps', {
  items: rules(40, (n) => ({ language: n <= 20 ? 'de' : 'en' })),
  judge,
  system: wrongUpTo(12),
  policy: 'gate',
  gates: [{ metric: 'hallucinationRate', max: 0.2, slice: { language: 'de' } }, { metric: 'hallucinationRate', max: 0.2, slice: { language: 'en' } }],
})`,
      )
      const { code, stdout } = await run()
      expect(code).toBe(1)
      expect(headlineOf(stdout)).toMatch(
        /^FAIL: hallucinationRate ≤ 20\.0% \[language=de\]: 60\.0% \(12 of 20 scored of 20 answers given; .*\) fails — first cases: R-1, R-2, R-3, R-4, R-5 · n 40/,
      )
    })

    test('fault 27: a suite file that throws as it loads fails the run and is named, whatever the others say', async () => {
      const { folder, run } = write('load', { 'a.suite.mjs': PASSES, 'b.suite.mjs': `throw new Error('broken at load')` })
      const { code, stdout } = await run()
      expect(code).toBe(1)
      expect(headlineOf(stdout)).toMatch(/^FAIL: b\.suite\.mjs: broken at load/)
      expect(onlySuite(readReport(folder)).status).toBe('PASS')
    })

    const german = PASSES.replace('rules(10)', "rules(10, (n) => ({ language: n <= 5 ? 'de' : 'en' }))")
    const partial: { title: string; args?: string[]; suite?: string; says: RegExp }[] = [
      { title: 'a data set without items', suite: `describeBenchmark('Stamps', { items: [], system: right })`, says: /no items/ },
      { title: 'a filter that matches no case', args: ['-t', 'nothing'], says: /-t nothing/ },
      { title: 'a filter that matches a part', args: ['-t', 'R-1 '], says: /1 of 10 cases ran; -t R-1/ },
      {
        title: 'a tag that matches a part',
        args: ['--tags-filter', 'language:de'],
        suite: german,
        says: /5 of 10 cases ran; --tags-filter language:de/,
      },
      { title: 'another test with .only', args: ['--allowOnly'], suite: `${PASSES}test.only('x', () => {})`, says: /\.only/ },
      { title: 'a limit in the suite', suite: gated(0, 0.5, ', limit: 5'), says: /`limit` 5/ },
      { title: 'a filter in the suite', suite: gated(0, 0.5, ', filter: (item) => item.id !== "R-1"'), says: /filter/ },
    ]
    for (const [i, { title, args = [], suite = PASSES, says }] of partial.entries()) {
      test(`fault 28: no gate passes on ${title}`, async () => {
        const { folder, run } = write(
          `partial-${i}`,
          { 'a.suite.mjs': suite, 'b.suite.mjs': PASSES.replace('Stamps', 'Others') },
          { test: "{ tags: [{ name: 'language:de' }] }" },
        )
        const { code, stdout } = await run(['run', ...args])
        expect(code).toBe(1)
        expect(headlineOf(stdout)).toMatch(/^FAIL: /)
        expect(headlineOf(stdout)).toMatch(says)
        const results = readReport(folder).suites.flatMap(({ suite: name, gates }) => (name === 'Stamps' ? gates : []))
        expect(results.filter(({ status }) => status === 'pass')).toEqual([])
      })
    }

    test('a declared sample is a design: it gates with its own n', async () => {
      const { folder, run } = one('sample', gated(0, 0.6, ', sample: { size: 6, seed: 1 }'))
      const { code } = await run()
      expect(code).toBe(0)
      expect(onlySuite(readReport(folder))).toMatchObject({ status: 'PASS', n: 6, selected: 6, total: 10 })
    })
  })

  describe('what a run may lose', () => {
    test('fault 32: two files with one name and one suite name, and two projects, stand side by side', async () => {
      const { folder, run } = write(
        'names',
        { 'a/x.suite.mjs': PASSES, 'b/x.suite.mjs': gated(1, 0.9) },
        {
          config: `{ test: { projects: ['one', 'two'].map((name) => ({ ...docketProject(), test: { ...docketProject().test, name } })) } }`,
        },
      )
      const { code, stdout } = await run()
      expect(code, stdout).toBe(0)
      expect(
        readReport(folder).suites.map(({ project, file, n, metrics }) => [project, file, n, metrics['hallucinationRate']?.count]),
      ).toEqual([
        ['one', 'a/x.suite.mjs', 10, 0],
        ['two', 'a/x.suite.mjs', 10, 0],
        ['one', 'b/x.suite.mjs', 10, 1],
        ['two', 'b/x.suite.mjs', 10, 1],
      ])
    })

    test('fault 33: a system that hangs is ended at its deadline, and told through `signal`', async () => {
      const { folder, run, notes } = one(
        'hang',
        `describeBenchmark('Stamps', { items: rules(3), judge, policy: 'gate', deadlineMs: 500, system: (request) => {
  if (numberOf(request) > 2) return right(request)
  if (numberOf(request) === 2) return new Promise(() => {})
  return new Promise(() => request.signal.addEventListener('abort', () => note('aborted')))
} })`,
      )
      const { code, stdout } = await run()
      expect(code).toBe(1)
      expect(headlineOf(stdout)).toMatch(/^INFRASTRUCTURE: 2 of 3 cases lost \(66\.7%\): system deadline, .*500 ms/)
      expect(notes()).toEqual(['aborted'])
      expect(onlySuite(readReport(folder)).decomposition).toContainEqual({
        errorClass: 'infrastructure',
        count: 2,
        causes: { 'system deadline': 2 },
      })
    })

    test('fault 35: Ctrl-C leaves a report of what was done, and the files of the run', async () => {
      const { folder, start: begin } = one(
        'interrupt',
        `describeBenchmark('Stamps', { items: rules(10), judge, policy: 'gate', gates: [{ metric: 'hallucinationRate', max: 0.9 }], system: async (request) => {
  if (numberOf(request) > 4) {
    await sleep(60_000)
  }
  return right(request)
} })`,
        { docket: '{ concurrency: 10 }' },
      )
      const { child, done } = begin(['run'])
      await expect.poll(() => records(folder), { timeout: 60_000 }).toHaveLength(4)
      child.kill('SIGINT')
      const { code, stdout } = await done
      expect(code).not.toBe(0)
      expect(headlineOf(stdout)).toMatch(/^FAIL: .*4 of 10 cases ran; .*interrupted · n 4 /)
      const suite = onlySuite(readReport(folder))
      expect(suite.n).toBe(4)
      expect(suite.gates).toMatchObject([{ status: 'closed' }])
      expect(records(folder)).toHaveLength(4)
    })

    test('a worker that is killed is infrastructure, and what it had done is kept', async () => {
      const { folder, run } = one(
        'killed',
        `describeBenchmark('Stamps', { items: rules(5), judge, policy: 'gate', gates: [{ metric: 'hallucinationRate', max: 0.9 }], system: async (request) => {
  if (numberOf(request) === 3) {
    await sleep(1000)
    process.kill(process.pid, 'SIGKILL')
    await sleep(60_000)
  }
  return right(request)
} })`,
      )
      const { code, stdout } = await run()
      expect(code).toBe(1)
      expect(headlineOf(stdout)).toMatch(/^INFRASTRUCTURE: .*ended without a result \(R-3\)/)
      const suite = onlySuite(readReport(folder))
      expect(suite).toMatchObject({ n: 4, gates: [{ status: 'closed' }] })
      expect(
        records(folder)
          .map(({ id }) => id)
          .sort(),
      ).toEqual(['R-1', 'R-2', 'R-4', 'R-5'])
    })

    test('process.exit in a case is an error of that case only', async () => {
      const { folder, run } = one(
        'exits',
        `describeBenchmark('Stamps', { items: rules(5), judge, policy: 'gate', system: (request) => {
  if (numberOf(request) === 3) process.exit(0)
  return right(request)
} })`,
      )
      const { code } = await run()
      expect(code).toBe(1)
      expect(onlySuite(readReport(folder))).toMatchObject({ status: 'INFRASTRUCTURE', n: 5 })
    })

    test("the report built again from a run's files is the report", async () => {
      const { folder, run } = write('rebuilt', {
        'a.suite.mjs': `${PASSES}describeBenchmark('Strict', { items: rules(4), judge, system: wrongUpTo(1) })`,
        'b/a.suite.mjs': FAILS,
        'c.suite.mjs': `throw new Error('broken at load')`,
      })
      const { code, stdout } = await run()
      const cli = join(runtime.single, 'node_modules/vitest-docket/dist/src/cli/main.js')
      const report = (...args: string[]) => start(runtime.node, [cli, 'report', ...args], folder, plainEnvironment()).done
      const json = await report(newestRun(folder), '--format', 'json')
      const rebuilt = JSON.parse(json.stdout) as Report
      expect(rebuilt).toEqual(readReport(folder))
      expect(rebuilt.suites).toHaveLength(3)
      const text = await report()
      expect(text.stdout.trim()).toBe(printed(stdout).trim())
      expect([json.code, text.code]).toEqual([code, code])
    })
  })

  describe('watch', () => {
    test('a gate that fails kills no watcher and forces no exit code, and an edit runs it again', async () => {
      const {
        folder,
        start: begin,
        write: edit,
      } = write('watch', {
        'a.suite.mjs': FAILS.replace('rules(10)', "jsonl('items.jsonl')"),
        'items.jsonl': items(10),
      })
      const { child, shows, output, done } = begin(['watch'])
      const times = (n: number) => (text: string) => text.split(/n\s10\s·\sno\spaid\scalls/).length > n
      await shows(times(1))
      expect(headlineOf(output())).toMatch(/^FAIL: /)
      edit(
        'a.suite.mjs',
        readFileSync(join(folder, 'a.suite.mjs'), 'utf8').replace('wrongUpTo(9)', 'wrongUpTo(0)').replace('0.3', '0.5'),
      )
      await shows(times(2))
      await expect.poll(() => readReport(folder)).toMatchObject({ status: 'PASS', suites: [{ n: 10 }] })
      writeFileSync(join(folder, 'items.jsonl'), items(12))
      await shows(/n\s12\s·\sno\spaid\scalls/)
      expect(child.exitCode).toBe(null)
      child.kill('SIGTERM')
      expect((await done).code).not.toBe(1)
    })
  })

  describe('beside other things', () => {
    test('standard output stays JSON for the json reporter', async () => {
      const { run } = one('json', FAILS, { test: "{ reporters: [['json', { stdout: true }]] }" })
      const { code, stdout, stderr } = await run()
      expect(code).toBe(1)
      expect(JSON.parse(stdout)).toMatchObject({ numTotalTests: 10 })
      expect(headlineOf(stderr)).toMatch(/^FAIL: /)
    })

    test('junit and json into files leave the report on standard output', async () => {
      const { folder, run } = one('junit', PASSES)
      const files = ['--outputFile.junit=junit.xml', '--outputFile.json=result.json']
      const { code, stdout } = await run(['run', '--reporter=default', '--reporter=junit', '--reporter=json', ...files])
      expect(code).toBe(0)
      expect(headlineOf(stdout)).toMatch(/^PASS: /)
      expect(readFileSync(join(folder, 'junit.xml'), 'utf8')).toMatch(/<testsuites [^>]*tests="10"/)
      expect(JSON.parse(readFileSync(join(folder, 'result.json'), 'utf8'))).toMatchObject({ numPassedTests: 10 })
    })

    test('fault 36: four suite files in four workers share one concurrency, and one budget', async () => {
      const provider = await anthropicServer(({ prompt }) => verdict(literalVerdict(prompt)))
      const service = await countingService(3)
      try {
        // Each answer takes three calls of the service's own: more than an estimate before the first run can know.
        const suite = (name: string) => `const rule = (n) => \`Rule \${n} of ${name} asks for \${n} stamps.\`
describeBenchmark('${name}', {
  items: rules(10).map((item, i) => ({ ...item, reference: rule(i + 1) })),
  system: httpSystem({ url: process.env.SERVICE, map: (_, reply) => reply && ({ answer: 'Rules ask for stamps.', passages: ['${name}: Rules ask for stamps.'], usage: { calls: 3, usd: 0 } }) }),
  policy: 'gate',
  gates: [{ metric: 'hallucinationRate', max: 0.9 }],
})`
        const names = ['A', 'B', 'C', 'D']
        const { folder, run } = write('shared', Object.fromEntries(names.map((name) => [`${name}.suite.mjs`, suite(name)])), {
          into: runtime.sdks,
          docket: `{ judge: { provider: 'anthropic', model: 'claude-sonnet-4-6' }, concurrency: 3, budget: { calls: 100 } }`,
          test: '{ maxWorkers: 4, minWorkers: 4 }',
        })
        const env = { ANTHROPIC_API_KEY: 'none', ANTHROPIC_BASE_URL: provider.baseURL, SERVICE: service.url }
        const { code, stdout } = await run(['run'], env)
        expect(code).toBe(1)
        expect(service.most()).toBe(3)
        const calls = provider.requests.length + 3 * service.answered()
        expect(calls).toBeLessThanOrEqual(100)
        expect(calls).toBeGreaterThan(96)
        expect(provider.unexpected).toEqual([])
        const report = readReport(folder)
        expect(report.suites.map(({ suite: name }) => name)).toEqual(names)
        const budget = report.suites.flatMap(({ decomposition }) => decomposition.map(({ causes }) => causes['budget'] ?? 0))
        expect(budget.reduce((sum, n) => sum + n, 0)).toBe(40 - provider.requests.length)
        expect(printed(stdout)).toMatch(/unscored .* budget \d/)
      } finally {
        await Promise.all([provider.close(), service.close()])
      }
    })

    test('types resolve in a consumer without `skipLibCheck` and without any provider SDK', async () => {
      expect(existsSync(join(runtime.single, 'node_modules/openai'))).toBe(false)
      const tsc = resolve('node_modules/typescript/bin/tsc')
      const { stdout } = await succeed(process.execPath, [tsc, '--project', 'tsconfig.json'], runtime.single)
      expect(stdout).toBe('')
    })
  })
}

function records(folder: string): { id: string }[] {
  return existsSync(join(folder, '.docket/runs')) ? runLines(folder).flatMap(({ record }) => record ?? []) : []
}

/** Rules as in the kit, as a file. */
function items(n: number): string {
  return Array.from(
    { length: n },
    (_, i) =>
      `${JSON.stringify({ id: `R-${i + 1}`, question: 'How many stamps?', reference: `Rule ${i + 1} asks for ${i + 11} stamps.` })}\n`,
  ).join('')
}

/** A service that counts how many requests it has at once. The first ones wait until as many have come as are expected. */
async function countingService(
  expected: number,
): Promise<{ url: string; most(): number; answered(): number; close(): Promise<void> }> {
  let inFlight = 0
  let answered = 0
  let most = 0
  let waiting: (() => void)[] = []
  const server = createServer(async (request, response) => {
    inFlight += 1
    most = Math.max(most, inFlight)
    for await (const _ of request);
    if (most < expected) await new Promise<void>((go) => waiting.push(go))
    for (const go of waiting) go()
    waiting = []
    // Long enough for one request too many to be seen.
    await new Promise((go) => setTimeout(go, 20))
    inFlight -= 1
    answered += 1
    response.setHeader('content-type', 'application/json').end('{}')
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    most: () => most,
    answered: () => answered,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}
