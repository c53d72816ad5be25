import { driversOf, type GridArm, gridEffects, leavesOf } from '../../../src/metrics/grid.js'
import type { CaseRecord, ErrorClass } from '../../../src/schema/record.js'
import { makeRecord } from '../records.js'
import { near, readTable, runTable } from './table.js'

type Letters = Record<string, ErrorClass>

interface Effect {
  factor: string
  level: string
  against: string
  metric: string
  arms: number
  pairs: number
  groups: number
  rose: number
  fell: number
  unknown: number
  lost: number
  base: number | null
  now: number | null
  difference: number | null
  p: number | null
  adjusted: number | null
}

interface Row {
  name: string
  factors: Record<string, [string, ...string[]]>
  /** n, size of a group, answerable, premise */
  items: [number, number, boolean?, ('true' | 'false')?][]
  arms: { levels: Record<string, string>; classes: string }[]
  expected: {
    leaves: Partial<Record<ErrorClass, number>>[]
    effects: Effect[]
    drivers: { metric: string; factor: string; level: string; difference: number; adjusted: number }[]
  }
  derivation: string
}

const OUTCOMES: Partial<Record<ErrorClass, CaseRecord['outcome']>> = {
  'over-refusal': 'refused',
  'correct refusal': 'refused',
  'non-answer': 'non-answer',
  'premise corrected': 'premise-corrected',
  'premise accepted': 'premise-accepted',
  infrastructure: null,
  missing: null,
}

const SIGNALS: Partial<Record<ErrorClass, CaseRecord['signals']>> = {
  correct: { c: true, g: true, r: true },
  hallucination: { c: false, g: false, r: true },
  'retrieval error': { c: false, g: true, r: false },
  'reasoning error': { c: false, g: true, r: true },
  'unattributed error': { c: false, g: true, r: null },
}

function failureOf(errorClass: ErrorClass): Pick<CaseRecord, 'failure'> | undefined {
  if (errorClass === 'infrastructure') return { failure: { stage: 'system', kind: 'connection', message: 'nothing answered' } }
  if (errorClass === 'missing') return { failure: { stage: 'system', kind: 'missing', message: 'no row' } }
  return undefined
}

function recordOf(errorClass: ErrorClass, id: string, item: Pick<CaseRecord, 'group' | 'answerable' | 'premise'>): CaseRecord {
  return makeRecord({
    id,
    ...item,
    errorClass,
    outcome: errorClass in OUTCOMES ? (OUTCOMES[errorClass] ?? null) : 'answered',
    signals: SIGNALS[errorClass] ?? { c: null, g: null, r: null },
    ...(errorClass === 'unscored' && { unscored: { g: 'undetermined' as const } }),
    ...failureOf(errorClass),
  })
}

function armsOf({ factors, items, arms }: Row, legend: Letters): GridArm[] {
  const base = Object.fromEntries(Object.entries(factors).map(([factor, [first]]) => [factor, first]))
  const cases = items.flatMap(([n, size, answerable = true, premise = 'true'], kind) =>
    Array.from({ length: n }, (_, i) => ({ group: `${kind}-${Math.floor(i / size)}`, answerable, premise })),
  )
  return arms.map(({ levels, classes }) => ({
    suite: Object.values(levels).join(' '),
    levels,
    base,
    records: cases.map((item, i) => recordOf(legend[classes[i] ?? ''] ?? 'unscored', `i${i}`, item)),
  }))
}

const { legend, cases } = readTable<{ legend: Letters; cases: Row[] }>('grid')

runTable('expected leaves of the arms of a grid', {
  rows: cases,
  nameOf: ({ name }) => name,
  compare: (row) => ({
    received: armsOf(row, legend).map(({ records }) =>
      Object.fromEntries(Object.entries(leavesOf(records)).filter(([, count]) => count > 0)),
    ),
    expected: row.expected.leaves,
  }),
})

runTable('expected effects and drivers of a grid', {
  rows: cases,
  nameOf: ({ name }) => name,
  compare(row) {
    const effects = gridEffects(armsOf(row, legend))
    const received = row.expected.effects.map((expected) => {
      const effect = effects.find(
        ({ factor, level, metric }) => factor === expected.factor && level === expected.level && metric === expected.metric,
      )
      if (effect === undefined) return undefined
      const { difference: d, ...rest } = effect
      const [rose, fell] = d.better === 'higher' ? [d.improved, d.worse] : [d.worse, d.improved]
      // Of an unknown pair's group it is left open whether it counts.
      const groups = d.unknown > 0 ? expected.groups : d.groups
      return {
        ...rest,
        pairs: d.pairs,
        groups,
        rose,
        fell,
        unknown: d.unknown,
        lost: d.lost,
        base: d.base,
        now: d.now,
        difference: d.difference,
        p: d.p,
      }
    })
    return {
      received: {
        effects: received,
        compared: effects.filter(({ difference }) => difference.p !== null).length,
        drivers: driversOf(effects),
      },
      expected: {
        effects: row.expected.effects.map((effect) => ({
          ...effect,
          base: near(effect.base),
          now: near(effect.now),
          difference: near(effect.difference),
          p: near(effect.p),
          adjusted: near(effect.adjusted),
        })),
        // An effect without a known pair may be listed: it has no p.
        compared: row.expected.effects.filter(({ p }) => p !== null).length,
        drivers: row.expected.drivers.map((driver) => ({
          ...driver,
          difference: near(driver.difference),
          adjusted: near(driver.adjusted),
        })),
      },
    }
  },
})
