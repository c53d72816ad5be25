import { citedSpans, type Span, spanF1, spanIoU, spanPrecision, spanRecall } from '../../../src/metrics/spans.js'
import { type ExpectedScore, mustThrow, scoresOf, type Throws } from './scores.js'
import { readTable, runTable } from './table.js'

interface Row {
  id: string
  retrieved: Span[] | null
  gold: Span[]
  expected: { precision: ExpectedScore; recall: ExpectedScore; f1: ExpectedScore; iou: ExpectedScore } | Throws
  derivation: string
}

interface CompatRow {
  id: string
  retrieved: Span[]
  gold: Span[]
  expected: { precision: ExpectedScore; recall: ExpectedScore }
  derivation: string
}

interface CitedRow {
  id: string
  citations: { span?: Span; expands?: Span[] }[] | null
  gold: Span[]
  expected: Record<Exclude<keyof ReturnType<typeof citedSpans>, 'noCitation'>, ExpectedScore> & { noCitation: boolean }
  derivation: string
}

const table = readTable<{ cases: Row[]; compat: CompatRow[]; cited: CitedRow[] }>('spans')

const FUNCTIONS = { precision: spanPrecision, recall: spanRecall, f1: spanF1, iou: spanIoU }

runTable('expected scores of spans', {
  rows: table.cases.flatMap(({ id, ...row }) =>
    (['precision', 'recall', 'f1', 'iou'] as const).map((name) => ({ ...row, id: `${id} ${name}`, name })),
  ),
  nameOf: ({ id }) => id,
  compare({ retrieved, gold, expected, name }) {
    if ('throws' in expected) return mustThrow(() => FUNCTIONS[name](retrieved, gold))
    return scoresOf({ [name]: FUNCTIONS[name](retrieved, gold) }, { [name]: expected[name] })
  },
})

runTable('expected scores of spans as LegalBench-RAG counts', {
  rows: table.compat,
  nameOf: ({ id }) => id,
  compare({ retrieved, gold, expected }) {
    const options = { compat: 'legalbench-rag' } as const
    return scoresOf(
      { precision: spanPrecision(retrieved, gold, options), recall: spanRecall(retrieved, gold, options) },
      { ...expected },
    )
  },
})

runTable('expected scores of cited spans', {
  rows: table.cited,
  nameOf: ({ id }) => id,
  compare({ citations, gold, expected: { noCitation, ...expected } }) {
    const scores = citedSpans(citations, gold)
    const compared = scoresOf(scores, expected)
    return {
      received: { ...compared.received, noCitation: scores.noCitation },
      expected: { ...compared.expected, noCitation },
    }
  },
})
