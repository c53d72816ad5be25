import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CaseLine } from '../schema/record.js'
import type { Response } from '../schema/response.js'

/** What an earlier run knows of one case: an estimate goes by it where the answer is not known yet. */
export interface EarlierCase {
  response: Response
  judge: CaseLine['record']['cost']['judge']
  system: CaseLine['record']['cost']['system']
}

/**
 * The answered cases of a suite in the newest run of a folder that has any, by the case's id; empty where there is none. Lines that
 * cannot be read are left out: this serves an estimate, not a figure.
 */
export function earlierCases(
  runs: string,
  { file, suite }: { file: string; suite: string },
  not?: string,
): ReadonlyMap<string, EarlierCase> {
  const folders = existsSync(runs) ? readdirSync(runs).sort().reverse() : []
  for (const folder of folders) {
    if (folder === not) continue
    const cases = casesIn(join(runs, folder), (line) => line.record.file === file && line.record.suite === suite)
    if (cases.size > 0) return cases
  }
  return new Map()
}

function casesIn(folder: string, wanted: (line: CaseLine) => boolean): Map<string, EarlierCase> {
  const cases = new Map<string, EarlierCase>()
  for (const name of readdirSync(folder).filter((name) => name.endsWith('.jsonl'))) {
    for (const text of readFileSync(join(folder, name), 'utf8').split('\n')) {
      if (!text.includes('"kind":"case"')) continue
      const line = parse(text)
      if (line === null || line.response === null || !wanted(line)) continue
      cases.set(line.record.id, { response: line.response, judge: line.record.cost.judge, system: line.record.cost.system })
    }
  }
  return cases
}

function parse(text: string): CaseLine | null {
  try {
    return CaseLine.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
