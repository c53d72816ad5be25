import type { CaseRecord, RunEnd, SuiteHeader } from '../../schema/record.js'
import { count } from '../../text/count.js'
import { percent } from '../../text/percent.js'
import { coverageFloor } from '../coverage.js'

/** What of a run says whether it is whole. */
export interface EndedRun {
  suites: readonly { project: string; header: SuiteHeader }[]
  cases: readonly { project: string; record: CaseRecord }[]
  end: RunEnd
}

/**
 * Why a run cannot be a baseline: it did not come to its end, is a part of what was declared, or lost more cases than its figures bear. Empty where it can. A declared sample is a design, and gates that
 * fail are no hindrance: accepting is a decision of people.
 */
export function whyIncomplete({ suites, cases, end }: EndedRun): string[] {
  const ofRun = [
    ...(end.interrupted ? ['it did not come to its end'] : []),
    ...(end.shard === null ? [] : [`it is one shard, ${end.shard}`]),
    ...end.problems.map((problem) => problem.split('\n', 1)[0] ?? ''),
    ...end.partial,
  ]
  return [
    ...new Set([...ofRun, ...(suites.length === 0 ? ['it has no suite'] : suites.flatMap((one) => ofSuite(one, cases, end)))]),
  ]
}

function ofSuite({ project, header }: EndedRun['suites'][number], cases: EndedRun['cases'], end: RunEnd): string[] {
  const { suite, file, selected, trials, partial, shard } = header
  const isOwn = (one: { project: string; file: string; suite: string }) =>
    one.project === project && one.file === file && one.suite === suite
  const own = cases.filter((one) => isOwn({ ...one.record, project: one.project }))
  // Of several records of a case the last counts.
  const records = [...new Map(own.map(({ record }) => [record.id, record])).values()]
  const ran = records.length
  const declared = selected * trials
  const open = end.noResult.filter(isOwn).length
  return [
    ...(shard === null ? [] : [`one shard, ${shard.index}/${shard.count}`]),
    ...partial,
    ...(open > 0 ? [`${count(open, 'case')} ended without a result`] : []),
    ...(ran < declared && shard === null && partial.length === 0 && open === 0
      ? [`${ran} of ${count(declared, 'case')} ran`]
      : []),
    ...tooManyLost(header, records),
  ].map((reason) => `${suite}: ${reason}`)
}

/** A baseline holds nothing of a case that was lost, so that an outage must not become one. */
function tooManyLost({ policy, gates }: SuiteHeader, records: readonly CaseRecord[]): string[] {
  const lost = records.filter(({ failure }) => failure !== undefined && failure.kind !== 'missing').length
  // A ratchet holds every case, whatever its gates bear.
  const floor = coverageFloor(policy === 'ratchet' ? [] : gates)
  if (records.length === 0 || (records.length - lost) / records.length >= floor) return []
  return [
    `${lost} of ${count(records.length, 'case')} lost (${percent(lost / records.length)}); \`npx vitest-docket resume --rerun infrastructure\` asks them again`,
  ]
}
