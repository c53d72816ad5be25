import { resolve } from 'node:path'
import { claimRagLawItems, claimRagLawSystem, describeBenchmark, recordedRun } from 'vitest-docket'

const FIXTURE = resolve(import.meta.dirname, '../fixtures/formats/claimrag-law')

// Questions on made-up law, in the two containers that the published files come in. The parts are of two laws and no twins, so each is a
// suite of its own. Their gold passages have no ids: they are found by their words.
const parts = [
  { name: 'English', file: 'VERDANIA', run: 'verdania', language: 'en' },
  { name: 'French', file: 'CIVIL', run: 'civil', language: 'fr' },
]

for (const { name, file, run, language } of parts) {
  describeBenchmark(`ClaimRAG-LAW format, ${name}`, {
    items: claimRagLawItems(`${FIXTURE}/${file}-RAG-LAW.json`, { language, claims: `${FIXTURE}/${file}-CLAIM-LAW.json` }),
    system: claimRagLawSystem(recordedRun(`${FIXTURE}/${run}-run.jsonl`, { name: run })),
    judge: { provider: 'recorded', path: `${FIXTURE}/${run}-verdicts.jsonl` },
    k: [1, 2],
    policy: 'report',
  })
}
