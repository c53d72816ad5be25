import { dirname } from 'node:path'
import type { Bench } from '../run/evaluate.js'
import { closedBeforehand } from '../run/gates/trust.js'
import { type EarlierCase, earlierCases } from '../run/history.js'
import { type PlannedBy, planCase } from '../run/plan-case.js'
import type { CaseFrame } from '../run/record.js'
import type { SuiteHeader } from '../schema/record.js'
import type { Session } from './session.js'

/** Cases whose recordings are looked for at a time. */
const AT_A_TIME = 32

/**
 * Tells the coordinator what a suite is likely to take; false where nothing is paid for, as far as anybody knows: the judge makes no paid call,
 * and the system has said of none in the last run.
 */
export async function declarePlan(
  header: SuiteHeader,
  frames: readonly CaseFrame[],
  bench: Bench,
  { coordinator, provided }: Session,
): Promise<boolean> {
  if (bench.judge.plan === undefined && !bench.system.live) return false
  const { suite, file, confirm } = header
  const { id, dir } = provided.run
  const earlier: ReadonlyMap<string, EarlierCase> = bench.system.live
    ? earlierCases(dirname(dir), { file, suite }, id)
    : new Map()
  const paid = [...earlier.values()].some(({ system }) => system.usd !== 0 || system.calls > 0)
  if (bench.judge.plan === undefined && !paid) return false
  const planned: Awaited<ReturnType<typeof planCase>>[] = []
  for (let from = 0; from < frames.length; from += AT_A_TIME) {
    const part = frames.slice(from, from + AT_A_TIME)
    planned.push(...(await Promise.all(part.map((frame) => planCase(frame, bench, earlier)))))
  }
  const closed = closedBeforehand(header)
  const by = (source: PlannedBy) => planned.filter((one) => one.by === source).length
  await coordinator.declare({
    project: provided.project,
    file,
    suite,
    cases: planned.map(({ plan }) => plan),
    notes: [
      ...(closed === null ? [] : [closed]),
      ...noted(by('steady'), 'taken to be those of the last two runs, which were the same'),
      ...noted(by('earlier'), 'planned by those of the last run, as if each were new to the judge'),
      ...noted(by('first trial'), "planned by the item's first trial, as if each were new to the judge"),
      ...noted(by('supposed'), 'planned as 150 words from five passages of 200; what the system costs is not in it'),
      ...(confirm === 0 ? [] : [`verdicts that differ from the baseline are asked for ${confirm} times more: not in it`]),
    ],
  })
  return true
}

function noted(n: number, how: string): string[] {
  return n === 0 ? [] : [`${n} ${n === 1 ? 'answer is' : 'answers are'} not known yet: ${how}`]
}
