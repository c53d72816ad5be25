import { resolve } from 'node:path'
import { describe, test } from 'vitest'
import {
  checkedSpans,
  describeBenchmark,
  functionSystem,
  legalbenchRagCorpus,
  legalbenchRagItems,
  recordedRun,
} from 'vitest-docket'
import { publishedData } from '../test/unit/data.js'

/** Characters of a chunk. */
const CHUNK = 5336
const FIXTURE = resolve(import.meta.dirname, '../fixtures/formats/legalbench-rag')

const documents = legalbenchRagCorpus(`${FIXTURE}/corpus`, { fileMap: `${FIXTURE}/file-map.json` })
describeBenchmark('LegalBench-RAG format', {
  items: legalbenchRagItems({ benchmarks: `${FIXTURE}/benchmarks`, corpus: documents }),
  system: checkedSpans(recordedRun(`${FIXTURE}/run.jsonl`, { name: 'fixture' }), documents),
  task: 'retrieval',
  k: [1, 2],
  policy: 'report',
})

const { folder, absent, whetherSkipped } = publishedData('legalbench-rag')

if (absent) {
  describe('LegalBench-RAG-mini, floor', () => {
    test.skip(`the right document, its first two chunks${whetherSkipped}`, () => {})
  })
} else {
  const corpus = legalbenchRagCorpus(`${folder}/corpus`, { fileMap: `${folder}/file-map.json` })
  // A floor and no retriever: it is told the document, so that one is found by construction, and has not read the question.
  const firstChunks = functionSystem(
    ({ item: { golds } }) => {
      const document = golds[0]?.kind === 'span' ? golds[0].document : ''
      const { length } = corpus.document(document)
      const chunks = [0, CHUNK]
        .filter((start) => start < length)
        .map((start) => ({ start, end: Math.min(start + CHUNK, length) }))
      return {
        answer: 'The first two chunks of the right document.',
        passages: chunks.map(({ start, end }) => ({ document, start, end, text: corpus.slice(document, start, end) })),
      }
    },
    { name: 'the right document, its first two chunks' },
  )
  describeBenchmark('LegalBench-RAG-mini, floor', {
    items: legalbenchRagItems({ benchmarks: `${folder}/benchmarks/mini`, corpus }),
    system: checkedSpans(firstChunks, corpus),
    task: 'retrieval',
    k: [1, 2],
    policy: 'report',
  })
}
