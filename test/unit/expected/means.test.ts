import { expect, it } from 'vitest'
import { macroMean, microMean, weightedMean } from '../../../src/metrics/means.js'
import { near, readTable, runTable } from './table.js'

type Given = { value: number; parts?: [number, number] } | { value: null; reason: string }

interface Row<Input, Expected> {
  id: string
  expected: Expected & { value: number | null }
  derivation: string
  scores: Input
  published?: { value: number; digits: number; source: string }
}

interface Table {
  macro: Row<Given[], { scored: number; total: number }>[]
  micro: Row<Given[], unknown>[]
  weighted: (Omit<Row<never, { leftOut: string[] }>, 'scores'> & { groups: Record<string, Given[]> })[]
}

const table = readTable<Table>('means')

runTable('expected macro means', {
  rows: table.macro,
  nameOf: ({ id }) => id,
  compare: ({ scores, expected }) => ({
    received: macroMean(scores),
    expected: { ...expected, value: near(expected.value) },
  }),
})

const published = table.macro.flatMap(({ scores, published }) => (published === undefined ? [] : [{ ...published, scores }]))
it.each(published)('is as published: $source', ({ scores, value, digits }) => {
  expect(macroMean(scores).value).toBeCloseTo(value, digits)
})

runTable('expected micro means', {
  rows: table.micro,
  nameOf: ({ id }) => id,
  compare: ({ scores, expected }) => ({ received: microMean(scores).value, expected: near(expected.value) }),
})

runTable('expected weighted means', {
  rows: table.weighted,
  nameOf: ({ id }) => id,
  compare({ groups, expected }) {
    const { value, leftOut } = weightedMean(groups)
    return { received: { value, leftOut }, expected: { value: near(expected.value), leftOut: expected.leftOut } }
  },
})
