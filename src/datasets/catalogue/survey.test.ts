import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Benchmark, CatalogueFile } from './benchmark.js'
import { fingerprintOf } from './hash.js'
import { survey } from './survey.js'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docket-survey-'))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

const a = fingerprintOf('a')
const b = fingerprintOf('b')

function madeUp(file: Omit<CatalogueFile, 'path'>): Benchmark {
  return {
    name: 'made-up',
    title: 'Made up',
    licence: 'CC0',
    terms: [],
    page: 'https://benchmark.example/',
    notes: [],
    sources: [{ revision: 'host/made-up@1', base: 'https://files.example/', files: [{ path: 'a.txt', ...file }] }],
    derived: [],
  }
}

const locked = { revision: 'host/made-up@1', files: { 'a.txt': a } }
const given = { revision: 'host/made-up@1', files: {}, absent: ['a.txt'] }

describe('survey', () => {
  it.each([
    ['the right one', a, 'a', undefined, { state: 'right' }],
    ['the right one, by its hash alone', { sha256: a.sha256 }, 'a', undefined, { state: 'right' }],
    ['another', a, 'b', undefined, { state: 'differs', held: 'catalogue', expected: a.sha256, received: b.sha256 }],
    ['longer', a, 'abc', undefined, { state: 'differs', held: 'catalogue', expected: '1 bytes', received: '3 bytes' }],
    ['right by the lock', {}, 'a', locked, { state: 'right' }],
    ['another than the lock says', {}, 'b', locked, { state: 'differs', held: 'lock', expected: a.sha256, received: b.sha256 }],
    ['right, whatever the lock says', b, 'b', locked, { state: 'right' }],
    ['held by nobody', {}, 'a', undefined, { state: 'unheld' }],
    ['held by a lock of another revision', {}, 'a', { ...locked, revision: 'host/made-up@0' }, { state: 'unheld' }],
    ['missing', a, null, undefined, { state: 'missing', optional: false }],
    ['missing and optional', { optional: true }, null, undefined, { state: 'missing', optional: true }],
    ['not there upstream', { optional: true }, null, given, { state: 'absent' }],
    ['not there upstream, and here wrong', { ...a, optional: true }, 'b', given, { state: 'differs' }],
  ])('says of a file that it is %s', async (_, file, content, lock, state) => {
    if (content !== null) writeFileSync(join(folder, 'a.txt'), content)
    if (lock !== undefined) writeFileSync(join(folder, 'docket.lock.json'), JSON.stringify(lock))
    const before = readdirSync(folder)
    const found = await survey(madeUp(file), folder)
    expect(found.files).toEqual([expect.objectContaining({ path: 'a.txt', ...state })])
    expect(readdirSync(folder)).toEqual(before)
  })

  it('does not ask the lock where it is to be updated', async () => {
    writeFileSync(join(folder, 'a.txt'), 'a')
    writeFileSync(join(folder, 'docket.lock.json'), JSON.stringify(locked))
    expect((await survey(madeUp({}), folder, true)).files).toEqual([{ path: 'a.txt', state: 'unheld' }])
  })

  it('keeps the order of the catalogue, and derived files apart', async () => {
    const files = Array.from({ length: 9 }, (_, n) => ({ path: `${n}.txt`, ...a }))
    const derived = [{ path: 'map.json', json: {}, ...fingerprintOf('{}') }]
    mkdirSync(join(folder, 'below'))
    writeFileSync(join(folder, 'map.json'), '{}')
    writeFileSync(join(folder, '4.txt'), 'a')
    const benchmark = madeUp({})
    const sources = benchmark.sources.map((source) => ({ ...source, files }))
    const found = await survey({ ...benchmark, sources, derived }, folder)
    expect(found.files.map(({ path, state }) => [path, state])).toEqual(
      files.map(({ path }) => [path, path === '4.txt' ? 'right' : 'missing']),
    )
    expect(found.derived).toEqual([{ path: 'map.json', state: 'right' }])
  })
})
