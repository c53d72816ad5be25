import { variantTables } from '../../../src/metrics/variants.js'
import type { Axis } from '../../../src/schema/item.js'
import type { Metric } from '../../../src/schema/metric.js'
import type { ErrorClass, SuiteHeader } from '../../../src/schema/record.js'
import type { VariantTable } from '../../../src/schema/report.js'
import type { Outcome } from '../../../src/schema/verdict.js'
import { makeRecord } from '../records.js'
import { readTable, runTable } from './table.js'

interface Count {
  same: number
  scored: number
  unknown: number
}

interface Counts {
  outcome: Count
  errorClass: Count
  goldRetrieved: Count
}

interface Row {
  id: string
  records: {
    id: string
    variantOf?: string
    twinOf?: string
    axis?: Axis
    outcome: Outcome | null
    errorClass: ErrorClass
    r: boolean | null
  }[]
  leftOut?: SuiteHeader['leftOut']
  expected: Partial<
    Record<
      Axis,
      Counts & { mayDiffer: boolean; pairs: number; sets: (Counts & { sets: number }) | null; leftOut: [string, string][] }
    >
  >
  derivation: string
}

/** Without a gold nothing could be retrieved, and the third comparison would speak of nothing. */
const ONE_GOLD = { document: null, section: null, golds: 1, sections: 0 }

const countOf = ({ count, scored, unknown, lost }: Metric): Count => ({ same: count, scored, unknown: unknown + lost })
const countsOf = (metrics: Record<keyof Counts, Metric>): Counts => ({
  outcome: countOf(metrics.outcome),
  errorClass: countOf(metrics.errorClass),
  goldRetrieved: countOf(metrics.goldRetrieved),
})

const received = ({ mayDiffer, pairs, sets, leftOut, ...metrics }: VariantTable) => ({
  mayDiffer,
  pairs,
  ...countsOf(metrics),
  sets: sets === null ? null : { sets: sets.sets, ...countsOf(sets) },
  leftOut: leftOut.map(({ base, variant }) => [base, variant]),
})

runTable('expected parity of variants', {
  rows: readTable<{ cases: Row[] }>('variants').cases,
  nameOf: ({ id }) => id,
  compare({ records, leftOut = [], expected }) {
    const tables = variantTables(
      records.map(({ r, ...record }) => makeRecord({ ...record, signals: { c: null, g: null, r }, citation: ONE_GOLD })),
      leftOut,
    )
    return {
      received: Object.fromEntries(tables.map((table) => [table.axis, received(table)])),
      expected,
    }
  },
})
