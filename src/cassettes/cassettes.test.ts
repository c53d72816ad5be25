import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { CassetteCorruptError, CassetteMissError, OptionError } from '../errors.js'
import type { Json } from '../schema/json.js'
import { openCassettes } from './cassettes.js'
import { type Components, hashOf, type KeyedCall, keyCall, keyOf } from './key.js'
import { blockStore } from './recordings.test-util.js'
import { checkRedaction } from './redact.js'
import { entryFile, listEntries } from './store.js'

const Payload = z.object({ text: z.string(), reason: z.string().nullable() })
const components = {
  provider: 'anthropic',
  model: 'model-a',
  parameters: { maxTokens: 100 },
  prompt: 'Judge it.',
  schema: { type: 'object' },
  input: 'Is it so?',
  trial: 0,
} satisfies Components

const callOf = (changes: Components = {}, id = 'T-1'): KeyedCall =>
  keyCall({ kind: 'judge', suite: 'Tenancy', id, components: { ...components, ...changes } })

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'docket-cassettes-'))
})
afterEach(() => rm(dir, { recursive: true, force: true }))

describe('the key', () => {
  it.each<[string, Components]>([
    ['provider', { provider: 'openai' }],
    ['model', { model: 'model-b' }],
    ['parameters', { parameters: { maxTokens: 101 } }],
    ['prompt', { prompt: 'Judge it!' }],
    ['schema', { schema: { type: 'array' } }],
    ['input', { input: 'Is it not so?' }],
    ['trial', { trial: 1 }],
    ['a base URL that is now set', { baseURL: 'http://127.0.0.1:1' }],
  ])('fault 21: changes with %s', (_, change) => {
    expect(keyOf(callOf(change).components).key).not.toBe(keyOf(callOf().components).key)
  })

  it('does not depend on the order of fields, nor on a component that is not set', () => {
    const reversed = Object.fromEntries(Object.entries(components).reverse())
    expect(keyOf({ ...reversed, baseURL: undefined }).key).toBe(keyOf(components).key)
  })

  it('hashes canonical JSON', () => {
    const expected = createHash('sha256').update('{"a":"é","b":1}').digest('hex')
    expect(hashOf({ b: 1, a: 'é' })).toBe(expected)
  })
})

describe('modes', () => {
  it.each([
    ['auto', 1, 1],
    ['record', 0, 1],
    ['off', 0, 0],
  ] as const)('%s: %d replayed, %d kept', async (mode, replayed, kept) => {
    const cassettes = openCassettes({ dir, mode })
    expect(await cassettes.replay(callOf(), Payload)).toBeNull()
    await cassettes.record(callOf(), { text: 'yes', reason: null })
    expect((await cassettes.replay(callOf(), Payload)) === null ? 0 : 1).toBe(replayed)
    expect(await listEntries(dir)).toHaveLength(kept)
  })

  it('record overwrites what is there', async () => {
    const cassettes = openCassettes({ dir, mode: 'record' })
    await cassettes.record(callOf(), { text: 'first', reason: null })
    await cassettes.record(callOf(), { text: 'second', reason: null })
    expect((await openCassettes({ dir, mode: 'replay' }).replay(callOf(), Payload))?.payload.text).toBe('second')
  })

  it('what cannot be written comes back redacted, with the reason', async () => {
    const cassettes = openCassettes({ dir, mode: 'record', redact: { patterns: ['hunter2'] } })
    await cassettes.tryWriting()
    await blockStore(dir)
    expect(await cassettes.record(callOf(), { text: 'hunter2', reason: null })).toEqual({
      payload: { text: '[redacted]', reason: null },
      key: null,
      unrecorded: { dir, reason: expect.stringMatching(/^(?:EEXIST|ENOTDIR): [^']*$/) },
    })
  })

  it.each([
    ['auto', true],
    ['record', true],
    ['replay', false],
    ['off', false],
  ] as const)('a folder that cannot be written is an error before anything is asked in mode %s: %s', async (mode, refused) => {
    const file = join(dir, 'file')
    await writeFile(file, '')
    const cassettes = openCassettes({ dir: file, mode })
    const tries = () => Promise.allSettled([cassettes.tryWriting(), cassettes.tryWriting()])
    for (const { status } of await tries()) expect(status).toBe(refused ? 'rejected' : 'fulfilled')
    if (!refused) return
    await expect(cassettes.tryWriting()).rejects.toThrow(OptionError)
    await rm(file)
    for (const { status } of await tries()) expect(status).toBe('fulfilled')
    expect(await readdir(file)).toEqual([])
  })

  it('replay writes nothing', async () => {
    await openCassettes({ dir, mode: 'replay' }).record(callOf(), { text: 'yes', reason: null })
    expect(await readdir(dir)).toEqual([])
  })

  it('an unknown mode is an error that lists the modes', () => {
    expect(() => openCassettes({ dir, mode: 'rerecord' as never })).toThrow(OptionError)
    expect(() => openCassettes({ dir, mode: 'rerecord' as never })).toThrow('auto, record, replay, off')
  })
})

describe('a miss', () => {
  const replay = () => openCassettes({ dir, mode: 'replay' })

  it('names the case, and what differs from the nearest entry of the same case', async () => {
    const recorder = openCassettes({ dir, mode: 'record' })
    await recorder.record(callOf({ model: 'model-b', input: 'x'.repeat(400) }), { text: 'far', reason: null })
    await recorder.record(callOf({ model: 'model-c' }), { text: 'near', reason: null })
    await recorder.record(callOf({}, 'T-2'), { text: 'another case', reason: null })
    const miss = replay().replay(callOf({ trial: 1, model: 'model-c' }), Payload)
    await expect(miss).rejects.toThrow(CassetteMissError)
    await expect(miss).rejects.toThrow('"Tenancy" / "T-1"')
    await expect(miss).rejects.toThrow(/differs in trial \(recorded 0, now 1\)\. /)
  })

  it('names a long component without showing it, and one that was not there', async () => {
    await openCassettes({ dir, mode: 'record' }).record(callOf({ input: 'x'.repeat(400) }), { text: 'far', reason: null })
    await expect(replay().replay(callOf({ input: 'y'.repeat(400), baseURL: 'http://h' }), Payload)).rejects.toThrow(
      /differs in baseURL \(recorded none, now "http:\/\/h"\), input\. /,
    )
  })

  const held = (detail: Components, input: string) =>
    keyCall({ kind: 'judge', suite: 'Tenancy', id: 'T-1', components: { ...components, input }, detail })
  const long = 'A long answer. '.repeat(20)
  const recorded: Components = { question: 'Is it so?', answer: long, citations: null }

  it.each<[string, Components, string]>([
    ['a long part by its name', { ...recorded, answer: `${long}!` }, 'differs in input (answer). '],
    [
      'a short one with its value',
      { ...recorded, question: 'Is it not so?' },
      'differs in input (question (recorded "Is it so?", now "Is it not so?")). ',
    ],
    [
      'each of several, and one that was not there',
      { ...recorded, answer: 'No.', claims: ['a'] },
      'differs in input (answer (recorded another text, now "No."), claims (recorded none, now ["a"])). ',
    ],
    ['none where only the words around them differ', recorded, 'differs in input (the same parts in another form). '],
  ])('names what of the input differs: %s', async (_, now, words) => {
    await openCassettes({ dir, mode: 'record' }).record(held(recorded, 'x'), { text: 'yes', reason: null })
    await expect(replay().replay(held(now, 'y'), Payload)).rejects.toThrow(words)
  })

  it('takes the entry whose input is nearest, and one without details last', async () => {
    const recorder = openCassettes({ dir, mode: 'record' })
    await recorder.record(held(recorded, 'x'), { text: 'near', reason: null })
    await recorder.record(held({ ...recorded, answer: 'No.', question: 'Why?' }, 'y'), { text: 'far', reason: null })
    await recorder.record(callOf(), { text: 'old', reason: null })
    await expect(replay().replay(held({ ...recorded, answer: `${long}!` }, 'z'), Payload)).rejects.toThrow(
      'differs in input (answer). ',
    )
  })

  it('of an entry without details it names the input', async () => {
    await openCassettes({ dir, mode: 'record' }).record(callOf({ input: long }), { text: 'old', reason: null })
    await expect(replay().replay(held(recorded, `${long}!`), Payload)).rejects.toThrow('differs in input. ')
  })

  it('says when the case has no entry at all, and when nothing has', async () => {
    await expect(replay().replay(callOf(), Payload)).rejects.toThrow('the store is empty')
    await openCassettes({ dir, mode: 'record' }).record(callOf({ input: 'Another?' }, 'T-2'), { text: 'x', reason: null })
    await expect(replay().replay(callOf(), Payload)).rejects.toThrow('nothing is recorded for this case')
  })
})

describe('an entry', () => {
  it('fault 25: comes back as it was stored, null and reason included', async () => {
    const cassettes = openCassettes({ dir })
    const json = fc.json().map((text) => JSON.parse(text) as Json)
    await fc.assert(
      fc.asyncProperty(json, fc.nat(), async (value, trial) => {
        await cassettes.record(callOf({ trial }), value)
        expect((await cassettes.replay(callOf({ trial }), z.json()))?.payload).toEqual(JSON.parse(JSON.stringify(value)))
      }),
      { numRuns: 50 },
    )
    await cassettes.record(callOf(), { text: 'no', reason: null })
    expect((await cassettes.replay(callOf(), Payload))?.payload).toEqual({ text: 'no', reason: null })
  })

  const spoilt: { title: string; spoil: (text: string) => string }[] = [
    ...[0.02, 0.3, 0.7, 0.99].map((share) => ({
      title: `is cut off at ${share}`,
      spoil: (text: string) => text.slice(0, text.length * share),
    })),
    { title: 'is empty', spoil: () => '' },
    { title: 'is null', spoil: () => 'null' },
    { title: 'is of another version', spoil: (text) => text.replace('"schemaVersion": 1', '"schemaVersion": 9') },
    { title: 'has another word in its payload', spoil: (text) => text.replace('"text": "yes"', '"text": "no"') },
    { title: 'has no hash of its payload', spoil: (text) => text.replace(/\n {2}"sha256": .*/, '') },
    { title: 'has a payload of another shape', spoil: (text) => text.replace('"text"', '"words"') },
    {
      title: 'was recorded for another call',
      spoil: (text) => text.replace(keyOf(components).parts['model']?.sha256 ?? '', '0'.repeat(64)),
    },
  ]
  it.each(spoilt)('fault 23: that $title is an error that names the file, in every mode that reads', async ({ spoil }) => {
    await openCassettes({ dir }).record(callOf(), { text: 'yes', reason: null })
    const file = entryFile(dir, keyOf(callOf().components).key)
    await writeFile(file, spoil(await readFile(file, 'utf8')))
    for (const mode of ['auto', 'replay'] as const) {
      const read = openCassettes({ dir, mode }).replay(callOf(), Payload)
      await expect(read).rejects.toThrow(CassetteCorruptError)
      await expect(read).rejects.toThrow(file)
      await expect(read).rejects.toThrow('delete it and record again')
    }
  })

  it('fault 23: that stands under the name of another key is refused, however whole it is', async () => {
    const cassettes = openCassettes({ dir })
    const other = callOf({ trial: 1 })
    for (const call of [callOf(), other])
      await cassettes.record(call, { text: `trial ${call.components['trial']}`, reason: null })
    const file = entryFile(dir, keyOf(callOf().components).key)
    await writeFile(file, await readFile(entryFile(dir, keyOf(other.components).key)))
    for (const mode of ['auto', 'replay'] as const) {
      const read = openCassettes({ dir, mode }).replay(callOf(), Payload)
      await expect(read).rejects.toThrow(CassetteCorruptError)
      await expect(read).rejects.toThrow(
        `${file}: this recording cannot be used: it is not the entry of the key that it is named after`,
      )
    }
    expect((await cassettes.replay(other, Payload))?.payload.text).toBe('trial 1')
  })

  it('fault 24: is whole at any moment while many processes record one key, one of them killed', {
    timeout: 120_000,
  }, async () => {
    const root = join(import.meta.dirname, '../..')
    // Each child loads this store as it stands here and records the call over and over, a payload of several writes long.
    const script = `
      import { createVitest } from 'vitest/node'
      const [dir, who, rounds, components] = process.argv.slice(1)
      const vitest = await createVitest('test', { root: ${JSON.stringify(root)}, config: false, watch: false, reporters: [{}] })
      const { openCassettes } = await vitest.import('./src/cassettes/cassettes.ts')
      const { keyCall } = await vitest.import('./src/cassettes/key.ts')
      const call = keyCall({ kind: 'judge', suite: 'Tenancy', id: who, components: JSON.parse(components) })
      const cassettes = openCassettes({ dir, mode: 'record' })
      for (let n = 0; n < Number(rounds); n += 1) await cassettes.record(call, { text: who.repeat(2_000_000), reason: null })
      await vitest.close()
      process.exit()
    `
    const writers = Object.entries({ a: 30, b: 30, killed: Infinity }).map(([who, rounds]) => {
      const args = ['--input-type=module', '-e', script, dir, who, String(rounds), JSON.stringify(components)]
      const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' })
      return { child, end: new Promise<unknown[]>((resolve) => child.once('exit', (...how) => resolve(how))) }
    })
    let running = true
    const ends = Promise.all(writers.map(({ end }) => end)).then((codes) => {
      running = false
      return codes
    })
    const reader = openCassettes({ dir, mode: 'auto' })
    let reads = 0
    try {
      while (running) {
        // A half-written entry is a `CassetteCorruptError`, and one that vanishes is null.
        const found = await reader.replay(callOf(), Payload)
        if (found === null) {
          expect(reads, 'what was recorded is gone').toBe(0)
          await new Promise((resolve) => setTimeout(resolve, 5))
          continue
        }
        expect(found.payload.text.length % 2_000_000).toBe(0)
        reads += 1
        if (reads === 10) writers[2]?.child.kill('SIGKILL')
      }
    } finally {
      for (const { child } of writers) child.kill('SIGKILL')
    }
    expect(await ends).toEqual([
      [0, null],
      [0, null],
      [null, 'SIGKILL'],
    ])
    expect(reads).toBeGreaterThanOrEqual(10)
    expect(await listEntries(dir)).toHaveLength(1)
  })

  it('that is a left-over temporary file is not read as one', async () => {
    await openCassettes({ dir }).record(callOf(), { text: 'yes', reason: null })
    await writeFile(`${entryFile(dir, keyOf(callOf().components).key)}.1234`, '{"half":')
    expect(await listEntries(dir)).toHaveLength(1)
  })
})

describe('redaction', () => {
  const stored = async (payload: Json, options = {}) => {
    await openCassettes({ dir, ...options }).record(callOf(), payload)
    return readFile(entryFile(dir, keyOf(callOf().components).key), 'utf8')
  }

  it.each([
    ['a bearer token', 'Authorization: Bearer abcdef0123456789', 'abcdef0123456789'],
    ['a provider key', 'the key sk-ant-REDACTED-NOT-0000 was sent', 'sk-ant-REDACTED-NOT-0000'],
    ['a web token', 'jwt eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl.', 'c2lnbmF0dXJl'],
    ['a private key', '-----BEGIN PRIVATE KEY-----\nMIIEvQIBADAN\n-----END PRIVATE KEY-----', 'MIIEvQIBADAN'],
    ['a private key without its end', '{"a":"-----BEGIN RSA PRIVATE KEY-----\\nMIIEvQIBADAN","b":1}', 'MIIEvQIBADAN'],
  ])('fault 26: %s is gone before it is written', async (_, text, secret) => {
    const file = await stored({ text })
    expect(file).not.toContain(secret)
    expect(file).toContain('[redacted]')
  })

  it('fault 26: so is the value of a variable that is named like a secret, and a configured pattern', async () => {
    process.env['SOME_SERVICE_API_KEY'] = 'plain-looking-value-123'
    try {
      const file = await stored(
        { text: 'plain-looking-value-123 hunter2 clerk@court.example' },
        { redact: { patterns: ['hunter2', '[\\w.]+@[\\w.]+'] } },
      )
      expect(JSON.parse(file).payload).toEqual({ text: '[redacted] [redacted] [redacted]' })
    } finally {
      delete process.env['SOME_SERVICE_API_KEY']
    }
  })

  it('keeps e-mail addresses of legal texts unless they are named', async () => {
    expect(await stored({ text: 'Write to registry@court.example.' })).toContain('registry@court.example')
  })

  it('never changes the key', async () => {
    const call = callOf({ parameters: { headers: { 'x-note': 'Bearer abcdef0123456789' } } })
    const cassettes = openCassettes({ dir })
    await cassettes.record(call, { text: 'yes', reason: null })
    expect((await cassettes.replay(call, Payload))?.payload.text).toBe('yes')
    expect(await readFile(entryFile(dir, keyOf(call.components).key), 'utf8')).not.toContain('abcdef0123456789')
  })

  it('fault 26: holds for what an entry tells of its input, which is no part of the key', async () => {
    const detail = { answer: 'Bearer abcdef0123456789' }
    const call = keyCall({ ...callOf(), detail })
    expect(call.key).toBe(callOf().key)
    await openCassettes({ dir }).record(call, { text: 'yes', reason: null })
    const file = await readFile(entryFile(dir, call.key), 'utf8')
    expect(file).not.toContain('abcdef0123456789')
    expect(JSON.parse(file).detail).toEqual({ answer: { sha256: hashOf(detail.answer), value: '[redacted]' } })
  })

  it.each([
    ['(', '`cassettes.redact`: expected sources of regular expressions, received "("'],
    ['x*', '`cassettes.redact`: "x*" matches the empty string'],
  ])('refuses the pattern %s, in the config and where a store is opened', (pattern, message) => {
    const attempts = [() => checkRedaction(['ok', pattern]), () => openCassettes({ dir, redact: { patterns: [pattern] } })]
    for (const attempt of attempts) {
      expect(attempt).toThrow(OptionError)
      expect(attempt).toThrow(message)
    }
    expect(() => checkRedaction(['[\\w.]+@[\\w.]+'])).not.toThrow()
  })
})
