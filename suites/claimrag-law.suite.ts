import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, test } from 'vitest'
import { bm25, claimRagLawItems, claimRagLawSystem, describeBenchmark, functionSystem, recordedRun } from 'vitest-docket'
import { publishedData } from '../test/unit/data.js'

const only = process.env['DOCKET_RUN']
const FIXTURE = resolve(import.meta.dirname, '../fixtures/formats/claimrag-law')

// Questions on made-up law, in the two containers that the published files come in. The parts are of two laws and no twins, so each is a
// suite of its own. Their gold passages have no ids: they are found by their words.
const parts = [
  { name: 'English', file: 'VERDANIA', run: 'verdania', language: 'en' },
  { name: 'French', file: 'CIVIL', run: 'civil', language: 'fr' },
]

for (const { name, file, run, language } of only ? [] : parts) {
  describeBenchmark(`ClaimRAG-LAW format, ${name}`, {
    items: claimRagLawItems(`${FIXTURE}/${file}-RAG-LAW.json`, { language, claims: `${FIXTURE}/${file}-CLAIM-LAW.json` }),
    system: claimRagLawSystem(recordedRun(`${FIXTURE}/${run}-run.jsonl`, { name: run })),
    judge: { provider: 'recorded', path: `${FIXTURE}/${run}-verdicts.jsonl` },
    k: [1, 2],
    policy: 'report',
  })
}

// The published questions, with their relevant chunks as the corpus and retrieval by words alone, since no run of them is published; or the run that
// DOCKET_RUN names: JSONL with an item's `id` and a response, of GDPR unless DOCKET_SET=CIVIL.
const { folder, absent, whetherSkipped } = publishedData('claimrag-law')
if (only) {
  if (absent) {
    throw new Error(
      `DOCKET_RUN: ${only} cannot be replayed without the questions of ClaimRAG-LAW: no data at ${folder}; set DOCKET_DATA to the folder that holds claimrag-law`,
    )
  }
  const set = process.env['DOCKET_SET'] || 'GDPR'
  const claims = `${folder}/${set}-CLAIM-LAW.json`
  describeBenchmark(`ClaimRAG-LAW ${set}`, {
    items: claimRagLawItems(`${folder}/${set}-RAG-LAW.json`, existsSync(claims) ? { claims } : {}),
    system: claimRagLawSystem(recordedRun(only)),
    policy: 'report',
  })
} else if (absent) {
  describe('ClaimRAG-LAW', () => {
    test.skip(`its published questions and chunks${whetherSkipped}`, () => {})
  })
} else {
  for (const file of ['GDPR', 'CIVIL'].filter((name) => existsSync(`${folder}/${name}-RAG-LAW.json`))) {
    const items = claimRagLawItems(`${folder}/${file}-RAG-LAW.json`)
    const chunks = items().items.flatMap(({ item: { meta, language } }) =>
      typeof meta['relevant_chunk'] === 'string' ? [[meta['relevant_chunk'], language] as const] : [],
    )
    const passages = Array.from(new Map(chunks), ([text, language], at) => ({ id: `chunk ${at + 1}`, text, meta: { language } }))
    const search = bm25(passages)
    const system = functionSystem((request) => search.retrieve(request.question, 10, request), { name: 'BM25 over the chunks' })
    describeBenchmark(`ClaimRAG-LAW ${file}, chunks by words`, {
      items,
      system: claimRagLawSystem(system),
      task: 'retrieval',
      policy: 'report',
    })
  }
}
