import type { ComparableSuite } from './comparable.js'

/** A run whose label may have been given. */
export interface RunToLabel {
  label: string | null
  suites: readonly ComparableSuite[]
}

/**
 * A label for each run, each another: the one that was given; else the system's name, or with its version or models, or the run's id, the first of these by which all
 * runs without a label are told apart. Of equal ones the second ends in `#2`.
 */
export function labelsOf(runs: readonly RunToLabel[]): string[] {
  const candidates = [systemName, systemVersion, runId].map((name) =>
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
