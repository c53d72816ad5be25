import { measure, measureTwinParity } from '../../../src/metrics/measure.js'
import { twinTable } from '../../../src/metrics/parity.js'
import { RATES, type RateName } from '../../../src/metrics/rates.js'
import type { CaseRecord } from '../../../src/schema/record.js'
import { makeRecord } from '../records.js'
import { near, readTable, runTable } from './table.js'

interface Rate {
  count: number
  scored: number
  total?: number
  unknown?: number
  lost?: number
  value?: number | null
  lower?: number | null
  upper?: number | null
}

interface Twins {
  disagreeing: { base: string; twin: string; worse: string }[]
  agreeing?: number
  leftOut: { base: string; twin: string }[]
}

interface Row {
  name: string
  about: string
  records: (Partial<CaseRecord> & { id: string })[]
  expected: Record<string, Rate | Twins | Record<string, number>>
}

const rows = readTable<{ cases: Row[] }>('rates').cases
/** The table's records name required golds only; of those that are scored by section, each has one. */
const records = ({ records }: Row) =>
  records.map(({ citation, ...record }, position) =>
    makeRecord({ position, ...record, ...(citation && { citation: { ...citation, sections: citation.golds } }) }),
  )

function measured(row: Row, name: string) {
  return name === 'twinParity' ? measureTwinParity(records(row)) : measure(records(row), RATES[name as RateName])
}

/** The table's bounds are proportions before any sampling: what the unknown verdicts alone leave open. */
function proportions({ count, scored, unknown }: { count: number; scored: number; unknown: number }) {
  const ran = scored + unknown
  return ran === 0 ? { lower: null, upper: null } : { lower: count / ran, upper: (count + unknown) / ran }
}

runTable('expected rates', {
  rows: rows.flatMap((row) =>
    Object.entries(row.expected)
      .filter(([name]) => name !== 'twins' && name !== 'groups')
      .map(([name, rate]) => ({ row, name, rate: rate as Rate, derivation: row.about })),
  ),
  nameOf: ({ row, name }) => `${row.name} ${name}`,
  compare({ row, name, rate }) {
    const { metric } = measured(row, name)
    const received: Rate = { ...metric, ...proportions(metric) }
    const fields = (['count', 'scored', 'total', 'unknown', 'lost', 'value', 'lower', 'upper'] as const).filter((f) => f in rate)
    return {
      received: Object.fromEntries(fields.map((field) => [field, received[field]])),
      expected: Object.fromEntries(fields.map((field) => [field, near(rate[field])])),
    }
  },
})

runTable('expected twins', {
  rows: rows
    .filter(({ expected }) => 'twins' in expected)
    .map((row) => ({ row, twins: row.expected['twins'] as Twins, derivation: row.about })),
  nameOf: ({ row }) => row.name,
  compare({ row, twins }) {
    const table = twinTable(records(row), [])
    const ids = ({ base, twin }: { base: string; twin: string }) => ({ base, twin })
    const agreeing = measureTwinParity(records(row)).metric.count
    return {
      received: {
        disagreeing: table.disagreeing.map((pair) => ({ ...ids(pair), worse: pair.worse })),
        leftOut: new Set(table.leftOut.map(ids)),
        ...(twins.agreeing === undefined ? {} : { agreeing }),
      },
      expected: {
        disagreeing: twins.disagreeing,
        leftOut: new Set(twins.leftOut),
        ...(twins.agreeing === undefined ? {} : { agreeing: twins.agreeing }),
      },
    }
  },
})

runTable('expected groups', {
  rows: rows.flatMap((row) =>
    Object.entries((row.expected['groups'] ?? {}) as Record<string, number>)
      .filter(([name]) => name in RATES)
      .map(([name, groups]) => ({ row, name, groups, derivation: row.about })),
  ),
  nameOf: ({ row, name }) => `${row.name} ${name}`,
  compare: ({ row, name, groups }) => ({ received: measured(row, name).metric.groups, expected: groups }),
})
