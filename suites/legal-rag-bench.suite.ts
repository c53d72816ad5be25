import { parse, resolve } from 'node:path'
import { describe, test } from 'vitest'
import {
  describeBenchmark,
  functionSystem,
  legalRagBenchCorpus,
  legalRagBenchItems,
  legalRagBenchRun,
  legalRagBenchVerdicts,
} from 'vitest-docket'
import { publishedData } from '../test/unit/data.js'
import { bm25 } from './bm25.js'

const FIXTURE = resolve(import.meta.dirname, '../fixtures/formats/legal-rag-bench')
const RESULTS = `${FIXTURE}/birch_alder_results.jsonl`
const qa = `${FIXTURE}/qa.jsonl`
const corpus = `${FIXTURE}/corpus.jsonl`

// Two depths of retrieval in one file, with the verdicts that came with them.
for (const k of [1, 2]) {
  describeBenchmark(`Legal RAG Bench format, k ${k}`, {
    items: legalRagBenchItems(qa, { corpus, equal: 'text' }),
    system: legalRagBenchRun(RESULTS, { k, name: `birch_alder k ${k}` }),
    judge: legalRagBenchVerdicts(RESULTS, { k }),
    k: [1, 2],
    policy: 'report',
  })
}
describeBenchmark('Legal RAG Bench format, k 2 as published', {
  items: legalRagBenchItems(qa),
  system: legalRagBenchRun(RESULTS, { k: 2, compat: 'legal-rag-bench', name: 'birch_alder k 2' }),
  judge: legalRagBenchVerdicts(RESULTS, { k: 2, compat: 'legal-rag-bench' }),
  compat: 'legal-rag-bench',
  k: [1, 2],
  policy: 'report',
})

// On the published data: the run that DOCKET_RUN names with its verdicts, or BM25 over the passages.
const { folder, absent, whetherSkipped } = publishedData('legal-rag-bench')
const only = process.env['DOCKET_RUN']

if (absent) {
  describe('Legal RAG Bench', () => {
    test.skip(`its published questions and passages${whetherSkipped}`, () => {})
  })
} else {
  const passages = await legalRagBenchCorpus(`${folder}/corpus.jsonl`)
  const items = legalRagBenchItems(`${folder}/qa.jsonl`, { corpus: passages, equal: 'text' })
  if (only) {
    const system = legalRagBenchRun(only, { name: parse(only).name })
    describeBenchmark('Legal RAG Bench', { items, system, judge: legalRagBenchVerdicts(only), policy: 'report' })
  } else {
    const find = bm25(new Map(passages.map(({ id, text }) => [id, text])))
    const system = functionSystem(({ question }) => ({ answer: '', passages: find(question, 10) }), { name: 'BM25' })
    describeBenchmark('Legal RAG Bench', { items, system, task: 'retrieval', policy: 'report' })
  }
}
