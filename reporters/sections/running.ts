import type { Cost } from '../../src/schema/record.js'
import type { SuiteReport } from '../../src/schema/report.js'
import { count } from '../../src/text/count.js'
import { usdText } from '../../src/text/money.js'
import { capped, type Section, section } from './block.js'

/** How long the system took and what the run cost. */
export function runningSection({ latency, cost, perCase, replayed, taken, n }: SuiteReport): Section[] {
  const { p50, p95 } = latency
  const items = [
    ...(p50 === null || p95 === null
      ? []
      : [`latency: p50 ${duration(p50)}, p95 ${duration(p95)} over ${count(latency.n, 'call')} of the system`]),
    ...costText('judge', cost.judge, perCase.judge),
    ...costText('system', cost.system, perCase.system),
    ...(replayed.system + replayed.judge > 0
      ? [`replayed: ${count(replayed.system, 'answer')} and ${count(replayed.judge, 'verdict')} of ${n}${dates(replayed)}`]
      : []),
    ...takenText(taken, cost, n),
  ]
  return section('Latency and cost', [{ kind: 'list', items }])
}

/** Which cases earlier runs settled, where the run was resumed, and what was spent since. */
function takenText(taken: SuiteReport['taken'], { judge, system }: SuiteReport['cost'], n: number): string[] {
  if (taken === undefined) return []
  const from = taken.from.map(({ run, cases }) => (taken.from.length === 1 ? `run ${run}` : `run ${run} (${cases})`)).join(', ')
  const paid = [taken.cost.judge, taken.cost.system].some(({ calls, usd }) => calls > 0 || usd !== 0)
  const calls = judge.calls + system.calls - taken.cost.judge.calls - taken.cost.system.calls
  const spent = paid
    ? `; ${calls === 0 ? 'no call was' : `${count(calls, 'call')} ${calls === 1 ? 'was' : 'were'}`} made in this run`
    : ''
  return [`taken over: ${taken.cases.toLocaleString('en-US')} of ${n.toLocaleString('en-US')} cases from ${from}${spent}`]
}

/** What is odd about the data or the judge: it changes no figure, and may explain one. */
export function warningsSection({ warnings }: SuiteReport): Section[] {
  return section(`Warnings: ${warnings.length}`, [{ kind: 'list', items: capped(warnings) }])
}

function costText(who: string, cost: Cost, perCase: PerCase): string[] {
  const { calls, inputTokens, outputTokens, usd } = cost
  if (calls === 0 && inputTokens + outputTokens === 0) return []
  const money = usd === null ? 'cost unknown' : `${usdText(usd)} USD`
  const spent = `${who}: ${money}, ${count(calls, 'call')}, ${tokensText(cost)}`
  return [[spent, ...caseText(perCase)].join('; ')]
}

/** A call of unknown tokens is no call of none. */
function tokensText({ calls, inputTokens, outputTokens, unknownTokens = 0 }: Cost): string {
  const known = `${thousands(inputTokens)} tokens in, ${thousands(outputTokens)} out`
  if (unknownTokens === 0) return known
  return inputTokens + outputTokens === 0 && unknownTokens >= calls
    ? 'tokens unknown'
    : `${known}, not all of ${count(unknownTokens, 'call')} known`
}

type PerCase = SuiteReport['perCase']['judge']

/** The dearest case is worth a name where there are several. */
function caseText({ cases, usd, dearest }: PerCase): string[] {
  if (cases < 2 || dearest === null) return []
  const mean = usd === null ? '' : `${usdText(usd)} USD a case, `
  return [`${mean}at most ${usdText(dearest.usd)} USD (${dearest.id})`]
}

function thousands(value: number): string {
  return value.toLocaleString('en-US')
}

function duration(milliseconds: number): string {
  if (milliseconds < 1) return `${milliseconds.toFixed(1)} ms`
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`
}

function dates({ oldest, newest }: SuiteReport['replayed']): string {
  const [from, to] = [oldest?.slice(0, 10), newest?.slice(0, 10)]
  if (from === undefined || to === undefined) return ''
  return from === to ? `, recorded ${from}` : `, recorded ${from} to ${to}`
}
