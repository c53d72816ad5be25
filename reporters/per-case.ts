import type { CaseRecord } from '../src/schema/record.js'
import type { SuiteReport } from '../src/schema/report.js'

/** What a case costs, judge and system apart: the mean over the cases that made a live call, and the dearest of them. */
export function costPerCase(records: readonly CaseRecord[]): SuiteReport['perCase'] {
  return { judge: costOf(records, 'judge'), system: costOf(records, 'system') }
}

function costOf(records: readonly CaseRecord[], party: 'judge' | 'system'): SuiteReport['perCase']['judge'] {
  const live = records.map(({ id, cost }) => ({ id, ...cost[party] })).filter(({ calls }) => calls > 0)
  const known = live.flatMap(({ id, usd }) => (usd === null ? [] : [{ id, usd }]))
  const total = known.reduce((sum, { usd }) => sum + usd, 0)
  const dearest = known.reduce<(typeof known)[number] | null>(
    (most, one) => (most === null || one.usd > most.usd ? one : most),
    null,
  )
  return {
    cases: live.length,
    usd: live.length === 0 || known.length < live.length || !Number.isFinite(total) ? null : total / live.length,
    dearest: dearest === null || dearest.usd === 0 ? null : dearest,
  }
}
