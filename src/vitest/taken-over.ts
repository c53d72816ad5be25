import type { SystemBench } from '../run/ask-system.js'
import type { CaseFrame } from '../run/record.js'
import { type EarlierRun, earlierRuns, type Resumption } from '../run/resume.js'
import { type TakenOver, takeOver } from '../run/take-over.js'
import type { SuiteHeader } from '../schema/record.js'
import type { Session } from './session.js'

const NOTHING: TakenOver = { lines: new Map(), places: new Map(), warnings: [] }

/** What of a suite's cases is settled in the run that this one goes on with. */
export async function takenOver(
  header: SuiteHeader,
  frames: readonly CaseFrame[],
  bench: SystemBench,
  { provided: { project, resume } }: Session,
): Promise<TakenOver> {
  if (resume === null) return NOTHING
  const { rerun, warnings } = resume
  const taken = await takeOver({ project, header, frames, bench }, { earlier: read(resume, header.file), rerun })
  return { ...taken, warnings: [...warnings, ...taken.warnings] }
}

/** The suites of one file are read together, since each run is read whole. */
let held: { key: string; earlier: EarlierRun[] } | undefined

function read(resume: Resumption, file: string): EarlierRun[] {
  const key = JSON.stringify([resume.runs, file])
  if (held?.key !== key) held = { key, earlier: earlierRuns(resume, file) }
  return held.earlier
}
