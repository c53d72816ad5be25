import type { ComparedRun } from '../../schema/baseline.js'
import type { SuiteHeader } from '../../schema/record.js'
import { percent } from '../../text/percent.js'
import type { Pairing } from './pair.js'

/** Two runs that share less than this speak of two benchmarks. */
export const LEAST_SHARED = 0.9

/** Why two runs of a suite cannot be compared; null where they can. */
export function comparisonRefusal(
  base: ComparedRun,
  now: ComparedRun,
  { shared, of, added, removed, edited }: Pairing,
): string | null {
  if (base.task !== now.task) return `another task: ${base.task} then, ${now.task} now`
  const judges = [base, now].map(({ judge }) => judgeName(judge))
  if (now.task === 'answer' && judges[0] !== judges[1]) return `another judge: ${judges[0]} then, ${judges[1]} now`
  if (base.compat !== now.compat) return `another reading: compat ${base.compat ?? 'none'} then, ${now.compat ?? 'none'} now`
  if (of === 0 || shared / of < LEAST_SHARED) {
    const share = of === 0 ? '' : `, ${percent(shared / of)}`
    return `only ${shared} of ${of} items are in both${share}, under ${percent(LEAST_SHARED)}: ${added.length} added, ${removed.length} removed, ${edited.length} edited`
  }
  return null
}

/** What a verdict depends on: who judged, by which rubric. */
function judgeName({ name, model, rubric, members }: SuiteHeader['judge']): string {
  const own = [name, model, rubric === undefined ? undefined : `rubric ${rubric}`].filter(Boolean).join(' ')
  const panel = members.map((member) => [member.name, member.model, member.rubric].filter(Boolean).join(' '))
  return panel.length === 0 ? own : `${own} of ${panel.join(', ')}`
}
