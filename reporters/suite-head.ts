import type { Report, SuiteReport } from '../src/schema/report.js'
import { count } from '../src/text/count.js'
import { capped } from './sections/block.js'

/** What a suite's figures speak of: how many items, which system, which judge, under which rules. */
export function suiteFacts(suite: SuiteReport, report: Report): string {
  const several = new Set(report.suites.map(({ project }) => project)).size > 1
  return [
    cases(suite),
    `system ${suite.system}`,
    `judge ${suite.judge}`,
    `policy ${suite.policy}`,
    ...(suite.compat === null ? [] : [`compat ${suite.compat}`]),
    ...(several ? [`project ${suite.project}`] : []),
  ].join(' · ')
}

/** Why the suite has its status, without what the headline and the list of gates say anyway. */
export function suiteReasons(suite: SuiteReport, report: Report): string[] {
  const said = new Set(suite.gates.map(({ message }) => message))
  const inHeadline = report.suites.length === 1 || suite.status === 'PASS' ? suite.reasons[0] : undefined
  return suite.reasons.filter((reason) => reason !== inHeadline && !said.has(reason))
}

/** Problems of the run that the headline does not hold already: all where there are several, else the faults below the first line of the one. */
export function furtherProblems({ problems }: Report): string[] {
  return problems.length > 1 ? capped(problems) : problems.flatMap((problem) => capped(faultsOf(problem), MOST_FAULTS))
}

/** How many faults of one file stand at the top of a report. */
const MOST_FAULTS = 5

/** A file's error names it in its first line, and a fault in each line below. */
function faultsOf(problem: string): string[] {
  const [, ...lines] = problem.split('\n')
  return lines.map((line) => line.trim()).filter((line) => line !== '')
}

/** `120 selected of 360 items, 3 trials each, 350 of 360 cases in 100 groups`. */
function cases({ n, selected, total, groups, trials }: SuiteReport): string {
  const inGroups = groups < n ? ` in ${count(groups, 'group')}` : ''
  if (trials !== null) {
    const designed = selected * trials.trials
    const items = selected === total ? count(selected, 'item') : `${selected} selected of ${count(total, 'item')}`
    return `${items}, ${trials.trials} trials each: ${n === designed ? '' : `${n} of `}${count(designed, 'case')}${inGroups}`
  }
  const ran = n === selected ? '' : `${n} of `
  const items = selected === total ? count(total, 'item') : `${selected} selected of ${count(total, 'item')}`
  return `${ran}${items}${inGroups}`
}
