import { OptionError } from '../../src/errors.js'
import { groupBy } from '../../src/group-by.js'
import { suiteKey } from '../facts.js'
import type { ComparableSuite } from './comparable.js'

interface NamedRun {
  label: string
  suites: readonly ComparableSuite[]
}

/** Suites that every run has, with each run's own, in the order of the first run; and those that some run lacks. */
export interface MatchedSuites {
  matched: { name: string; members: ComparableSuite[] }[]
  leftOut: { suite: string; runs: string[] }[]
}

/**
 * Suites of several runs by their name; where a run has several of one name, by project and file as well.
 *
 * @throws OptionError where no suite is in all runs, or not the one that was asked for.
 */
export function matchSuites(runs: readonly NamedRun[], only?: string): MatchedSuites {
  const ambiguous = new Set(runs.flatMap(({ suites }) => repeated(suites.map(nameOf))))
  const keyOf = (one: ComparableSuite) => {
    const { suite, project, file } = one.suite.run
    return ambiguous.has(suite) ? suiteKey(project, { file, suite }) : suite
  }
  const all = runs.flatMap(({ label, suites }) => suites.map((one) => ({ label, one })))
  const groups = [...groupBy(all, ({ one }) => keyOf(one))].map(([, members]) => {
    const [first] = members
    const { suite = '', project, file } = first?.one.suite.run ?? {}
    return { suite, name: ambiguous.has(suite) ? `${suite} (${project}, ${file})` : suite, members }
  })
  const asked = groups.filter(({ suite, name }) => only === undefined || only === suite || only === name)
  if (asked.length === 0) {
    throw new OptionError(
      `\`--suite\`: no run has ${JSON.stringify(only)}; expected one of ${groups.map(({ name }) => JSON.stringify(name)).join(', ')}`,
    )
  }
  const isShared = ({ members }: (typeof groups)[number]) => members.length === runs.length
  const shared = asked.filter(isShared)
  if (shared.length === 0) {
    const held = runs.map(({ label, suites }) => `${label} has ${suites.map((one) => JSON.stringify(nameOf(one))).join(', ')}`)
    throw new OptionError(
      `no suite ${only === undefined ? '' : `${JSON.stringify(only)} `}is in all runs, and suites are matched by name: ${held.join('; ')}`,
    )
  }
  return {
    matched: shared.map(({ name, members }) => ({ name, members: members.map(({ one }) => one) })),
    leftOut: asked
      .filter((one) => !isShared(one))
      .map(({ name, members }) => ({ suite: name, runs: members.map(({ label }) => label) })),
  }
}

function nameOf({ suite: { run } }: ComparableSuite): string {
  return run.suite
}

function repeated(names: readonly string[]): string[] {
  return names.filter((name, place) => names.indexOf(name) !== place)
}
