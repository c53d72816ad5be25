import { resolve } from 'node:path'
import type { BaselineRead } from '../src/run/baseline/compare.js'
import { findBaseline, tryBaseline } from '../src/run/baseline/find.js'
import type { RunLine, SuiteHeader } from '../src/schema/record.js'
import { type RunFacts, suiteKey } from './facts.js'

/** Facts of a run, with what its suites are compared with. `rootOf` gives the absolute root of a project. */
export function withBaselines(facts: RunFacts, rootOf: (project: string) => string): RunFacts {
  const baselines = new Map<string, BaselineRead>()
  // What one shard lacks of a baseline is in the others: the merge compares.
  if (facts.end.shard !== null) return facts
  for (const { project, header } of facts.suites) {
    const read = baselineOf(rootOf(project), project, header)
    if (read !== undefined) baselines.set(suiteKey(project, header), read)
  }
  return { ...facts, baselines }
}

function baselineOf(root: string, project: string, { suite, file, baseline }: SuiteHeader): BaselineRead | undefined {
  const name = { project, file, suite }
  // A change that deletes a baseline is still compared with the one of the branch that it is to be merged into.
  const path = baseline ?? (process.env['DOCKET_BASELINES'] ? findBaseline(root, name) : null)
  return path === null ? undefined : tryBaseline(root, path, name)
}

/** Roots of projects as a run's files say them; the working directory where they do not. */
export function rootsIn(lines: readonly RunLine[]): (project: string) => string {
  const roots = new Map(lines.flatMap((line) => (line.kind === 'suite' ? [[line.project, line.root ?? '.']] : [])))
  return (project) => resolve(roots.get(project) ?? '.')
}
