import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import type { Report } from '../../src/schema/report.js'
import { headlineOf, newestRun, onlySuite, printed, readReport, runLines } from './consumer.js'
import { type Finished, start } from './process.js'
import { scenario } from './scenario.js'
import type { Runtime } from './setup.js'

// What needs processes, signals or a watcher to be seen: runs that are killed, machines without a temporary folder, output that others
// read, and what watch mode must forget.

const runtimes = inject('runtimes')
for (const runtime of runtimes.filter(({ single }, i) => runtimes.findIndex((other) => other.single === single) === i)) {
  describe(`hostile, ${runtime.title}`, () => hostile(runtime))
}

const PASSES = `describeBenchmark('Stamps', { items: rules(10), judge, system: right, policy: 'gate', gates: [{ metric: 'hallucinationRate', max: 0.5 }] })\n`

function hostile(runtime: Runtime): void {
  describe('fault 34: a run whose main process is killed', () => {
    const cli = join(runtime.single, 'node_modules/vitest-docket/dist/src/cli/main.js')
    const rebuild = async (folder: string): Promise<Finished & { report: Report }> => {
      const args = [cli, 'report', newestRun(folder), '--format', 'json']
      const done = await start(runtime.node, args, folder, {}).done
      return { ...done, report: JSON.parse(done.stdout) as Report }
    }
    const kinds = (folder: string, kind: string) =>
      existsSync(join(folder, '.docket/runs')) ? runLines(folder).filter((line) => line.kind === kind) : []

    test('keeps its red cases, says that it was interrupted, and passes no gate', async () => {
      const { folder, start: begin } = scenario(runtime, 'killed-main', {
        'a.suite.mjs': `describeBenchmark('Stamps', {
  items: rules(10),
  judge,
  gates: [{ metric: 'hallucinationRate', max: 0.9 }],
  system: async (request) => {
    if (numberOf(request) > 9) await sleep(60_000)
    return numberOf(request) === 1 ? wrong(request) : right(request)
  },
})`,
      })
      const { child, done } = begin(['run'])
      await expect.poll(() => [kinds(folder, 'case').length, kinds(folder, 'red').length], { timeout: 60_000 }).toEqual([9, 1])
      child.kill('SIGKILL')
      expect((await done).code).not.toBe(0)
      const { code, report } = await rebuild(folder)
      expect(code).toBe(1)
      expect(onlySuite(report)).toMatchObject({ n: 9, status: 'FAIL', gates: [{ status: 'closed' }] })
      expect(onlySuite(report).reasons[0]).toMatch(/^1 red case \(R-1\): expected the answer to be grounded/)
      expect(onlySuite(report).reasons.join('\n')).toMatch(/the run was interrupted/)
    })

    test('is undecided where every case was done and nothing was red', async () => {
      const { folder, start: begin } = scenario(runtime, 'killed-late', {
        'a.suite.mjs': `describeBenchmark('Stamps', { items: rules(5), judge, system: right })
test('goes on', () => sleep(60_000), 90_000)`,
      })
      const { child, done } = begin(['run'])
      await expect.poll(() => kinds(folder, 'case').length, { timeout: 60_000 }).toBe(5)
      child.kill('SIGKILL')
      await done
      const { report } = await rebuild(folder)
      expect(report.headline).toMatch(/^UNDECIDED: .*the run was interrupted/)
      expect(onlySuite(report)).toMatchObject({ n: 5, status: 'UNDECIDED' })
    })
  })

  describe.skipIf(process.platform === 'win32')('where the temporary folder', () => {
    const sockets = (folder: string) => (existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.sock')) : [])

    test.for([
      { what: 'is like any other', name: 'tmp', made: true },
      { what: 'has a path too long for a socket', name: 'x'.repeat(120), made: true },
      { what: 'is missing', name: 'missing', made: false },
    ])('$what a run works and leaves no socket', async ({ name, made }) => {
      const { folder, start: begin } = scenario(runtime, `tmp-${name.slice(0, 8)}`, {
        'a.suite.mjs': PASSES,
        'b.suite.mjs': PASSES,
      })
      const TMPDIR = join(folder, name)
      if (made) mkdirSync(TMPDIR)
      // Processes that were killed leave theirs, and their numbers come again.
      const before = new Set(sockets('/tmp'))
      const { child, done } = begin(['run'], { TMPDIR })
      const { code, stdout, stderr } = await done
      expect(code, `${stdout}${stderr}`).toBe(0)
      expect(headlineOf(stdout)).toMatch(/^PASS: 2 suites · n 20/)
      expect(sockets(TMPDIR)).toEqual([])
      // A path that is too long is cut off, and the socket then stands under a part of its name.
      expect(readdirSync(folder).filter((file) => file !== name && name.startsWith(file))).toEqual([])
      expect(sockets('/tmp').filter((file) => !before.has(file) && file.startsWith(`docket-${child.pid}-`))).toEqual([])
    })
  })

  describe('output that others read', () => {
    test('is JSON alone where the json reporter prints and the junit reporter has a file', async () => {
      const { folder, run } = scenario(
        runtime,
        'json-junit',
        { 'a.suite.mjs': PASSES },
        { test: "{ reporters: [['json', { stdout: true }], 'junit'] }" },
      )
      const { code, stdout, stderr } = await run(['run', '--outputFile.junit=junit.xml'])
      expect(code).toBe(0)
      // The line in which Vitest says where a report was written is its own.
      expect(JSON.parse(stdout.replace(/^JUNIT report written to .*$/m, ''))).toMatchObject({ numPassedTests: 10 })
      expect(headlineOf(stderr)).toMatch(/^PASS: /)
      expect(existsSync(join(folder, 'junit.xml'))).toBe(true)
    })

    test('fault 52: holds no command and no escape sequence from what systems, judges and items say', async () => {
      const { start: begin } = scenario(runtime, 'commands', {
        'a.suite.mjs': `
const evil = (place) => place + '\\u001B[2J\\u001B]8;;x\\u0007\\n::error file=a.ts::' + place + '\\n  ##[error]' + place + '\\r::warning::' + place
const items = [{ id: evil('id'), question: evil('question'), type: evil('type'), language: 'en', reference: evil('reference'), golds: [{ kind: 'document', id: evil('gold') }] }]
const response = { answer: evil('answer'), passages: [{ title: evil('title'), text: evil('passage') }], citations: [{ title: evil('citation') }] }
const base = { items, system: () => response, judge: { name: evil('judge'), assess: async () => ({
  claims: [{ text: evil('claim'), support: 'neutral', nearest: 0, reason: evil('reason') }],
  correct: false, correctReason: evil('why'), outcome: 'answered', outcomeReason: evil('outcome'), judge: { name: evil('judge') } }) } }
const fails = (place) => () => { throw new Error(evil(place)) }
describeBenchmark(evil('suite'), base)
describeBenchmark('system', { ...base, system: fails('system') })
describeBenchmark('note', { ...base, system: fails('note'), policy: 'gate' })
describeBenchmark('judging', { ...base, judge: { ...base.judge, assess: fails('judging') } })
describeBenchmark('cites', base, ({ response, expect }) => expect(response).toCiteGold())
`,
      })
      const running = begin(['run', '--reporter=verbose'], { NO_COLOR: '1' })
      const raw: string[] = []
      for (const stream of [running.child.stdout, running.child.stderr])
        stream?.on('data', (text: string) => raw.push(text, '\n'))
      expect((await running.done).code).toBe(1)
      const lines = raw.join('').split(/[\r\n]/)
      // Were it not said at all, nothing would be shown.
      for (const place of ['id', 'question', 'suite', 'claim', 'reason', 'citation', 'system', 'note', 'judging']) {
        expect(lines.join('\n')).toContain(`${place} : :error`)
      }
      // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what is looked for
      expect(lines.filter((line) => /^\s*::|##\[|\u0007|\u001B(?!\[[\d;]*m)/.test(line))).toEqual([])
    })
  })

  describe('watch', () => {
    const items = (...numbers: number[]) =>
      numbers
        .map((n) => ({ id: `R-${n}`, question: 'How many stamps?', reference: `Rule ${n} asks for ${n + 10} stamps.` }))
        .map((item) => `${JSON.stringify(item)}\n`)
        .join('')
    /** Each suite of the report as it now is; null where there is none that can be read. */
    const suites = (folder: string) => () => {
      try {
        return readReport(folder).suites.map(({ suite, status, n }) => `${suite} ${status} ${n}`)
      } catch {
        return null
      }
    }
    const soon = { timeout: 60_000, interval: 100 }

    test('forgets an item that is removed, with its red case, and a suite that is renamed', async () => {
      const suite = (name: string) => `describeBenchmark('${name}', { items: jsonl('items.jsonl'), judge, system: wrongUpTo(1) })`
      const {
        folder,
        start: begin,
        write,
      } = scenario(runtime, 'watch-forgets', {
        'a.suite.mjs': suite('Stamps'),
        'items.jsonl': items(1, 2, 3),
      })
      const { child, done } = begin(['watch'])
      await expect.poll(suites(folder), soon).toEqual(['Stamps FAIL 3'])
      writeFileSync(join(folder, 'items.jsonl'), items(2, 3))
      await expect.poll(suites(folder), soon).toEqual(['Stamps PASS 2'])
      write(
        'a.suite.mjs',
        `import { describeBenchmark, jsonl } from 'vitest-docket'
import { judge, wrongUpTo } from './kit.mjs'
${suite('Seals')}`,
      )
      await expect.poll(suites(folder), soon).toEqual(['Seals PASS 2'])
      child.kill('SIGTERM')
      await done
    })

    test('re-runs a suite in a package of its own for its data, and the tests of other projects for their code', async () => {
      const {
        folder,
        start: begin,
        write,
        notes,
      } = scenario(
        runtime,
        'watch-packages',
        {
          'packages/law/a.suite.mjs': `describeBenchmark('Stamps', { items: jsonl('data/items.jsonl'), judge, system: right })`,
          'packages/law/data/items.jsonl': items(1, 2),
          'code.mjs': 'export const answer = 1',
          'x.test.mjs': `import { answer } from './code.mjs'\ntest('x', () => note('answer ' + answer))`,
        },
        {
          config: `{ test: { projects: [{ ...docketProject(), root: './packages/law' }, { test: { name: 'plain', include: ['*.test.mjs'] } }] } }`,
        },
      )
      const law = join(folder, 'packages/law')
      const { child, done } = begin(['watch'])
      await expect.poll(suites(law), soon).toEqual(['Stamps PASS 2'])
      await expect.poll(notes, soon).toEqual(['answer 1'])
      writeFileSync(join(law, 'data/items.jsonl'), items(1, 2, 3))
      await expect.poll(suites(law), soon).toEqual(['Stamps PASS 3'])
      write('code.mjs', 'export const answer = 2')
      await expect.poll(notes, soon).toEqual(['answer 1', 'answer 2'])
      child.kill('SIGTERM')
      await done
    })

    test('a config that changes brings its limits, and data files are looked at as before', async () => {
      const config = (concurrency: number) =>
        `import { docket } from 'vitest-docket/plugin'\nexport default { plugins: [docket({ concurrency: ${concurrency} })] }\n`
      const {
        folder,
        start: begin,
        write,
        notes,
      } = scenario(runtime, 'watch-config', {
        'a.suite.mjs': `let now = 0
let most = 0
describeBenchmark('Stamps', { items: jsonl('items.jsonl'), judge, system: async (request) => {
  now += 1
  most = Math.max(most, now)
  await sleep(100)
  now -= 1
  if (numberOf(request) === 9) note('at most ' + most)
  return right(request)
} })`,
        'items.jsonl': items(1, 2, 3, 4, 9),
      })
      write('vitest.config.mjs', config(1))
      const { child, done } = begin(['watch'])
      await expect.poll(suites(folder), soon).toEqual(['Stamps PASS 5'])
      expect(notes()).toEqual(['at most 1'])
      const runs = () => readdirSync(join(folder, '.docket/runs')).length
      expect(runs()).toBe(1)
      write('vitest.config.mjs', config(5))
      await expect.poll(notes, soon).toEqual(['at most 1', 'at most 5'])
      await expect.poll(suites(folder), soon).toEqual(['Stamps PASS 5'])
      writeFileSync(join(folder, 'items.jsonl'), items(1, 2, 3, 4, 5, 9))
      await expect.poll(suites(folder), soon).toEqual(['Stamps PASS 6'])
      child.kill('SIGTERM')
      await done
    })

    test('a project for suites without any is nothing to speak of', async () => {
      const {
        folder,
        start: begin,
        notes,
        write,
      } = scenario(
        runtime,
        'watch-none',
        { 'x.test.mjs': `test('x', () => note('ran'))` },
        { config: `{ test: { projects: [docketProject(), { test: { name: 'plain', include: ['*.test.mjs'] } }] } }` },
      )
      const { child, done, output } = begin(['watch'])
      await expect.poll(notes, soon).toEqual(['ran'])
      write('x.test.mjs', `import { test } from 'vitest'\nimport { note } from './kit.mjs'\ntest('x', () => note('again'))`)
      await expect.poll(notes, soon).toEqual(['ran', 'again'])
      child.kill('SIGTERM')
      expect((await done).code).not.toBe(1)
      expect(printed(output())).toBe('')
      expect(existsSync(join(folder, '.docket/report.json'))).toBe(false)
    })
  })
}
