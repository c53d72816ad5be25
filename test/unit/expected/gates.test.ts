import { suiteStatus } from '../../../reporters/status.js'
import { readingFor } from '../../../src/metrics/compat.js'
import { decideGate } from '../../../src/run/gates/gates.js'
import { Gate, type GateInput, type Slice } from '../../../src/schema/gate.js'
import type { CaseRecord } from '../../../src/schema/record.js'
import { makeRecord } from '../records.js'
import { near, readTable, runTable } from './table.js'

interface Evidence {
  metric: string
  count: number
  unknown: number
  lost: number
  groupSize: number
  scored: number
  total: number
  partial: boolean
  slice?: Slice
}

interface Row {
  name: string
  gate: GateInput
  evidence: Evidence | null
  expected: {
    status: string
    lower?: number
    upper?: number
    p?: number
    adjusted?: number
    needed?: number | null
    red: boolean
  }
  derivation: string
}

const EVENT: Record<string, (is: boolean | null) => Partial<CaseRecord>> = {
  hallucinationRate: (is) => ({
    signals: { c: true, g: is === null ? null : !is, r: true },
    errorClass: is === null ? 'unscored' : is ? 'hallucination' : 'correct',
    unscored: is === null ? { g: 'undetermined' } : {},
  }),
  goldCited: (is) => ({ citation: { document: is, section: null, golds: 1, sections: 1 } }),
}

const LOST: Partial<CaseRecord> = {
  outcome: null,
  signals: { c: null, g: null, r: null },
  errorClass: 'infrastructure',
  failure: { stage: 'system', kind: 'http', message: '503' },
  citation: { document: null, section: null, golds: 1, sections: 1 },
}

/** Cases whose counts are those of the evidence: events first, so that with groups they fill whole ones. */
function recordsFor({ metric, count, scored, unknown, lost, groupSize, slice = {} }: Evidence): CaseRecord[] {
  const event = EVENT[metric]
  if (event === undefined) return []
  const kinds = [
    ...Array.from({ length: count }, () => event(true)),
    ...Array.from({ length: scored - count }, () => event(false)),
    ...Array.from({ length: unknown }, () => event(null)),
    ...Array.from({ length: lost }, () => LOST),
  ]
  const inside = kinds.map((kind, i) => makeRecord({ ...kind, ...slice, id: `i${i}`, group: `g${Math.floor(i / groupSize)}` }))
  // Whatever stands outside a slice must not move it.
  const outside = Array.from({ length: Object.keys(slice).length > 0 ? 40 : 0 }, (_, i) =>
    makeRecord({ ...event(i % 2 === 0), id: `o${i}` }),
  )
  return [...inside, ...outside]
}

runTable('expected gates', {
  rows: readTable<{ cases: Row[] }>('gates').cases,
  nameOf: ({ name }) => name,
  compare({ gate, evidence, expected }) {
    const result = decideGate(Gate.parse(gate), {
      records: evidence === null ? [makeRecord({ id: 'some' })] : recordsFor(evidence),
      reading: readingFor(null),
      partial: evidence?.partial ? ['-t tenancy'] : [],
      infrastructure: [],
      judge: { name: 'anthropic', offline: false, members: [] },
      calibration: null,
    })
    const { status } = suiteStatus({
      infrastructure: [],
      red: [],
      gates: [result],
      partial: [],
      interrupted: false,
      missing: 0,
      unpaid: null,
      ran: 1,
    })
    const decided = expected.status !== 'closed'
    return {
      received: {
        status: result.status,
        red: status === 'FAIL',
        ...(decided ? { lower: result.lower, upper: result.upper, p: result.p, adjusted: result.adjusted } : {}),
        ...('needed' in expected ? { needed: result.needed } : {}),
        ...(evidence !== null && result.metric !== null
          ? { count: result.metric.count, scored: result.metric.scored, total: result.metric.total }
          : {}),
      },
      expected: {
        status: expected.status,
        red: expected.red,
        ...(decided
          ? { lower: near(expected.lower), upper: near(expected.upper), p: near(expected.p), adjusted: near(expected.adjusted) }
          : {}),
        ...('needed' in expected ? { needed: expected.needed } : {}),
        ...(evidence !== null && result.metric !== null
          ? { count: evidence.count, scored: evidence.scored, total: evidence.total }
          : {}),
      },
    }
  },
})
