import { expect, it } from 'vitest'
import { clopperPearson, clopperPearsonOneSided } from '../../../src/stats/clopper-pearson.js'
import { near, readTable, runTable } from './table.js'

interface Row {
  count: number
  n: number
  low: number
  high: number
  lower: number
  upper: number
  published?: { low: number; high: number; digits: number; source: string }
  derivation: string
}

const { cases } = readTable<{ cases: Row[] }>('clopper-pearson')

runTable('expected exact bounds', {
  rows: cases,
  nameOf: ({ count, n }) => `${count} of ${n}`,
  compare: ({ count, n, low, high, lower, upper }) => ({
    received: { ...clopperPearson(count, n), ...clopperPearsonOneSided(count, n) },
    expected: { low: near(low), high: near(high), lower: near(lower), upper: near(upper) },
  }),
})

const published = cases.flatMap((row) => (row.published === undefined ? [] : [{ ...row.published, count: row.count, n: row.n }]))
it.each(published)('$count of $n is as published: $source', ({ count, n, low, high, digits }) => {
  const bounds = clopperPearson(count, n)
  expect(bounds?.low).toBeCloseTo(low, digits)
  expect(bounds?.high).toBeCloseTo(high, digits)
})
