// biome-ignore-all lint/suspicious/noTemplateCurlyInString: ${NAME} in a header is what is tested

import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { startClock } from '../abort.js'
import { OptionError } from '../errors.js'
import { Item } from '../schema/item.js'
import { type HttpSystemOptions, httpSystem } from './http.js'

const item = Item.parse({ id: 'a', question: 'Q?', language: 'en' })
const servers: Server[] = []

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
  vi.unstubAllEnvs()
})

interface Seen {
  url: string
  calls: { method: string | undefined; path: string | undefined; headers: IncomingMessage['headers']; body: string }[]
}

/** A server that answers call n with listener n, and every later one with the last. */
async function serve(...listeners: RequestListener[]): Promise<Seen> {
  const calls: Seen['calls'] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    calls.push({ method: request.method, path: request.url, headers: request.headers, body })
    listeners[Math.min(calls.length, listeners.length) - 1]?.(request, response)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/ask`, calls }
}

const json =
  (value: unknown, status = 200) =>
  (_: unknown, response: ServerResponse) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
  }
const text =
  (body: string, status: number, headers = {}) =>
  (_: unknown, response: ServerResponse) => {
    response.writeHead(status, headers).end(body)
  }
const drop: RequestListener = (request) => request.socket.destroy()
const dropInside: RequestListener = (request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.write('{"answer":"par', () => request.socket.destroy())
}
const never: RequestListener = () => {}

const ask = (options: HttpSystemOptions, signal = new AbortController().signal) =>
  httpSystem(options).respond({ question: item.question, item, trial: 0, signal })

describe('a call', () => {
  test('sends the question as JSON and takes the JSON as the response', async () => {
    const { url, calls } = await serve(json({ answer: 'A.', passages: ['p'] }))
    const response = await ask({ url })
    expect(response).toEqual({ answer: 'A.', passages: [{ text: 'p' }], timings: { total: expect.any(Number) } })
    expect(calls).toEqual([
      expect.objectContaining({
        method: 'POST',
        body: '{"question":"Q?"}',
        headers: expect.objectContaining({ 'content-type': 'application/json' }),
      }),
    ])
  })

  test('body and map adapt it; the reply of fetch is there too', async () => {
    const { url, calls } = await serve(json({ text: 'A.', context: [{ content: 'p' }], ms: 12 }, 201))
    const response = await ask({
      url,
      method: 'PUT',
      body: ({ question, language }) => ({ q: question, language }),
      map: (r, reply) => ({
        answer: r.text,
        passages: r.context.map((p: { content: string }) => ({ text: p.content })),
        timings: { total: r.ms },
        meta: { status: reply.status },
      }),
    })
    expect(response).toEqual({ answer: 'A.', passages: [{ text: 'p' }], timings: { total: 12 }, meta: { status: 201 } })
    expect(calls[0]).toMatchObject({ method: 'PUT', body: '{"q":"Q?","language":"en"}' })
  })

  test('GET has no body, and url may depend on the item', async () => {
    const { url, calls } = await serve(json({ answer: 'A.' }))
    await ask({ url: ({ question }) => `${url}?q=${encodeURIComponent(question)}`, method: 'GET' })
    expect(calls).toEqual([expect.objectContaining({ method: 'GET', path: '/ask?q=Q%3F', body: '' })])
  })

  test('headers are filled from the environment at the first call', async () => {
    const { url, calls } = await serve(json({ answer: 'A.' }))
    const system = httpSystem({
      url,
      headers: { Authorization: 'Bearer ${DOCKET_TEST_KEY}', 'content-type': 'application/vnd.law+json' },
    })
    vi.stubEnv('DOCKET_TEST_KEY', 'k1')
    await system.respond({ question: 'Q?', item, trial: 0, signal: new AbortController().signal })
    expect(calls[0]?.headers).toMatchObject({ authorization: 'Bearer k1', 'content-type': 'application/vnd.law+json' })
  })

  test('a variable that is not set is named, and nothing is sent', async () => {
    const { url, calls } = await serve(json({ answer: 'A.' }))
    await expect(ask({ url, headers: { a: '${DOCKET_NONE_1}', b: 'x ${DOCKET_NONE_2}' } })).rejects.toThrow(
      /`DOCKET_NONE_1`, `DOCKET_NONE_2`, which are not set/,
    )
    expect(calls).toEqual([])
  })

  test('a redirect is followed', async () => {
    const { url, calls } = await serve(text('', 307, { location: '/moved' }), json({ answer: 'A.' }))
    expect(await ask({ url })).toMatchObject({ answer: 'A.' })
    expect(calls.map(({ path, body }) => [path, body])).toEqual([
      ['/ask', '{"question":"Q?"}'],
      ['/moved', '{"question":"Q?"}'],
    ])
  })
})

describe('what goes wrong, and how often it is tried', () => {
  test.each<[string, RequestListener[], Partial<HttpSystemOptions>, string, RegExp, number]>([
    [
      '500',
      [text('<h1>broken\n\nservice</h1>', 500)],
      {},
      'http',
      /status 500 Internal Server Error: <h1>broken service<\/h1>$/,
      1,
    ],
    ['a long body of 404', [text('x'.repeat(5000), 404)], {}, 'http', /status 404 Not Found: x{199}…$/, 1],
    ['503 is not tried again', [text('', 503, { 'retry-after': '0' })], {}, 'http', /status 503/, 1],
    [
      'not JSON',
      [text('<html>login</html>', 200, { 'content-type': 'text/html' })],
      {},
      'shape',
      /expected JSON, received "<html>login<\/html>" \(text\/html\)/,
      1,
    ],
    ['an empty body', [text('', 200)], {}, 'shape', /expected JSON, received an empty body/, 1],
    ['another shape', [json({ text: 'A.' })], {}, 'shape', /answer: r\.text/, 1],
    [
      'a map that throws',
      [json({ text: 'A.' })],
      { map: (r) => ({ answer: r.reply.text }) },
      'threw',
      /`map` threw on \{ text: "A\." \}: /,
      1,
    ],
    [
      'a connection that is always dropped',
      [drop],
      { retries: 1 },
      'connection',
      /\/ask: connection failed \((UND_ERR_SOCKET|ECONNRESET)\).*; tried 2 times/,
      2,
    ],
    ['no retries', [drop], { retries: 0 }, 'connection', /connection failed/, 1],
    ['a body that is always dropped', [dropInside], { retries: 1 }, 'connection', /connection failed/, 2],
  ])('%s', async (_, listeners, options, kind, message, times) => {
    const { url, calls } = await serve(...listeners)
    await expect(ask({ url, ...options })).rejects.toMatchObject({
      name: 'SystemError',
      kind,
      message: expect.stringMatching(message),
    })
    expect(calls).toHaveLength(times)
  })

  test.each<[string, RequestListener]>([
    ['a dropped connection', drop],
    ['a body dropped in the middle', dropInside],
  ])('%s is tried again', async (_, listener) => {
    const { url, calls } = await serve(listener, json({ answer: 'A.' }))
    expect(await ask({ url })).toMatchObject({ answer: 'A.' })
    expect(calls).toHaveLength(2)
  })

  test('nothing listens: the address is in the message, its secrets are not', async () => {
    const { url } = await serve(never)
    for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve))
    const error = await ask({ url: `${url}?key=s3cret`, retries: 0 }).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({
      kind: 'connection',
      message: expect.stringContaining(`${url}: connection failed (ECONNREFUSED)`),
    })
    expect(String(error)).not.toContain('s3cret')
  })
})

describe('fault 33: a service that hangs is left at the deadline', () => {
  const drip: RequestListener = (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const timer = setInterval(() => response.write(' '), 5)
    response.on('close', () => clearInterval(timer))
  }

  test.each<[string, RequestListener]>([
    ['no status', never],
    ['a stream that never ends', drip],
    ['an error whose body never ends', (_, response) => void response.writeHead(500).write('x')],
  ])('%s', async (_, listener) => {
    const { url, calls } = await serve(listener)
    const closed = new Promise<void>((resolve) => servers[0]?.on('connection', (socket) => socket.on('close', () => resolve())))
    await expect(ask({ url, deadlineMs: 60 })).rejects.toMatchObject({
      kind: 'deadline',
      message: expect.stringContaining('within 60 ms'),
    })
    expect(calls).toHaveLength(1)
    await closed
  })

  test("the case's own deadline holds too", async () => {
    const { url } = await serve(never)
    await expect(ask({ url }, startClock(30, new AbortController().signal, 'no result in time').signal)).rejects.toMatchObject({
      kind: 'deadline',
      message: expect.stringContaining("the case's deadline"),
    })
  })

  test('the deadline is over all attempts', async () => {
    const { url } = await serve(drop)
    await expect(ask({ url, deadlineMs: 80, retries: 50 })).rejects.toMatchObject({ kind: 'deadline' })
  })
})

test.each<[string, HttpSystemOptions, RegExp]>([
  ['a path as url', { url: '/ask' }, /`url` to be an absolute http or https URL .* received "\/ask"/],
  ['another protocol', { url: 'ftp://x/' }, /`url`/],
  ['no url', {} as HttpSystemOptions, /`url` to be a string or \(item\) => string, received undefined/],
  ['a deadline of 0', { url: 'http://x/', deadlineMs: 0 }, /`deadlineMs`/],
  [
    'a deadline that no timer holds',
    { url: 'http://x/', deadlineMs: 2 ** 31 },
    /`deadlineMs` to be milliseconds from 1 to 2147483647/,
  ],
  ['retries below 0', { url: 'http://x/', retries: -1 }, /`retries`/],
])('%s is refused at once', (_, options, message) => {
  expect(() => httpSystem(options)).toThrow(OptionError)
  expect(() => httpSystem(options)).toThrow(message)
})
