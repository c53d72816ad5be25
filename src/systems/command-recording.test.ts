// biome-ignore-all lint/suspicious/noTemplateCurlyInString: ${NAME} in a variable is filled in by the system

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openCassettes } from '../cassettes/cassettes.js'
import { keyCall } from '../cassettes/key.js'
import { setDataRoot } from '../datasets/root.js'
import { Item } from '../schema/item.js'
import { Response } from '../schema/response.js'
import { type CommandSystemOptions, commandSystem } from './command.js'
import { systemCall } from './recording.js'

const item = Item.parse({ id: 'T-1', question: 'Q?', language: 'en', reference: 'R.' })
const product = (options: Partial<CommandSystemOptions> = {}) =>
  commandSystem({ command: 'python3', args: ['product.py'], name: 'product', version: '1', ...options })

const requestOf = (over: Partial<Item> = {}, trial = 0) => {
  const asked = { ...item, ...over }
  return { question: asked.question, item: asked, trial, signal: new AbortController().signal }
}
const callOf = (options?: Partial<CommandSystemOptions>, ...asked: Parameters<typeof requestOf>) =>
  systemCall(product(options), 'Tenancy', requestOf(...asked))
const keyIn = async (...given: Parameters<typeof callOf>) => keyCall(await callOf(...given)).key

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'docket-command-'))
  setDataRoot(root)
  writeFileSync(join(root, 'product.py'), 'pass')
})
afterEach(() => {
  setDataRoot(undefined)
  vi.unstubAllEnvs()
  rmSync(root, { recursive: true, force: true })
})

describe('the key of a program', () => {
  it('holds what is sent; arguments and variables as a hash, since a key may stand in them', async () => {
    const { components, detail } = await callOf({ env: { REGION: 'ch' }, cwd: 'products/a' })
    const hash = expect.stringMatching(/^[0-9a-f]{64}$/)
    const body = { question: 'Q?', language: 'en', item: { id: 'T-1' } }
    const input = { body, args: hash, env: hash, cwd: 'products/a' }
    expect(components).toEqual({ kind: 'system', name: 'product', version: '1', input, trial: 0 })
    expect(detail).toEqual(input)
  })

  it.each<[string, Partial<CommandSystemOptions>, Partial<Item>?]>([
    ['program', { command: '/usr/bin/python3.12' }],
    ['credential', { env: { PRODUCT_API_KEY: 'abcdefgh' } }],
    ['`map`', { map: (reply) => reply.text }],
    ['deadline', { deadlineMs: 5 }],
    ['label of the item', {}, { reference: 'Another.' }],
  ])('is the same with another %s', async (_, options, over) => {
    expect(await keyIn(options, over)).toBe(await keyIn())
  })

  it.each<[string, Partial<CommandSystemOptions>, Partial<Item>?, number?]>([
    ['argument', { args: ['product.py', '--max-tokens', '500'] }],
    ['variable', { env: { MAX_TOKENS: '500' } }],
    ['name of a variable that is filled in', { env: { REGION: '${OTHER_REGION}' } }],
    ['folder', { cwd: '../other' }],
    ['name', { name: 'other' }],
    ['version', { version: '2' }],
    ['file that it depends on', { dependsOn: ['product.py'] }],
    ['body', { body: ({ question }) => ({ q: question }) }],
    ['question', {}, { question: 'Q2?' }],
    ['trial', {}, {}, 1],
  ])('fault 21: changes with another %s', async (_, options, over, trial) => {
    expect(await keyIn(options, over, trial)).not.toBe(await keyIn())
  })

  it('is the same in another checkout, and whatever a variable holds', async () => {
    const options = () => ({
      args: [join(root, 'src', 'product.py'), `--index=${join(root, 'index')}`],
      env: { REGION: '${DOCKET_TEST_REGION}' },
    })
    vi.stubEnv('DOCKET_TEST_REGION', 'ch')
    const here = await keyIn(options())
    root = join(root, 'elsewhere')
    mkdirSync(root)
    setDataRoot(root)
    vi.stubEnv('DOCKET_TEST_REGION', 'de')
    expect(await keyIn(options())).toBe(here)
  })
})

it('an answer is recorded without the secrets of its variables, and replayed without the program', async () => {
  const code = `require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const { id } = JSON.parse(line)
    console.log(JSON.stringify({ id, answer: 'with ' + [process.env.PRODUCT_KEY, process.env.KEYWORDS, process.env.DATABASE_URL].join() }))
  })`
  const options = {
    command: process.execPath,
    args: ['-e', code],
    env: { PRODUCT_KEY: '${DOCKET_TEST_PASS}', KEYWORDS: 'a landlord', DATABASE_URL: 'postgres://me:hunter2-of-mine@host/db' },
  }
  vi.stubEnv('DOCKET_TEST_PASS', 'swordfish-of-mine')
  const cassettes = openCassettes({ dir: join(root, 'recordings'), mode: 'auto' })
  const system = product(options)
  const response = await system.respond(requestOf())
  expect(response.answer).toContain('swordfish-of-mine')
  const call = await systemCall(system, 'Tenancy', requestOf())
  await cassettes.record(keyCall(call), response)
  vi.stubEnv('DOCKET_TEST_PASS', undefined)
  const again = await systemCall(product({ ...options, command: 'docket-no-such-program' }), 'Tenancy', requestOf())
  const replayed = await cassettes.replay(keyCall(again), Response)
  expect(replayed?.payload.answer).toMatch(/^with \[redacted\],a landlord,postgres:\/\/\[redacted\]@host\/db$/)
})
