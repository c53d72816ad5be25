import { isRight } from '../../metrics/right.js'
import type { ComparedCase, ComparedRun, ComparedSuite } from '../../schema/baseline.js'
import { baselineText } from './file.js'
import { pairCases } from './pair.js'

/** What a new baseline says otherwise than the one before; cases by id, with what each was and is. */
export interface BaselineChanges {
  newlyWrong: string[]
  newlyRight: string[]
  /** Of another class that is neither. */
  changed: string[]
  added: string[]
  removed: string[]
  edited: string[]
  renamed: string[]
  /** Cases of which only figures are others. */
  figures: number
  /** What of the run is not what it was: `judge`, `system`, `k` … */
  run: string[]
}

export function changesOf(before: ComparedSuite, after: ComparedSuite): BaselineChanges {
  // What a sample leaves out is gone from the file all the same.
  const { pairs, added, removed, edited, renamed } = pairCases(before.cases, after.cases)
  const nameNow = new Map(renamed.map((one) => [one.before, one.now]))
  const groupNow = ({ group }: ComparedCase, now: ComparedCase) => (nameNow.get(group) === now.group ? now.group : group)
  const told: Pick<BaselineChanges, 'newlyWrong' | 'newlyRight' | 'changed'> = { newlyWrong: [], newlyRight: [], changed: [] }
  let figures = 0
  for (const { base, now } of pairs) {
    const [was, is] = [isRight(base, before.run.task), isRight(now, after.run.task)]
    const text = `${now.id} (${base.errorClass} → ${now.errorClass})`
    if (was === true && is === false) told.newlyWrong.push(text)
    else if (was === false && is === true) told.newlyRight.push(text)
    else if (base.errorClass !== now.errorClass || was !== is) told.changed.push(text)
    // A group goes by the id of its first item.
    else if (figuresOf({ ...base, group: groupNow(base, now) }) !== figuresOf(now)) figures += 1
  }
  return {
    ...told,
    ...{ added, removed, edited, figures, run: runChanges(before.run, after.run) },
    renamed: renamed.map((one) => `${one.before} → ${one.now}`),
  }
}

/** Whether a baseline would say the same as the one before, but for the run and the day. */
export function isSame(before: ComparedSuite, after: ComparedSuite): boolean {
  const { run, startedAt } = before.run
  return baselineText(before) === baselineText({ ...after, run: { ...after.run, run, startedAt } })
}

function figuresOf({ outcome, c, g, r, group, metrics }: ComparedCase): string {
  return JSON.stringify([outcome, c, g, r, group, Object.entries(metrics).sort(([a], [b]) => (a < b ? -1 : 1))])
}

const SAID = ['project', 'file', 'system', 'models', 'judge', 'compat', 'task', 'k', 'trials', 'sample'] as const

function runChanges(before: ComparedRun, after: ComparedRun): string[] {
  return SAID.filter((key) => stable(before[key]) !== stable(after[key]))
}

function stable(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}
