import type { ComparedCase, ComparedRun } from '../../../src/schema/baseline.js'

/** What a table says of how a case came out. */
export interface CaseOfTable {
  class: ComparedCase['errorClass'] | null
  outcome: ComparedCase['outcome']
  g: boolean | null
  c: boolean | null
  r: boolean | null
}

/** A case to compare; one without a class is of a task that has none. */
export function comparedCase(
  identity: Pick<ComparedCase, 'id' | 'hash' | 'trial'>,
  { class: errorClass, outcome, g, c, r }: CaseOfTable = { class: 'correct', outcome: 'answered', g: true, c: true, r: true },
): ComparedCase {
  return { ...identity, group: identity.id, outcome, errorClass: errorClass ?? 'unscored', g, c, r, metrics: {} }
}

/** A run of one suite, of which a test says only what matters. */
export function comparedRun(given: Partial<ComparedRun> = {}): ComparedRun {
  return {
    suite: 'suite',
    project: '',
    file: 'suites/suite.suite.ts',
    run: 'run',
    startedAt: '2026-01-01T00:00:00.000Z',
    system: { name: 'system', kind: 'function', live: true },
    models: [],
    judge: { name: 'llm', model: 'm1', rubric: 'r1', offline: false, members: [] },
    compat: null,
    task: 'answer',
    k: [],
    trials: 1,
    sample: null,
    ...given,
  }
}
