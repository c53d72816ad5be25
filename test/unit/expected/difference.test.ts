import { measureDifference } from '../../../src/metrics/difference.js'
import { type PairsOfTable, pairsOf, type Side } from './paired.js'
import { near, readTable, runTable } from './table.js'

interface Row extends PairsOfTable {
  name: string
  better: 'higher' | 'lower' | null
  expected: {
    pairs: number
    worse: number
    improved: number
    base: number
    now: number
    difference: number
    p: number
    midP?: number | null
  }
  derivation: string
}

const standing = (side: Side) => (side === 'out' ? undefined : side)

runTable('expected counts and p-values of a difference', {
  rows: readTable<{ cases: Row[] }>('difference').cases,
  nameOf: ({ name }) => name,
  compare({ better, expected, ...row }) {
    const pairs = pairsOf(row).map((pair) => ({ ...pair, base: standing(pair.base), now: standing(pair.now) }))
    const found: Record<string, unknown> = { ...measureDifference(pairs, { label: 'metric', better }) }
    return {
      received: Object.fromEntries(Object.keys(expected).map((name) => [name, found[name]])),
      expected: Object.fromEntries(Object.entries(expected).map(([name, value]) => [name, near(value)])),
    }
  },
})
