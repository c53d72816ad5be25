import { alceCitations } from '../../../src/metrics/alce.js'
import { type ExpectedScore, scoresOf } from './scores.js'
import { readTable, runTable } from './table.js'

interface Row {
  id: string
  statements: { citations: number[]; passages: number; entails: number[][]; open?: number[][] }[]
  compat?: 'alce'
  expected: { recall: ExpectedScore; precision: ExpectedScore }
  derivation: string
}

/** Sets are compared as sets: without order, without repeats. */
const keyOf = (set: readonly number[]) => [...new Set(set)].sort((a, b) => a - b).join(' ')

runTable('expected citation scores of ALCE', {
  rows: readTable<{ cases: Row[] }>('alce').cases,
  nameOf: ({ id }) => id,
  compare({ statements, compat, expected }) {
    const scores = alceCitations(
      statements.map(({ citations, passages, entails, open = [] }) => ({
        citations,
        passages,
        entails: (set: readonly number[]) =>
          open.map(keyOf).includes(keyOf(set)) ? null : entails.map(keyOf).includes(keyOf(set)),
      })),
      compat === undefined ? {} : { compat },
    )
    return scoresOf(scores, { ...expected })
  },
})
