import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { LabelledRun } from '../../reporters/compare/comparable.js'
import { compareRuns } from '../../reporters/compare/compare-runs.js'
import { renderCompareTerminal } from '../../reporters/compare/terminal.js'
import { makeHeader } from '../../reporters/fixtures.test-util.js'
import { paklegalqaItems } from '../../src/datasets/paklegalqa.js'
import { offlineJudge } from '../../src/judges/offline.js'
import { readingFor } from '../../src/metrics/compat.js'
import { comparedSuite } from '../../src/run/baseline/compared-suite.js'
import type { RunsComparison } from '../../src/schema/compare.js'
import { paklegalqaRun } from '../../src/systems/paklegalqa-run.js'
import { publishedData } from './data.js'
import { blocksOf } from './docs.js'
import { replay } from './replay.js'

const { folder: data, absent, whetherSkipped } = publishedData('paklegalqa')

const PublishedRow = z.object({ question_id: z.string(), refused: z.boolean().nullish() })
const PublishedItem = z.object({ id: z.string(), answerable: z.boolean() })

function linesOf<T>(path: string, schema: z.ZodType<T>): T[] {
  const lines = readFileSync(join(data, path), 'utf8').trim().split('\n')
  return lines.map((line) => schema.parse(JSON.parse(line)))
}

/** By reading: a replay takes seconds, and the sound reading is looked at for what it makes of errors. */
const RUNS = { published: ['prod-sol', 'prod-4o', 'cb-sol'], sound: ['prod-sol', 'cb-sol'] } as const
const METRICS = ['answered', 'overRefusal', 'correctRefusal', 'twinParity']

const held = new Map<string, Promise<LabelledRun>>()

/** Without the corpus, which says nothing of whether an item is answered. */
function runOf(name: string, compat: 'paklegalqa' | null): Promise<LabelledRun> {
  const known = held.get(`${name} ${compat}`)
  if (known !== undefined) return known
  const options = { name, ...(compat === null ? {} : { compat }) }
  const read = replay({
    items: paklegalqaItems(join(data, 'benchmark/all-360.jsonl')),
    system: paklegalqaRun(join(data, `runs/${name}.jsonl`), options),
    judge: offlineJudge(),
  }).then(({ records }) => {
    const header = makeHeader({ suite: 'PakLegalQA', compat, system: { name, kind: 'recorded', live: false } })
    const suite = comparedSuite({ project: 'unit', header, records, reading: readingFor(compat), run: name, startedAt: '' })
    return { label: name, path: name, suites: [{ suite, warnings: [] }] }
  })
  held.set(`${name} ${compat}`, read)
  return read
}

async function compared(reading: keyof typeof RUNS, metrics: string[]): Promise<RunsComparison> {
  const compat = reading === 'sound' ? null : 'paklegalqa'
  return compareRuns(await Promise.all(RUNS[reading].map((name) => runOf(name, compat))), { metrics })
}

function found({ suites }: RunsComparison, name: string, run: string) {
  const place = suites[0]?.runs.findIndex(({ label }) => label === run) ?? 0
  const one = suites[0]?.metrics.find((row) => row.name === name)?.differences[place - 1]
  if (one === null || one === undefined) throw new Error(`no difference of ${name}`)
  return one
}

describe.skipIf(absent)(`PakLegalQA, runs side by side${whetherSkipped}`, () => {
  beforeAll(async () => {
    if (absent) return
    for (const run of RUNS.published) await runOf(run, 'paklegalqa')
    for (const run of RUNS.sound) await runOf(run, null)
  }, 240_000)

  // Counted from the published rows alone, by their `refused` flag, or the published expression for the closed-book run; p by adding up ±1 and ±2 of the groups in
  // Python, which for twin parity and over-refusal equals scipy's binomtest of the pairs that differ; Holm by hand over these eight.
  it.each([
    ['answered', 'prod-4o', [360, 300, 305 / 360, 323 / 360, 24, 6], 0.00143090636, 0.00715453178, 'higher'],
    ['overRefusal', 'prod-4o', [360, 300, 19 / 360, 2 / 360, 1, 18], 7.62939453e-5, 0.000457763672, 'better'],
    ['correctRefusal', 'prod-4o', [84, 80, 36 / 84, 35 / 84, 5, 6], 1, 1, 'not shown'],
    ['twinParity', 'prod-4o', [60, 60, 52 / 60, 59 / 60, 7, 0], 0.015625, 0.046875, 'better'],
    ['answered', 'cb-sol', [360, 300, 305 / 360, 294 / 360, 52, 63], 0.355357634, 0.710715269, 'not shown'],
    ['overRefusal', 'cb-sol', [360, 300, 19 / 360, 59 / 360, 59, 19], 6.41506391e-6, 4.49054473e-5, 'worse'],
    ['correctRefusal', 'cb-sol', [84, 80, 36 / 84, 7 / 84, 4, 33], 1.75109017e-6, 1.40087213e-5, 'worse'],
    ['twinParity', 'cb-sol', [60, 60, 52 / 60, 60 / 60, 8, 0], 0.0078125, 0.03125, 'better'],
  ] as const)('%s of %s as published, against prod-sol', async (name, run, counts, p, adjusted, finding) => {
    const one = found(await compared('published', METRICS), name, run)
    const [up, down] = one.better === 'higher' ? [one.improved, one.worse] : [one.worse, one.improved]
    expect([one.pairs, one.groups, one.base, one.now, up, down]).toEqual(counts)
    expect([one.cases.worse, one.cases.improved].map((ids) => new Set(ids).size)).toEqual([one.worse, one.improved])
    expect(one.p).toBeCloseTo(p, 8)
    expect(one.adjusted).toBeCloseTo(adjusted, 7)
    expect(one.finding).toBe(finding)
  })

  // scipy's beta quantiles and the formula of Newcombe's method 10 with exact bounds.
  it('the interval of twin parity, which has one pair a group', async () => {
    const one = found(await compared('published', ['twinParity']), 'twinParity', 'prod-4o')
    expect([one.difference, one.low, one.high]).toEqual(
      [7 / 60, 0.0204875362, 0.228140764].map((value) => expect.closeTo(value, 6)),
    )
  })

  it.each([
    ['overRefusal', 'cb-sol', [273, 218, 17 / 273, 59 / 273, 59, 17, 1, 2], 1.39687181e-6 * 2, 'worse'],
    ['twinParity', 'cb-sol', [59, 59, 52 / 59, 59 / 59, 7, 0, 0, 1], 0.015625, 'better'],
  ] as const)(
    'the sound %s of %s: error rows are lost, an empty answer is unknown',
    async (name, run, counts, adjusted, finding) => {
      const one = found(await compared('sound', ['overRefusal', 'twinParity']), name, run)
      const [up, down] = one.better === 'higher' ? [one.improved, one.worse] : [one.worse, one.improved]
      expect([one.pairs, one.groups, one.base, one.now, up, down, one.unknown, one.lost]).toEqual(counts)
      expect(one.adjusted).toBeCloseTo(adjusted, 7)
      expect(one.finding).toBe(finding)
    },
  )

  it.each([
    ['answered', 24, 6],
    ['overRefusal', 1, 18],
  ] as const)('%s of prod-4o: %i up and %i down, by name those of the published rows', async (name, rose, fell) => {
    const refusedIn = (run: string) =>
      new Set(linesOf(`runs/${run}.jsonl`, PublishedRow).flatMap((row) => (row.refused === true ? [row.question_id] : [])))
    const [sol, other] = [refusedIn('prod-sol'), refusedIn('prod-4o')]
    const items = linesOf('benchmark/all-360.jsonl', PublishedItem)
    const counted = items.flatMap(({ id, answerable }) => (name === 'answered' || answerable ? [id] : []))
    const newlyRefused = counted.filter((id) => other.has(id) && !sol.has(id))
    const noLongerRefused = counted.filter((id) => sol.has(id) && !other.has(id))
    const [up, down] = name === 'answered' ? [noLongerRefused, newlyRefused] : [newlyRefused, noLongerRefused]
    expect([up.length, down.length]).toEqual([rose, fell])
    const { cases } = found(await compared('published', METRICS), name, 'prod-4o')
    expect([cases.worse, cases.improved].map((ids) => ids.toSorted())).toEqual([up.toSorted(), down.toSorted()])
  })

  it('fault 56: an item that one run lost is in no figure of the pair, and is counted', async () => {
    const { suites } = await compared('sound', ['overRefusal'])
    expect(suites[0]?.metrics[0]?.values).toMatchObject([
      { scored: 274, unknown: 0, lost: 2 },
      { scored: 275, unknown: 1, lost: 0 },
    ])
  })

  it('docs/compare.md shows what it prints', async () => {
    const text = renderCompareTerminal(await compared('published', METRICS), { items: 3 })
    const shown = blocksOf('docs/compare.md').filter(({ code }) => code.includes('against prod-sol'))
    expect(shown).toHaveLength(2)
    for (const { code } of shown) expect(text).toContain(`\n${code}\n`)
  })
})
