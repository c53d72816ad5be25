import { classify } from '../../../src/metrics/decomposition.js'
import { settleOutcome } from '../../../src/metrics/outcome.js'
import type { ErrorClass, Failure, Signal } from '../../../src/schema/record.js'
import type { Outcome } from '../../../src/schema/verdict.js'
import { readTable, runTable } from './table.js'

interface Row {
  id: string
  inputs: {
    answerable: boolean
    premise: 'true' | 'false'
    outcome: Outcome | null
    g: Signal
    c: Signal
    r: Signal
    systemFailed?: 'error' | 'missing'
    refusedFlag?: boolean | null
    unscoredReason?: string
  }
  expected: { errorClass: ErrorClass; cause?: string }
  derivation: string
}

const FAILURES: Record<'error' | 'missing', Failure> = {
  error: { stage: 'system', kind: 'connection', message: 'no answer' },
  missing: { stage: 'system', kind: 'missing', message: 'no row' },
}

function failureOf({ systemFailed, unscoredReason }: Row['inputs']): Failure | undefined {
  if (systemFailed !== undefined) return FAILURES[systemFailed]
  return unscoredReason === 'judge failed' ? { stage: 'judge', kind: 'provider', message: '503' } : undefined
}

runTable('expected decomposition', {
  rows: readTable<Row[]>('decomposition'),
  nameOf: ({ id }) => id,
  // The table takes a reply that is no refusal by its flag for an answer; the code for a non-answer, since its text declines all the same.
  disputed: {
    d135: 'flag false, judged refused: correct by the table, non-answer by the code',
    d136: 'flag false, judged refused: unscored by the table, non-answer by the code',
    d137: 'flag false, judged refused: false confidence by the table, correct refusal (a non-answer) by the code',
  },
  compare({ inputs, expected }) {
    const { answerable, premise, g, c, r, refusedFlag, systemFailed } = inputs
    const outcome =
      systemFailed === undefined
        ? settleOutcome({ refused: refusedFlag ?? undefined, judged: inputs.outcome, falsePremise: premise === 'false' })
        : null
    return { received: classify({ answerable, premise, failure: failureOf(inputs), outcome, signals: { c, g, r } }), expected }
  },
})
