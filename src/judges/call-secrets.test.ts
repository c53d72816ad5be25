import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { judgeRequest } from '../../test/providers/request.js'
import { openCassettes } from '../cassettes/cassettes.js'
import type { CassetteMode } from '../cassettes/mode.js'
import type { JudgeError } from '../errors.js'
import { type Ledger, openLedger } from './budget.js'
import { createJudge } from './create.js'
import type { JudgeOptions } from './options.js'

const KEY = 'a-key-without-any-known-form-42'
const HEADER = 'the value of a header of mine'
const SECRETS = [KEY, HEADER, 'hunter2-of-mine', 'qu3ry-s3cret', 'a-configured-one']
const MODES = ['auto', 'record', 'off'] as const

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'docket-secrets-'))
  vi.stubEnv('MY_SERVER', KEY)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(dir, { recursive: true, force: true })
})

/** What becomes of a judge whose server replies so; everything that it says, to the run and to whoever keeps the budget. */
async function said(provider: 'openai' | 'anthropic', mode: CassetteMode, reply: { status: number; body: string }) {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(reply.status, { 'content-type': 'application/json' }).end(reply.body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const heard: string[] = []
  const ledger: Ledger = {
    admit: async (party) => {
      heard.push(party.name)
      return { ok: true }
    },
    settle: async (_, __, failure) => {
      heard.push(failure ?? '')
    },
  }
  const judge = createJudge(
    {
      provider,
      model: 'a-model',
      baseURL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1?api-key=qu3ry-s3cret`,
      apiKeyEnv: 'MY_SERVER',
      headers: { 'x-note': HEADER },
      retries: 0,
    } as JudgeOptions,
    {
      root: dir,
      budget: ledger,
      cassettes: openCassettes({ dir, mode, redact: { patterns: ['a-configured-one'] } }),
      timing: { baseMs: 1, random: () => 0 },
    },
  )
  try {
    const error = await judge.assess(judgeRequest(), { signal: new AbortController().signal }).then(
      (verdict) => expect.unreachable(`expected no verdict, received ${JSON.stringify(verdict)}`),
      (error: unknown) => error as JudgeError,
    )
    return { error, heard }
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

/** The error as a reporter could print it: its own words and those of all that caused it. */
function everyWord(error: unknown): string {
  return error instanceof Error
    ? [error.stack, error.message, JSON.stringify(error), everyWord(error.cause)].join('\n')
    : String(error)
}

describe.each(['openai', 'anthropic'] as const)('fault 26: what a provider says of %s', (provider) => {
  const echo = `you sent authorization: Bearer ${KEY}, x-api-key: ${KEY}, x-note: ${HEADER}, to https://me:hunter2-of-mine@host/v1?api-key=qu3ry-s3cret, a-configured-one`
  const replies: [string, { status: number; body: string }][] = [
    [
      'that the key is wrong',
      { status: 401, body: JSON.stringify({ error: { type: 'e', message: `Incorrect API key: ${echo}` } }) },
    ],
    ['in an error that is no JSON', { status: 403, body: `<p>${echo}</p>` }],
    ['instead of a reply', { status: 200, body: JSON.stringify({ error: { message: echo } }) }],
    [
      'cut off in the middle of a key',
      { status: 200, body: JSON.stringify({ note: 'x'.repeat(200 - 12 - KEY.length), also: KEY }) },
    ],
  ]
  it.each(replies.flatMap(([title, reply]) => MODES.map((mode) => [title, mode, reply] as const)))(
    '%s tells no secret in mode %s',
    async (_, mode, reply) => {
      const { error, heard } = await said(provider, mode, reply)
      expect(error.kind).toBe('provider')
      expect(error.message).toContain('[redacted]')
      expect(heard[0]).toMatch(/^\w+ a-model at http:\/\/127\.0\.0\.1:\d+\/v1$/)
      expect(heard[1]).toContain('[redacted]')
      const words = [everyWord(error), ...heard].join('\n')
      for (const secret of SECRETS) expect(words).not.toContain(secret)
      expect(words).not.toContain(KEY.slice(0, 12))
    },
  )

  it.each(MODES)('in a reply that cannot be read, which is kept, in mode %s', async (mode) => {
    const text = `I read no JSON. authorization: Bearer ${KEY}; a-configured-one`
    const message = provider === 'openai' ? { choices: [{ message: { content: text } }] } : { content: [{ type: 'text', text }] }
    const { error } = await said(provider, mode, { status: 200, body: JSON.stringify(message) })
    expect(error).toMatchObject({
      kind: 'reply',
      raw: expect.stringContaining('I read no JSON. authorization: Bearer [redacted]'),
    })
    for (const secret of SECRETS) expect(everyWord(error) + error.raw).not.toContain(secret)
  })
})

it('fault 26: no recording holds the key, nor what a baseURL holds', async () => {
  const { receive } = await import('./call.js')
  const baseURL = 'https://me:hunter2-of-mine@host/v1?api-key=qu3ry-s3cret'
  const parts = {
    options: { provider: 'openai' as const, model: 'a-model', apiKeyEnv: 'MY_SERVER', baseURL },
    open: async () => async () => ({ text: `It is ${KEY}.`, stop: 'end' as const, usage: {} }),
    root: dir,
    cassettes: openCassettes({ dir }),
    ledger: openLedger,
    timing: { baseMs: 1, totalMs: 1000, random: () => 0 },
  }
  const assessment = { request: judgeRequest(), context: { signal: new AbortController().signal }, received: [] }
  const { keep } = await receive(parts, parts.open, assessment, { system: 'Judge it.', user: 'Is it so?' }, { type: 'object' })
  await keep()
  const files = (await readdir(dir, { recursive: true, withFileTypes: true })).filter((file) => file.isFile())
  expect(files).toHaveLength(1)
  for (const { parentPath, name } of files) {
    const text = await readFile(join(parentPath, name), 'utf8')
    expect(text).toContain('It is [redacted].')
    for (const secret of SECRETS) expect(text).not.toContain(secret)
  }
})
