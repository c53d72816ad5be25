import { pairsNeeded, smallestChange } from '../../../src/stats/power.js'
import { near, readTable, runTable } from './table.js'

interface Row {
  name: string
  discordance: number
  alpha: number
  power: number
  /** Of a row that asks for n, the change; of one that asks for the change, n. */
  difference?: number
  n?: number
  expected: { n?: number; difference?: number | null }
  derivation: string
}

runTable('expected power', {
  rows: readTable<{ cases: Row[] }>('power').cases,
  nameOf: ({ name }) => name,
  compare({ difference, n, discordance, alpha, power, expected }) {
    const options = { discordance, alpha, power }
    return difference === undefined
      ? { received: smallestChange({ n: n ?? 0, ...options }), expected: near(expected.difference) }
      : { received: pairsNeeded(difference, options), expected: expected.n }
  },
})
