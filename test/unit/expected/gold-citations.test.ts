import { goldCitationPrecision, goldCitationRecall } from '../../../src/metrics/citation-scores.js'
import { GoldSource } from '../../../src/schema/item.js'
import type { Citation } from '../../../src/schema/response.js'
import { type ExpectedScore, scoresOf } from './scores.js'
import { readTable, runTable } from './table.js'

interface Row {
  id: string
  golds: unknown[]
  citations: Citation[] | null
  expected: { recall: ExpectedScore; precision?: ExpectedScore }
  derivation: string
}

runTable('expected scores of citations against golds', {
  rows: readTable<{ cases: Row[] }>('gold-citations').cases,
  nameOf: ({ id }) => id,
  compare({ golds: given, citations, expected }) {
    const golds = given.map((gold) => GoldSource.parse(gold))
    return scoresOf(
      { recall: goldCitationRecall(golds, citations), precision: goldCitationPrecision(golds, citations) },
      { ...expected },
    )
  },
})
