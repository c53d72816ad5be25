import { exchangeTest } from '../../../src/stats/exchange-test.js'
import { near, readTable, runTable } from './table.js'

interface Row {
  name: string
  better: 'higher' | 'lower'
  groups: { base: number[]; now: number[] }[]
  expected: { p: number }
  derivation: string
}

const side = (values: readonly number[]) => ({ sum: values.reduce((sum, value) => sum + value, 0), n: values.length })

runTable('expected p-values of exchanges', {
  rows: readTable<{ cases: Row[] }>('exchange').cases,
  nameOf: ({ name }) => name,
  compare({ better, groups, expected }) {
    const found = exchangeTest(groups.map(({ base, now }) => ({ base: side(base), now: side(now) })))
    return { received: better === 'higher' ? found?.lower : found?.higher, expected: near(expected.p) }
  },
})
