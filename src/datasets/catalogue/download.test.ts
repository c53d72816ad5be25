import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type FileServer, startFiles } from '../../../test/providers/files.js'
import { type Download, download } from './download.js'
import type { DownloadError } from './download-error.js'

const CONTENT = 'section 1\nsection 2\nsection 3\n'
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const RIGHT = { sha256: sha256(CONTENT), bytes: CONTENT.length }

let server: FileServer
let folder: string
let waits: number[]

beforeEach(async () => {
  server = await startFiles()
  folder = mkdtempSync(join(tmpdir(), 'docket-download-'))
  waits = []
})

afterEach(async () => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

const target = () => join(folder, 'a.txt')
const files = () => readdirSync(folder).sort()
const ranges = () => server.requests.map(({ headers }) => headers.range ?? 'all')

function get(more: Partial<Download> = {}) {
  return download({
    url: `${server.url}/a.txt`,
    target: target(),
    expected: RIGHT,
    signal: new AbortController().signal,
    sleep: async (ms) => void waits.push(ms),
    onBytes: server.cut,
    ...more,
  })
}

function failure(more: Partial<Download> = {}): Promise<DownloadError> {
  return get(more).then(
    () => expect.unreachable(),
    (error: DownloadError) => error,
  )
}

describe('a download', () => {
  it('is the file, and nothing else stays', async () => {
    server.on('/a.txt', { kind: 'file', content: CONTENT })
    const seen: [number, number | null][] = []
    expect(await get({ onBytes: (bytes, total) => seen.push([bytes, total]) })).toEqual(RIGHT)
    expect(readFileSync(target(), 'utf8')).toBe(CONTENT)
    expect(files()).toEqual(['a.txt'])
    expect(seen.at(-1)).toEqual([CONTENT.length, CONTENT.length])
    expect(server.requests[0]?.headers).toMatchObject({ 'accept-encoding': 'identity' })
  })

  it('may be of an empty file, and of one without a length', async () => {
    server.on('/a.txt', { kind: 'file', content: '' })
    expect(await get({ expected: {} })).toEqual({ sha256: sha256(''), bytes: 0 })
    server.on('/a.txt', { kind: 'file', content: CONTENT, chunked: true })
    expect(await get()).toEqual(RIGHT)
  })

  it('with another hash is kept aside, and the error has both hashes', async () => {
    const other = CONTENT.replace('3', '4')
    server.on('/a.txt', { kind: 'file', content: other })
    const error = await failure()
    expect(error.kind).toBe('content')
    expect(error.message).toBe(`expected SHA-256 ${RIGHT.sha256}, received ${sha256(other)}`)
    expect(files()).toEqual(['a.txt.rejected'])
    expect(server.requests).toHaveLength(1)
    server.on('/a.txt', { kind: 'file', content: CONTENT })
    await get()
    expect(files()).toEqual(['a.txt'])
  })

  it.each([
    ['announced', { chunked: false }, `expected ${CONTENT.length} bytes, HOST has ${CONTENT.length + 5}`],
    ['sent', { chunked: true }, `expected ${CONTENT.length} bytes, HOST sends more`],
  ])('of more bytes than expected, as %s, is stopped', async (_, how, message) => {
    server.on('/a.txt', { kind: 'file', content: `${CONTENT}more\n`, ...how })
    const error = await failure()
    expect(error.kind).toBe('content')
    expect(error.message).toBe(message.replace('HOST', new URL(server.url).host))
    expect(files()).toEqual([])
  })

  it('of fewer bytes than expected is not the file', async () => {
    server.on('/a.txt', { kind: 'file', content: 'section 1\n', chunked: true })
    expect((await failure()).message).toBe(`expected ${CONTENT.length} bytes, received 10`)
    expect(files()).toEqual(['a.txt.rejected'])
  })
})

describe('a cut download', () => {
  it.each([
    ['with a length', { chunked: false }],
    ['without one', { chunked: true }],
  ])('is continued where it was cut: %s', async (_, how) => {
    server.on('/a.txt', { kind: 'file', content: CONTENT, stopAfter: 7, ...how }, { kind: 'file', content: CONTENT, ...how })
    const why: string[] = []
    expect(await get({ onRetry: (reason) => why.push(reason) })).toEqual(RIGHT)
    expect(ranges()).toEqual(['all', 'bytes=7-'])
    expect(server.requests[1]?.headers['if-range']).toBe('"1"')
    expect(why).toEqual([expect.stringContaining('cut the connection after 7')])
    expect(waits).toHaveLength(1)
    expect(files()).toEqual(['a.txt'])
  })

  it('is continued by a later call, by its date where it has no entity tag', async () => {
    const date = 'Tue, 03 Mar 2026 10:00:00 GMT'
    server.on('/a.txt', { kind: 'file', content: CONTENT, etag: 'W/"1"', lastModified: date, stopAfter: 12 })
    const controller = new AbortController()
    await expect(get({ signal: controller.signal, onBytes: () => controller.abort() })).rejects.toThrow('aborted')
    expect(files()).toEqual(['a.txt.part', 'a.txt.part.json'])
    expect(readFileSync(`${target()}.part`, 'utf8')).toBe(CONTENT.slice(0, 12))
    server.on('/a.txt', { kind: 'file', content: CONTENT, etag: 'W/"1"', lastModified: date })
    expect(await get()).toEqual(RIGHT)
    expect(server.requests[1]?.headers).toMatchObject({ range: 'bytes=12-', 'if-range': date })
  })

  it('starts over where the server cannot continue', async () => {
    server.on(
      '/a.txt',
      { kind: 'file', content: CONTENT, ranges: false, stopAfter: 7 },
      { kind: 'file', content: CONTENT, ranges: false },
    )
    expect(await get()).toEqual(RIGHT)
    expect(ranges()).toEqual(['all', 'bytes=7-'])
  })

  it('starts over where the file has become another in between', async () => {
    const old = 'x'.repeat(CONTENT.length)
    server.on('/a.txt', { kind: 'file', content: old, etag: '"0"', stopAfter: 7 }, { kind: 'file', content: CONTENT })
    expect(await get()).toEqual(RIGHT)
  })

  it('starts over where there is nothing to continue by', async () => {
    server.on(
      '/a.txt',
      { kind: 'file', content: CONTENT, etag: null, stopAfter: 7 },
      { kind: 'file', content: CONTENT, etag: null },
    )
    expect(await get()).toEqual(RIGHT)
    expect(ranges()).toEqual(['all', 'all'])
  })

  it('starts over where the bytes of an earlier day do not fit, once', async () => {
    writeFileSync(`${target()}.part`, 'xxxxxxx')
    writeFileSync(`${target()}.part.json`, JSON.stringify({ url: `${server.url}/a.txt`, validator: '"1"' }))
    server.on('/a.txt', { kind: 'file', content: CONTENT })
    expect(await get()).toEqual(RIGHT)
    expect(ranges()).toEqual(['bytes=7-', 'all'])
  })

  it.each([
    ['whole', CONTENT, [], RIGHT],
    ['whole, of a size that nobody knew', CONTENT, [`bytes=${CONTENT.length}-`], { sha256: RIGHT.sha256 }],
    ['longer than the file', `${CONTENT}and more`, [`bytes=${CONTENT.length + 8}-`, 'all'], RIGHT],
  ])('may be %s already', async (_, there, asked, expected) => {
    writeFileSync(`${target()}.part`, there)
    writeFileSync(`${target()}.part.json`, JSON.stringify({ url: `${server.url}/a.txt`, validator: '"1"' }))
    server.on('/a.txt', { kind: 'file', content: CONTENT })
    expect(await get({ expected })).toEqual(RIGHT)
    expect(ranges()).toEqual(asked)
  })

  it('is not continued from the part of another address', async () => {
    writeFileSync(`${target()}.part`, CONTENT.slice(0, 7))
    writeFileSync(`${target()}.part.json`, JSON.stringify({ url: 'https://elsewhere.example/a.txt', validator: '"1"' }))
    server.on('/a.txt', { kind: 'file', content: CONTENT })
    expect(await get()).toEqual(RIGHT)
    expect(ranges()).toEqual(['all'])
  })

  it('is given up after five attempts that bring nothing further, however many brought something', async () => {
    server.on('/a.txt', { kind: 'file', content: CONTENT, stopAfter: 5 })
    expect(await get()).toEqual(RIGHT)
    expect(server.requests).toHaveLength(Math.ceil(CONTENT.length / 5))
    rmSync(target())
    server.requests.length = 0
    server.on('/a.txt', { kind: 'file', content: CONTENT, ranges: false, stopAfter: 5 })
    expect((await failure()).kind).toBe('connection')
    expect(server.requests).toHaveLength(5)
    expect(existsSync(target())).toBe(false)
  })
})

describe('a server that fails', () => {
  it.each([500, 502, 503, 429, 408])('with %i is asked again', async (status) => {
    server.on('/a.txt', { kind: 'status', status }, { kind: 'file', content: CONTENT })
    expect(await get()).toEqual(RIGHT)
    expect(server.requests).toHaveLength(2)
  })

  it('is left alone for as long as it asks, up to a minute', async () => {
    const busy = (after: string) => ({ kind: 'status' as const, status: 503, headers: { 'retry-after': after } })
    server.on('/a.txt', busy('7'), busy('86400'), busy('Mon, 02 Mar 2026 10:00:00 GMT'), { kind: 'file', content: CONTENT })
    expect(await get()).toEqual(RIGHT)
    expect(waits).toEqual([7000, 60_000, 0])
  })

  it('is given up after five times', async () => {
    server.on('/a.txt', { kind: 'status', status: 503 })
    const error = await failure()
    expect(error).toMatchObject({ kind: 'http', status: 503, message: `${new URL(server.url).host} answers 503` })
    expect(server.requests).toHaveLength(5)
    expect(waits.map((ms) => 2 ** Math.round(Math.log2(ms / 500)))).toEqual([1, 2, 4, 8])
  })

  it.each([400, 401, 403, 404, 410, 204, 304])('with %i is not', async (status) => {
    server.on('/a.txt', { kind: 'status', status })
    expect(await failure()).toMatchObject({ kind: 'http', status })
    expect(server.requests).toHaveLength(1)
    expect(files()).toEqual([])
  })

  it.each([
    ['given up at once', false, 0],
    ['asked again where it answered before', true, 4],
  ])('by not being there at all is named, with why, and %s', async (_, answered, pauses) => {
    const { url } = server
    await server.close()
    const error = await failure({ hasAnswered: () => answered })
    expect(error).toMatchObject({
      kind: 'unreachable',
      message: `${new URL(url).host} does not answer (ECONNREFUSED)`,
    })
    expect(waits).toHaveLength(pauses)
    server = await startFiles()
  })

  it.each([
    ['ENOTFOUND', 'unreachable', 0],
    ['EAI_AGAIN', 'unreachable', 0],
    ['ENETUNREACH', 'unreachable', 0],
    ['EHOSTUNREACH', 'unreachable', 0],
    ['ECONNRESET', 'connection', 4],
    ['CERT_HAS_EXPIRED', 'connection', 4],
  ])('with %s is %s', async (code, kind, pauses) => {
    const cause = Object.assign(new Error('no'), { code })
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed', { cause })))
    expect(await failure({ url: 'https://files.example/a.txt' })).toMatchObject({
      kind,
      message: `files.example does not answer (${code})`,
    })
    expect(waits).toHaveLength(pauses)
  })

  it('by saying nothing is given up like one that is not there', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    vi.stubGlobal('fetch', (_: URL, { signal }: { signal: AbortSignal }) => {
      const answered = new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      vi.advanceTimersByTime(60_000)
      return answered
    })
    expect(await failure({ url: 'https://files.example/a.txt' })).toMatchObject({
      kind: 'connection',
      message: 'files.example sent nothing for 60 seconds',
    })
    expect(waits).toHaveLength(4)
  })

  it('only by saying nothing: one that is slow, but goes on, has time', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const asked: string[] = []
    vi.stubGlobal('fetch', async (url: URL) => {
      asked.push(String(url))
      const chunks = CONTENT.split(/(?<=\n)/u).map((line) => new TextEncoder().encode(line))
      const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
        vi.advanceTimersByTime(40_000)
        const chunk = chunks.shift()
        if (chunk === undefined) controller.close()
        else controller.enqueue(chunk)
      }
      return new Response(new ReadableStream({ pull }, { highWaterMark: 0 }))
    })
    expect(await get({ url: 'https://files.example/a.txt' })).toEqual(RIGHT)
    expect(asked).toHaveLength(1)
  })

  it('by ending before all that it announced is continued, also where nobody knows the size', async () => {
    const etag = '"1"'
    const total = CONTENT.length
    const ranges: (string | null)[] = []
    vi.stubGlobal('fetch', async (_: URL, { headers }: RequestInit) => {
      const range = new Headers(headers).get('range')
      ranges.push(range)
      if (range === null) return new Response(CONTENT.slice(0, 10), { headers: { etag, 'content-length': String(total) } })
      const place = { 'content-range': `bytes 10-${total - 1}/${total}`, 'content-length': String(total - 10) }
      return new Response(CONTENT.slice(10), { status: 206, headers: { etag, ...place } })
    })
    const why: string[] = []
    const given = { url: 'https://files.example/a.txt', expected: {}, onRetry: (reason: string) => why.push(reason) }
    expect(await get(given)).toEqual(RIGHT)
    expect(why).toEqual([expect.stringContaining(`files.example cut the connection after 10 of ${total} bytes`)])
    expect(ranges).toEqual([null, 'bytes=10-'])
  })

  it('when the disk does is no fault of it', async () => {
    server.on('/a.txt', { kind: 'file', content: CONTENT })
    await expect(get({ target: join(folder, 'a.txt', 'b.txt'), url: `${server.url}/a.txt` })).resolves.toEqual(RIGHT)
    await expect(get({ target: join(folder, 'a.txt', 'b.txt', 'c.txt') })).rejects.toMatchObject({
      code: expect.stringMatching(/ENOTDIR|EEXIST/),
    })
    expect(waits).toEqual([])
  })
})

describe('a redirect', () => {
  it.each([301, 302, 303, 307, 308])('of %i is followed, also to a relative address', async (status) => {
    server.on('/a.txt', { kind: 'redirect', to: '/b/../c.txt', status })
    server.on('/c.txt', { kind: 'file', content: CONTENT })
    expect(await get()).toEqual(RIGHT)
    expect(server.requests.map(({ path }) => path)).toEqual(['/a.txt', '/c.txt'])
  })

  it('is followed with the range', async () => {
    server.on('/a.txt', { kind: 'redirect', to: `${server.url}/c.txt` })
    server.on('/c.txt', { kind: 'file', content: CONTENT, stopAfter: 7 }, { kind: 'file', content: CONTENT })
    expect(await get()).toEqual(RIGHT)
    expect(ranges()).toEqual(['all', 'all', 'bytes=7-', 'bytes=7-'])
  })

  it.each([
    ['in a circle', '/a.txt', 'redirects more than 10 times', 11],
    ['to no address', 'http://[', 'redirects to no address', 1],
    ['to a file', 'file:///etc/hosts', 'redirects to file://; from https only https is followed', 1],
  ])('%s is not', async (_, to, message, requests) => {
    server.on('/a.txt', { kind: 'redirect', to })
    const error = await failure()
    expect(error.kind).toBe('redirect')
    expect(error.message).toContain(message)
    expect(server.requests).toHaveLength(requests)
  })

  it('from https to http is not', async () => {
    vi.stubGlobal('fetch', async () => new Response(null, { status: 302, headers: { location: 'http://other.example/a.txt' } }))
    expect(await failure({ url: 'https://files.example/a.txt' })).toMatchObject({
      kind: 'redirect',
      message: 'https://files.example/a.txt redirects to http://other.example; from https only https is followed',
    })
  })
})
