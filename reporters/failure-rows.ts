import { groupBy } from '../src/group-by.js'
import type { CaseRecord } from '../src/schema/record.js'
import type { FailureRow } from '../src/schema/report.js'
import { oneLine } from '../src/text/clip.js'

const MOST_MESSAGES = 3
const MOST_IDS = 5
const EXCERPT = 800

/** What cases were lost to, by who failed and how, the most frequent first; with enough of the messages to act on. */
export function failureRows(records: readonly CaseRecord[]): FailureRow[] {
  const failed = records.flatMap(({ id, failure }) =>
    failure === undefined || failure.kind === 'missing' ? [] : [{ id, failure }],
  )
  return [...groupBy(failed, ({ failure }) => JSON.stringify([failure.stage, failure.kind])).values()]
    .flatMap((members) => {
      const [first] = members
      if (first === undefined) return []
      const messages = [...groupBy(members, ({ failure }) => oneLine(failure.message, EXCERPT))]
        .map(([message, alike]) => ({ message, cases: alike.length }))
        .toSorted((a, b) => b.cases - a.cases)
      const { stage, kind } = first.failure
      return [
        {
          stage,
          kind,
          cases: members.length,
          messages: messages.slice(0, MOST_MESSAGES),
          further: Math.max(0, messages.length - MOST_MESSAGES),
          ids: members.slice(0, MOST_IDS).map(({ id }) => id),
        },
      ]
    })
    .toSorted((a, b) => b.cases - a.cases)
}
