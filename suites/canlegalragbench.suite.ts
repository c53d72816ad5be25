import { existsSync } from 'node:fs'
import { parse, resolve } from 'node:path'
import { describe, test } from 'vitest'
import {
  bm25Index,
  canLegalRagBenchDocuments,
  canLegalRagBenchItems,
  canLegalRagBenchRun,
  describeBenchmark,
  functionSystem,
  provinceQuestion,
} from 'vitest-docket'
import { publishedData } from '../test/unit/data.js'

// The example of the format, and the published queries with retrieval by words alone; or the run that DOCKET_RUN names. That is a retrieval run, or with
// DOCKET_CONDITION (oracle, pipeline …) the answers prepared for judging. DOCKET_COMPAT=canlegalragbench gives the published reading.
const FIXTURE = resolve(import.meta.dirname, '../fixtures/formats/canlegalragbench')
const { folder, absent, whetherSkipped } = publishedData('canlegalragbench')
const only = process.env['DOCKET_RUN']
const condition = process.env['DOCKET_CONDITION']
const compat = compatFromEnvironment()
const K = [3, 5, 10, 20, 50]

if (only) {
  if (absent) {
    throw new Error(
      `DOCKET_RUN: ${only} cannot be replayed without the queries of CanLegalRAGBench: no data at ${folder}; set DOCKET_DATA to the folder that holds canlegalragbench`,
    )
  }
  await replay('CanLegalRAGBench', publishedFiles(), only, condition ? { condition } : { task: 'retrieval', k: K })
} else {
  const example = { queries: `${FIXTURE}/queries.json`, documents: `${FIXTURE}/documents.jsonl` }
  const retrieval = { task: 'retrieval', k: [1, 3, 5] } as const
  await replay('CanLegalRAGBench format, retrieval', example, `${FIXTURE}/query_results.jsonl`, retrieval)
  await replay('CanLegalRAGBench format, BM25 rows', example, `${FIXTURE}/bm25_results.jsonl`, retrieval)
  await replay('CanLegalRAGBench format, answers of the run', example, `${FIXTURE}/query_results.jsonl`, {})
  await replay('CanLegalRAGBench format, oracle', example, `${FIXTURE}/answers.jsonl`, { condition: 'oracle' })
  await replay('CanLegalRAGBench format, pipeline', example, `${FIXTURE}/answers.jsonl`, { condition: 'pipeline' })
  await firstByWords(`${FIXTURE}/query_variations_cleaned.json`, example.documents)
  if (absent) {
    describe('CanLegalRAGBench', () => {
      test.skip(`its published queries and documents${whetherSkipped}`, () => {})
    })
  } else await searchByWords(publishedFiles())
}

interface Files {
  queries: string
  documents: string
}

function publishedFiles(): Files {
  const documents = ['documents.parquet', 'documents.json', 'documents.jsonl'].find((name) => existsSync(`${folder}/${name}`))
  return { queries: `${folder}/queries.json`, documents: `${folder}/${documents ?? 'documents.parquet'}` }
}

interface Replayed {
  condition?: string
  task?: 'retrieval'
  k?: readonly number[]
}

async function replay(name: string, files: Files, run: string, { condition: of, ...rest }: Replayed): Promise<void> {
  const reading = compat === undefined ? {} : { compat }
  const documents = await canLegalRagBenchDocuments(files.documents, reading)
  describeBenchmark(name, {
    items: canLegalRagBenchItems(files.queries, reading),
    // The published comparison is of whole ids, and a corpus finds more.
    corpus: compat === undefined ? documents.manifest : undefined,
    system: canLegalRagBenchRun(run, { name: parse(run).name, documents, ...(of ? { condition: of } : {}), ...reading }),
    judge: { provider: 'offline' },
    ...rest,
    compat,
    policy: 'report',
  })
}

/** A system that answers with the first document found. The variations have no golds: what is asked of it is the same outcome. */
async function firstByWords(variations: string, path: string): Promise<void> {
  const { texts } = await canLegalRagBenchDocuments(path)
  const find = wholeDocuments(texts)
  const system = functionSystem(
    ({ item }) => {
      const passages = find(provinceQuestion(item), 1).map((found) => ({ ...found, text: texts.get(found.document) ?? '' }))
      return { answer: passages[0]?.text ?? 'The documents do not say.', passages }
    },
    { name: 'the first document by BM25' },
  )
  describeBenchmark('CanLegalRAGBench format, variations', {
    items: canLegalRagBenchItems(variations),
    system,
    judge: { provider: 'offline' },
    policy: 'report',
  })
}

async function searchByWords(files: Files): Promise<void> {
  const { manifest, texts } = await canLegalRagBenchDocuments(files.documents)
  const find = wholeDocuments(texts)
  const system = functionSystem(({ item }) => ({ answer: '', passages: find(provinceQuestion(item), 50) }), {
    name: 'BM25 over whole documents',
  })
  const items = canLegalRagBenchItems(files.queries)
  describeBenchmark('CanLegalRAGBench', { items, corpus: manifest, system, task: 'retrieval', k: K, policy: 'report' })
}

/** The documents that a query finds by its words. */
function wholeDocuments(texts: ReadonlyMap<string, string>): (query: string, k: number) => { document: string; score: number }[] {
  const ids = [...texts.keys()]
  const index = bm25Index(Array.from(texts.values(), (text) => ({ text, language: 'en' })))
  return (query, k) => index.search(query, k, 'en').map(({ index: at, score }) => ({ document: ids[at] ?? '', score }))
}

function compatFromEnvironment(): 'canlegalragbench' | undefined {
  const wanted = process.env['DOCKET_COMPAT']
  if (wanted === undefined || wanted === '') return undefined
  if (wanted === 'canlegalragbench') return wanted
  throw new Error(`DOCKET_COMPAT: expected "canlegalragbench" or nothing, received ${JSON.stringify(wanted)}`)
}
