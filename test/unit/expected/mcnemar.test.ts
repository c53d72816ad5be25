import { expect, it } from 'vitest'
import { mcnemar } from '../../../src/stats/mcnemar.js'
import { near, readTable, runTable } from './table.js'

interface Row {
  name: string
  worse: number
  better: number
  expected: { oneSided: number; twoSided: number; midP?: number }
  published?: { twoSided?: number; midP?: number; digits: number; source: string }
  derivation: string
}

const { cases } = readTable<{ cases: Row[] }>('mcnemar')

runTable('expected p-values of McNemar', {
  rows: cases,
  nameOf: ({ name }) => name,
  compare({ worse, better, expected }) {
    const { p, midP, greater } = mcnemar(worse, better)
    return {
      received: { oneSided: greater, twoSided: p, ...(expected.midP === undefined ? {} : { midP }) },
      expected: {
        oneSided: near(expected.oneSided),
        twoSided: near(expected.twoSided),
        ...(expected.midP === undefined ? {} : { midP: near(expected.midP) }),
      },
    }
  },
})

const published = cases.flatMap(({ worse, better, published }) =>
  published === undefined ? [] : [{ worse, better, ...published }],
)
it.each(published)('$worse to $better is as published: $source', ({ worse, better, twoSided, midP, digits }) => {
  const found = mcnemar(worse, better)
  if (twoSided !== undefined) expect(found.p).toBeCloseTo(twoSided, digits)
  if (midP !== undefined) expect(found.midP).toBeCloseTo(midP, digits)
})
