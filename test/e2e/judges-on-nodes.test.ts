import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { literalVerdict, verdict } from '../providers/behaviour.js'
import { openaiServer } from '../providers/openai.js'
import { onlySuite, readReport } from './consumer.js'
import { plainEnvironment, start, succeed } from './process.js'
import { scenario } from './scenario.js'
import type { Runtime } from './setup.js'
import { npm } from './tools.js'

// Both SDKs against local servers that play both protocols: the Node that runs these tests has run those tests already, as the unit
// project; here those that a Node can change run on the others. And openai's next major, which does not run on Node 20.

const runtimes = inject('runtimes')
const majorOf = ({ title }: { title: string }) => title.replace(/^.* on Node /, '')
const own = process.versions.node.split('.')[0]

/** What a Node changes is how a request is sent and read: the tests that play a provider or a service, and two whole runs of them. */
const TESTS = [
  ...['src/judges', 'src/systems', 'src/systems/reference'].flatMap((folder) =>
    readdirSync(folder)
      .map((name) => `${folder}/${name}`)
      .filter(
        (file) => file.endsWith('.test.ts') && /'(?:node:http|[./]*\/test\/providers\/.*)'/.test(readFileSync(file, 'utf8')),
      ),
  ),
  'test/unit/secrets.test.ts',
  'test/unit/unreadable-reply.test.ts',
]

interface TestResult {
  name: string
  status: string
  assertionResults: { fullName: string; status: string }[]
}

for (const runtime of runtimes.filter((one) => majorOf(one) !== own)) {
  describe(`the judges' tests on Node ${majorOf(runtime)}`, () => judgesTests(runtime))
}

function judgesTests(runtime: Runtime): void {
  test('all pass, and none is skipped but what needs published data that is absent', async () => {
    const folder = mkdtempSync(join(runtime.temporary, `judges-on-${majorOf(runtime)}-`))
    const results = join(folder, 'results.json')
    const versions = join(folder, 'versions.txt')
    // Every process of the run says which Node it is: Vitest's own and each of its workers.
    const note = join(folder, 'note.mjs')
    writeFileSync(
      note,
      `import { appendFileSync } from 'node:fs'\nappendFileSync(${JSON.stringify(versions)}, process.version + '\\n')\n`,
    )
    const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'unit', '--reporter=json', `--outputFile=${results}`]
    const { DOCKET_DATA } = process.env
    const env = {
      ...plainEnvironment(),
      ...(DOCKET_DATA === undefined ? {} : { DOCKET_DATA }),
      TMPDIR: runtime.temporary,
      NODE_OPTIONS: `--import=${pathToFileURL(note)}`,
    }
    const { code, stdout, stderr } = await start(runtime.node, [...vitest, ...TESTS], process.cwd(), env).done
    expect(code, `${stdout}${stderr}`).toBe(0)

    const seen = readFileSync(versions, 'utf8').trim().split('\n')
    expect(seen.length).toBeGreaterThan(1)
    expect(new Set(seen.map((version) => version.split('.')[0]))).toEqual(new Set([`v${majorOf(runtime)}`]))

    const { testResults } = JSON.parse(readFileSync(results, 'utf8')) as { testResults: TestResult[] }
    expect(testResults.filter(({ status }) => status !== 'passed').map(({ name }) => name)).toEqual([])
    const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
    expect(tests.filter(({ status }) => status === 'passed').length).toBeGreaterThan(100)
    // What needs published data says so where it is absent; nothing else may be left out.
    const others = tests.filter(({ status, fullName }) => status !== 'passed' && !fullName.includes('SKIPPED: no data at'))
    expect(others).toEqual([])

    const files = testResults.map(({ name }) => relative(process.cwd(), name).replaceAll('\\', '/'))
    expect(files.sort()).toEqual(TESTS.sort())
    const played = testResults.find(({ name }) => name.endsWith('model.test.ts'))?.assertionResults ?? []
    for (const provider of ['anthropic', 'openai']) {
      expect(played.filter(({ fullName }) => fullName.startsWith(`${provider} `)).length).toBeGreaterThan(10)
    }
  })
}

for (const runtime of runtimes.filter((one) => majorOf(one) !== '20')) {
  describe(`openai 7, ${runtime.title}`, () => openai7(runtime))
}

function openai7(runtime: Runtime): void {
  const consumer = join(runtime.temporary, `openai-7-on-node-${majorOf(runtime)}`)
  const OPENAI = '7.59.0'

  beforeAll(async () => {
    const single = JSON.parse(readFileSync(join(runtime.single, 'package.json'), 'utf8')) as {
      devDependencies: Record<string, string>
    }
    const { vite, vitest } = single.devDependencies
    const dependencies = { openai: OPENAI, vite, vitest, 'vitest-docket': `file:${inject('tarball')}` }
    mkdirSync(consumer)
    writeFileSync(join(consumer, 'package.json'), JSON.stringify({ private: true, type: 'module', dependencies }))
    await succeed(process.execPath, [npm(), 'install', '--no-package-lock', '--prefer-offline'], consumer)
  })

  test('an answer is judged, recorded, and replayed without key and provider', async () => {
    const installed = JSON.parse(readFileSync(join(consumer, 'node_modules/openai/package.json'), 'utf8')) as { version: string }
    expect(installed.version).toBe(OPENAI)
    const server = await openaiServer(({ prompt }) => verdict(literalVerdict(prompt)))
    const { folder, run } = scenario(
      runtime,
      'recorded',
      { 'a.suite.mjs': `describeBenchmark('Stamps', { items: rules(1), system: right, policy: 'gate' })` },
      { into: consumer, docket: `{ judge: { provider: 'openai', model: 'gpt-5.4' }, cassettes: { mode: process.env.MODE } }` },
    )
    const outcome = async (env: Record<string, string>) => {
      const { code, stdout, stderr } = await run(['run'], env)
      expect(code, `${stdout}${stderr}`).toBe(0)
      const { metrics, decomposition } = onlySuite(readReport(folder))
      return { metrics, decomposition }
    }
    let recorded: Awaited<ReturnType<typeof outcome>>
    try {
      recorded = await outcome({ MODE: 'record', OPENAI_API_KEY: 'none', OPENAI_BASE_URL: server.baseURL })
    } finally {
      await server.close()
    }
    expect(server.unexpected).toEqual([])
    expect(server.requests).toHaveLength(1)
    expect(server.requests[0]?.headers['user-agent']).toMatch(new RegExp(`OpenAI/JS ${OPENAI}`))
    expect(server.requests[0]).toMatchObject({ format: 'schema', model: 'gpt-5.4' })
    expect(recorded.metrics['hallucinationRate']).toMatchObject({ count: 0, scored: 1 })

    // The server is gone; its address is part of the recording's key.
    expect(await outcome({ MODE: 'replay', OPENAI_BASE_URL: server.baseURL })).toEqual(recorded)
  })
}
