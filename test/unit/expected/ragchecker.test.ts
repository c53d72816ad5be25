import { type RagcheckerInput, ragchecker } from '../../../src/metrics/ragchecker.js'
import { type ExpectedScore, mustThrow, scoresOf, type Throws } from './scores.js'
import { readTable, runTable } from './table.js'

interface Row {
  id: string
  input: RagcheckerInput
  compat?: 'ragchecker'
  expected: Record<string, ExpectedScore> | Throws
  derivation: string
}

const throws = (expected: Row['expected']): expected is Throws => typeof expected['throws'] === 'string'

runTable("expected scores of RAGChecker's", {
  rows: readTable<{ cases: Row[] }>('ragchecker').cases,
  nameOf: ({ id }) => id,
  compare({ input, compat, expected }) {
    const run = () => ragchecker(input, compat === undefined ? {} : { compat })
    return throws(expected) ? mustThrow(run) : scoresOf(run(), expected)
  },
})
