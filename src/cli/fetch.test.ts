import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCommand } from 'citty'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { displayWidth } from '../../reporters/layout.js'
import { type FileServer, startFiles } from '../../test/providers/files.js'
import { urlOf } from '../datasets/catalogue/benchmark.js'
import { BENCHMARK_NAMES, benchmarkNamed } from '../datasets/catalogue/catalogue.js'
import { fetch } from './fetch.js'

/** As small as Parquet can be. */
const PARQUET = 'PAR1\0\0\0\0PAR1'

let server: FileServer
let home: string

beforeEach(async () => {
  server = await startFiles()
  home = mkdtempSync(join(tmpdir(), 'docket-data-'))
  vi.stubEnv('DOCKET_DATA', home)
})

afterEach(async () => {
  vi.unstubAllEnvs()
  await server.close()
  rmSync(home, { recursive: true, force: true })
})

interface Ran {
  out: string
  /** Standard error: progress, then what went wrong. */
  error: string
  code: number | string | undefined
}

async function run(...rawArgs: string[]): Promise<Ran> {
  const out: string[] = []
  const error: string[] = []
  vi.spyOn(console, 'log').mockImplementation((text) => void out.push(String(text)))
  vi.spyOn(console, 'error').mockImplementation((text) => void error.push(`${text}\n`))
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => error.push(String(text)) > 0)
  const before = process.exitCode
  process.exitCode = undefined
  try {
    await runCommand(fetch, { rawArgs })
    return { out: out.join('\n'), error: error.join(''), code: process.exitCode }
  } finally {
    process.exitCode = before
    vi.restoreAllMocks()
  }
}

/** Puts files of a benchmark where its catalogue entry will ask a mirror for them. */
function publish(name: string, contents: Record<string, string>) {
  for (const { base, files } of benchmarkNamed(name).sources) {
    for (const file of files) {
      const content = contents[file.path]
      const { pathname } = new URL(urlOf(base, file))
      if (content !== undefined) server.on(pathname, { kind: 'file', content })
    }
  }
}

const read = (path: string) => readFileSync(join(home, path), 'utf8')

describe('vitest-docket fetch', () => {
  it('without a name lists every benchmark with its licence, and asks nobody', async () => {
    const { out, error, code } = await run()
    expect([error, code]).toEqual(['', undefined])
    expect(out.split('\n').filter((line) => displayWidth(line) > 80)).toEqual([])
    for (const name of BENCHMARK_NAMES) expect(out).toMatch(new RegExp(`^${name}: .+\\n  .+; there: –\\n  \\S`, 'm'))
    expect(out).toContain('claimrag-law: ClaimRAG-LAW\n  4 files, 2 pinned; sizes not known; there: –\n  CC BY 4.0\n')
    expect(server.requests).toEqual([])
  })

  it('says the licence first, then what came, below DOCKET_DATA', async () => {
    publish('canlegalragbench', { 'queries.json': '{}\n', 'documents.parquet': PARQUET })
    const { out, error, code } = await run('canlegalragbench', '--mirror', server.url)
    expect(code).toBeUndefined()
    expect(out.split('\n').slice(0, 8)).toEqual([
      'CanLegalRAGBench. Licence: MIT (code and annotations); each document has its own',
      '  The field upstream_license of a document says what it may be used for.',
      '  Upstream names the documents both as documents.parquet and as documents.json:',
      '  what is there is taken, one of the two is enough.',
      '  https://huggingface.co/datasets/UBC-VL/CanLegalRAGBench',
      '  at huggingface.co/datasets/UBC-VL/CanLegalRAGBench@fa20096d614b',
      'canlegalragbench: 2 files downloaded; not there upstream: documents.json',
      '  2 files without a published hash: held by docket.lock.json from now on',
    ])
    // Which of them comes first is the network's business; how many have come is counted.
    expect(error.match(/\d of 3/g)).toEqual(['1 of 3', '2 of 3', '3 of 3'])
    expect(
      error
        .replaceAll(/\d of 3: /g, '')
        .split('\n')
        .toSorted(),
    ).toEqual([
      '',
      'canlegalragbench: documents.json is not there upstream',
      'canlegalragbench: documents.parquet (12 bytes)',
      'canlegalragbench: queries.json (3 bytes)',
    ])
    expect(read('canlegalragbench/queries.json')).toBe('{}\n')
    const listed = await run()
    expect(listed.out).toMatch(/canlegalragbench: .+\n {2}3 files, 0 pinned; sizes not known; there: complete in/)
    const again = await run('canlegalragbench', '--mirror', 'http://127.0.0.1:1')
    expect(again.out).toContain('canlegalragbench: 2 files there and right; not there upstream: documents.json')
    expect(again.error).toBe('')
  })

  it('ends with 1 where a file is another than the one that is pinned', async () => {
    publish('legal-rag-bench', { 'qa.jsonl': '{}\n', 'corpus.jsonl': '{}\n' })
    const { error, code } = await run('legal-rag-bench', '--mirror', server.url)
    expect(code).toBe(1)
    expect(error).toMatch(/legal-rag-bench: \w+\.jsonl could not be fetched: expected SHA-256 [0-9a-f]{64}, received ca3d163bab/)
    expect(existsSync(join(home, 'legal-rag-bench/qa.jsonl'))).toBe(false)
  })

  it('takes several names, and accepts what changed only with --update-lock', async () => {
    publish('canlegalragbench', { 'queries.json': '"one"' })
    expect((await run('canlegalragbench', 'canlegalragbench', '--mirror', server.url)).out).toContain('1 file there and right')
    publish('canlegalragbench', { 'queries.json': '"two"' })
    rmSync(join(home, 'canlegalragbench/queries.json'))
    const refused = await run('canlegalragbench', '--mirror', server.url)
    expect(refused.code).toBe(1)
    expect(refused.error).toContain('`--update-lock` accepts what is published now.')
    expect((await run('canlegalragbench', '--mirror', server.url, '--update-lock')).code).toBeUndefined()
    expect(read('canlegalragbench/queries.json')).toBe('"two"')
  })

  it('fetches the others where one fails, and ends with 1', async () => {
    publish('canlegalragbench', { 'queries.json': '{}\n' })
    const { out, error, code } = await run('legal-rag-bench', 'canlegalragbench', 'claimrag-law', '--mirror', server.url)
    expect(code).toBe(1)
    expect(out).toContain('\ncanlegalragbench: 1 file downloaded; not there upstream: documents.parquet,\n')
    expect(error.match(/^\S+: \S+ could not be fetched/gm)).toEqual([
      expect.stringMatching(/^legal-rag-bench: /),
      expect.stringMatching(/^claimrag-law: /),
    ])
  })

  it('says once what is wrong with an option', async () => {
    const { error, code } = await run('legal-rag-bench', 'ragchecker', '--mirror', 'https://mirror.example/?hub')
    expect(code).toBe(1)
    expect(error).toBe(
      '`--mirror`: expected a URL without a query (?) or a fragment (#), received "https://mirror.example/?hub"\n',
    )
  })

  it('names a file that differs, also where the network is down, and says so once', async () => {
    const folder = join(home, 'legal-rag-bench')
    mkdirSync(folder)
    writeFileSync(join(folder, 'qa.jsonl'), '{}\n')
    const gone = await startFiles()
    await gone.close()
    const { error, code } = await run('legal-rag-bench', '--mirror', gone.url)
    expect(code).toBe(1)
    expect(error.split('\n').slice(0, 9)).toEqual([
      `legal-rag-bench: 1 file missing, 1 differs, in ${folder}`,
      '  missing  corpus.jsonl',
      '  differs  qa.jsonl',
      expect.stringMatching(/^ {4}expected [0-9a-f]{64}$/),
      '    received ca3d163bab055381827226140568f3bef7eaac187cebd76878e0b63e9e442356',
      `legal-rag-bench: ${new URL(gone.url).host} does not answer (ECONNREFUSED); 2 files could not be fetched:`,
      expect.stringMatching(/^ {2}(?:qa|corpus)\.jsonl/),
      expect.stringMatching(/^ {2}(?:qa|corpus)\.jsonl/),
      expect.stringMatching(/^What is there is kept/),
    ])
    expect(error.match(/by hand/g)).toHaveLength(1)
    expect(read('legal-rag-bench/qa.jsonl')).toBe('{}\n')
  })

  describe('--check', () => {
    it('holds what is there against its hashes, and asks nobody', async () => {
      publish('canlegalragbench', { 'queries.json': '{}\n', 'documents.parquet': PARQUET })
      await run('canlegalragbench', '--mirror', server.url)
      server.requests.length = 0
      const right = await run('canlegalragbench', '--check')
      expect([right.code, right.error]).toEqual([undefined, ''])
      expect(right.out).toContain('canlegalragbench: 2 files right, 1 absent, in')
      writeFileSync(join(home, 'canlegalragbench/queries.json'), '[]\n')
      const wrong = await run('canlegalragbench', '--check')
      expect(wrong.code).toBe(1)
      expect(wrong.out).toContain('  differs  queries.json (from docket.lock.json)\n    expected ca3d163bab')
      rmSync(join(home, 'canlegalragbench/queries.json'))
      const missing = await run('canlegalragbench', '--check')
      expect([missing.code, missing.out]).toEqual([1, expect.stringContaining('  missing  queries.json')])
      expect(server.requests).toEqual([])
      expect(existsSync(join(home, 'canlegalragbench/queries.json'))).toBe(false)
    })

    it('without a name is of what is there', async () => {
      const none = await run('--check')
      expect([none.code, none.error]).toEqual([1, expect.stringContaining('nothing to check')])
      publish('canlegalragbench', { 'queries.json': '{}\n' })
      await run('canlegalragbench', '--mirror', server.url)
      const { out, code } = await run('--check')
      expect([out.match(/^\S+:/gm), code]).toEqual([['canlegalragbench:'], undefined])
    })

    it('of a benchmark that is not there ends with 1, and the next is checked all the same', async () => {
      const { out, code } = await run('paklegalqa', 'ragchecker', '--check')
      expect(code).toBe(1)
      expect(out.split('\n')).toEqual([
        expect.stringMatching(/^paklegalqa: nothing is there, in .+; `vitest-docket fetch paklegalqa` downloads it$/),
        expect.stringMatching(/^ragchecker: nothing is there/),
      ])
    })

    it.each([['--mirror=https://mirror.example'], ['--update-lock']])('goes with no %s', async (option) => {
      const { error, code } = await run('paklegalqa', '--check', option)
      expect([code, error]).toEqual([1, '`--check` looks only at what is there; leave off `--mirror` and `--update-lock`\n'])
    })
  })

  it.each([
    [['paklegal'], 'no benchmark "paklegal"; expected one of paklegalqa, .+ Did you mean "paklegalqa"\\?'],
    [['ragchecker', 'nothing-like-it'], 'no benchmark "nothing-like-it"'],
    [
      ['ragchecker', '--mirror', 'nowhere'],
      '`--mirror`: expected the URL of a host, such as https://mirror.example, received "nowhere"',
    ],
  ])('%j is refused, and nothing is asked', async (args, message) => {
    const { error, code } = await run(...args)
    expect(code).toBe(1)
    expect(error).toMatch(new RegExp(message))
    expect(server.requests).toEqual([])
  })

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ])('on %s keeps what has come and ends with %i', async (signal, code) => {
    const [source] = benchmarkNamed('canlegalragbench').sources
    const { pathname } = new URL(source?.base ?? '')
    const content = JSON.stringify('x'.repeat(98))
    server.on(`${pathname}queries.json`, { kind: 'file', content, stopAfter: 60 })
    const part = join(home, 'canlegalragbench/queries.json.part')
    const listeners = process.listenerCount(signal)
    const running = run('canlegalragbench', '--mirror', server.url)
    await vi.waitFor(() => expect(readFileSync(part)).toHaveLength(60), { timeout: 10_000 })
    process.emit(signal as NodeJS.Signals, signal as NodeJS.Signals)
    const { error, code: ended } = await running
    expect(ended).toBe(code)
    expect(error).toContain('interrupted; what has come is kept, fetch again to go on')
    expect(readFileSync(part)).toHaveLength(60)
    expect(existsSync(join(home, 'canlegalragbench/docket.fetching'))).toBe(false)
    expect(process.listenerCount(signal)).toBe(listeners)
    server.on(`${pathname}queries.json`, { kind: 'file', content })
    await run('canlegalragbench', '--mirror', server.url)
    expect(read('canlegalragbench/queries.json')).toBe(content)
    expect(server.requests.some(({ headers }) => headers.range === 'bytes=60-')).toBe(true)
  })
})
