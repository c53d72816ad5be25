import { describe, expect, test } from 'vitest'
import { citesGold } from '../../src/citations/cites-gold.js'
import { messageOf } from '../../src/errors.js'
import { buildFurtherPrompt, buildPrompt } from '../../src/judges/prompt.js'
import { TWIN_PARITY } from '../../src/metrics/measure.js'
import { RATES } from '../../src/metrics/rates.js'
import * as metrics from '../../src/metrics.js'
import type { GoldSource } from '../../src/schema/item.js'
import { AnswerClaim, Verdict } from '../../src/schema/verdict.js'
import { clopperPearsonOneSided } from '../../src/stats/clopper-pearson.js'
import { type BenchmarkOptions, checkBenchmark } from '../../src/vitest/benchmark-options.js'
import { resolveOptions } from '../../src/vitest/options.js'
import { judgeRequest } from '../providers/request.js'
import { blocksOf, tableBelow } from './docs.js'

describe('tables say what the code does', () => {
  test('docs/gates.md: what n can decide', () => {
    const [, ...rows] = tableBelow('docs/gates.md', 'What n can decide')
    const computed = [0.03, 0.05].flatMap((max) => [100, 120, 200, 300, 500].map((n) => decidable(max, n)))
    expect(rows).toEqual(computed)
  })

  test('docs/gates.md: how often a gate is wrong, as on the page of the simulation', () => {
    const [, ...rows] = tableBelow('docs/gates.md', 'How often a gate is wrong')
    const page = (heading: string) => tableBelow('docs/gates-simulation.md', heading)
    const figures = (heading: string, truth: string, columns: readonly number[]) =>
      ['120', '300'].flatMap((n) => {
        const row = page(heading).find(([questions, what]) => questions === n && what === truth)
        return columns.map((column) => row?.[column] ?? '')
      })
    const limit = (columns: readonly number[]) => ['2%', '5%', '10%'].map((rate) => figures('A limit above', rate, columns))
    // Column 99 is none: a regression that does not fail passes.
    expect(rows.map(([, , ...cells]) => cells)).toEqual([
      ...limit([2, 3]),
      ...limit([5, 6]),
      ...['nothing', '5 points'].map((by) => figures('Regression', by, [2, 99])),
      ...['nothing', '5 points'].map((by) => figures('Noninferiority', by, [4, 2])),
    ])
  })

  test('docs/metrics.md: every rate with its denominator and direction', () => {
    const [, ...rows] = tableBelow('docs/metrics.md', 'Rates')
    const known = Object.entries({ ...RATES, twinParity: TWIN_PARITY })
    expect(rows.map(([key, , denominator, better]) => [key, denominator, better])).toEqual(
      known.map(([key, rate]) => [key, rate.denominator, rate.better ?? '']),
    )
  })

  test('docs/report.md: every rate with its denominator', () => {
    const [, ...rows] = tableBelow('docs/report.md', 'Denominators')
    const known = Object.values({ ...RATES, twinParity: TWIN_PARITY })
    expect(rows.map(([label, , denominator]) => [label, denominator])).toEqual(
      known.map(({ label, denominator }) => [label, denominator]),
    )
  })

  test.each([
    ['The verdict', Verdict.shape],
    ['A claim', AnswerClaim.shape],
  ])('docs/judges.md: every field of %s, and which are required', (heading, shape) => {
    const [, ...rows] = tableBelow('docs/judges.md', heading)
    const fields = Object.entries(shape).map(([name, field]) => [name, !field.safeParse(undefined).success])
    expect(rows.map(([name, , left]) => [name, left === 'required']).toSorted()).toEqual(fields.toSorted())
  })

  test('docs/judges.md: the form of a reply, as it is sent', () => {
    const forms = blocksOf('docs/judges.md').filter(({ code }) => code.startsWith('REPLY\n'))
    const prompts = [
      buildPrompt('rubric', judgeRequest(), []),
      buildFurtherPrompt('rubric', judgeRequest(), [], { claims: [], referenceClaims: [] }),
    ]
    expect(forms.map(({ code }) => code)).toEqual(prompts.map(({ system }) => system.slice(system.indexOf('\n\nREPLY\n') + 2)))
  })

  test('docs/entries.md: what vitest-docket/metrics exports', () => {
    const [, ...rows] = tableBelow('docs/entries.md', 'vitest-docket/metrics')
    expect(rows.map(([name]) => name).toSorted()).toEqual(Object.keys(metrics).toSorted())
  })

  test('docs/suites.md: every option of the plugin with its default', () => {
    const [, ...rows] = tableBelow('docs/suites.md', 'Options of docketProject and docket')
    const defaults = Object.entries(resolveOptions()).map(([key, value]) => [key, written(value)])
    expect(rows.map(([key, , value]) => [key, value]).toSorted()).toEqual(defaults.toSorted())
  })

  test('docs/matchers/to-cite-gold.md: what passes and what fails', () => {
    const [, ...rows] = tableBelow('docs/matchers/to-cite-gold.md', 'Examples')
    const claimed = rows.flatMap(([gold = '', passes = '', fails = '']) => [
      ...passes.split('; ').map((title) => ({ gold, title, cited: true })),
      ...fails.split('; ').map((title) => ({ gold, title, cited: false })),
    ])
    const found = claimed.map(({ gold, title }) => ({ gold, title, cited: citesGold([goldNamed(gold)], [{ title }]).document }))
    expect(claimed.length).toBeGreaterThan(rows.length)
    expect(found).toEqual(claimed)
  })

  test('docs/suites.md: every option of a benchmark', () => {
    const [, ...rows] = tableBelow('docs/suites.md', 'Options of describeBenchmark')
    expect(rows.map(([key]) => key).toSorted()).toEqual(benchmarkOptions().toSorted())
  })
})

/** A neutral citation names a decision, anything else an act. */
function goldNamed(name: string): GoldSource {
  return /^\d{4} /.test(name)
    ? { kind: 'decision', citation: name, optional: false }
    : { kind: 'statute', title: name, optional: false }
}

/** A row of the table: the largest count that passes `max` and the smallest that fails it. */
function decidable(max: number, n: number): string[] {
  const counts = Array.from({ length: n + 1 }, (_, count) => count)
  const bounds = (count: number) => clopperPearsonOneSided(count, n) ?? { lower: 0, upper: 1 }
  const passes = counts.findLast((count) => bounds(count).upper <= max)
  const fails = counts.find((count) => bounds(count).lower > max)
  return [`${max * 100}%`, String(n), String(passes ?? 'none'), String(fails ?? 'none')]
}

/** A value as a page writes it: `{ usd: 1 }`, `'all'`, 120_000. */
function written(value: unknown): string {
  if (typeof value === 'string') return `'${value}'`
  if (typeof value === 'number') return String(value).replace(/(?<=\d)(?=(?:\d{3})+$)/g, '_')
  if (Array.isArray(value)) return `[${value.map(written).join(', ')}]`
  if (Object.keys(value as object).length === 0) return '{}'
  return `{ ${Object.entries(value as object)
    .map(([key, entry]) => `${key}: ${written(entry)}`)
    .join(', ')} }`
}

/** The options that an unknown one is answered with. */
function benchmarkOptions(): string[] {
  try {
    checkBenchmark('docs', { items: [], system: () => '', bogus: true } as BenchmarkOptions)
  } catch (error) {
    return messageOf(error).split('its options are ').at(-1)?.split(', ') ?? []
  }
  return []
}
