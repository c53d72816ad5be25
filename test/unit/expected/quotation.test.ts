import { indexManifest } from '../../../src/citations/manifest.js'
import type { Corpus } from '../../../src/datasets/corpus.js'
import { quotationJudge } from '../../../src/judges/quotation.js'
import { groundedness, passageState } from '../../../src/metrics/groundedness.js'
import { Item } from '../../../src/schema/item.js'
import type { Passage } from '../../../src/schema/response.js'
import { Verdict } from '../../../src/schema/verdict.js'
import { readTable, runTable } from './table.js'

interface Place {
  document: string
  text: string
}

interface Row {
  name: string
  answer: string
  passages: Passage[] | null
  points: [Place, ...Place[]][]
  expected: { g: true; c: boolean | null } | null
  derivation: string
}

const { documents, cases } = readTable<{ documents: Record<string, { language: string; text: string }>; cases: Row[] }>(
  'quotation',
)

function corpus(): Corpus {
  const entries = Object.keys(documents).map((id) => ({ id, title: id, kind: 'statute' as const }))
  return {
    documents: entries.map((entry) => ({ ...entry, sections: [], text: '', ...documents[entry.id] })),
    manifest: indexManifest(entries, 'documents.jsonl'),
  }
}

/** Where the text stands in its document, in code points. */
function spanOf({ document, text }: Place): { document: string; start: number; end: number } {
  const whole = documents[document]?.text ?? ''
  const start = [...whole.slice(0, whole.indexOf(text))].length
  return { document, start, end: start + [...text].length }
}

const hasText = (passage: Passage): passage is Passage & { text: string } => passage.text !== undefined

runTable('expected verdicts on answers that only quote', {
  rows: cases,
  nameOf: ({ name }) => name,
  async compare({ name, answer, passages, points, expected }) {
    const golds = points.map(([gold, ...equals]) => ({ kind: 'span' as const, ...spanOf(gold), equals: equals.map(spanOf) }))
    const item = Item.parse({ id: name, question: 'Who pays, and when?', language: 'en', golds })
    const verdict = Verdict.parse(
      await quotationJudge({ items: [item], corpus: corpus() }).assess(
        {
          suite: 'suite',
          id: name,
          question: item.question,
          language: item.language,
          answer,
          passages: (passages ?? []).filter(hasText),
          citations: null,
          reference: null,
          answerPoints: [],
          falsePremise: false,
          trial: 0,
        },
        { signal: new AbortController().signal },
      ),
    )
    const { g } = groundedness(verdict.claims, passageState(passages ?? undefined), verdict.grounded)
    // What is left to another judge is not known here.
    return { received: { g: g === true || null, c: verdict.correct }, expected: expected ?? { g: null, c: null } }
  },
})
