import type { CaseRecord, RunEnd, SuiteHeader } from '../../schema/record.js'
import { count } from '../../text/count.js'

/** What of a run says whether it is whole. */
export interface EndedRun {
  suites: readonly { project: string; header: SuiteHeader }[]
  cases: readonly { project: string; record: CaseRecord }[]
  end: RunEnd
}

/**
 * Why a run cannot be a baseline: it did not come to its end, or is a part of what was declared. Empty where it can. A declared sample is a design, and gates that
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
  const ran = new Set(cases.flatMap((one) => (isOwn({ ...one.record, project: one.project }) ? [one.record.id] : []))).size
  const declared = selected * trials
  const open = end.noResult.filter(isOwn).length
  return [
    ...(shard === null ? [] : [`one shard, ${shard.index}/${shard.count}`]),
    ...partial,
    ...(open > 0 ? [`${count(open, 'case')} ended without a result`] : []),
    ...(ran < declared && shard === null && partial.length === 0 && open === 0
      ? [`${ran} of ${count(declared, 'case')} ran`]
      : []),
  ].map((reason) => `${suite}: ${reason}`)
}
