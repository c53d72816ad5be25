import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs'
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
    const cases = casesIn(join(runs, folder), { file, suite })
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

function casesIn(
  folder: string,
  { file, suite }: { file: string; suite: string },
): Map<string, CaseLine & { response: Response }> {
  const cases = new Map<string, CaseLine & { response: Response }>()
  for (const name of readdirSync(folder).filter((name) => name.endsWith('.jsonl'))) {
    for (const text of caseLines(join(folder, name), suite)) {
      const line = parse(text)
      if (line === null || line.response === null || line.record.file !== file || line.record.suite !== suite) continue
      cases.set(line.record.id, { ...line, response: line.response })
    }
  }
  return cases
}

type Range = [start: number, end: number]

/** Where the cases of each suite stand in a file, in bytes: every suite of a run asks, and a run may be large. */
const places = new Map<string, Map<string, Range[]>>()

function caseLines(path: string, suite: string): string[] {
  const found = (places.get(path) ?? indexed(path)).get(suite) ?? []
  if (found.length === 0) return []
  const file = openSync(path, 'r')
  try {
    return found.map(([start, end]) => {
      const bytes = Buffer.alloc(end - start)
      readSync(file, bytes, 0, bytes.length, start)
      return bytes.toString('utf8')
    })
  } finally {
    closeSync(file)
  }
}

/** How the line of a case begins, as far as the name of its suite. */
const HEAD = /"kind":"case",.*?"record":\{"suite":("(?:[^"\\]|\\.)*")/su
const HEAD_BYTES = 4_096

function indexed(path: string): Map<string, Range[]> {
  const bySuite = new Map<string, Range[]>()
  const bytes = readFileSync(path)
  for (let start = 0; start < bytes.length; ) {
    const newline = bytes.indexOf(0x0a, start)
    const end = newline < 0 ? bytes.length : newline
    const name = HEAD.exec(bytes.toString('utf8', start, Math.min(end, start + HEAD_BYTES)))?.[1]
    if (name !== undefined) {
      const suite = JSON.parse(name) as string
      const ranges = bySuite.get(suite) ?? []
      ranges.push([start, end])
      bySuite.set(suite, ranges)
    }
    start = end + 1
  }
  places.set(path, bySuite)
  return bySuite
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
