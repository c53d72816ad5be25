import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { CassetteCorruptError, CassetteMissError } from '../errors.js'
import { openCassettes } from './cassettes.js'
import type { CassetteEntry } from './entry.js'
import { keyCall, keyOf } from './key.js'
import { packRecordings } from './pack.js'
import { packLine, packNames } from './pack-file.js'
import { entryOf } from './recordings.test-util.js'
import { entryFile, listEntries, writeEntry } from './store.js'

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'docket-packs-'))
})
afterEach(() => rm(dir, { recursive: true, force: true }))

const numbered = (n: number, changes: Partial<CassetteEntry> = {}) => {
  const { components: _, key: __, ...rest } = changes
  return entryOf({ id: `T-${n}`, components: { model: 'model-a', input: `question ${n}`, trial: 0 }, ...rest })
}
const callOf = (n: number, model = 'model-a') =>
  keyCall({ kind: 'judge', suite: 'Tenancy', id: `T-${n}`, components: { model, input: `question ${n}`, trial: 0 } })
const replay = (n: number, mode: 'auto' | 'replay' = 'replay') => openCassettes({ dir, mode }).replay(callOf(n), z.json())
const pack = (name: string) => readFile(join(dir, name), 'utf8')
const store = async (entries: readonly CassetteEntry[]) => {
  for (const entry of entries) await writeEntry(dir, entry)
}
const packsIn = async () => (await readdir(dir)).filter((name) => name.endsWith('.jsonl'))

describe('packing', () => {
  it('writes a line an entry, sorted by id, kind and key, one file a suite, and keeps the working store', async () => {
    const system = entryOf({ kind: 'system', id: 'T-1', components: { kind: 'system', name: 's', version: '1' } })
    await store([numbered(2), system, numbered(10), numbered(1), numbered(3, { suite: 'Wills & estates' })])
    const packed = await packRecordings(dir)
    expect(packed.map(({ suite, entries, changed }) => [suite, entries, changed])).toEqual([
      ['Tenancy', 4, true],
      ['Wills & estates', 1, true],
    ])
    const lines = (await pack('tenancy.jsonl')).trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line)).map(({ id, kind }) => `${id} ${kind}`)).toEqual([
      'T-1 judge',
      'T-1 system',
      'T-10 judge',
      'T-2 judge',
    ])
    expect(JSON.parse(await pack('wills-estates.jsonl'))).toEqual(numbered(3, { suite: 'Wills & estates' }))
    expect(await listEntries(dir)).toHaveLength(5)
    expect(await readFile(join(dir, '.gitignore'), 'utf8')).toMatch(/^\/\?\?\/$/m)
  })

  it('keeps what an entry tells of its input, for the miss; one without it is as before', async () => {
    const { parts } = keyOf({ answer: 'Yes.' })
    await store([{ ...numbered(1), detail: parts }, numbered(2)])
    await packRecordings(dir)
    await rm(join(dir, numbered(1).key.slice(0, 2)), { recursive: true })
    const [first = '', second = ''] = (await pack('tenancy.jsonl')).split('\n')
    expect(JSON.parse(first)).toEqual({ ...numbered(1), detail: parts })
    expect(second).not.toContain('detail')
    const { components } = callOf(1)
    const other = keyCall({ ...callOf(1), components: { ...components, input: 'question 1!' }, detail: { answer: 'No.' } })
    await expect(openCassettes({ dir, mode: 'replay' }).replay(other, z.json())).rejects.toThrow(
      'differs in input (answer (recorded "Yes.", now "No."))',
    )
  })

  it('gives the same bytes for the same entries, in whatever order and from whatever side they come', async () => {
    const entries = [1, 2, 3, 4].map((n) => numbered(n))
    await store(entries)
    await packRecordings(dir)
    const first = await pack('tenancy.jsonl')
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(entries, { minLength: 4 }), fc.nat(4), async (order, packed) => {
        await rm(dir, { recursive: true })
        await mkdir(dir)
        const lines = order.slice(0, packed).map((entry) => `${JSON.stringify(entry)}\n`)
        await writeFile(join(dir, 'from-another-branch.jsonl'), lines.join(''))
        await store(order.slice(packed))
        await packRecordings(dir)
        expect(await pack('tenancy.jsonl')).toBe(first)
        expect(await packsIn()).toEqual(['tenancy.jsonl'])
      }),
      { numRuns: 15 },
    )
    expect((await packRecordings(dir)).map(({ changed }) => changed)).toEqual([false])
  })

  it.each([
    ['the working store', '2026-11-21T00:00:00.000Z', 'stored'],
    ['the pack', '2026-11-19T00:00:00.000Z', 'packed'],
  ])('of two of one key the newer stands: %s', async (_, recordedAt, winner) => {
    await writeFile(join(dir, 'tenancy.jsonl'), packLine(numbered(1, { payload: 'packed' })))
    await store([numbered(1, { payload: 'stored', recordedAt })])
    await packRecordings(dir)
    expect(JSON.parse(await pack('tenancy.jsonl')).payload).toBe(winner)
  })

  it.each([
    ['a', 'b'],
    ['b', 'a'],
  ])(
    'of two packs with one key and one date the same is replayed before packing and after: %s.jsonl says yes',
    async (...said) => {
      for (const [index, name] of said.entries()) {
        await writeFile(join(dir, `${name}.jsonl`), packLine(numbered(1, { payload: index === 0 ? 'yes' : 'no' })))
      }
      const before = await replay(1)
      expect(before?.payload).toBe(said[0] === 'a' ? 'yes' : 'no')
      await packRecordings(dir)
      expect(await packsIn()).toEqual(['tenancy.jsonl'])
      expect(await replay(1)).toEqual(before)
    },
  )

  it.each(['older', 'yes', 'zzz'])('of one date in the working store and a pack the working store stands: %s', async (stored) => {
    await writeFile(join(dir, 'tenancy.jsonl'), packLine(numbered(1, { payload: 'packed' })))
    await store([numbered(1, { payload: stored })])
    expect((await replay(1))?.payload).toBe(stored)
    await packRecordings(dir)
    expect(JSON.parse(await pack('tenancy.jsonl')).payload).toBe(stored)
  })

  it.each([
    ['a corrupt entry of the store', async () => writeFile(entryFile(dir, numbered(1).key), '{"half":')],
    ['a corrupt line of a pack', async () => writeFile(join(dir, 'other.jsonl'), '{"half":')],
  ])('fault 23: %s is an error, and nothing is written', async (_, spoil) => {
    await store([numbered(1), numbered(2)])
    await spoil()
    await expect(packRecordings(dir)).rejects.toThrow(CassetteCorruptError)
    expect(await packsIn()).not.toContain('tenancy.jsonl')
  })

  it('leaves a .gitignore of the user as it is', async () => {
    await writeFile(join(dir, '.gitignore'), 'mine\n')
    await store([numbered(1)])
    await packRecordings(dir)
    expect(await readFile(join(dir, '.gitignore'), 'utf8')).toBe('mine\n')
  })

  it('fault 24: what a crash left half written is neither read nor in the way', async () => {
    await store([numbered(1)])
    await packRecordings(dir)
    await writeFile(join(dir, 'tenancy.jsonl.123'), '{"half":')
    await writeFile(`${entryFile(dir, numbered(1).key)}.123`, '{"half":')
    expect((await packRecordings(dir)).map(({ entries }) => entries)).toEqual([1])
    expect((await replay(1))?.payload).toEqual({ text: 'yes', reason: null })
  })
})

describe('names of packs', () => {
  const hash = expect.stringMatching(/-[0-9a-f]{8}\.jsonl$/)
  it.each<[string, string[], unknown[]]>([
    ['a plain name', ['Tenancy'], ['tenancy.jsonl']],
    ['accents and signs', ['Größe: Wills / “Estates”'], ['gro-e-wills-estates.jsonl']],
    ['two that look alike', ['Rent & Law', 'rent law'], [hash, hash]],
    ['nothing in ASCII', ['کرایہ', '租賃'], [expect.stringMatching(/^suite-[0-9a-f]{8}\.jsonl$/), hash]],
    ['a device of Windows', ['CON', 'lpt1'], [expect.stringMatching(/^con-/), expect.stringMatching(/^lpt1-/)]],
    ['one that ends as a hash does', ['x 0123abcd'], [expect.stringMatching(/^x-0123abcd-[0-9a-f]{8}\.jsonl$/)]],
    ['a path', ['../../etc/passwd'], ['etc-passwd.jsonl']],
  ])('%s', (_, suites, names) => {
    expect([...packNames(suites).values()]).toEqual(names)
  })

  it('are safe and unique, whatever suites are called', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string({ unit: 'binary', maxLength: 120 }), { maxLength: 20 }), (suites) => {
        const names = [...packNames(suites).values()]
        expect(new Set(names).size).toBe(suites.length)
        for (const name of names) expect(name).toMatch(/^[a-z0-9][a-z0-9-]{0,95}\.jsonl$/)
      }),
    )
  })
})

describe('reading packs', () => {
  beforeEach(async () => {
    await store([1, 2, 3].map((n) => numbered(n)))
    await packRecordings(dir)
    for (const { key } of [1, 2, 3].map((n) => numbered(n))) await rm(entryFile(dir, key))
  })

  it.each(['auto', 'replay'] as const)('%s replays from a pack what the working store lacks', async (mode) => {
    const found = await replay(2, mode)
    expect(found).toEqual({ payload: { text: 'yes', reason: null }, recordedAt: numbered(2).recordedAt })
    expect(await openCassettes({ dir, mode }).has(callOf(2))).toBe(true)
    expect(await openCassettes({ dir, mode }).has(callOf(9))).toBe(false)
  })

  it.each(['record', 'off'] as const)('%s reads nothing, so it has nothing', async (mode) => {
    expect(await openCassettes({ dir, mode }).has(callOf(2))).toBe(false)
  })

  it('the working store comes first', async () => {
    await store([numbered(2, { payload: 'stored' })])
    expect((await replay(2))?.payload).toBe('stored')
  })

  it.each<[string, (text: string) => string]>([
    ['CRLF', (text) => text.replaceAll('\n', '\r\n')],
    ['a byte order mark', (text) => `\uFEFF${text}`],
    ['no last newline', (text) => text.trimEnd()],
    ['blank lines', (text) => `\n${text.replaceAll('\n', '\n\n')}`],
    ['a line twice', (text) => `${text}${text}`],
    ['another order', (text) => text.trimEnd().split('\n').reverse().join('\n')],
  ])('%s is fine', async (_, change) => {
    await writeFile(join(dir, 'tenancy.jsonl'), change(await pack('tenancy.jsonl')))
    for (const n of [1, 2, 3]) expect((await replay(n))?.payload).toEqual({ text: 'yes', reason: null })
  })

  it('of a line that two branches left twice the newer is replayed', async () => {
    const newer = packLine(numbered(2, { payload: 'newer', recordedAt: '2026-11-22T00:00:00.000Z' }))
    await writeFile(join(dir, 'tenancy.jsonl'), `${newer}\n${await pack('tenancy.jsonl')}`)
    expect((await replay(2))?.payload).toBe('newer')
  })

  it.each<[string, (line: string) => string | Buffer, RegExp]>([
    ['is cut off', (line) => line.slice(0, 100), /it is not whole JSON/],
    ['is of another version', (line) => line.replace('"schemaVersion":1', '"schemaVersion":9'), /schemaVersion/],
    ['has no payload', (line) => `${line.replace(/,"payload":.*$/, '')}}`, /payload: expected what the call returned/],
    [
      'has one byte of its payload changed',
      (line) => line.replace('yes', 'yet'),
      /its payload was changed after it was recorded/,
    ],
    ['has a number of its payload changed', (line) => line.replace('"reason":null', '"reason":0'), /its payload was changed/],
    [
      'has no hash of its payload',
      (line) => line.replace(/,"sha256":"[0-9a-f]+","payload"/, ',"payload"'),
      /: sha256: expected the/,
    ],
    ['is not of its key', (line) => line.replace(/"key":"../, '"key":"00'), /its key is not that of its components/],
    ['is no UTF-8', (line) => Buffer.from(line.replace('yes', 'é'), 'latin1'), /it is not UTF-8/],
    ['is a conflict marker', () => '<<<<<<< HEAD', /marker of a merge conflict.*cassettes pack/],
    ['is the end of a conflict', () => '>>>>>>> branch', /marker of a merge conflict/],
  ])(
    'fault 23: a line that %s is an error with file and line at any call that needs the packs, never a live call',
    async (_, spoil, why) => {
      const [first = '', second = '', ...rest] = (await pack('tenancy.jsonl')).split('\n')
      const newline = Buffer.from('\n')
      const spoilt = spoil(second)
      const middle = typeof spoilt === 'string' ? Buffer.from(spoilt) : spoilt
      await writeFile(
        join(dir, 'tenancy.jsonl'),
        Buffer.concat([Buffer.from(first), newline, middle, newline, Buffer.from(rest.join('\n'))]),
      )
      for (const mode of ['auto', 'replay'] as const) {
        const cassettes = openCassettes({ dir, mode })
        for (const n of [1, 9]) {
          const read = cassettes.replay(callOf(n), z.json())
          await expect(read).rejects.toThrow(CassetteCorruptError)
          await expect(read).rejects.toThrow(why)
          await expect(read).rejects.toThrow(`${join(dir, 'tenancy.jsonl')}:2: `)
        }
        await expect(cassettes.has(callOf(9))).rejects.toThrow(CassetteCorruptError)
      }
    },
  )

  it('fault 23: a payload of another shape is an error that names the line', async () => {
    const read = openCassettes({ dir }).replay(callOf(3), z.object({ words: z.string() }))
    await expect(read).rejects.toThrow(`${join(dir, 'tenancy.jsonl')}:3: `)
  })

  it.each<[string, string, (path: string) => Promise<unknown>]>([
    ['a folder that is named like a pack', 'tenancy.jsonl', async (path) => rm(path).then(() => mkdir(path))],
    ['a file in the place of a folder of the working store', callOf(1).key.slice(0, 2), (path) => writeFile(path, '')],
    ['a file in the place of the whole', '', (path) => rm(path, { recursive: true }).then(() => writeFile(path, ''))],
  ])('fault 23: %s is an error that names it and the way out, in every mode that reads', async (_, name, spoil) => {
    const path = join(dir, name)
    await rm(join(dir, callOf(1).key.slice(0, 2)), { recursive: true })
    await spoil(path)
    for (const mode of ['auto', 'replay'] as const) {
      const read = replay(1, mode)
      await expect(read).rejects.toThrow(CassetteCorruptError)
      await expect(read).rejects.toThrow(`${path}: the recordings cannot be read: it is`)
      await expect(read).rejects.toThrow('`cassettes.dir`')
    }
    await expect(packRecordings(dir)).rejects.toThrow(`${path}: the recordings cannot be read: `)
  })

  it('a call whose entry is in the working store needs no pack', async () => {
    await store([numbered(1)])
    await writeFile(join(dir, 'tenancy.jsonl'), 'broken')
    expect((await replay(1))?.payload).toEqual({ text: 'yes', reason: null })
  })

  it('packs that are written anew while a run reads them are read anew', async () => {
    const cassettes = openCassettes({ dir })
    expect(await cassettes.has(callOf(3))).toBe(true)
    await store([numbered(0, { payload: 'longer than the other payloads are' })])
    await packRecordings(dir)
    expect((await cassettes.replay(callOf(3), z.json()))?.payload).toEqual({ text: 'yes', reason: null })
  })

  it('a miss explains the nearest entry over store and packs', async () => {
    await store([entryOf({ components: { model: 'model-c', input: 'far', trial: 7 }, id: 'T-2' })])
    const miss = openCassettes({ dir, mode: 'replay' }).replay(callOf(2, 'model-b'), z.json())
    await expect(miss).rejects.toThrow(CassetteMissError)
    await expect(miss).rejects.toThrow('"T-2"')
    await expect(miss).rejects.toThrow(/differs in model \(recorded "model-a", now "model-b"\)\./)
    await expect(openCassettes({ dir, mode: 'replay' }).replay(callOf(9), z.json())).rejects.toThrow(
      'nothing is recorded for this case',
    )
  })

  it('keeps where lines stand, not what they hold: 40 MB of packs in little memory', { timeout: 60_000 }, async () => {
    const payload = 'x'.repeat(40_000)
    const lines = Array.from({ length: 1000 }, (_, n) => `${packLine(numbered(n, { payload, suite: 'Large' }))}\n`)
    await writeFile(join(dir, 'large.jsonl'), lines)
    expect((await stat(join(dir, 'large.jsonl'))).size).toBeGreaterThan(40_000_000)
    lines.length = 0
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    collect()
    const before = process.memoryUsage().heapUsed
    const cassettes = openCassettes({ dir })
    expect(await cassettes.has(callOf(999))).toBe(true)
    collect()
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(10_000_000)
    expect((await cassettes.replay(callOf(500), z.string()))?.payload).toHaveLength(40_000)
  })
})
