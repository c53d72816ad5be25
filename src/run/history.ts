import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CaseLine, Cost } from '../schema/record.js'
import type { Response } from '../schema/response.js'

/** What earlier runs know of one case: an estimate goes by it where the answer is not known yet. */
export interface EarlierCase {
  response: Response
  /** What asking the system cost. */
  system: CaseLine['record']['cost']['system']
  /** The run before had the same answer, from the same passages: it is likely to come again. */
  steady: boolean
}

/**
 * The answered cases of a suite in the newest run of a folder that has any, by the case's id, compared with the one before; empty where there
 * is none. Lines that cannot be read are left out: this serves an estimate, not a figure.
 *
 * @param not A run that is under way.
 */
export function earlierCases(
  runs: string,
  { file, suite }: { file: string; suite: string },
  not?: string,
): ReadonlyMap<string, EarlierCase> {
  const folders = existsSync(runs) ? readdirSync(runs).sort().reverse() : []
  const found: Map<string, CaseLine & { response: Response }>[] = []
  for (const folder of folders.filter((name) => name !== not)) {
    const cases = casesIn(join(runs, folder), (line) => line.record.file === file && line.record.suite === suite)
    if (cases.size > 0) found.push(cases)
    if (found.length === 2) break
  }
  const [newest = new Map<string, never>(), before] = found
  return new Map(
    [...newest].map(([id, { response, record }]) => {
      // What was taken over from the run before is the same answer, not one that came again.
      const again = record.takenFrom === undefined ? before?.get(id)?.response : undefined
      return [id, { response, system: record.cost.system, steady: again !== undefined && said(again) === said(response) }]
    }),
  )
}

/** What a judge is told of an answer. */
function said({ answer, passages, citations }: Response): string {
  return JSON.stringify([answer, passages, citations])
}

function casesIn(folder: string, wanted: (line: CaseLine) => boolean): Map<string, CaseLine & { response: Response }> {
  const cases = new Map<string, CaseLine & { response: Response }>()
  for (const name of readdirSync(folder).filter((name) => name.endsWith('.jsonl'))) {
    for (const text of readFileSync(join(folder, name), 'utf8').split('\n')) {
      if (!text.includes('"kind":"case"')) continue
      const line = parse(text)
      if (line === null || line.response === null || !wanted(line)) continue
      cases.set(line.record.id, { ...line, response: line.response })
    }
  }
  return cases
}

/** Checked no further than what is used of it: every answer of a run is read at every start. */
function parse(text: string): CaseLine | null {
  try {
    const line = JSON.parse(text) as CaseLine
    return line.kind === 'case' && typeof line.response?.answer === 'string' && Cost.safeParse(line.record.cost.system).success
      ? line
      : null
  } catch {
    return null
  }
}
