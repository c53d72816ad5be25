import { expect, it } from 'vitest'
import { deltaOf, measurePreferences, type ScoredPair, scaledDeltas } from '../../../src/judges/calibration/preferences.js'
import { pearson, spearman } from '../../../src/stats/correlation.js'
import { quantile } from '../../../src/stats/quantile.js'
import { near, readTable, runTable } from './table.js'

interface Row {
  id: string
  x: number[]
  y: number[]
  expected: { n: number; pearson: number | null; spearman: number | null }
  published?: { pearson?: number; spearman?: number; digits: number; source: string }
  derivation: string
}

interface Correlated {
  n: number
  pearson: number | null
  spearman: number | null
}

interface PreferenceRow {
  id: string
  pairs: ScoredPair[]
  expected: {
    deltas: (number | null)[]
    sound: Correlated & { pairs: number; leftOut: number }
    ragchecker: Correlated & { median: number | null; filled: number; scaled: number[] | null }
  }
  derivation: string
}

const table = readTable<{ cases: Row[]; preferences: PreferenceRow[] }>('correlation')

runTable('expected correlations', {
  rows: table.cases,
  nameOf: ({ id }) => id,
  compare: ({ x, y, expected }) => ({
    received: { n: x.length, pearson: pearson(x, y), spearman: spearman(x, y) },
    expected: { n: expected.n, pearson: near(expected.pearson), spearman: near(expected.spearman) },
  }),
})

const published = table.cases.flatMap((row) => (row.published === undefined ? [] : [{ ...row.published, x: row.x, y: row.y }]))
it.each(published)('is as published: $source', ({ x, y, digits, ...values }) => {
  if (values.pearson !== undefined) expect(pearson(x, y)).toBeCloseTo(values.pearson, Math.min(digits, 12))
  if (values.spearman !== undefined) expect(spearman(x, y)).toBeCloseTo(values.spearman, Math.min(digits, 12))
  expect(values.pearson ?? values.spearman).toBeDefined()
})

runTable('expected meta-evaluation', {
  rows: table.preferences,
  nameOf: ({ id }) => id,
  disputed: { p06: 'without a known difference there is no median to fill in, and no point to count' },
  compare({ pairs, expected: { deltas, sound, ragchecker } }) {
    const found = pairs.map(deltaOf)
    const plain = measurePreferences(pairs, { seed: 1 })
    const compat = measurePreferences(pairs, { seed: 1, compat: 'ragchecker' })
    const nearAll = (values: readonly (number | null)[] | null) => values?.map(near) ?? null
    return {
      received: {
        deltas: found,
        sound: {
          pairs: plain.pairs,
          leftOut: plain.unknown,
          n: plain.n,
          pearson: plain.pearson.value,
          spearman: plain.spearman.value,
        },
        ragchecker: {
          median: quantile(
            found.filter((delta) => delta !== null),
            0.5,
          ),
          filled: compat.unknown,
          scaled: scaledDeltas(found),
          n: compat.n,
          pearson: compat.pearson.value,
          spearman: compat.spearman.value,
        },
      },
      expected: {
        deltas: nearAll(deltas),
        sound: { ...sound, pearson: near(sound.pearson), spearman: near(sound.spearman) },
        ragchecker: {
          ...ragchecker,
          median: near(ragchecker.median),
          scaled: nearAll(ragchecker.scaled),
          pearson: near(ragchecker.pearson),
          spearman: near(ragchecker.spearman),
        },
      },
    }
  },
})
