import { pairedDifference } from '../../../src/stats/paired-difference.js'
import { type PairsOfTable, pairsOf, type Side } from './paired.js'
import { near, readTable, runTable } from './table.js'

interface Row extends PairsOfTable {
  name: string
  confidence: number
  /** Wilson's bounds in the place of the exact ones: for information, since nothing here computes it. */
  wilson?: true
  expected: { base: number; now: number; difference: number; low: number; high: number }
  derivation: string
}

const { cases } = readTable<{ cases: Row[] }>('paired-difference')
const known = (side: Side) => (typeof side === 'number' ? side : null)

runTable('expected intervals of a paired difference', {
  rows: cases.filter(({ wilson }) => wilson !== true),
  nameOf: ({ name }) => name,
  compare({ confidence, expected: { base, now, difference, low, high }, ...pairs }) {
    const values = pairsOf(pairs).map((pair) => ({ group: pair.group, base: known(pair.base), now: known(pair.now) }))
    return {
      received: pairedDifference(values, confidence),
      expected: { base: near(base), now: near(now), difference: near(difference), low: near(low), high: near(high) },
    }
  },
})
