// biome-ignore-all lint/suspicious/noTemplateCurlyInString: ${NAME} in a header is filled in by the system

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { OptionError, SystemError } from '../errors.js'
import { Item } from '../schema/item.js'
import { type HttpSystemOptions, httpSystem } from './http.js'

const item = Item.parse({ id: 'a', question: 'Q?', language: 'en' })
const TOKEN = 'sk-ant-REDACTED-NOT-0000'
const SECRETS = ['swordfish-of-mine', 'tenant-from-a-variable', 'qu3ry-s3cret', 'sk-ant-REDACTED-NOT-0000', 'hunter2-of-mine']
const ECHO = `Incorrect API key sk-ant-REDACTED-NOT-0000 (x-api-key: swordfish-of-mine, x-tenant: tenant-from-a-variable), see https://me:hunter2-of-mine@host/?api-key=qu3ry-s3cret`

beforeEach(() => {
  vi.stubEnv('DOCKET_TEST_PASS', 'swordfish-of-mine')
  vi.stubEnv('DOCKET_TEST_TENANT', 'tenant-from-a-variable')
})
afterEach(() => vi.unstubAllEnvs())

/** The error of a service that replies so. */
async function failure(status: number, body: string, options: Partial<HttpSystemOptions> = {}): Promise<unknown> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(status, { 'content-type': 'application/json' }).end(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const system = httpSystem({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/ask?api-key=qu3ry-s3cret`,
    headers: { 'x-api-key': '${DOCKET_TEST_PASS}', 'x-tenant': '${DOCKET_TEST_TENANT}' },
    ...options,
  })
  try {
    return await system.respond({ question: 'Q?', item, trial: 0, signal: new AbortController().signal }).then(
      (response) => expect.unreachable(`expected no response, received ${JSON.stringify(response)}`),
      (error: unknown) => error,
    )
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

/** The error as a reporter could print it, with all that caused it. */
function everyWord(error: unknown): string {
  return error instanceof Error ? [error.stack, error.message, everyWord(error.cause)].join('\n') : String(error)
}

const quoting = {
  map: (json: { error: string }) => {
    throw new Error(`no answer but ${json.error}`)
  },
}

describe('fault 26: what a service says in an error tells no secret', () => {
  it.each<[string, string, number, string, Partial<HttpSystemOptions>?]>([
    ['with a status', 'http', 401, JSON.stringify({ error: ECHO })],
    ['with a status, clipped in the middle of one', 'http', 401, `${'x'.repeat(185)} swordfish-of-mine`],
    ['with a status, clipped in the middle of what looks like one', 'http', 401, `${'x'.repeat(185)} ${TOKEN}`],
    ['that is no JSON, quoted by the parser from the middle', 'shape', 200, `{"key": swordfish-of-mine ${'x'.repeat(100)}}`],
    ['that is no JSON', 'shape', 200, ECHO],
    ['that is short and no JSON', 'shape', 200, 'swordfish-of-mine'],
    ['that is clipped and no JSON', 'shape', 200, `${'x'.repeat(185)} swordfish-of-mine`],
    ['that is no response', 'shape', 200, JSON.stringify({ error: ECHO })],
    ['that is no response, clipped', 'shape', 200, JSON.stringify({ error: `${'x'.repeat(35)} swordfish-of-mine` })],
    ['that `map` quotes', 'threw', 200, JSON.stringify({ error: ECHO }), quoting],
  ])('%s', async (_, kind, status, body, options) => {
    const error = await failure(status, body, options)
    expect(error).toBeInstanceOf(SystemError)
    expect(error).toMatchObject({ kind })
    const words = everyWord(error)
    expect(words).toContain('[redacted')
    for (const secret of SECRETS) expect(words).not.toContain(secret)
    expect(words).not.toMatch(/swordfish|sk-ant-/)
  })

  it('an error without any is as it was, with its cause', async () => {
    const error = await failure(200, '<p>Not found</p>')
    expect(error).toMatchObject({
      cause: expect.any(SyntaxError),
      message: expect.stringMatching(/^expected JSON, received "<p>.*is not valid JSON/),
    })
  })

  it.each(['https://me:hunter2-of-mine@localhost/ask', 'htp://me:hunter2-of-mine@localhost/ask?token=qu3ry-s3cret'])(
    'nor does that of a URL that cannot be used: %s',
    (url) => {
      let error: unknown
      try {
        httpSystem({ url })
      } catch (thrown) {
        error = thrown
      }
      expect(error).toBeInstanceOf(OptionError)
      for (const secret of SECRETS) expect(everyWord(error)).not.toContain(secret)
    },
  )
})
