import { parse, resolve } from 'node:path'
import { describe, test } from 'vitest'
import {
  describeBenchmark,
  swissCrossLingualItems,
  swissCrossLingualRun,
  swissLegalRagBenchItems,
  swissLegalRagBenchRun,
  swissLegalRagBenchVerdicts,
} from 'vitest-docket'
import { publishedData } from '../test/unit/data.js'

// Replays results files in the format of the Swiss Legal RAG Bench: the example and the published run, or the one that DOCKET_RUN names.
// DOCKET_COMPAT=swiss-legal-rag-bench gives the published reading, which docs/formats/swiss-legal-rag-bench.md compares with the sound one.
const FIXTURE = resolve(import.meta.dirname, '../fixtures/formats/swiss-legal-rag-bench')
const { folder, absent, whetherSkipped } = publishedData('swiss-legal-rag-bench')
const only = process.env['DOCKET_RUN']
const compat = compatFromEnvironment()
const reading = compat === undefined ? {} : { compat }

if (only) {
  if (absent) {
    throw new Error(
      `DOCKET_RUN: ${only} cannot be replayed without the questions of the Swiss Legal RAG Bench: no data at ${folder}; set DOCKET_DATA to the folder that holds swiss-legal-rag-bench`,
    )
  }
  replayRun('Swiss Legal RAG Bench', `${folder}/questions.jsonl`, only)
} else {
  replayRun('Swiss Legal RAG Bench format', `${FIXTURE}/questions.jsonl`, `${FIXTURE}/run.json`)
  replayRun('Swiss Legal RAG Bench format, prior only', `${FIXTURE}/questions.jsonl`, `${FIXTURE}/prior-only.json`)
  replayCrossLingual(
    'Swiss Legal RAG Bench format, cross-lingual',
    `${FIXTURE}/cross-lingual.jsonl`,
    `${FIXTURE}/cross-lingual-run.json`,
  )
  if (absent) {
    describe('Swiss Legal RAG Bench', () => {
      test.skip(`published runs${whetherSkipped}`, () => {})
    })
  } else {
    replayRun('Swiss Legal RAG Bench', `${folder}/questions.jsonl`, `${folder}/results/run_2026-04-28.json`)
    replayCrossLingual(
      'Swiss Legal RAG Bench, cross-lingual',
      `${folder}/cross_lingual_v1.jsonl`,
      `${folder}/results/cross_lingual_v1.json`,
    )
  }
}

function replayRun(name: string, questions: string, run: string): void {
  describeBenchmark(name, {
    items: swissLegalRagBenchItems(questions),
    system: swissLegalRagBenchRun(run, { name: parse(run).name, ...reading }),
    judge: swissLegalRagBenchVerdicts(run, reading),
    compat,
    policy: 'report',
  })
}

/** The published figures of these are the sound ones: there is no other reading of them. */
function replayCrossLingual(name: string, queries: string, run: string): void {
  describeBenchmark(name, {
    items: swissCrossLingualItems(queries),
    system: swissCrossLingualRun(run, { name: parse(run).name }),
    task: 'retrieval',
    policy: 'report',
  })
}

function compatFromEnvironment(): 'swiss-legal-rag-bench' | undefined {
  const wanted = process.env['DOCKET_COMPAT']
  if (wanted === undefined || wanted === '') return undefined
  if (wanted === 'swiss-legal-rag-bench') return wanted
  throw new Error(`DOCKET_COMPAT: expected "swiss-legal-rag-bench" or nothing, received ${JSON.stringify(wanted)}`)
}
