import { existsSync } from 'node:fs'
import { parse, resolve } from 'node:path'
import { describe, test } from 'vitest'
import {
  canLegalRagBenchDocuments,
  canLegalRagBenchItems,
  canLegalRagBenchRun,
  describeBenchmark,
  functionSystem,
  provinceQuestion,
} from 'vitest-docket'
import { publishedData } from '../test/unit/data.js'
import { bm25 } from './bm25.js'

const FIXTURE = resolve(import.meta.dirname, '../fixtures/formats/canlegalragbench')
const items = canLegalRagBenchItems(`${FIXTURE}/queries.json`)
const documents = await canLegalRagBenchDocuments(`${FIXTURE}/documents.jsonl`)
const retrieval = { items, corpus: documents.manifest, task: 'retrieval', k: [1, 3, 5], policy: 'report' } as const

describeBenchmark('CanLegalRAGBench format, retrieval', { ...retrieval, system: run('query_results') })
describeBenchmark('CanLegalRAGBench format, BM25 rows', { ...retrieval, system: run('bm25_results') })
describeBenchmark('CanLegalRAGBench format, retrieval as published', {
  ...retrieval,
  items: canLegalRagBenchItems(`${FIXTURE}/queries.json`, { compat: 'canlegalragbench' }),
  corpus: undefined,
  system: run('query_results', { compat: 'canlegalragbench' }),
  compat: 'canlegalragbench',
})
for (const condition of ['oracle', 'pipeline']) {
  describeBenchmark(`CanLegalRAGBench format, ${condition}`, {
    items,
    corpus: documents.manifest,
    system: run('answers', { condition, documents }),
    judge: { provider: 'offline' },
    policy: 'report',
  })
}
// The block of variations has neither golds nor references; what is asked of it is the same outcome.
const search = bm25(documents.texts)
describeBenchmark('CanLegalRAGBench format, variations', {
  items: canLegalRagBenchItems(`${FIXTURE}/query_variations_cleaned.json`),
  system: functionSystem(
    ({ item }) => {
      const passages = search(provinceQuestion(item), 1).map(({ id, score }) => ({
        document: id,
        score,
        text: documents.texts.get(id) ?? '',
      }))
      return { answer: passages[0]?.text ?? 'The documents do not say.', passages }
    },
    { name: 'the first document by BM25' },
  ),
  judge: { provider: 'offline' },
  policy: 'report',
})

function run(file: string, options: Parameters<typeof canLegalRagBenchRun>[1] = {}) {
  return canLegalRagBenchRun(`${FIXTURE}/${file}.jsonl`, { name: file, ...options })
}

// On the published data: the run that DOCKET_RUN names, or BM25 over whole documents.
const { folder, absent, whetherSkipped } = publishedData('canlegalragbench')
const only = process.env['DOCKET_RUN']

if (absent) {
  describe('CanLegalRAGBench', () => {
    test.skip(`its published queries and documents${whetherSkipped}`, () => {})
  })
} else {
  const file = ['documents.parquet', 'documents.json', 'documents.jsonl'].find((name) => existsSync(`${folder}/${name}`))
  const published = await canLegalRagBenchDocuments(`${folder}/${file ?? 'documents.parquet'}`)
  const find = bm25(published.texts)
  describeBenchmark('CanLegalRAGBench', {
    items: canLegalRagBenchItems(`${folder}/queries.json`),
    corpus: published.manifest,
    system: only
      ? canLegalRagBenchRun(only, { name: parse(only).name, documents: published })
      : functionSystem(
          ({ item }) => ({
            answer: '',
            passages: find(provinceQuestion(item), 50).map(({ id, score }) => ({ document: id, score })),
          }),
          { name: 'BM25 over whole documents' },
        ),
    task: 'retrieval',
    k: [3, 5, 10, 20, 50],
    policy: 'report',
  })
}
