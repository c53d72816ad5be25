import { parse, resolve } from 'node:path'
import { describe, test } from 'vitest'
import {
  bm25Index,
  describeBenchmark,
  functionSystem,
  legalRagBenchCorpus,
  legalRagBenchItems,
  legalRagBenchRun,
  legalRagBenchVerdicts,
} from 'vitest-docket'
import { publishedData } from '../test/unit/data.js'

// The example of the format, and the published questions with retrieval by words alone; or the run that DOCKET_RUN names, with its verdicts. Where
// a file holds several, DOCKET_MODEL and DOCKET_K say which. DOCKET_COMPAT=legal-rag-bench gives the published reading.
const FIXTURE = resolve(import.meta.dirname, '../fixtures/formats/legal-rag-bench')
const { folder, absent, whetherSkipped } = publishedData('legal-rag-bench')
const only = process.env['DOCKET_RUN']
const compat = compatFromEnvironment()

if (only) {
  if (absent) {
    throw new Error(
      `DOCKET_RUN: ${only} cannot be replayed without the questions of Legal RAG Bench: no data at ${folder}; set DOCKET_DATA to the folder that holds legal-rag-bench`,
    )
  }
  const { DOCKET_MODEL: model, DOCKET_K: k } = process.env
  replay('Legal RAG Bench', folder, only, { ...(model ? { model } : {}), ...(k ? { k: Number(k) } : {}) })
} else {
  for (const k of [1, 2]) {
    replay(`Legal RAG Bench format, k ${k}`, FIXTURE, `${FIXTURE}/birch_alder_results.jsonl`, { k })
  }
  if (absent) {
    describe('Legal RAG Bench', () => {
      test.skip(`its published questions and passages${whetherSkipped}`, () => {})
    })
  } else await searchByWords()
}

function replay(name: string, data: string, run: string, selection: { model?: string; k?: number }): void {
  const reading = compat === undefined ? selection : { ...selection, compat }
  describeBenchmark(name, {
    // Equal texts are no part of the published comparison.
    items: legalRagBenchItems(`${data}/qa.jsonl`, compat === undefined ? { corpus: `${data}/corpus.jsonl`, equal: 'text' } : {}),
    system: legalRagBenchRun(run, { name: parse(run).name, ...reading }),
    judge: legalRagBenchVerdicts(run, reading),
    compat,
    policy: 'report',
  })
}

async function searchByWords(): Promise<void> {
  const corpus = await legalRagBenchCorpus(`${folder}/corpus.jsonl`)
  const index = bm25Index(corpus.map(({ text }) => ({ text, language: 'en' })))
  const find = (question: string) =>
    index.search(question, 10, 'en').map(({ index: at, score }) => ({ id: corpus[at]?.id ?? '', score }))
  describeBenchmark('Legal RAG Bench', {
    items: legalRagBenchItems(`${folder}/qa.jsonl`, { corpus, equal: 'text' }),
    system: functionSystem(({ question }) => ({ answer: '', passages: find(question) }), { name: 'BM25 over passages' }),
    task: 'retrieval',
    policy: 'report',
  })
}

function compatFromEnvironment(): 'legal-rag-bench' | undefined {
  const wanted = process.env['DOCKET_COMPAT']
  if (wanted === undefined || wanted === '') return undefined
  if (wanted === 'legal-rag-bench') return wanted
  throw new Error(`DOCKET_COMPAT: expected "legal-rag-bench" or nothing, received ${JSON.stringify(wanted)}`)
}
