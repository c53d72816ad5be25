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
  disputed: {
    q17: 'a passage that names the gold document as its document cites it by the table, and does not by the code',
    q20: 'so does a citation that names the document alone',
  },
  compare({ golds: given, citations, expected }) {
    const golds = given.map((gold) => GoldSource.parse(gold))
    return scoresOf(
      { recall: goldCitationRecall(golds, citations), precision: goldCitationPrecision(golds, citations) },
      { ...expected },
    )
  },
})
