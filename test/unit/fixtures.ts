import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { jsonl } from '../../src/datasets/jsonl.js'
import { loadManifest } from '../../src/datasets/manifest.js'
import { createJudge } from '../../src/judges/create.js'
import type { Judge } from '../../src/judges/judge.js'
import type { CaseRecord } from '../../src/schema/record.js'
import { recordedRun } from '../../src/systems/recorded.js'
import { replay } from './replay.js'

export type Fixture = 'verdania' | 'abstractive'

/** What a person held of each item before any code ran. */
export interface Expected {
  totals: {
    items: number
    errorClass: Record<string, number>
    overRefusalCause: Record<string, number>
    outcome: Record<string, number>
    answersGiven: number
    grounded: { true: number; false: number; unknown: number }
    hallucinationRate: { lowerCount: number; upperCount: number; of: number }
    overRefusal: { count: number; scored: number; of: number }
    correctRefusal: { count: number; scored: number; of: number }
    falseConfidence: { count: number; scored: number; of: number }
  }
  items: Record<string, Pick<CaseRecord, 'errorClass' | 'cause' | 'outcome' | 'signals'> & { unscored?: CaseRecord['unscored'] }>
}

const FIXTURES = new URL('../../fixtures/', import.meta.url)
const at = (path: string) => fileURLToPath(new URL(path, FIXTURES))

export function expectedOf(fixture: Fixture): Expected {
  return JSON.parse(readFileSync(at(`${fixture}/expected.json`), 'utf8')) as Expected
}

export function recordedVerdicts(fixture: Fixture): Judge {
  return createJudge({ provider: 'recorded', path: `${fixture}/verdicts.jsonl` }, { root: fileURLToPath(FIXTURES) })
}

/** Replays a fixture's run; `judge` in place of the verdicts that were set by hand. */
export function replayFixture(fixture: Fixture, judge: Judge = recordedVerdicts(fixture)) {
  return replay({
    items: jsonl(at(`${fixture}/items.jsonl`)),
    system: recordedRun(at(`${fixture}/run.jsonl`), {
      name: fixture,
      map: (row) => (row['status'] === 'error' ? { failure: String(row['error']) } : row['response']),
    }),
    judge,
    golds: { corpus: loadManifest(at('verdania/manifest.jsonl')) },
  })
}

export function tally(values: Iterable<string>): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1
  return counts
}
