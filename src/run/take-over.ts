import { isDeepStrictEqual } from 'node:util'
import type { Item } from '../schema/item.js'
import type { SuiteHeader } from '../schema/record.js'
import { count } from '../text/count.js'
import type { SystemBench } from './ask-system.js'
import { type CaseFrame, caseId } from './record.js'
import {
  type EarlierLine,
  type EarlierRun,
  earlierKey,
  isFinished,
  mayHaveChanged,
  mayHaveChangedText,
  type Rerun,
} from './resume.js'
import { knownAnswer } from './system-recordings.js'

/** What of a suite's cases an earlier run has settled. */
export interface TakenOver {
  /** The line of each case that is neither asked nor judged again, by its id. */
  lines: ReadonlyMap<string, EarlierLine>
  /** Places in the order of dispatch of cases that are asked again: they keep what they had. */
  places: ReadonlyMap<string, number>
  /** Why cases that an earlier run has are not taken over, once for all of them; and what may be wrong with those that are. */
  warnings: string[]
}

/**
 * Which cases of a suite are taken over from earlier runs. A case is only where nothing that its answer or its verdict may depend on has changed, as far as the two
 * declarations and the item say: a system is given the whole item. What changed is named in one warning; a case that had failed, or was not paid for, is asked again
 * without one.
 */
export async function takeOver(
  { project, header, frames, bench }: { project: string; header: SuiteHeader; frames: readonly CaseFrame[]; bench: SystemBench },
  { earlier, rerun }: { earlier: readonly EarlierRun[]; rerun: Rerun | null },
): Promise<TakenOver> {
  const lines = new Map<string, EarlierLine>()
  const places = new Map<string, number>()
  const refused = new Map<string, string[]>()
  const refuse = (id: string, why: string) => refused.set(why, [...(refused.get(why) ?? []), id])
  for (const frame of frames) {
    const { item, trial } = frame
    const id = caseId(item.id, trial)
    const found = earlier.flatMap((run) => run.get(earlierKey(project, header, id)) ?? [])
    const whyNot = ({ header: then, line }: EarlierLine) => [...changes(then, header), ...itemChanges(line.item, item)]
    const usable = found.find((one) => whyNot(one).length === 0)
    if (usable === undefined) {
      const [newest] = found
      if (newest !== undefined) refuse(id, whyNot(newest).join('; '))
    } else if (isPaidFor(usable, header) && isFinished(usable.line.record, rerun)) {
      if (await stillSaid(frame, usable, bench)) lines.set(id, usable)
      else refuse(id, 'the recorded run says something else now')
    } else if (usable.line.record.sequence !== null) places.set(id, usable.line.record.sequence)
  }
  return {
    lines,
    places,
    warnings: [
      ...(refused.size === 0 ? [] : [refusedText(refused)]),
      ...(lines.size > 0 && mayHaveChanged(header) ? [`resumed: ${mayHaveChangedText(header.system.name)}`] : []),
    ],
  }
}

/** A recorded run is read again, from what it now says: only verdicts that were paid for are worth keeping. */
function isPaidFor({ line: { record } }: EarlierLine, { system }: SuiteHeader): boolean {
  return system.live || record.cost.judge.calls > 0
}

/** A live system is asked once; what a recorded run says can be looked up. */
async function stillSaid(frame: CaseFrame, { line }: EarlierLine, bench: SystemBench): Promise<boolean> {
  if (bench.system.live) return true
  const known = await knownAnswer(frame, bench)
  return known !== null && isDeepStrictEqual(plain(known.response), plain(line.response))
}

function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}

/** What two declarations of a suite differ in, of what an answer or a verdict depends on. */
function changes(then: SuiteHeader, now: SuiteHeader): string[] {
  const what = { ...WHAT, ...(now.task === 'retrieval' ? {} : JUDGING) }
  return Object.entries(what).flatMap(([name, of]) => {
    const [before, after] = [of(then), of(now)]
    return isDeepStrictEqual(before, after) ? [] : [`another ${name}: ${text(before)} then, ${text(after)} now`]
  })
}

/** The fields of an item that are not what they were. */
function itemChanges(then: Item, now: Item): string[] {
  const [before, after] = [then, now].map((item) => new Map(Object.entries(plain(item) as object)))
  const fields = [...new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])]
  const changed = fields.filter((field) => !isDeepStrictEqual(before?.get(field), after?.get(field)))
  return changed.length === 0 ? [] : [`the item changed (${changed.join(', ')})`]
}

const WHAT: Record<string, (header: SuiteHeader) => unknown> = {
  system: ({ system: { name, kind } }) => `${name} (${kind})`,
  'system version': ({ system }) => system.version,
  compat: ({ compat }) => compat,
  task: ({ task }) => task,
  k: ({ k }) => k.join(', '),
  'number of trials': ({ trials }) => trials,
}

/** Of no consequence where nothing is judged. */
const JUDGING: typeof WHAT = {
  judge: ({ judge }) => judge.name,
  'judge model': ({ judge }) => judge.model,
  'judge rubric': ({ judge }) => judge.rubric,
  panel: ({ judge }) =>
    judge.members.map(({ name, model, rubric }) => [name, model, rubric].filter(Boolean).join(' ')).join(', '),
  'number of confirmations': ({ confirm }) => confirm,
}

function text(value: unknown): string {
  return value === undefined || value === null || value === '' ? 'none' : String(value)
}

const MOST_NAMED = 5

function refusedText(refused: ReadonlyMap<string, string[]>): string {
  const parts = [...refused].map(([why, ids]) => {
    const named =
      ids.length > MOST_NAMED ? `${ids.slice(0, MOST_NAMED).join(', ')} and ${ids.length - MOST_NAMED} more` : ids.join(', ')
    return `${count(ids.length, 'case')} (${named}), since ${why}`
  })
  return `resumed: not taken over and asked again: ${parts.join('; and ')}`
}
