import { readingFor } from '../../../src/metrics/compat.js'
import type { Assessment } from '../../../src/run/gates/assessment.js'
import { assessGate, decideGates } from '../../../src/run/gates/gates.js'
import { Gate } from '../../../src/schema/gate.js'
import type { CaseRecord } from '../../../src/schema/record.js'
import { makeRecord } from '../records.js'
import { type PairsOfTable, pairsOf, type Side } from './paired.js'
import { near, readTable, runTable } from './table.js'

interface Expected {
  status: string
  value?: number
  p?: number | null
  pAtLeast?: number
  adjusted?: number | null
  lower?: number
  upper?: number
  needed?: number | null
  pairs?: number
  groups?: number
  worse?: number
  improved?: number
  unknown?: number
  lost?: number
  base?: number
  now?: number
  difference?: number
}

interface Row extends PairsOfTable {
  name: string
  gate: Record<string, unknown>
  better: 'higher' | 'lower' | null
  kind: 'rate' | 'score'
  values?: [number, Side][]
  valueGroups?: [number, Side[]][]
  others?: number[]
  baseline?: 'none' | 'refused'
  expected: Expected
  derivation: string
}

const LOST: Partial<CaseRecord> = {
  outcome: null,
  signals: { c: null, g: null, r: null },
  errorClass: 'infrastructure',
  failure: { stage: 'system', kind: 'http', message: '503' },
}

/** A metric of each kind and side, and the case of which it says what the table does. */
const METRICS: Record<string, { name: string; of(side: Side): Partial<CaseRecord> }> = {
  'rate higher': {
    name: 'goldCited',
    of: (side) => ({
      ...(side === 'lost' ? LOST : {}),
      citation: {
        document: typeof side === 'number' ? side === 1 : null,
        section: null,
        golds: side === 'out' ? 0 : 1,
        sections: side === 'out' ? 0 : 1,
      },
    }),
  },
  'rate lower': {
    name: 'hallucinationRate',
    of(side) {
      if (side === 'lost') return LOST
      if (side === 'out') return { outcome: 'refused', errorClass: 'over-refusal', signals: { c: null, g: null, r: true } }
      if (side === null)
        return { signals: { c: true, g: null, r: true }, errorClass: 'unscored', unscored: { g: 'undetermined' } }
      return { signals: { c: true, g: side === 0, r: true }, errorClass: side === 0 ? 'correct' : 'hallucination' }
    },
  },
  'rate null': { name: 'answered', of: () => ({}) },
  'score higher': { name: 'mrr', of: (side) => scored('mrr', side) },
  'score lower': { name: 'noCitation', of: (side) => scored('noCitation', side) },
}

function scored(name: string, side: Side): Partial<CaseRecord> {
  if (side === 'out') return {}
  if (side === 'lost') return { ...LOST, scores: { [name]: { value: null, reason: 'no response' } } }
  return { scores: { [name]: side === null ? { value: null, reason: 'undetermined' } : { value: side } } }
}

/** A tested gate of which only the p matters. */
function other(p: number): Assessment {
  const gate = Gate.parse({ metric: 'other', max: 0.5 })
  return { gate, p, decide: () => ({ status: 'pass', message: '', lower: null, upper: null, needed: null }) }
}

const standing = (side: Side) => (side === 'out' ? undefined : side)

/** Values of one run are the later side of pairs. */
function asPairs({ values, valueGroups, ...row }: Row): PairsOfTable {
  if (values !== undefined) return { pairs: values.map(([times, now]) => [times, 'out', now]) }
  if (valueGroups === undefined) return row
  return { groups: valueGroups.map(([times, group]) => [times, group.map((now): [Side, Side] => ['out', now])]) }
}

function compare(row: Row) {
  const { gate, better, kind, others = [], baseline, expected } = row
  const metric = METRICS[`${kind} ${better}`]
  if (metric === undefined) throw new RangeError(`no metric of kind ${kind} ${better}`)
  const cases = pairsOf(asPairs(row))
  const filler = cases.length === 0 ? [makeRecord({ id: 'new', ...metric.of(1) })] : []
  const records = [...cases.map(({ id, group, now }) => makeRecord({ id, group, ...metric.of(now) })), ...filler]
  const pairs = cases.map(({ id, group, base, now }) => ({ id, group, base: standing(base), now: standing(now) }))
  const assessment = assessGate(Gate.parse({ metric: metric.name, ...gate }), {
    records,
    reading: readingFor(null),
    partial: [],
    infrastructure: [],
    judge: { name: 'anthropic', offline: false, members: [] },
    calibration: null,
    pairs: () => (baseline === undefined ? pairs : { refused: baseline }),
  })
  const [result] = decideGates([assessment, ...others.map(other)])
  if (result === undefined) throw new RangeError('no gate')
  const { difference } = result
  const received: Record<string, unknown> = { status: result.status }
  const due: Record<string, unknown> = { status: expected.status }
  const add = (name: keyof Expected, is: unknown, isNear = true) => {
    const value = expected[name]
    if (value === undefined) return
    received[name] = is
    due[name] = isNear && typeof value === 'number' ? near(value) : value
  }
  if (difference !== null) {
    // The table's pairs hold those with an unknown side, as its about says.
    add('pairs', difference.pairs + difference.unknown)
    if (difference.unknown === 0) add('groups', difference.groups)
    for (const name of ['worse', 'improved', 'unknown', 'lost', 'base', 'now', 'difference'] as const) add(name, difference[name])
  }
  if (expected.status === 'closed') return { received, expected: due }
  add('value', result.metric?.value)
  add('p', result.p)
  add('adjusted', result.adjusted)
  add('lower', result.lower)
  add('upper', result.upper)
  add('needed', result.needed, false)
  if (expected.pAtLeast !== undefined) {
    received.pAtLeast = (result.p ?? 0) >= expected.pAtLeast
    due.pAtLeast = true
  }
  return { received, expected: due }
}

runTable('expected gates of every mode', {
  rows: readTable<{ cases: Row[] }>('gate-modes').cases,
  nameOf: ({ name }) => name,
  compare,
})
