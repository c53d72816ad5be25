import { existsSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { openRunFile, type RunPlace, readRunFiles, resumedRuns } from '../src/run/run-files.js'
import type { CaseLine } from '../src/schema/record.js'
import { type RunFacts, suiteKey } from './facts.js'

/**
 * Writes a merged run as if it had run in one piece, so that a baseline can be made of it: its declarations and end as they were merged, its cases from the files of
 * the shards. False, and nothing is left, where the files of some case are not there.
 *
 * @param shards Names of the runs that are merged; their folders lie beside that of the merge.
 * @param roots Absolute roots of the projects, by name.
 */
export function writeMergedRun(
  run: RunPlace,
  shards: readonly string[],
  facts: RunFacts,
  roots: ReadonlyMap<string, string>,
): boolean {
  const folders = shards.map((shard) => join(run.dir, '..', shard)).filter((folder) => existsSync(folder))
  if (folders.length === 0 || facts.cases.length === 0) return false
  const open = new Map(facts.cases.map(({ project, record }) => [caseKey(project, record), record]))
  const file = openRunFile(run, 'merged')
  for (const { project, header } of facts.suites) {
    const root = relative(process.cwd(), roots.get(project) ?? '.').replaceAll('\\', '/')
    const found = facts.baselines?.get(suiteKey(project, header))
    // Without it a report that is made of the run later would compare with nothing.
    const baseline = header.baseline ?? (found !== undefined && 'suite' in found ? found.path : null)
    file.append({ kind: 'suite', project, ...(root === '' ? {} : { root }), header: { ...header, baseline } })
  }
  // A shard at a time: all passages of a large benchmark at once are more than a process holds.
  for (const folder of folders.flatMap(resumedRuns)) {
    for (const [key, line] of linesOf(folder)) {
      const record = open.get(key)
      if (record === undefined) continue
      file.append({ ...line, record })
      open.delete(key)
    }
  }
  file.append({ kind: 'end', end: facts.end })
  if (open.size > 0) rmSync(run.dir, { recursive: true, force: true })
  return open.size === 0
}

/** Of several lines of a case the last counts. */
function linesOf(folder: string): Map<string, CaseLine> {
  const lines = readRunFiles(folder, (text) => text.includes('"kind":"case"')).filter((line) => line.kind === 'case')
  return new Map(lines.map((line) => [caseKey(line.project, line.record), line]))
}

function caseKey(project: string, { file, suite, id }: { file: string; suite: string; id: string }): string {
  return JSON.stringify([project, file, suite, id])
}
