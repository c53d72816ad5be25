import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { BaselineRead } from '../src/run/baseline/compare.js'
import { findBaseline, tryBaseline, whyNone } from '../src/run/baseline/find.js'
import type { Gate } from '../src/schema/gate.js'
import type { RunLine, SuiteHeader } from '../src/schema/record.js'
import { type RunFacts, suiteKey } from './facts.js'

/**
 * Facts of a run, with what its suites are compared with. `rootOf` gives the absolute root of a project.
 *
 * @param merged The facts are of shards: where those found no baseline it is looked for again, since only a merge compares.
 */
export function withBaselines(facts: RunFacts, rootOf: (project: string) => string, merged = false): RunFacts {
  const baselines = new Map<string, BaselineRead>()
  // What one shard lacks of a baseline is in the others: the merge compares.
  if (facts.end.shard !== null) return facts
  for (const { project, header } of facts.suites) {
    const read = baselineOf(rootOf(project), project, header, merged)
    if (read !== undefined) baselines.set(suiteKey(project, header), read)
  }
  return { ...facts, baselines }
}

function baselineOf(root: string, project: string, header: SuiteHeader, merged: boolean): BaselineRead | undefined {
  const name = { project, file: header.file, suite: header.suite }
  if (header.baseline !== null) return tryBaseline(root, header.baseline, name)
  // A change that deletes a baseline is still compared with the one of the branch that it is to be merged into.
  const isSought = merged || Boolean(process.env['DOCKET_BASELINES'])
  const path = isSought ? findBaseline(root, name) : null
  if (path === null) return needsBaseline(header) ? (whyNone(root, name) ?? undefined) : undefined
  return header.policy === 'ratchet' ? { path, problem: HELD_NOTHING } : tryBaseline(root, path, name)
}

/** A ratchet turns cases red while they run; found later, a baseline would let all of them pass. */
const HELD_NOTHING =
  'it was not there when the cases ran, so that no case was held by it: have it, and the same `DOCKET_BASELINES`, where each shard runs'

function needsBaseline({ policy, gates }: SuiteHeader): boolean {
  const isPaired = ({ mode, against = 'baseline' }: Gate) =>
    mode === 'regression' || (mode === 'noninferior' && against === 'baseline')
  return policy === 'ratchet' || gates.some(isPaired)
}

/**
 * Roots of projects as a run's files say them, from where `vitest run` was run: the working directory, or the nearest folder above it from which the suites are
 * found, as where a command is run in the project itself.
 */
export function rootsIn(lines: readonly RunLine[]): (project: string) => string {
  const suites = lines.filter((line) => line.kind === 'suite')
  const roots = new Map(suites.map(({ project, root = '.' }) => [project, root]))
  const isBase = (base: string) => suites.every(({ root = '.', header }) => existsSync(resolve(base, root, header.file)))
  const base = upwards(process.cwd()).find(isBase) ?? process.cwd()
  return (project) => resolve(base, roots.get(project) ?? '.')
}

function upwards(folder: string): string[] {
  const above = dirname(folder)
  return above === folder ? [folder] : [folder, ...upwards(above)]
}
