import { fuse, placeOf } from '../../../src/systems/reference/fusion.js'
import { candidatesFor } from '../../../src/systems/reference/hybrid.js'
import type { Retrieved } from '../../../src/systems/reference/stages.js'
import { near, readTable, runTable } from './table.js'

interface Row {
  name: string
  rankings: string[][]
  constant: number
  k?: number
  expected: [string, number][]
  derivation: string
}

interface SameRow {
  name: string
  a: Retrieved
  b: Retrieved
  same: boolean
  derivation: string
}

const { cases, same, asked } = readTable<{
  cases: Row[]
  same: SameRow[]
  asked: { k: number; expected: number; derivation: string }[]
}>('rrf')

runTable('expected fusions of rankings', {
  rows: cases,
  nameOf: ({ name }) => name,
  compare({ rankings, constant, k = 1000, expected }) {
    const passages = rankings.map((ranking) => ranking.map((id) => ({ id, text: id })))
    const fused = constant === 60 ? fuse(passages, k) : fuse(passages, k, constant)
    return { received: fused.map(({ id, score }) => [id, score]), expected: expected.map(([id, score]) => [id, near(score)]) }
  },
})

runTable('expected identity of passages', {
  rows: same,
  nameOf: ({ name }) => name,
  compare: ({ a, b, same }) => ({
    received: { places: placeOf(a) === placeOf(b), fused: fuse([[a], [b]], 10).length === 1 },
    expected: { places: same, fused: same },
  }),
})

runTable('expected counts of candidates', {
  rows: asked,
  nameOf: ({ k }) => `${k}`,
  compare: ({ k, expected }) => ({ received: candidatesFor(k), expected }),
})
