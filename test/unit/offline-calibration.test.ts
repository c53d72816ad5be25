import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Measures } from '../../src/judges/calibration/measure.js'
import { readLabelled } from '../../src/judges/calibration/read.js'
import { type CalibrationTables, type MeasuredScheme, tabulate } from '../../src/judges/calibration/tabulate.js'
import { offlineJudge } from '../../src/judges/offline.js'
import { assessExamples } from '../../src/run/calibrate.js'

// A formatter may pad the cells of a table.
const PAGE = readFileSync(new URL('../../docs/judges-offline.md', import.meta.url), 'utf8')
  .replaceAll(/ *\| */g, '|')
  .replaceAll(/-{3,}/g, '---')

const LANGUAGES = ['all', 'en', 'de', 'fr', 'ur-Latn']
const SIDES = { claims: ['entailed', 'not entailed'], answers: ['grounded', 'not grounded'] } as const

const table = (...rows: (string | number)[][]) => rows.map((row) => `|${row.join('|')}|`).join('\n')
const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)
const percent = (share: number | null) => (share === null ? '–' : `${(share * 100).toFixed(0)}%`)

/** By language, what the judge makes of examples of either side: a row a side, the counts in the order supported, undetermined, unsupported. */
function bands({ overall, byLanguage }: MeasuredScheme, unit: 'claims' | 'answers'): string {
  const rows = LANGUAGES.flatMap((language) => {
    const { confusion } = (language === 'all' ? overall : byLanguage[language]) as Measures
    const [sound = [], ...faults] = confusion
    const fault = sound.map((_, i) => sum(faults.map((row) => row[i] ?? 0)))
    return [sound, fault].map((counts, side) => {
      const unsupported = sum(counts.slice(1, -1))
      return [language, `${SIDES[unit][side]} (${sum(counts)})`, counts[0] ?? 0, counts.at(-1) ?? 0, unsupported]
    })
  })
  return table(['language', 'by hand', 'supported', 'undetermined', 'unsupported'], ['---', '---', '---', '---', '---'], ...rows)
}

/** By language, how often a band is right, and how much has a verdict. */
function accuracy({ overall, byLanguage }: MeasuredScheme): string {
  const rows = LANGUAGES.map((language) => {
    const { sensitivity, specificity, coverage, kappa } = (language === 'all' ? overall : byLanguage[language]) as Measures
    const cell = ({ value, low, high }: Measures['sensitivity']) =>
      value === null ? '–' : `${percent(value)} (${percent(low)} to ${percent(high)})`
    return [
      language,
      percent(coverage.value),
      cell(sensitivity),
      cell(specificity),
      kappa.value === null ? '–' : kappa.value.toFixed(2),
    ]
  })
  return table(
    ['language', 'has a verdict', 'unsupported found', 'supported confirmed', 'kappa'],
    ['---', '---', '---', '---', '---'],
    ...rows,
  )
}

describe('docs/judges-offline.md holds what the offline judge makes of the labelled pairs', () => {
  const tables = {} as Record<'claims' | 'answers', CalibrationTables>
  beforeAll(async () => {
    for (const name of ['claims', 'answers'] as const) {
      const data = readLabelled(`fixtures/calibration/${name}.jsonl`)
      const { signal } = new AbortController()
      const run = await assessExamples(data.examples, offlineJudge(), { suite: name, concurrency: 8, signal })
      tables[name] = tabulate(data, run.assessed, 1).tables
    }
  }, 60_000)

  it.each(['claims', 'answers'] as const)('the bands, over %s', (name) => {
    expect(PAGE).toContain(bands(tables[name].support, name))
  })

  it.each(['claims', 'answers'] as const)('how often they are right, over %s', (name) => {
    expect(PAGE).toContain(accuracy(tables[name].support))
  })

  it('contradictions, of which it knows none', () => {
    const [, , contradictions = []] = tables.claims.support.overall.confusion
    const [supported = 0, unsupported = 0, contradicted, undetermined = 0] = contradictions
    expect(contradicted).toBe(0)
    expect(PAGE).toContain(
      `Of the ${sum(contradictions)} claims that contradict their passages, ${supported} are called supported, ${unsupported} unsupported and ${undetermined} undetermined`,
    )
  })

  it('correctness', () => {
    const { overall } = tables.answers.correctness as MeasuredScheme
    const row = (name: string, counts: readonly number[] = []) => [`${name} (${sum(counts)})`, ...counts]
    expect(PAGE).toContain(
      table(
        ['by hand', 'correct', 'incorrect', 'undetermined'],
        ['---', '---', '---', '---'],
        row('correct', overall.confusion[0]),
        row('incorrect', overall.confusion[1]),
      ),
    )
  })
})
