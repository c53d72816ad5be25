import { isSameModel } from '../src/providers/model-name.js'
import type { CaseRecord, SuiteHeader } from '../src/schema/record.js'
import { count } from '../src/text/count.js'

/** What a reader must know of the judge before trusting its verdicts. */
export function judgeWarnings({ judge }: SuiteHeader, records: readonly CaseRecord[]): string[] {
  return [...ofItself(judge, records), ...unpriced(records), ...uncounted(records), ...inParts(records)]
}

/** A model prefers what it would have said itself. */
function ofItself({ model, members }: SuiteHeader['judge'], records: readonly CaseRecord[]): string[] {
  const judges = [model, ...members.map((member) => member.model)].filter((name) => name !== undefined)
  const own = records.filter(({ systemModel }) =>
    judges.some((name) => systemModel !== undefined && isSameModel(name, systemModel)),
  )
  if (own.length === 0) return []
  const names = [...new Set(own.map(({ systemModel }) => systemModel))].join(', ')
  return [`the judge's model is the system's: it grades its own answers (${names}, ${count(own.length, 'case')})`]
}

/** A budget in money holds only where money is known. */
function unpriced(records: readonly CaseRecord[]): string[] {
  const n = records.filter(({ cost: { judge } }) => judge.usd === null && judge.unknownTokens === undefined).length
  if (n === 0) return []
  return [
    `no price is known for the judge's model (${count(n, 'case')}): set \`prices\` of the judge; a budget in USD did not hold, one in calls or tokens does`,
  ]
}

/** Without its tokens the cost of a call is not known either, whatever the price. */
function uncounted(records: readonly CaseRecord[]): string[] {
  const n = records.reduce((sum, { cost }) => sum + (cost.judge.unknownTokens ?? 0), 0)
  if (n === 0) return []
  return [
    `the judge's server did not say what ${count(n, 'call')} used: their cost is unknown, and a budget counted an estimate of their tokens`,
  ]
}

function inParts(records: readonly CaseRecord[]): string[] {
  const n = records.filter(({ judging }) => (judging?.parts ?? 1) > 1).length
  if (n === 0) return []
  return [`${n} ${n === 1 ? 'case was' : 'cases were'} judged in several parts, since the passages did not fit into one call`]
}
