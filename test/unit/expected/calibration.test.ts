import { expect, it } from 'vitest'
import { measureExtraction } from '../../../src/judges/calibration/extraction.js'
import {
  CLAIM_SCHEME,
  CORRECTNESS_SCHEME,
  type JudgedExample,
  type Measures,
  measureByLanguage,
} from '../../../src/judges/calibration/measure.js'
import { cohenKappa } from '../../../src/stats/kappa.js'
import { near, readTable, runTable } from './table.js'

interface Share {
  count: number
  of: number
  value: number | null
  low?: number | null
  high?: number | null
}

interface Slice {
  examples: number
  confusion: number[][]
  perClass: Record<string, { precision: Share; recall: Share; f1: number | null }>
  sensitivity: Share
  specificity: Share
  kappa: number | null
  coverage: Share
  selectiveAccuracy: Share
  calibrated: Record<string, boolean>
}

interface Row {
  id: string
  labels: 'claims' | 'answers'
  examples: { truth: string; prediction: string; language: string; times: number; groupSize?: number }[]
  expected: { overall: Slice; byLanguage?: Record<string, Slice> }
  derivation: string
}

interface KappaRow {
  id: string
  matrix: number[][]
  expected: { kappa: number | null }
  published?: { kappa: number; digits: number; source: string }
  derivation: string
}

interface ExtractionRow {
  id: string
  extracted: (boolean | null)[]
  missed: number | null
  expected: { valid: Share; missed: number | null }
  derivation: string
}

const table = readTable<{ cases: Row[]; kappa: KappaRow[]; extraction: ExtractionRow[] }>('calibration')

const nearShare = ({ count, of, value, ...bounds }: Share) => ({
  count,
  of,
  value: near(value),
  ...('low' in bounds ? { low: near(bounds.low), high: near(bounds.high) } : {}),
})

function nearSlice(slice: Slice): unknown {
  return {
    ...slice,
    perClass: Object.fromEntries(
      Object.entries(slice.perClass).map(([label, { precision, recall, f1 }]) => [
        label,
        { precision: nearShare(precision), recall: nearShare(recall), f1: near(f1) },
      ]),
    ),
    sensitivity: nearShare(slice.sensitivity),
    specificity: nearShare(slice.specificity),
    kappa: near(slice.kappa),
    coverage: nearShare(slice.coverage),
    selectiveAccuracy: nearShare(slice.selectiveAccuracy),
  }
}

const received = ({ kappa, ...measures }: Measures): unknown => ({ ...measures, kappa: kappa.value })

/** What has no truth is no example, and never gets as far as being measured. */
function examplesOf(row: Row): JudgedExample[] {
  return row.examples.flatMap(({ truth, prediction, language, times, groupSize = 1 }, entry) =>
    truth === 'undetermined'
      ? []
      : Array.from({ length: times }, (_, i) => ({
          truth,
          prediction: prediction === 'undetermined' ? null : prediction,
          language,
          group: `${entry}-${Math.floor(i / groupSize)}`,
        })),
  )
}

runTable('expected measures of a judge', {
  rows: table.cases,
  nameOf: ({ id }) => id,
  compare(row) {
    const scheme = row.labels === 'claims' ? CLAIM_SCHEME : CORRECTNESS_SCHEME
    const { overall, byLanguage } = measureByLanguage(scheme, examplesOf(row), 1)
    const { expected } = row
    return {
      received: {
        overall: received(overall),
        ...(expected.byLanguage === undefined
          ? {}
          : { byLanguage: Object.fromEntries(Object.entries(byLanguage).map(([name, slice]) => [name, received(slice)])) }),
      },
      expected: {
        overall: nearSlice(expected.overall),
        ...(expected.byLanguage === undefined
          ? {}
          : {
              byLanguage: Object.fromEntries(
                Object.entries(expected.byLanguage).map(([name, slice]) => [name, nearSlice(slice)]),
              ),
            }),
      },
    }
  },
})

runTable('expected kappa', {
  rows: table.kappa,
  nameOf: ({ id }) => id,
  compare: ({ matrix, expected }) => ({ received: cohenKappa(matrix), expected: near(expected.kappa) }),
})

const published = table.kappa.flatMap(({ matrix, published }) => (published === undefined ? [] : [{ ...published, matrix }]))
it.each(published)('kappa is as published: $source', ({ matrix, kappa, digits }) => {
  expect(cohenKappa(matrix)).toBeCloseTo(kappa, digits)
})

runTable('expected extraction accuracy', {
  rows: table.extraction,
  nameOf: ({ id }) => id,
  compare: ({ extracted, missed, expected }) => ({
    received: measureExtraction([{ language: 'en', valid: extracted, missed }]).overall,
    expected: { valid: nearShare(expected.valid), missed: expected.missed },
  }),
})
