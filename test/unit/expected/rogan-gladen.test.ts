import { expect, it } from 'vitest'
import { correctRate, type Observed, roganGladen, type TwoByTwo } from '../../../src/stats/rogan-gladen.js'
import { near, readTable, runTable } from './table.js'

interface Row {
  id: string
  p: number | null
  se: number | null
  sp: number | null
  expected: number | null
  derivation: string
  published?: { value?: number; digits?: number; source: string }
}

interface LanguagesRow {
  id: string
  languages: {
    language: string
    known: number
    ungrounded: number
    calibration: { sensitivity: { count: number; of: number }; specificity: { count: number; of: number } } | null
  }[]
  expected: {
    byLanguage: Record<string, { p: number | null; weight: number | null; corrected: number | null }>
    notCalibrated: string[]
    undefined: string[]
    corrected: number | null
  }
  derivation: string
}

const table = readTable<{ cases: Row[]; languages: LanguagesRow[] }>('rogan-gladen')

runTable('expected corrected rates', {
  rows: table.cases,
  nameOf: ({ id }) => id,
  compare: ({ p, se, sp, expected }) => ({ received: roganGladen(p, se, sp), expected: near(expected) }),
})

const published = table.cases.flatMap(({ published, p, se, sp }) =>
  published?.value === undefined ? [] : [{ ...published, p, se, sp, value: published.value }],
)
it.each(published)('is as published: $source', ({ p, se, sp, value, digits }) => {
  expect(roganGladen(p, se, sp)).toBeCloseTo(value, digits)
})

runTable('expected corrected rates by language', {
  rows: table.languages,
  nameOf: ({ id }) => id,
  compare({ languages, expected }) {
    const run = languages.flatMap(({ language, known, ungrounded }) =>
      Array.from({ length: known }, (_, i): Observed[] => [{ stratum: language, fault: i < ungrounded }]),
    )
    const calibrations = new Map(
      languages.flatMap(({ language, calibration }) =>
        calibration === null || Math.min(calibration.sensitivity.of, calibration.specificity.of) < 30
          ? []
          : [[language, groupsOf(calibration)] as const],
      ),
    )
    const { value, interval, strata } = correctRate(run, calibrations, 1)
    if (value !== null) {
      expect(interval?.low).toBeLessThanOrEqual(value)
      expect(interval?.high).toBeGreaterThanOrEqual(value)
    }
    const used = strata.filter(({ known }) => known > 0)
    return {
      received: {
        byLanguage: Object.fromEntries(
          used.map(({ stratum, rate, weight, corrected }) => [stratum, { p: rate, weight, corrected }]),
        ),
        undefined: used.filter(({ stratum, corrected }) => corrected === null && calibrations.has(stratum)).map(name),
        notCalibrated: used.filter(({ stratum }) => !calibrations.has(stratum)).map(name),
        corrected: value,
      },
      expected: {
        byLanguage: Object.fromEntries(
          Object.entries(expected.byLanguage)
            .filter(([, { p }]) => p !== null)
            .map(([language, { p, weight, corrected }]) => [
              language,
              { p: near(p), weight: near(weight), corrected: near(corrected) },
            ]),
        ),
        undefined: expected.undefined,
        notCalibrated: expected.notCalibrated,
        corrected: near(expected.corrected),
      },
    }
  },
})

const name = ({ stratum }: { stratum: string }) => stratum

function groupsOf({ sensitivity, specificity }: NonNullable<LanguagesRow['languages'][number]['calibration']>): TwoByTwo[] {
  const none = { truePositive: 0, falseNegative: 0, trueNegative: 0, falsePositive: 0 }
  const repeat = (n: number, cell: Partial<TwoByTwo>) => Array.from({ length: n }, () => ({ ...none, ...cell }))
  return [
    ...repeat(sensitivity.count, { truePositive: 1 }),
    ...repeat(sensitivity.of - sensitivity.count, { falseNegative: 1 }),
    ...repeat(specificity.count, { trueNegative: 1 }),
    ...repeat(specificity.of - specificity.count, { falsePositive: 1 }),
  ]
}
