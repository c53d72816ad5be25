import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import type { Report } from '../../src/schema/report.js'
import { headlineOf, newestRun, onlySuite, readReport } from './consumer.js'
import { type Finished, start } from './process.js'
import { type Scenario, scenario } from './scenario.js'
import type { Runtime } from './setup.js'

// One benchmark over four shards, and what their merge makes of them.

const runtimes = inject('runtimes').filter(({ single }, i, all) => all.findIndex((other) => other.single === single) === i)

/** Pairs of twins, a suite with fewer items than shards, another test in the same file; a file of strict cases; and one without suites. */
const FILES = {
  'a.suite.mjs': `
describeBenchmark('Stamps', {
  items: rules(18, (n) => ({ language: n % 3 === 0 ? 'de' : 'en', ...(n % 3 === 0 ? { twinOf: \`R-\${n - 1}\` } : {}) })),
  judge, system: wrongUpTo(4), policy: 'gate', gates: [{ metric: 'hallucinationRate', max: 0.9 }, { metric: 'twinParity', min: 0.5, mode: 'point' }],
})
describeBenchmark('Few', { items: rules(2, () => ({ language: 'en' })), judge, system: right, policy: 'gate' })
test('stands beside', () => expect(1).toBe(1))`,
  'b.suite.mjs': `
if (process.env.BROKEN) throw new Error('broken as it loads')
describeBenchmark('Strict', { items: rules(9, () => ({ language: 'en' })), judge, system: wrongUpTo(Number(process.env.WRONG ?? 0)) })`,
  'plain.spec.mjs': `import { expect, test } from 'vitest'
test('ordinary', () => expect(1).toBe(1))`,
}
const SHARDS = [1, 2, 3, 4]

const shard = ({ run }: Scenario, index: number, into: string, env?: Record<string, string>): Promise<Finished> =>
  run(['run', `--shard=${index}/4`, '--reporter=default', '--reporter=blob', `--outputFile.blob=${into}/${index}.json`], env)

const merge = ({ run }: Scenario, from: string, ...more: string[]) =>
  run(['run', `--merge-reports=${from}`, '--reporter=default', ...more])

/** All four, two at a time. */
async function allShards(one: Scenario, into: string): Promise<Finished[]> {
  const done: Finished[] = []
  for (const pair of [SHARDS.slice(0, 2), SHARDS.slice(2)])
    done.push(...(await Promise.all(pair.map((i) => shard(one, i, into)))))
  return done
}

/** A folder with the reports of some shards, by the names of their files. */
function gather({ folder }: Scenario, into: string, from: Record<string, string>): void {
  rmSync(join(folder, into), { recursive: true, force: true })
  mkdirSync(join(folder, into), { recursive: true })
  for (const [name, path] of Object.entries(from)) copyFileSync(join(folder, path), join(folder, into, `${name}.json`))
}

/** A report but for what two runs of the same cannot have in common: its name, its time, and how long the system took. */
function comparable({ run: _run, startedAt: _startedAt, suites, ...report }: Report): object {
  return { ...report, suites: suites.map(({ latency: _latency, ...suite }) => suite) }
}

const cases = ({ suites }: Report) => suites.map(({ suite, n }) => [suite, n])

for (const runtime of runtimes) describe(`shards, ${runtime.title}`, () => shards(runtime))

function shards(runtime: Runtime): void {
  let one: Scenario
  let parts: Finished[]
  let unsharded: Report
  beforeAll(async () => {
    one = scenario(runtime, 'shards', FILES, { keep: true })
    expect((await one.run()).code).toBe(0)
    unsharded = readReport(one.folder)
    parts = await allShards(one, 'blobs')
    return () => rmSync(one.folder, { recursive: true, force: true, maxRetries: 3 })
  })

  test('fault 30: a shard decides nothing, exits 0 and says which part it is; there may be more shards than files', () => {
    for (const [i, { code, stdout }] of parts.entries()) {
      expect(code, stdout).toBe(0)
      expect(headlineOf(stdout)).toMatch(
        new RegExp(`^UNDECIDED: shard ${i + 1}/4, \\d+ of 29 cases: gates are decided in the merge · n \\d+`),
      )
      expect(stdout).not.toMatch(/hallucination rate/)
    }
    expect(parts.filter(({ stdout }) => stdout.includes('plain.spec.mjs'))).toHaveLength(1)
  })

  test('fault 30: the merge shows and gates what the run in one piece does, in every reporter, and can be accepted', async () => {
    const { code, stdout } = await merge(one, 'blobs', '--reporter=json', '--outputFile.json=merged.json')
    expect(code, stdout).toBe(0)
    const merged = readReport(one.folder)
    expect(cases(merged)).toEqual([
      ['Few', 2],
      ['Stamps', 18],
      ['Strict', 9],
    ])
    expect(comparable(merged)).toEqual(comparable(unsharded))
    const { success, numTotalTests } = JSON.parse(readFileSync(join(one.folder, 'merged.json'), 'utf8')) as Record<
      string,
      unknown
    >
    expect([success, numTotalTests]).toEqual([true, 31])
    const cli = join(runtime.single, 'node_modules/vitest-docket/dist/src/cli/main.js')
    const rebuilt = await start(runtime.node, [cli, 'report', newestRun(one.folder), '--format', 'json'], one.folder, {}).done
    expect(JSON.parse(rebuilt.stdout)).toEqual(merged)
    const accepted = await start(runtime.node, [cli, 'baseline', 'accept', '--dir', 'accepted'], one.folder, {}).done
    expect([accepted.code, accepted.stderr]).toEqual([0, ''])
    expect(readFileSync(join(one.folder, 'accepted/stamps.jsonl'), 'utf8').match(/"kind":"case"/g)).toHaveLength(18)
  })

  test('fault 30: a red case of the first shard is red in the merge', async () => {
    const red = await shard(one, 1, 'red', { WRONG: '9' })
    expect(red.code).toBe(1)
    expect(headlineOf(red.stdout)).toMatch(/^FAIL: Strict: \d red cases? \(R-/)
    gather(one, 'mixed', { 1: 'red/1.json', 2: 'blobs/2.json', 3: 'blobs/3.json', 4: 'blobs/4.json' })
    const { code, stdout } = await merge(one, 'mixed')
    expect(code).toBe(1)
    expect(headlineOf(stdout)).toMatch(/^FAIL: Strict: \d red cases? \(R-/)
    expect(cases(readReport(one.folder))).toEqual([
      ['Few', 2],
      ['Stamps', 18],
      ['Strict', 9],
    ])
  })

  test('fault 27: a suite file that one shard could not load fails the merge', async () => {
    const broken = await shard(one, 2, 'broken', { BROKEN: '1' })
    expect(broken.code).toBe(1)
    gather(one, 'mixed', { 1: 'blobs/1.json', 2: 'broken/2.json', 3: 'blobs/3.json', 4: 'blobs/4.json' })
    const { code, stdout } = await merge(one, 'mixed')
    expect(code).toBe(1)
    expect(headlineOf(stdout)).toMatch(/^FAIL: b\.suite\.mjs: broken as it loads/)
    expect(readReport(one.folder).problems).toContain('b.suite.mjs: shard 2/4 of "Strict" is missing')
  })

  test('fault 30: a shard that is missing, or there twice, fails the merge, and nothing of it can be accepted', async () => {
    gather(one, 'mixed', { 1: 'blobs/1.json', 2: 'blobs/2.json', again: 'blobs/2.json', 4: 'blobs/4.json' })
    const { code, stdout } = await merge(one, 'mixed', '--reporter=json', '--outputFile.json=merged.json')
    expect(code).toBe(1)
    expect(stdout).toMatch(/shard 3\/4 of "Stamps" is missing/)
    const report = readReport(one.folder)
    expect(report.status).toBe('FAIL')
    expect(report.problems).toEqual(
      expect.arrayContaining([
        'a.suite.mjs: shard 3/4 of "Stamps" is missing',
        'a.suite.mjs: shard 2/4 of "Stamps" is there 2 times',
      ]),
    )
    expect(report.suites.find(({ suite }) => suite === 'Stamps')?.gates.map(({ status }) => status)).toEqual(['closed', 'closed'])
    expect(JSON.parse(readFileSync(join(one.folder, 'merged.json'), 'utf8'))).toMatchObject({ success: false })
  })

  test('fault 28: a filter that matches nothing fails under --shard too', async () => {
    const { code, stdout, stderr } = await one.run(['run', 'nothing', '--shard=1/4'])
    expect([code, `${stdout}${stderr}`]).toEqual([1, expect.stringMatching(/No test files found, exiting with code 1/)])
  })
}

test.each(runtimes.slice(0, 1))('10,000 items in four shards, $title', async (runtime) => {
  const one = scenario(runtime, 'shards-large', {
    'a.suite.mjs': `describeBenchmark('Large', {
  items: rules(10_000, (n) => ({ language: 'en', ...(n % 10 === 0 ? { twinOf: \`R-\${n - 1}\` } : {}) })),
  judge, system: wrongUpTo(200), policy: 'gate', gates: [{ metric: 'hallucinationRate', max: 0.03 }],
})`,
  })
  for (const { code, stdout } of await allShards(one, 'blobs')) {
    expect(code).toBe(0)
    expect(headlineOf(stdout)).toMatch(/shard \d\/4, 2500 of 10000 cases/)
  }
  const { code, stdout } = await one.run(['run', '--merge-reports=blobs', '--reporter=dot'])
  expect(code, stdout).toBe(0)
  expect(onlySuite(readReport(one.folder))).toMatchObject({
    status: 'PASS',
    n: 10_000,
    groups: 9000,
    gates: [{ status: 'pass', metric: { count: 200, scored: 10_000 } }],
  })
  expect(existsSync(join(newestRun(one.folder), 'merged.jsonl'))).toBe(true)
})
