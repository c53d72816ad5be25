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
import { bm25Systems, CUTS } from './legalbench-rag-bm25.js'

/** Characters of a chunk. */
const CHUNK = 5336
const FIXTURE = resolve(import.meta.dirname, '../fixtures/formats/legalbench-rag')

// The example of the format, and on the published mini sets a floor and BM25; or the run that DOCKET_RUN names: JSONL with an item's `id` and its
// `passages` (document, start, end), and `citations` where it has some.
const only = process.env['DOCKET_RUN']
const { folder, absent, whetherSkipped } = publishedData('legalbench-rag')

if (only) {
  if (absent) {
    throw new Error(
      `DOCKET_RUN: ${only} cannot be replayed without the documents of LegalBench-RAG: no data at ${folder}; set DOCKET_DATA to the folder that holds legalbench-rag`,
    )
  }
  const { corpus, items } = mini()
  describeBenchmark('LegalBench-RAG', {
    items,
    system: checkedSpans(recordedRun(only), corpus),
    task: 'retrieval',
    k: CUTS,
    policy: 'report',
  })
} else {
  example()
  if (absent) {
    describe('LegalBench-RAG-mini, floor', () => {
      test.skip(`the right document, its first two chunks; BM25${whetherSkipped}`, () => {})
    })
  } else {
    floor()
    byWords()
  }
}

function mini() {
  const corpus = legalbenchRagCorpus(`${folder}/corpus`, { fileMap: `${folder}/file-map.json` })
  return { corpus, items: legalbenchRagItems({ benchmarks: `${folder}/benchmarks/mini`, corpus }) }
}

function example(): void {
  const documents = legalbenchRagCorpus(`${FIXTURE}/corpus`, { fileMap: `${FIXTURE}/file-map.json` })
  describeBenchmark('LegalBench-RAG format', {
    items: legalbenchRagItems({ benchmarks: `${FIXTURE}/benchmarks`, corpus: documents }),
    system: checkedSpans(recordedRun(`${FIXTURE}/run.jsonl`, { name: 'fixture' }), documents),
    task: 'retrieval',
    k: [1, 2],
    policy: 'report',
  })
}

function floor(): void {
  const { corpus, items } = mini()
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
    items,
    system: checkedSpans(firstChunks, corpus),
    task: 'retrieval',
    k: [1, 2],
    policy: 'report',
  })
}

function byWords(): void {
  const { corpus, items } = mini()
  for (const system of Object.values(bm25Systems(corpus))) {
    describeBenchmark(`LegalBench-RAG-mini, ${system.name}`, {
      items,
      system: checkedSpans(system, corpus),
      task: 'retrieval',
      k: CUTS,
      policy: 'report',
    })
  }
}
