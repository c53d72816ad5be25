import { groupBy } from '../src/group-by.js'
import { sumCosts } from '../src/run/cost.js'
import { decideGates } from '../src/run/gates/gates.js'
import type { Cost } from '../src/schema/record.js'
import { RECORD_VERSION } from '../src/schema/record.js'
import type { Report, SuiteReport } from '../src/schema/report.js'
import { count } from '../src/text/count.js'
import { usdText } from '../src/text/money.js'
import { type RunFacts, suiteKey } from './facts.js'
import { gridTables, idleArms } from './grids.js'
import { shardText, worstStatus } from './status.js'
import { assessSuite, buildSuiteReport } from './suite-report.js'
import { sourcesOf, takenCases } from './taken.js'

/** Builds the report of a run: data in, data out. The same facts give the same report, wherever they come from. */
export function buildReport(facts: RunFacts): Report {
  const { run, startedAt, suites, cases, end, baselines } = facts
  const bySuite = groupBy(cases, ({ project, record }) => suiteKey(project, record))
  const assessed = suites.map(({ project, header }) => {
    const key = suiteKey(project, header)
    const latest = new Map((bySuite.get(key) ?? []).map(({ record }) => [record.id, record]))
    return assessSuite({ project, header, cases: [...latest.values()], baseline: baselines?.get(key) }, facts)
  })
  // All gates of a run are one family: none is decided before all are looked at.
  const gates = decideGates(assessed.flatMap(({ assessments }) => assessments))
  const reports = assessed
    .map((suite): SuiteReport => {
      const taken = takenCases(suite.records)
      const built = buildSuiteReport(suite, gates.splice(0, suite.assessments.length), end)
      return { ...built, ...(taken === undefined ? {} : { taken }) }
    })
    .sort((a, b) => compare(a.file, b.file) || compare(a.suite, b.suite) || compare(a.project, b.project))
  const empty = suites.length > 0 && suites.every(({ header }) => header.shard?.cases === 0)
  const problems = [...end.problems, ...(empty ? [] : nothingRan(reports, end))]
  const grids = gridTables(assessed, reports)
  const status = worstStatus([...reports.map((suite) => suite.status), ...(problems.length > 0 ? ['FAIL' as const] : [])])
  return {
    schemaVersion: RECORD_VERSION,
    run,
    startedAt,
    status,
    headline: headline(status, { suites: reports, grids }, problems, status === 'UNDECIDED' ? shardOf(facts, reports) : null),
    problems,
    sources: sourcesOf(assessed.flatMap(({ records }) => records)),
    grids,
    suites: reports,
  }
}

/** A run without a case is never a pass, whatever the suites' policies. */
function nothingRan(suites: readonly SuiteReport[], { partial, problems }: RunFacts['end']): string[] {
  if (problems.length > 0 || suites.some(({ n }) => n > 0)) return []
  return [[suites.length === 0 ? 'no suite ran' : 'no case ran', ...partial].join(': ')]
}

/** Whether the run may stay green. `report` suites never turn it red; broken files always do. */
export function isBlocking(report: Report): boolean {
  if (report.problems.length > 0) return true
  return report.suites.some(({ policy, status }) => policy !== 'report' && (status === 'FAIL' || status === 'INFRASTRUCTURE'))
}

/** Status, why, n, cost, and how much was replayed, in one line. */
function headline(
  status: Report['status'],
  { suites, grids }: Pick<Report, 'suites' | 'grids'>,
  problems: readonly string[],
  shard: string | null,
): string {
  const idle = idleArms(status === 'UNDECIDED' ? grids : [])
  const speaking = suites.filter((suite) => suite.status === status && !idle.keys.has(suiteKey(suite.project, suite)))
  const named = suites.length > 1
  const why = [
    ...(shard === null ? [] : [shard]),
    ...problems.slice(0, 1).map(
      (problem) =>
        problem
          .split('\n')
          .find((line) => line.trim() !== '')
          ?.trim() ?? 'unknown',
    ),
    ...(shard === null ? idle.reasons : []),
    ...(shard === null ? speaking : []).flatMap(({ suite, reasons }) =>
      reasons.slice(0, 1).map((reason) => (named ? `${suite}: ${reason}` : reason)),
    ),
  ]
  const shown =
    status === 'PASS' ? why.slice(0, 1).map((reason) => (named ? `${count(suites.length, 'suite')}` : reason)) : why.slice(0, 2)
  const n = suites.reduce((sum, suite) => sum + suite.n, 0)
  const groups = suites.reduce((sum, suite) => sum + suite.groups, 0)
  return [
    `${status}: ${shown.join('; ') || 'no suite ran'}${why.length > shown.length && status !== 'PASS' ? `; and ${why.length - shown.length} more` : ''}`,
    `n ${n}${groups < n ? ` in ${count(groups, 'group')}` : ''}`,
    costText(suites),
    replayed(suites, n),
    ...takenText(suites, n),
  ].join(' · ')
}

/** All suites of a shard in one, where none has anything else to say. */
function shardOf({ suites, end }: RunFacts, reports: readonly SuiteReport[]): string | null {
  const ran = reports.reduce((sum, { n }) => sum + n, 0)
  const cases = suites.reduce((sum, { header: { selected, trials } }) => sum + selected * trials, 0)
  return shardText({ ran, cases }, end)
}

/** What the cases cost in all; of a resumed run, how much of it was spent now. */
function costText(suites: readonly SuiteReport[]): string {
  const all = sumCosts(suites.flatMap((suite) => [suite.cost.judge, suite.cost.system]))
  const before = sumCosts(suites.flatMap(({ taken }) => (taken === undefined ? [] : [taken.cost.judge, taken.cost.system])))
  const calls = all.calls - before.calls
  if (before.calls === 0 && before.usd === 0) return cost(all)
  const usd = all.usd === null || before.usd === null ? null : Math.max(0, all.usd - before.usd)
  return `${cost(all)}, of that now ${cost({ ...all, usd, calls })}`
}

/** How many cases came from earlier runs, and which. */
function takenText(suites: readonly SuiteReport[], n: number): string[] {
  const taken = suites.flatMap(({ taken }) => taken ?? [])
  if (taken.length === 0) return []
  const cases = taken.reduce((sum, one) => sum + one.cases, 0)
  const runs = [...new Set(taken.flatMap(({ from }) => from.map(({ run }) => run)))]
  const from = runs.length === 1 ? `run ${runs[0]}` : `${runs.length} runs`
  return [`${cases.toLocaleString('en-US')} of ${n.toLocaleString('en-US')} taken from ${from}`]
}

function cost({ usd, calls }: Cost): string {
  if (calls === 0 && usd === 0) return 'no paid calls'
  return `${usd === null ? 'unknown cost' : `${usdText(usd)} USD`} (${count(calls, 'call')})`
}

function replayed(suites: readonly SuiteReport[], n: number): string {
  const sum = (of: (suite: SuiteReport) => number) => suites.reduce((total, suite) => total + of(suite), 0)
  const dates = suites
    .flatMap(({ replayed }) => [replayed.oldest, replayed.newest].flatMap((date) => date?.slice(0, 10) ?? []))
    .sort()
  const since = dates.length === 0 ? '' : dates[0] === dates.at(-1) ? ` from ${dates[0]}` : ` from ${dates[0]} to ${dates.at(-1)}`
  const answers = sum((suite) => suite.replayed.system)
  const verdicts = sum((suite) => suite.replayed.judge)
  return `replayed ${count(answers, 'answer')}, ${count(verdicts, 'verdict')} of ${n}${since}`
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
