import type { ComparableSuite } from './comparable.js'

/** A run whose label may have been given. */
export interface RunToLabel {
  label: string | null
  suites: readonly ComparableSuite[]
}

/**
 * A label for each run, each another: the one that was given; else the system's name, or with its version or models, or when the run began, or the run's id, the first
 * of these by which all runs without a label are told apart. Of equal ones the second ends in `#2`.
 */
export function labelsOf(runs: readonly RunToLabel[]): string[] {
  const unlabelled = runs.flatMap(({ label, suites }) => (label === null ? [suites] : []))
  const beginnings = [0, 3].map((more) => beginning(unlabelled, more))
  const candidates = [systemName, systemVersion, ...beginnings, runId].map((name) =>
    runs.map(({ label, suites }) => label ?? name(suites) ?? runId(suites)),
  )
  const distinct = candidates.find((labels) => new Set(labels).size === labels.length) ?? candidates.at(-1) ?? []
  const seen = new Map<string, number>()
  return distinct.map((label) => {
    const times = (seen.get(label) ?? 0) + 1
    seen.set(label, times)
    return times === 1 ? label : `${label} #${times}`
  })
}

/**
 * When a run began, in UTC as in its id, `more` characters behind the minute: `10:05`, or `11-29 10:05` where not all began on one day; behind the system's name
 * where there are several.
 */
function beginning(all: readonly RunToLabel['suites'][], more: number): (suites: RunToLabel['suites']) => string | undefined {
  const isOne = (texts: readonly (string | undefined)[]) => new Set(texts).size === 1
  const from = isOne(all.map((suites) => startOf(suites).slice(0, 10))) ? 11 : 5
  const named = !isOne(all.map(systemName))
  return (suites) => {
    const time = startOf(suites)
      .slice(from, 16 + more)
      .replace('T', ' ')
    return named ? [systemName(suites), time].filter(Boolean).join(' ') : time || undefined
  }
}

function startOf(suites: RunToLabel['suites']): string {
  return suites[0]?.suite.run.startedAt ?? ''
}

/** undefined where the suites of a run do not have one system. */
function systemName(suites: readonly ComparableSuite[]): string | undefined {
  return only(suites.map(({ suite }) => suite.run.system.name))
}

function systemVersion(suites: readonly ComparableSuite[]): string | undefined {
  return only(
    suites.map(({ suite: { run } }) => [run.system.name, run.system.version ?? run.models.join(' + ')].filter(Boolean).join(' ')),
  )
}

function runId(suites: readonly ComparableSuite[]): string {
  return suites[0]?.suite.run.run ?? ''
}

function only(values: readonly string[]): string | undefined {
  return new Set(values).size === 1 ? values[0] : undefined
}
