import { CaseRecord } from '../../src/schema/record.js'

const NOTHING = { calls: 0, inputTokens: 0, outputTokens: 0, usd: 0 }

/** A case record of which a test says only what matters; the rest is a grounded and correct answer in a group of its own. */
export function makeRecord({ id, ...given }: Partial<CaseRecord> & { id: string }): CaseRecord {
  return CaseRecord.parse({
    suite: 'suite',
    item: id,
    hash: `hash of ${id}`,
    trial: 0,
    answer: null,
    judging: null,
    file: 'suites/suite.suite.ts',
    id,
    title: `question ${id}`,
    position: 0,
    sequence: null,
    startedAt: null,
    durationMs: null,
    language: 'en',
    answerable: true,
    premise: 'true',
    group: id,
    outcome: 'answered',
    signals: { c: true, g: true, r: true },
    errorClass: 'correct',
    unscored: {},
    claims: null,
    retrieval: { passages: null, withText: null, byConstruction: 0 },
    scores: {},
    authorities: null,
    rewrite: null,
    citation: { document: null, section: null, golds: 0, sections: 0 },
    evidence: {},
    latencyMs: null,
    cost: { judge: NOTHING, system: NOTHING },
    replayed: { judge: false, system: false },
    warnings: [],
    ...given,
  })
}
