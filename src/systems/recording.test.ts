// biome-ignore-all lint/suspicious/noTemplateCurlyInString: ${NAME} in a header is what is tested

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { openCassettes } from '../cassettes/cassettes.js'
import { keyCall } from '../cassettes/key.js'
import { setDataRoot } from '../datasets/root.js'
import { OptionError } from '../errors.js'
import { Item } from '../schema/item.js'
import { functionSystem } from './function.js'
import { type HttpSystemOptions, httpSystem } from './http.js'
import { systemCall } from './recording.js'
import type { System } from './system.js'

const item = Item.parse({ id: 'T-1', question: 'Q?', reference: 'R.' })
const callOf = (system: System, over: Partial<Item> = {}, trial = 0) => {
  const asked = { ...item, ...over }
  return systemCall(system, 'Tenancy', { question: asked.question, item: asked, trial, signal: new AbortController().signal })
}
const keyIn = async (...given: Parameters<typeof callOf>) => keyCall(await callOf(...given)).key

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'docket-depends-'))
  setDataRoot(root)
  writeFileSync(join(root, 'answer.md'), 'Answer briefly.')
})
afterEach(() => {
  setDataRoot(undefined)
  rmSync(root, { recursive: true, force: true })
})

describe('the key of a function', () => {
  const system = (version = '1', name = 'rag') => functionSystem(() => 'A.', { name, version })

  it('holds kind, name, version, question, item and trial', async () => {
    expect((await callOf(system())).components).toEqual({
      kind: 'system',
      name: 'rag',
      version: '1',
      input: { question: 'Q?', item },
      trial: 0,
    })
  })

  it('fault 21: changes with each of them', async () => {
    const base = await keyIn(system())
    expect(await keyIn(system())).toBe(base)
    for (const other of [
      keyIn(system('2')),
      keyIn(system('1', 'other')),
      keyIn(system(), { question: 'Q2?' }),
      keyIn(system(), { reference: 'R2.' }),
      keyIn(system(), {}, 1),
    ])
      expect(await other).not.toBe(base)
  })
})

describe('the key of a service', () => {
  const service = (options: Partial<HttpSystemOptions> = {}) =>
    httpSystem({ name: 'assistant', version: '1', url: 'http://127.0.0.1:8000/ask', ...options })

  it('holds method, path and body, and neither host nor credentials', async () => {
    const headers = { 'X-Tenant': 'a', authorization: 'Bearer ${TOKEN}', 'x-api-key': 'abc' }
    const call = await callOf(service({ body: ({ question }) => ({ q: question }), headers }))
    expect(call.components['input']).toEqual({
      method: 'POST',
      path: '/ask',
      headers: { 'x-tenant': 'a' },
      body: { q: 'Q?' },
    })
  })

  it.each<[string, Partial<HttpSystemOptions>]>([
    ['the host', { url: 'https://staging.example:9000/ask' }],
    ['a key in the URL', { url: 'http://127.0.0.1:8000/ask?api_key=abcdefgh' }],
    ['a credential', { headers: { authorization: 'Bearer other' } }],
    ['`map`', { map: (json) => ({ answer: json.text }) }],
  ])('is the same with another %s', async (_, options) => {
    expect(await keyIn(service(options))).toBe(await keyIn(service()))
  })

  it.each<[string, Partial<HttpSystemOptions>]>([
    ['method', { method: 'PUT' }],
    ['path', { url: 'http://127.0.0.1:8000/v2/ask' }],
    ['query', { url: (one) => `http://127.0.0.1:8000/ask?q=${one.id}` }],
    ['header', { headers: { 'x-model': 'large' } }],
    ['body', { body: ({ id }) => ({ id }) }],
    ['version', { version: '2' }],
  ])('fault 21: changes with %s', async (_, options) => {
    expect(await keyIn(service(options))).not.toBe(await keyIn(service()))
  })

  it('never shows a query, where a key may stand under any name', async () => {
    const call = await callOf(service({ method: 'GET', url: 'http://127.0.0.1/ask?k=very-secret-value' }))
    expect(JSON.stringify(call.components)).not.toContain('very-secret-value')
  })

  it('is the same for another field of the item, where it is not sent', async () => {
    expect(await keyIn(service(), { reference: 'Another.' })).toBe(await keyIn(service()))
  })

  it('names the values of credentials in its headers as secrets', async () => {
    const call = await callOf(service({ headers: { authorization: 'Basic dXNlcjpwYXNz', 'x-tenant': 'ministry-of-law' } }))
    expect(call.secrets?.()).toEqual(['Basic dXNlcjpwYXNz', 'dXNlcjpwYXNz'])
  })
})

describe('a miss names what of the input differs', () => {
  const service = httpSystem({ name: 's', version: '1', url: (one) => `http://h/${one.id}` })
  it.each<[string, System, Partial<Item>, string]>([
    [
      'a field of the item',
      functionSystem(() => 'A.', { name: 's', version: '1' }),
      { reference: 'No.' },
      'reference (recorded "R.", now "No.")',
    ],
    [
      'the question',
      functionSystem(() => 'A.', { name: 's', version: '1' }),
      { question: 'Q2?' },
      'question (recorded "Q?", now "Q2?")',
    ],
    ['the body', service, { question: 'Q2?' }, 'body (recorded {"question":"Q?"}, now {"question":"Q2?"})'],
  ])('%s', async (_, system, change, words) => {
    const store = (mode: 'auto' | 'replay') => openCassettes({ dir: join(root, 'cassettes'), mode })
    await store('auto').record(keyCall(await callOf(system)), 'A.')
    const replaying = store('replay').replay(keyCall(await callOf(system, change)), z.json())
    await expect(replaying).rejects.toThrow(`differs in input (${words}). `)
  })
})

describe('dependsOn', () => {
  const make = {
    functionSystem: (dependsOn: string[]) => functionSystem(() => 'A.', { name: 's', version: '1', dependsOn }),
    httpSystem: (dependsOn: string[]) => httpSystem({ url: 'http://h/ask', name: 's', version: '1', dependsOn }),
  }
  it.each(Object.entries(make))(
    '%s: a file is part of the key, by its content and its path from the root, and is watched',
    async (_, system) => {
      const before = await keyIn(system(['answer.md']))
      expect(await keyIn(system([join(root, 'answer.md')]))).toBe(before)
      expect(await keyIn(system([]))).not.toBe(before)
      expect((await callOf(system(['answer.md']))).components['file answer.md']).toMatch(/^[0-9a-f]{64}$/)
      expect(system(['answer.md']).files).toEqual(['answer.md'])
      writeFileSync(join(root, 'answer.md'), 'Answer at length.')
      expect(await keyIn(system(['answer.md']))).not.toBe(before)
    },
  )

  it.each(Object.entries(make))('%s: a file that is not there is an error that names it', (name, system) => {
    expect(() => system(['answer.md', 'prompts/missing.md'])).toThrow(OptionError)
    expect(() => system(['answer.md', 'prompts/missing.md'])).toThrow(
      `${name}: \`dependsOn\`: expected a file at "prompts/missing.md", relative to ${root}`,
    )
    expect(() => system(['.'])).toThrow(OptionError)
    expect(() => system('answer.md' as never)).toThrow('expected `dependsOn` to be an array of paths, received "answer.md"')
  })
})
