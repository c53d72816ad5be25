import type { Poll } from '../src/judges/vote-text.js'
import { VOTED, type Voted } from '../src/judges/votes.js'
import type { CaseRecord } from '../src/schema/record.js'
import type { Flips, PolledTable } from '../src/schema/report.js'

/** How far several verdicts on one answer agree, over the cases that have them; null where none has. */
export function polledTable(records: readonly CaseRecord[], poll: Poll): PolledTable | null {
  const cases = records.flatMap(({ id, item, judging }) => {
    const polled = judging?.[poll] ?? null
    return polled === null ? [] : [{ id, item, ...polled }]
  })
  if (cases.length === 0) return null
  const sum = (of: (one: (typeof cases)[number]) => number) => cases.reduce((total, one) => total + of(one), 0)
  const bySignal = <Value>(of: (signal: Voted) => Value) => ({ g: of('g'), c: of('c'), outcome: of('outcome') })
  const disputed = cases.filter(({ differing }) => VOTED.some((signal) => differing[signal] > 0))
  return {
    cases: cases.length,
    votes: sum(({ votes }) => votes),
    failed: sum(({ failed }) => failed),
    disagreeing: bySignal((signal) => cases.filter(({ differing }) => differing[signal] > 0).length),
    differing: bySignal(
      (signal): Flips => ({
        flipped: sum(({ differing }) => differing[signal]),
        of: sum(({ votes }) => Math.max(0, votes - 1)),
      }),
    ),
    overturned: bySignal((signal) => cases.filter(({ overturned }) => overturned.includes(signal)).length),
    ids: disputed.map(({ id }) => id),
    said: disputed.map(({ id, item, said = [] }) => ({ id, item, said })),
  }
}
