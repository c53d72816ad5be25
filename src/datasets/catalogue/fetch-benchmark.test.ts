import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FileServer, startFiles } from '../../../test/providers/files.js'
import { OptionError } from '../../errors.js'
import type { Benchmark, CatalogueFile } from './benchmark.js'
import type { DownloadError } from './download-error.js'
import { type FetchEvent, type FetchOptions, fetchBenchmark } from './fetch-benchmark.js'

let server: FileServer
let folder: string
let events: FetchEvent[]

beforeEach(async () => {
  server = await startFiles()
  folder = join(mkdtempSync(join(tmpdir(), 'docket-fetch-')), 'made-up')
  events = []
})

afterEach(async () => {
  await server.close()
  rmSync(dirname(folder), { recursive: true, force: true })
})

const pin = (content: string) => ({
  sha256: createHash('sha256').update(content).digest('hex'),
  bytes: Buffer.byteLength(content),
})

function madeUp(files: CatalogueFile[], derived: Benchmark['derived'] = []): Benchmark {
  return {
    name: 'made-up',
    title: 'Made up',
    licence: 'CC0',
    terms: [],
    page: 'https://benchmark.example/',
    notes: [],
    sources: [{ revision: 'host/made-up@1', base: `${server.url}/made-up/1/`, files }],
    derived,
  }
}

function fetchAll(benchmark: Benchmark, more: Partial<FetchOptions> = {}) {
  return fetchBenchmark(benchmark, {
    folder,
    signal: new AbortController().signal,
    sleep: async () => {},
    onEvent: (event) => {
      events.push(event)
      server.cut()
    },
    ...more,
  })
}

function failure(benchmark: Benchmark, more: Partial<FetchOptions> = {}): Promise<DownloadError> {
  return fetchAll(benchmark, more).then(
    () => expect.unreachable(),
    (error: DownloadError) => error,
  )
}

const serve = (path: string, content: string) => server.on(`/made-up/1/${path}`, { kind: 'file', content })
const read = (path: string) => readFileSync(join(folder, path), 'utf8')
const files = () =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile())
    .sort()
const nothing = { downloaded: [], kept: [], made: [], absent: [], locked: [] }

describe('fetchBenchmark', () => {
  it('brings every file to its place, and asks for none a second time', async () => {
    const benchmark = madeUp([
      { path: 'questions.jsonl', from: 'data/q.jsonl', ...pin('q\n') },
      { path: 'runs/one.jsonl', ...pin('r\n') },
    ])
    serve('data/q.jsonl', 'q\n')
    serve('runs/one.jsonl', 'r\n')
    expect(await fetchAll(benchmark)).toEqual({ ...nothing, downloaded: ['questions.jsonl', 'runs/one.jsonl'] })
    expect(files()).toEqual(['questions.jsonl', 'runs/one.jsonl'])
    expect(events).toContainEqual({ kind: 'started', files: 2 })
    expect(events).toContainEqual({ kind: 'done', path: 'runs/one.jsonl', bytes: 2 })
    events = []
    expect(await fetchAll(benchmark)).toEqual({ ...nothing, kept: ['questions.jsonl', 'runs/one.jsonl'] })
    expect(server.requests).toHaveLength(2)
    expect(events).toEqual([])
  })

  it('replaces a file that is not the one that is pinned, and leaves others alone', async () => {
    mkdirSync(folder)
    writeFileSync(join(folder, 'a.txt'), 'A')
    writeFileSync(join(folder, 'mine.txt'), 'mine')
    serve('a.txt', 'a')
    expect(await fetchAll(madeUp([{ path: 'a.txt', ...pin('a') }]))).toEqual({ ...nothing, downloaded: ['a.txt'] })
    expect([read('a.txt'), read('mine.txt')]).toEqual(['a', 'mine'])
    const differs = { path: 'a.txt', state: 'differs', held: 'catalogue', expected: pin('a').sha256, received: pin('A').sha256 }
    expect(events[0]).toEqual({ kind: 'checked', files: [differs] })
  })

  it.each([
    ['a literal %20', 'NDA%20of%20the%20Munt.txt', 'NDA%2520of%2520the%2520Munt.txt'],
    ['an encoded slash', 'uploads%2FNDA+2018.txt', 'uploads%252FNDA%2B2018.txt'],
    ['spaces and commas', 'Loop Industries, Inc. - Agreement.txt', 'Loop%20Industries%2C%20Inc.%20-%20Agreement.txt'],
    ['bars and an ampersand', 'A & B.pdf||Amendments No.1 & 2.txt', 'A%20%26%20B.pdf%7C%7CAmendments%20No.1%20%26%202.txt'],
    ['other letters', 'LVMH_MOËT.txt', 'LVMH_MO%C3%8BT.txt'],
    ['what ends a path', 'what?#1.txt', 'what%3F%231.txt'],
    ['parentheses and a colon', 'TickTick: NDA (SWA).txt', 'TickTick%3A%20NDA%20(SWA).txt'],
  ])('asks for a name with %s as it is', async (_, name, encoded) => {
    serve(`corpus/${name}`, 'text')
    await fetchAll(madeUp([{ path: 'a.txt', from: `corpus/${name}`, ...pin('text') }]))
    expect(server.requests.map(({ path }) => path)).toEqual([`/made-up/1/corpus/${encoded}`])
  })

  it('writes such names as they are', async () => {
    const name = 'corpus/NDA%20of%20MOËT, Inc..txt'
    serve(name, 'text')
    await fetchAll(madeUp([{ path: name, ...pin('text') }]))
    expect(files()).toEqual([name])
  })

  it.each(['../a.txt', 'a/../../b', '/etc/a', 'a//b', './a', '', 'a\\..\\..\\b', 'C:/a', 'a\0b'])(
    'refuses the path %j before anything is asked',
    async (path) => {
      serve('good.txt', 'a')
      await expect(fetchAll(madeUp([{ path: 'good.txt' }, { path }]))).rejects.toThrow('outside its folder')
      await expect(fetchAll(madeUp([{ path: 'good.txt' }], [{ path, json: {}, ...pin('{}') }]))).rejects.toThrow(
        'outside its folder',
      )
      expect(server.requests).toEqual([])
      expect(existsSync(folder)).toBe(false)
    },
  )

  it.each(['docket.lock.json', 'docket.fetching', 'a.part', 'a.part.json', 'a.rejected'])('refuses the path %s', async (path) => {
    await expect(fetchAll(madeUp([{ path }]))).rejects.toThrow("one of fetch's own")
  })

  it('goes on after one that was interrupted', async () => {
    const content = 'x'.repeat(1000)
    server.on('/made-up/1/a.txt', { kind: 'file', content, stopAfter: 600 })
    const controller = new AbortController()
    const benchmark = madeUp([{ path: 'a.txt', ...pin(content) }])
    const onEvent = ({ kind }: FetchEvent) => void (kind === 'bytes' && controller.abort())
    await expect(fetchAll(benchmark, { signal: controller.signal, onEvent })).rejects.toThrow('aborted')
    expect(files()).toEqual(['a.txt.part', 'a.txt.part.json'])
    server.on('/made-up/1/a.txt', { kind: 'file', content })
    expect((await fetchAll(benchmark)).downloaded).toEqual(['a.txt'])
    expect(server.requests.at(-1)?.headers.range).toBe('bytes=600-')
    expect(files()).toEqual(['a.txt'])
  })

  it('asks a mirror for the same paths', async () => {
    server.on('/hub/owner/1/a%20b.txt', { kind: 'file', content: 'a' })
    const benchmark = madeUp([{ path: 'a.txt', from: 'a%20b.txt', ...pin('a') }])
    const [source] = benchmark.sources
    const elsewhere = {
      ...benchmark,
      sources: [{ ...source, revision: 'r', files: source?.files ?? [], base: 'https://gone.example/owner/1/' }],
    }
    await fetchAll(elsewhere, { mirror: `${server.url}/hub/` })
    expect(server.requests.map(({ path }) => path)).toEqual(['/hub/owner/1/a%2520b.txt'])
    await expect(fetchAll(elsewhere, { mirror: 'mirror.example' })).rejects.toThrow('`--mirror`: expected the URL of a host')
  })

  it.each(['/a?b#c', '/a?token=1', '/a#c', '?', '#'])('asks no mirror at %s, behind which a path is none', async (end) => {
    const mirror = server.url + end
    const error = await failure(madeUp([{ path: 'a.txt' }]), { mirror })
    expect(error).toBeInstanceOf(OptionError)
    expect(error.message).toBe(`\`--mirror\`: expected a URL without a query (?) or a fragment (#), received "${mirror}"`)
    expect([server.requests, existsSync(folder)]).toEqual([[], false])
  })
})

describe('a file that cannot be had', () => {
  it('with another hash is named, with what to do', async () => {
    serve('a.txt', 'b')
    const error = await failure(madeUp([{ path: 'a.txt', ...pin('a') }]))
    expect(error.message.split('\n')).toEqual([
      `made-up: a.txt could not be fetched: expected SHA-256 ${pin('a').sha256}, received ${pin('b').sha256}`,
      `  ${server.url}/made-up/1/a.txt`,
      `  What came, where it came whole, lies in ${join(folder, 'a.txt.rejected')}. Fetch again, without \`--mirror\` where you named one; a proxy or the login page of a network may have answered instead.`,
      '  Or get it by hand from https://benchmark.example/, and set DOCKET_DATA to the folder that holds made-up/.',
    ])
    expect(files()).toEqual(['a.txt.rejected'])
  })

  it('for a page with status 200 is named, with what came, and nothing is locked', async () => {
    const page = { kind: 'file' as const, content: '<html>login</html>', headers: { 'content-type': 'text/html' } }
    server.on('/made-up/1/b.json', page)
    const error = await failure(madeUp([{ path: 'b.json' }]))
    expect(error.kind).toBe('form')
    expect(error.message.split('\n').slice(0, 3)).toEqual([
      'made-up: b.json could not be fetched: expected JSON, received a web page, "<html>login</html>"',
      `  ${server.url}/made-up/1/b.json`,
      expect.stringMatching(/^ {2}Fetch again, .+ the login page of a network may have answered instead\.$/),
    ])
    expect(existsSync(folder)).toBe(false)
    expect(server.requests).toHaveLength(1)
    await expect(fetchAll(madeUp([{ path: 'b.json' }]), { updateLock: true })).rejects.toThrow('received a web page')
    serve('b.json', '{}')
    expect((await fetchAll(madeUp([{ path: 'b.json' }]))).locked).toEqual(['b.json'])
    expect(files()).toEqual(['b.json', 'docket.lock.json'])
  })

  it('for a page leaves no empty folders either', async () => {
    const page = { kind: 'file' as const, content: '<html>login</html>', headers: { 'content-type': 'text/html' } }
    server.on('/made-up/1/below/deep/b.json', page)
    await failure(madeUp([{ path: 'below/deep/b.json' }, { path: 'below/c.json' }]))
    expect(existsSync(folder)).toBe(false)
  })

  it('for a page is no reason to doubt a file whose hash is right', async () => {
    server.on('/made-up/1/a.json', { kind: 'file', content: 'no JSON', headers: { 'content-type': 'text/html' } })
    expect((await fetchAll(madeUp([{ path: 'a.json', ...pin('no JSON') }]))).downloaded).toEqual(['a.json'])
  })

  it.each([
    [404, 'It may have been moved or closed upstream.'],
    [503, 'What has come is kept: fetch again later.'],
  ])('for a %i is named, with what to do, and what came is kept', async (status, advice) => {
    serve('a.txt', 'a')
    server.on('/made-up/1/b.txt', { kind: 'status', status })
    const error = await failure(
      madeUp([
        { path: 'a.txt', ...pin('a') },
        { path: 'b.txt', ...pin('b') },
      ]),
    )
    expect(error).toMatchObject({ kind: 'http', status })
    expect(error.message).toContain(`b.txt could not be fetched: ${new URL(server.url).host} answers ${status}`)
    expect(error.message).toContain(`${advice} \`--mirror URL\` asks another host`)
    expect(read('a.txt')).toBe('a')
    expect(files()).toEqual(['a.txt'])
  })

  it('for want of an answer is one fault for all files, after one attempt each', async () => {
    const { host } = new URL(server.url)
    const benchmark = madeUp([
      { path: 'right.txt', ...pin('a') },
      { path: 'differs.txt', ...pin('a') },
      ...[1, 2, 3, 4].map((n) => ({ path: `${n}.txt`, ...pin('a') })),
      { path: 'unheld.txt' },
    ])
    mkdirSync(folder)
    writeFileSync(join(folder, 'right.txt'), 'a')
    writeFileSync(join(folder, 'differs.txt'), 'abc')
    writeFileSync(join(folder, 'unheld.txt'), 'a')
    await server.close()
    const error = await failure(benchmark)
    expect(error.kind).toBe('unreachable')
    expect(error.message.split('\n')).toEqual([
      `made-up: ${host} does not answer (ECONNREFUSED); 6 files could not be fetched:`,
      '  differs.txt (there, but not the file that it should be)',
      '  1.txt',
      '  2.txt',
      '  3.txt',
      '  4.txt',
      '  unheld.txt (there, without a known hash)',
      'What is there is kept: fetch again when the network is. Behind a proxy Node needs NODE_USE_ENV_PROXY=1. `--mirror URL` asks another host for the same paths.',
      'Or get it by hand from https://benchmark.example/, and set DOCKET_DATA to the folder that holds made-up/.',
    ])
    expect(events.map(({ kind }) => kind)).toEqual(['checked', 'started'])
    expect(read('differs.txt')).toBe('abc')
    server = await startFiles()
  })

  it('leaves no empty folder behind, which would look like data', async () => {
    server.on('/made-up/1/below/a.txt', { kind: 'status', status: 403 })
    await failure(madeUp([{ path: 'below/a.txt' }]))
    expect(existsSync(folder)).toBe(false)
  })

  it('and is optional is left out, and not asked for again', async () => {
    serve('a.txt', 'a')
    const benchmark = madeUp([
      { path: 'a.txt', ...pin('a') },
      { path: 'b.txt', optional: true },
    ])
    expect(await fetchAll(benchmark)).toEqual({ ...nothing, downloaded: ['a.txt'], absent: ['b.txt'] })
    expect(events).toContainEqual({ kind: 'absent', path: 'b.txt', bytes: 0 })
    expect(await fetchAll(benchmark)).toEqual({ ...nothing, kept: ['a.txt'], absent: ['b.txt'] })
    expect(server.requests).toHaveLength(2)
    serve('b.txt', 'b')
    expect(await fetchAll(benchmark, { updateLock: true })).toEqual({
      ...nothing,
      downloaded: ['b.txt'],
      kept: ['a.txt'],
      locked: ['b.txt'],
    })
    expect(JSON.parse(read('docket.lock.json'))).not.toHaveProperty('absent')
  })

  it.each([403, 500])('and is optional is an error all the same for a %i', async (status) => {
    server.on('/made-up/1/b.txt', { kind: 'status', status })
    expect(await failure(madeUp([{ path: 'b.txt', optional: true }]))).toMatchObject({ status })
  })
})

describe('docket.lock.json', () => {
  const unpinned = () => madeUp([{ path: 'b.txt' }, { path: 'a.txt', ...pin('a') }])

  beforeEach(() => {
    serve('a.txt', 'a')
    serve('b.txt', 'b')
  })

  it('is written by the first download, of what the catalogue has no hash for', async () => {
    expect((await fetchAll(unpinned())).locked).toEqual(['b.txt'])
    expect(JSON.parse(read('docket.lock.json'))).toEqual({ revision: 'host/made-up@1', files: { 'b.txt': pin('b') } })
    expect(await fetchAll(unpinned())).toEqual({ ...nothing, kept: ['b.txt', 'a.txt'] })
    expect(server.requests).toHaveLength(2)
  })

  it('is what later downloads are held against, until it is updated', async () => {
    await fetchAll(unpinned())
    rmSync(join(folder, 'b.txt'))
    serve('b.txt', 'B')
    const error = await failure(unpinned())
    expect(error.message).toContain(`expected SHA-256 ${pin('b').sha256}, received ${pin('B').sha256}`)
    expect(error.message).toContain('`--update-lock` accepts what is published now')
    expect(existsSync(join(folder, 'b.txt'))).toBe(false)
    expect(await fetchAll(unpinned(), { updateLock: true })).toEqual({
      ...nothing,
      downloaded: ['b.txt'],
      kept: ['a.txt'],
      locked: ['b.txt'],
    })
    expect(JSON.parse(read('docket.lock.json')).files).toEqual({ 'b.txt': pin('B') })
  })

  it('holds a file that was changed on the disk', async () => {
    await fetchAll(unpinned())
    writeFileSync(join(folder, 'b.txt'), 'x')
    expect((await fetchAll(unpinned())).downloaded).toEqual(['b.txt'])
    expect(read('b.txt')).toBe('b')
  })

  it('does not count against the catalogue', async () => {
    await fetchAll(unpinned())
    writeFileSync(
      join(folder, 'docket.lock.json'),
      JSON.stringify({ revision: 'host/made-up@1', files: { 'a.txt': pin('x'), 'b.txt': pin('b') } }),
    )
    expect((await fetchAll(unpinned())).downloaded).toEqual([])
  })

  it('of another revision says nothing of this one', async () => {
    await fetchAll(unpinned())
    serve('b.txt', 'B')
    const next = unpinned()
    const moved = { ...next, sources: next.sources.map((source) => ({ ...source, revision: 'host/made-up@2' })) }
    expect((await fetchAll(moved)).locked).toEqual(['b.txt'])
    expect(JSON.parse(read('docket.lock.json'))).toEqual({ revision: 'host/made-up@2', files: { 'b.txt': pin('B') } })
  })

  it('is written of what came where the rest did not', async () => {
    server.on('/made-up/1/c.txt', { kind: 'status', status: 404 })
    await failure(madeUp([{ path: 'b.txt' }, { path: 'c.txt' }]))
    expect(JSON.parse(read('docket.lock.json')).files).toEqual({ 'b.txt': pin('b') })
  })

  it.each(['{', '[]', '{"revision":"host/made-up@1","files":{"b.txt":{"sha256":"0","bytes":1}}}'])(
    'that reads %s is an error',
    async (text) => {
      mkdirSync(folder)
      writeFileSync(join(folder, 'docket.lock.json'), text)
      await expect(fetchAll(unpinned())).rejects.toThrow('docket.lock.json cannot be read; restore it, or delete it')
      expect(server.requests).toEqual([])
    },
  )
})

describe('derived files', () => {
  const tests = [0, 1, 2].map((n) => ({
    query: `q${n}`,
    snippets: [{ file_path: 'é.txt', span: [n, n + 1], answer: 'a' }],
    tags: [],
  }))
  const full = JSON.stringify({ tests })
  const sampled = JSON.stringify(
    { tests: [2, 0].map((n) => ({ query_id: `set-000${n}`, query: `q${n}`, snippets: tests[n]?.snippets })) },
    null,
    2,
  )

  it('are made of what was downloaded, and again where they are not right', async () => {
    serve('full.json', full)
    serve('all.jsonl', '{}\n[]\n3\n')
    const benchmark = madeUp(
      [{ path: 'full.json' }, { path: 'all.jsonl' }],
      [
        { path: 'mini/set.json', from: 'full.json', sample: { set: 'set', tests: [2, 0] }, ...pin(sampled) },
        { path: 'first.jsonl', from: 'all.jsonl', lines: 2, ...pin('{}\n[]\n') },
        { path: 'map.json', json: { 'a||b': 'a__b' }, ...pin('{\n "a||b": "a__b"\n}') },
      ],
    )
    expect((await fetchAll(benchmark)).made).toEqual(['mini/set.json', 'first.jsonl', 'map.json'])
    expect(read('mini/set.json')).toBe(sampled)
    writeFileSync(join(folder, 'map.json'), '{}')
    expect((await fetchAll(benchmark)).made).toEqual(['map.json'])
    expect((await fetchAll(benchmark)).made).toEqual([])
    expect(server.requests).toHaveLength(2)
  })

  it.each([
    [
      'another content',
      { lines: 1 },
      'first.jsonl cannot be made of all.jsonl, which is not the file that was published: expected 6 bytes, received 3',
    ],
    [
      'no such test',
      { sample: { set: 's', tests: [7] } },
      'first.jsonl cannot be made of full.json, which is not the file that was published: it has 3 tests, none at 7',
    ],
  ])('are an error where they come out with %s', async (_, how, message) => {
    serve('full.json', full)
    serve('all.jsonl', '{}\n[]\n3\n')
    const from = 'lines' in how ? 'all.jsonl' : 'full.json'
    const derived = { path: 'first.jsonl', from, ...how, ...pin('{}\n[]\n') } as Benchmark['derived'][number]
    await expect(fetchAll(madeUp([{ path: from }], [derived]))).rejects.toThrow(message)
    expect(JSON.parse(read('docket.lock.json')).files).toEqual({})
    expect(files()).toEqual([from, 'docket.lock.json'].sort())
  })
})

describe('two that fetch into one folder', () => {
  it('come one after the other, and the second finds all there', async () => {
    const names = Array.from({ length: 6 }, (_, index) => `${index}.txt`)
    for (const name of names) serve(name, name)
    const benchmark = madeUp(names.map((path) => ({ path })))
    const sleep = () => new Promise<void>((resolve) => setImmediate(resolve))
    const results = await Promise.all([fetchAll(benchmark, { sleep }), fetchAll(benchmark, { sleep })])
    expect(results.map(({ downloaded, kept }) => [downloaded.length, kept.length]).sort()).toEqual([
      [0, 6],
      [6, 0],
    ])
    expect(events.filter(({ kind }) => kind === 'waiting')).toHaveLength(1)
    expect(server.requests).toHaveLength(6)
    expect(files()).toEqual([...names, 'docket.lock.json'])
  })

  it.each([
    ['a process that has ended', { process: 2 ** 30, host: hostname(), token: '' }, 0],
    ['another machine, half a minute ago', { process: 1, host: 'elsewhere', token: '' }, 31_000],
    ['nobody who says so, half a minute ago', null, 31_000],
  ])('does not wait for the turn of %s', async (_, owner, age) => {
    mkdirSync(folder)
    const turn = join(folder, 'docket.fetching')
    writeFileSync(turn, owner === null ? '' : JSON.stringify(owner))
    const then = new Date(Date.now() - age)
    utimesSync(turn, then, then)
    serve('a.txt', 'a')
    expect((await fetchAll(madeUp([{ path: 'a.txt', ...pin('a') }]))).downloaded).toEqual(['a.txt'])
    expect(events).not.toContainEqual({ kind: 'waiting' })
    expect(files()).toEqual(['a.txt'])
  })

  it('can be told to stop while it waits', async () => {
    mkdirSync(folder)
    writeFileSync(join(folder, 'docket.fetching'), JSON.stringify({ process: 1, host: 'elsewhere', token: '' }))
    const controller = new AbortController()
    const waiting = fetchAll(madeUp([{ path: 'a.txt' }]), {
      signal: controller.signal,
      sleep: async (_, signal) => signal.throwIfAborted(),
      onEvent: () => controller.abort(),
    })
    await expect(waiting).rejects.toThrow('aborted')
    expect(files()).toEqual(['docket.fetching'])
  })
})
