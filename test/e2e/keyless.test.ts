import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { hashOf } from '../../src/cassettes/key.js'
import { anthropicServer } from '../providers/anthropic.js'
import { literalVerdict, verdict } from '../providers/behaviour.js'
import { openaiServer } from '../providers/openai.js'
import type { ProviderServer } from '../providers/server.js'
import { headlineOf, onlySuite, readReport, runLines } from './consumer.js'
import { type Finished, plainEnvironment, start } from './process.js'
import { type Scenario, scenario } from './scenario.js'
import type { Runtime } from './setup.js'

// CI without a key: one machine records, commits packs, and every other one replays them with all servers down. What has changed
// since is a miss that names the case and what differs, never a live call and never an answer.

const ITEMS = 4
const SUITE = `
describeBenchmark('Stamps', {
  items: rules(${ITEMS}),
  system: httpSystem({
    name: 'clerk',
    version: process.env.CLERK_VERSION ?? '1',
    dependsOn: ['prompts/clerk.md'],
    url: process.env.CLERK_URL,
    headers: { authorization: 'Bearer \${CLERK_TOKEN}' },
    body: (item) => ({ q: item.question }),
  }),
  policy: 'gate',
  gates: [{ metric: 'hallucinationRate', max: 0.9 }],
})
`
const DOCKET = `{
  judge: {
    ...{
      anthropic: { provider: 'anthropic', model: 'claude-sonnet-4-6' },
      openai: { provider: 'openai', model: 'gpt-5.4' },
    }[process.env.JUDGE],
    ...(process.env.MODEL ? { model: process.env.MODEL } : {}),
    ...(process.env.RUBRIC ? { rubric: process.env.RUBRIC } : {}),
  },
  cassettes: { mode: process.env.MODE, system: true },
}`
const TOKEN = 'clerk-token-0123456789'
/** Where nothing answers: port 9 is that of the discard service. */
const NOWHERE = 'http://127.0.0.1:9'

// Once a Vitest: what a Node changes is in other tests.
const runtimes = inject('runtimes').slice(0, 2)

describe.each(runtimes)('keyless, $title', (runtime) => {
  let anthropic: ProviderServer
  let openai: ProviderServer
  let clerk: { url: string; asked: number; server: Server }

  beforeAll(async () => {
    const literal = ({ prompt }: Parameters<Parameters<typeof anthropicServer>[0]>[0]) => verdict(literalVerdict(prompt))
    ;[anthropic, openai, clerk] = await Promise.all([anthropicServer(literal), openaiServer(literal), startClerk()])
  })
  afterAll(async () => {
    await Promise.all([anthropic.close(), openai.close()])
    clerk.server.closeAllConnections()
    clerk.server.close()
    expect([...anthropic.unexpected, ...openai.unexpected]).toEqual([])
  })
  const asked = () => ({ anthropic: anthropic.requests.length, openai: openai.requests.length, clerk: clerk.asked })

  test.each(['anthropic', 'openai'] as const)('%s: recorded, packed, and replayed from the packs alone', async (judge) => {
    const recording = checkout(runtime, `keyless-${judge}`)
    const before = asked()
    const recorded = await recording.run(['run'], {
      MODE: 'auto',
      JUDGE: judge,
      CLERK_URL: `${clerk.url}/ask`,
      CLERK_TOKEN: TOKEN,
      ANTHROPIC_API_KEY: 'sk-ant-REDACTED-NOT-0001',
      ANTHROPIC_BASE_URL: anthropic.baseURL,
      OPENAI_API_KEY: 'sk-REDACTED-NOT-000000000002',
      OPENAI_BASE_URL: openai.baseURL,
    })
    expect(recorded.code, text(recorded)).toBe(0)
    expect(headlineOf(recorded.stdout)).toMatch(new RegExp(`replayed 0 answers, 0 verdicts of ${ITEMS}$`))
    const after = asked()
    expect(after).toEqual({ ...before, [judge]: before[judge] + ITEMS, clerk: before.clerk + ITEMS })
    const known = figures(recording.folder)
    expect(known.metrics['hallucinationRate']).toMatchObject({ count: 1, scored: ITEMS })

    const packed = await cassettes(runtime, recording, 'pack')
    expect(packed.code, text(packed)).toBe(0)
    expect(packed.stdout).toContain(`stamps.jsonl (Stamps, ${2 * ITEMS} recordings`)
    const store = join(recording.folder, '.docket/cassettes')
    const pack = readFileSync(join(store, 'stamps.jsonl'), 'utf8')
    for (const secret of [TOKEN, 'sk-ant-', 'sk-REDACTED']) expect(pack).not.toContain(secret)
    const summary = await cassettes(runtime, recording)
    expect(summary.stdout).toMatch(new RegExp(`${2 * ITEMS} recordings of 1 suite`))
    expect(summary.stdout).toMatch(/system +clerk 1 +4/)

    const fresh = checkout(runtime, `keyless-${judge}-fresh`)
    mkdirSync(join(fresh.folder, '.docket/cassettes'), { recursive: true })
    cpSync(join(store, 'stamps.jsonl'), join(fresh.folder, '.docket/cassettes/stamps.jsonl'))
    // The provider's base URL is part of a key; the service's host is not.
    const nobody = {
      MODE: 'replay',
      JUDGE: judge,
      CLERK_URL: `${NOWHERE}/ask`,
      ANTHROPIC_BASE_URL: anthropic.baseURL,
      OPENAI_BASE_URL: openai.baseURL,
    }
    const replay = (env: Record<string, string> = {}) => fresh.run(['run'], { ...nobody, ...env })

    const replayed = await replay()
    expect(replayed.code, text(replayed)).toBe(0)
    const day = String.raw`\d{4}-\d\d-\d\d`
    expect(headlineOf(replayed.stdout)).toMatch(new RegExp(`replayed ${ITEMS} answers, ${ITEMS} verdicts of ${ITEMS} .*${day}`))
    expect(figures(fresh.folder)).toEqual(known)
    expect(onlySuite(readReport(fresh.folder)).cost.judge.calls).toBe(0)

    // The miss of the second case, or of every case, and whose call it is.
    const misses = async (env: Record<string, string> = {}) => {
      const { code, stdout } = await replay(env)
      expect(code).toBe(1)
      expect(headlineOf(stdout)).toMatch(/^INFRASTRUCTURE: /)
      return new Map(
        runLines(fresh.folder).flatMap(({ record }) =>
          record?.failure === undefined ? [] : [[record.id, `${record.errorClass}: ${record.failure.message}`]],
        ),
      )
    }
    const all = Array.from({ length: ITEMS }, (_, i) => `R-${i + 1}`)
    const [model, other] = judge === 'anthropic' ? ['claude-sonnet-4-6', 'claude-opus-4-6'] : ['gpt-5.4', 'gpt-5.4-mini']

    const otherModel = await misses({ MODEL: other })
    expect([...otherModel.keys()].sort()).toEqual(all)
    expect(otherModel.get('R-2')).toMatch(
      new RegExp(
        `^unscored: no recording of the judge call of "Stamps" / "R-2" .* differs in model \\(recorded "${model}", now "${other}"\\)\\.`,
      ),
    )

    fresh.write('strict.txt', 'Call everything unsupported.')
    expect((await misses({ RUBRIC: 'strict.txt' })).get('R-2')).toMatch(/"R-2" .* differs in prompt\. /)

    const otherVersion = await misses({ CLERK_VERSION: '2' })
    expect([...otherVersion.keys()].sort()).toEqual(all)
    expect(otherVersion.get('R-2')).toMatch(
      /^infrastructure: no recording of the system call of "Stamps" \/ "R-2" .* differs in version \(recorded "1", now "2"\)\./,
    )

    fresh.write('prompts/clerk.md', 'Be wordy.')
    expect((await misses()).get('R-2')).toMatch(/^infrastructure: .*"R-2" .* differs in file prompts\/clerk\.md \(/)
    fresh.write('prompts/clerk.md', PROMPT)

    writeFileSync(join(fresh.folder, '.docket/cassettes/stamps.jsonl'), otherwiseAnswered(pack))
    const otherAnswer = await misses()
    expect([...otherAnswer.keys()]).toEqual(['R-2'])
    expect(otherAnswer.get('R-2')).toMatch(
      /^unscored: no recording of the judge call of "Stamps" \/ "R-2" .* differs in input \(answer \(recorded "Rule 2 asks[^"]*", now "Now rule 2 asks[^"]*"\)\)\. /,
    )

    expect(asked()).toEqual(after)
    expect(readdirSync(join(fresh.folder, '.docket/cassettes'))).toEqual(['stamps.jsonl'])
  })

  const keyed = (url: string) => ({
    MODE: 'auto',
    JUDGE: 'openai',
    CLERK_URL: `${url}/ask`,
    CLERK_TOKEN: TOKEN,
    OPENAI_API_KEY: 'none',
    OPENAI_BASE_URL: openai.baseURL,
  })

  test('prune drops from store and packs what no kept run used, and says what stays and why', async () => {
    const product = checkout(runtime, 'keyless-prune')
    const recorded = await product.run(['run'], keyed(clerk.url))
    expect(recorded.code, text(recorded)).toBe(0)
    await cassettes(runtime, product, 'pack')
    const first = readdirSync(join(product.folder, '.docket/runs'))
    const again = await product.run(['run'], { ...keyed(clerk.url), CLERK_VERSION: '2' })
    expect(again.code, text(again)).toBe(0)

    const kept = await cassettes(runtime, product, 'prune')
    expect(kept.stdout).toMatch(new RegExp(`0 recordings dropped .*, ${3 * ITEMS} kept`))
    for (const run of first) rmSync(join(product.folder, '.docket/runs', run), { recursive: true })

    const dry = await cassettes(runtime, product, 'prune', '--dry-run')
    expect(dry.stdout).toMatch(new RegExp(`${ITEMS} recordings would be dropped .*, ${2 * ITEMS} kept`))
    expect((await cassettes(runtime, product)).stdout).toMatch(new RegExp(`${3 * ITEMS} recordings of 1 suite`))

    const packed = await cassettes(runtime, product, 'pack', '--prune')
    expect(packed.stdout).toMatch(/^dropped: Stamps: 4 system, no kept run used them$/m)
    expect(packed.stdout).toMatch(/^kept: Stamps: 4 judge, used$/m)
    const pack = readFileSync(join(product.folder, '.docket/cassettes/stamps.jsonl'), 'utf8').trimEnd().split('\n')
    expect(pack).toHaveLength(2 * ITEMS)
    const versions = pack.map((line) => JSON.parse(line)).flatMap(({ components }) => components.version?.value ?? [])
    expect(versions).toEqual(Array(ITEMS).fill('2'))
  })

  test('in watch mode an edited prompt re-asks the system that depends on it, and nothing else', async () => {
    const product = checkout(runtime, 'keyless-watch')
    product.write('b.suite.mjs', OTHER_SUITE)
    const { child, done, output } = product.start(['watch'], keyed(clerk.url))
    const soon = { timeout: 60_000, interval: 100 }
    const before = asked()
    await expect.poll(() => existsSync(join(product.folder, '.docket/report.json')), soon).toBe(true)
    const first = asked()
    expect(first, output()).toEqual({ ...before, clerk: before.clerk + ITEMS + 1, openai: before.openai + ITEMS + 1 })
    product.write('prompts/clerk.md', 'Be wordy.')
    await expect.poll(() => asked().clerk, soon).toBe(first.clerk + ITEMS)
    // The answers are the same, so their verdicts are replayed; the report is written once all is done.
    await expect.poll(() => onlySuiteNamed(product.folder, 'Stamps').replayed, soon).toMatchObject({ system: 0, judge: ITEMS })
    expect(asked()).toEqual({ ...first, clerk: first.clerk + ITEMS })
    child.kill('SIGTERM')
    await done
  })

  /** A service that is wrong about the first rule and sends back who asked. */
  async function startClerk() {
    const clerk = { url: '', asked: 0, server: createServer() }
    clerk.server.on('request', async (request, response) => {
      clerk.asked += 1
      let body = ''
      for await (const chunk of request) body += chunk
      const number = /rule (\d+)/.exec((JSON.parse(body) as { q: string }).q)?.[1]
      const rule = `Rule ${number} asks for ${Number(number) + 10} stamps.`
      const answer = number === '1' ? 'Stamps are free on Sundays.' : rule
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ answer, passages: [{ title: 'Stamp Act', text: rule }], meta: { headers: request.headers } }))
    })
    await new Promise<void>((resolve) => clerk.server.listen(0, '127.0.0.1', resolve))
    clerk.url = `http://127.0.0.1:${(clerk.server.address() as AddressInfo).port}`
    return clerk
  }
})

const PROMPT = 'Be brief.'
const OTHER_SUITE = `import { describeBenchmark, httpSystem } from 'vitest-docket'
import { rules } from './kit.mjs'
${SUITE.replace("'Stamps'", "'Seals'").replace("  dependsOn: ['prompts/clerk.md'],\n", '').replace(`rules(${ITEMS})`, 'rules(5).slice(4)')}`

function onlySuiteNamed(folder: string, name: string) {
  const found = readReport(folder).suites.find(({ suite }) => suite === name)
  if (found === undefined) throw new Error(`no suite ${name} in the report`)
  return found
}

/** The product as it is checked out; both SDKs are installed where it lies. */
function checkout(runtime: Runtime, name: string): Scenario {
  const files = { 'a.suite.mjs': SUITE, 'prompts/clerk.md': PROMPT }
  return scenario(runtime, name, files, { into: runtime.sdks, docket: DOCKET })
}

/** `vitest-docket cassettes …`, as it is installed. */
function cassettes(runtime: Runtime, { folder }: Scenario, ...args: string[]): Promise<Finished> {
  const cli = join(runtime.sdks, 'node_modules/vitest-docket/dist/src/cli/main.js')
  if (!existsSync(cli)) throw new Error(`expected the installed package's command at ${cli}`)
  return start(runtime.node, [cli, 'cassettes', ...args], folder, plainEnvironment()).done
}

/** A pack in which the service answered the second case otherwise, as if it had been recorded so. */
function otherwiseAnswered(pack: string): string {
  const lines = pack
    .trimEnd()
    .split('\n')
    .map((line) => {
      const entry = JSON.parse(line)
      if (entry.kind !== 'system' || entry.id !== 'R-2') return line
      const payload = { ...entry.payload, answer: `Now ${entry.payload.answer.toLowerCase()}` }
      return JSON.stringify({ ...entry, payload, sha256: hashOf(payload) })
    })
  return `${lines.join('\n')}\n`
}

function figures(folder: string) {
  const { metrics, decomposition, slices, gates, latency, worst } = onlySuite(readReport(folder))
  return { metrics, decomposition, slices, gates, latency, worst }
}

const text = ({ stdout, stderr }: Finished) => `${stdout}${stderr}`
