import { expect, it } from 'vitest'
import { holm } from '../../../src/stats/holm.js'
import { near, readTable, runTable } from './table.js'

interface Row {
  name: string
  p: number[]
  expected: number[]
  published?: { values: number[]; digits: number; source: string }
  derivation: string
}

const { cases } = readTable<{ cases: Row[] }>('holm')

runTable("expected p-values after Holm's correction", {
  rows: cases,
  nameOf: ({ name }) => name,
  compare: ({ p, expected }) => ({ received: holm(p), expected: expected.map(near) }),
})

const published = cases.flatMap(({ p, published }) => (published === undefined ? [] : [{ p, ...published }]))
it.each(published)('is as published: $source', ({ p, values, digits }) => {
  expect(holm(p)).toEqual(values.map((value) => expect.closeTo(value, digits - 1)))
})
