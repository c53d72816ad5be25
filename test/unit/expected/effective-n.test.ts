import { effectiveN, rateInterval } from '../../../src/stats/effective-n.js'
import { near, readTable, runTable } from './table.js'

interface Row {
  name: string
  groups: { values: (0 | 1)[]; times: number }[]
  expected: {
    n: number
    groups: number
    effective: number
    deff: number | null
    low: number | null
    high: number | null
    lower: number | null
    upper: number | null
  }
  derivation: string
}

runTable('expected effective n', {
  rows: readTable<{ cases: Row[] }>('effective-n').cases,
  nameOf: ({ name }) => name,
  compare({ groups, expected }) {
    const values = groups.flatMap(({ values, times }, kind) =>
      Array.from({ length: times }, (_, i) => values.map((value) => ({ value: value === 1, group: `${kind}-${i}` }))).flat(),
    )
    const { n, groups: count, effective, deff } = effectiveN(values)
    const interval = rateInterval(values)
    return {
      received: {
        n,
        groups: count,
        effective,
        deff,
        low: interval?.low ?? null,
        high: interval?.high ?? null,
        lower: interval?.lower1 ?? null,
        upper: interval?.upper1 ?? null,
      },
      expected: {
        n: expected.n,
        groups: expected.groups,
        effective: near(expected.effective),
        deff: near(expected.deff),
        low: near(expected.low),
        high: near(expected.high),
        lower: near(expected.lower),
        upper: near(expected.upper),
      },
    }
  },
})
