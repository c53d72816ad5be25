import { beforeAll, describe, expect, it } from 'vitest'
import type { Metric } from '../../../src/schema/metric.js'
import type { CaseRecord } from '../../../src/schema/record.js'
import type { SuiteReport } from '../../../src/schema/report.js'
import { absent, PUBLISHED_RUNS, type PublishedRun, replayPublished, whetherSkipped } from '../paklegalqa.js'
import { readTable, runTable } from './table.js'

type Count = { count: number; scored: number; total: number }
type Figures = Record<string, unknown>

interface RunTable {
  published: Figures
  sound: Figures
  positional: {
    suspect: { signal: string; from: number; to: number; items: number; first: string; last: string; observed: number }[]
    withoutSuspect?: { published: Figures; sound: Figures }
  }
}

const { runs } = readTable<{ runs: Record<PublishedRun, RunTable> }>('paklegalqa')
const REPLAYING = 240_000

interface Row {
  run: PublishedRun
  reading: 'published' | 'sound'
  where: string
  name: string
  expected: unknown
  /** Gold hits in the same place. */
  hits: number
  derivation?: string
}

/** Every figure of the table as a row: those of the whole run, of each type and language, and of what lies before a suspect range. */
function rowsOf(run: PublishedRun): Row[] {
  return (['published', 'sound'] as const).flatMap((reading) => {
    const { byType = {}, byLanguage = {}, ...whole } = runs[run][reading] as Figures & Record<'byType' | 'byLanguage', Figures>
    const parts: Record<string, Figures> = { run: whole }
    for (const [type, figures] of Object.entries(byType)) parts[`type ${type}`] = figures as Figures
    for (const [language, figures] of Object.entries(byLanguage)) parts[`language ${language}`] = figures as Figures
    const without = runs[run].positional.withoutSuspect?.[reading]
    if (without !== undefined) parts['before the suspect range'] = without
    return Object.entries(parts).flatMap(([where, figures]) =>
      Object.entries(figures).map(([name, expected]) => {
        const { count: hits } = figures['goldCited'] as Count
        return { run, reading, where, name, expected, hits }
      }),
    )
  })
}

const count = ({ count, scored, total }: Metric): Count => ({ count, scored, total })

function share(records: readonly CaseRecord[], is: (record: CaseRecord) => boolean): Count {
  const scored = records.filter(({ outcome }) => outcome !== null)
  return { count: scored.filter(is).length, scored: scored.length, total: records.length }
}

const refused = ({ outcome }: CaseRecord) => outcome === 'refused'
const hits = (records: readonly CaseRecord[]) => records.filter((record) => record.citation.document === true).map(({ id }) => id)

async function receivedFor({ run, reading, where, name, expected }: Row): Promise<unknown> {
  const compat = reading === 'published' ? 'paklegalqa' : undefined
  const { suite, records: all } = await replayPublished(run, compat)
  const suspects = new Set(suite.positional.suspects.flatMap(({ ids }) => ids))
  const [kind = '', value = ''] = where.split(/ (.*)/)
  const within: Record<string, (record: CaseRecord) => boolean> = {
    run: () => true,
    type: ({ type }) => type === value,
    language: ({ language }) => language === value,
    before: ({ id }) => !suspects.has(id),
  }
  const records = all.filter(within[kind] ?? (() => false))
  switch (name) {
    case 'notRefused':
      return share(records, (record) => !refused(record))
    case 'refusedAnswerable':
      return count(metricOf(suite, where, 'overRefusal'))
    case 'refusedUnanswerable':
      return share(
        records.filter(({ answerable }) => !answerable),
        refused,
      )
    case 'infrastructure':
      return records.filter(({ errorClass }) => errorClass === 'infrastructure').length
    case 'infrastructureIds': {
      const ids = records.filter(({ errorClass }) => errorClass === 'infrastructure').map(({ id }) => id)
      return Array.isArray(expected) ? ids : { first: ids[0], last: ids.at(-1), count: ids.length }
    }
    case 'disagreeingTwins':
      return new Set(suite.twins.disagreeing.map(({ base, twin, worse }) => `${base} ${twin} ${worse}`))
    case 'twinsUnscored':
      return new Set(suite.twins.leftOut.map(({ base, twin }) => `${base} ${twin}`))
    case 'overRefusalCauses': {
      const causes = suite.decomposition.find(({ errorClass }) => errorClass === 'over-refusal')?.causes ?? {}
      return { retrieval: 0, policy: 0, unknown: 0, ...causes }
    }
    case 'goldCitedAgainstPublished': {
      const published = hits((await replayPublished(run, 'paklegalqa')).records)
      const sound = hits(records)
      const scored = new Set(records.filter(({ citation }) => citation.document !== null).map(({ id }) => id))
      return {
        gained: sound.filter((id) => !published.includes(id)).sort(),
        lost: published.filter((id) => scored.has(id) && !sound.includes(id)).sort(),
        unscoredHits: published.filter((id) => !scored.has(id)).length,
      }
    }
    default:
      return count(metricOf(suite, where, name))
  }
}

function metricOf(suite: SuiteReport, where: string, name: string): Metric {
  const rows = [...(suite.slices.type ?? []), ...(suite.slices.language ?? [])]
  const [, field, value = ''] = /^(type|language) (.*)$/.exec(where) ?? []
  const row = rows.find(({ slice }) => (field === 'type' ? slice.type : slice.language) === value)
  const metrics = where === 'run' ? suite.metrics : field === undefined ? suite.positional.without : row?.metrics
  const metric = metrics?.[name]
  if (metric === undefined) throw new Error(`the report has no ${name} for ${where}`)
  return metric
}

function expectedFor({ name, expected }: Row): unknown {
  type Pair = { base: string; twin: string; worse: string }
  if (name === 'disagreeingTwins') {
    return new Set((expected as Pair[]).map(({ base, twin, worse }) => `${base} ${twin} ${worse}`))
  }
  if (name === 'twinsUnscored') return new Set((expected as Pair[]).map(({ base, twin }) => `${base} ${twin}`))
  return expected
}

const nameOf = ({ run, reading, where, name }: Row) => `${run} ${reading}, ${where}: ${name}`

/** What each side holds, by the kind of row. */
/** Settled in test/expected/README.md. */
function disputeOf({ name, expected, hits }: Row): string | null {
  const { total } = expected as Count
  if (name !== 'goldCitedSection' || total === 0 || total === hits) return null
  return 'the table counts every item whose gold has a section, the code those of them whose gold is cited'
}

describe.skipIf(absent)(`expected PakLegalQA figures${whetherSkipped}`, () => {
  beforeAll(async () => {
    if (absent) return
    for (const run of PUBLISHED_RUNS) await Promise.all([replayPublished(run), replayPublished(run, 'paklegalqa')])
  }, REPLAYING)

  const rows = PUBLISHED_RUNS.flatMap(rowsOf)
  runTable('figures', {
    rows,
    nameOf,
    disputed: Object.fromEntries(
      rows.flatMap((row) => {
        const dispute = disputeOf(row)
        return dispute === null ? [] : [[nameOf(row), dispute]]
      }),
    ),
    compare: async (row) => ({ received: await receivedFor(row), expected: expectedFor(row) }),
  })

  it.each(
    PUBLISHED_RUNS.flatMap((run) =>
      ([undefined, 'paklegalqa'] as const).map((compat) => [run, compat ?? 'sound', compat] as const),
    ),
  )('%s, %s: the positional check names what the table names', async (run, _reading, compat) => {
    const { suite } = await replayPublished(run, compat)
    const named = suite.positional.suspects.filter(({ signal }) => signal === 'refused or error')
    expect(
      named.map(({ signal, from, to, observed, ids }) => ({
        signal,
        from,
        to,
        observed,
        items: ids.length,
        first: ids[0],
        last: ids.at(-1),
      })),
    ).toEqual(
      runs[run].positional.suspect.map(({ signal, from, to, observed, items, first, last }) => ({
        signal,
        from,
        to,
        observed,
        items,
        first,
        last,
      })),
    )
  })
})
