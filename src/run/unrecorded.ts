import type { Unrecorded } from '../cassettes/cassettes.js'
import type { CaseRecord } from '../schema/record.js'

type Tally = NonNullable<CaseRecord['unrecorded']>[number]

/** How many replies could not be recorded, by folder and reason; undefined where all could. */
export function tallyUnrecorded(replies: readonly Unrecorded[]): Tally[] | undefined {
  const tallies = sumUnrecorded(replies.map((one) => ({ ...one, replies: 1 })))
  return tallies.length === 0 ? undefined : tallies
}

/** Tallies of several cases as one for each folder and reason. */
export function sumUnrecorded(tallies: readonly Tally[]): Tally[] {
  const sums = new Map<string, Tally>()
  for (const { dir, reason, replies } of tallies) {
    const key = JSON.stringify([dir, reason])
    sums.set(key, { dir, reason, replies: replies + (sums.get(key)?.replies ?? 0) })
  }
  return [...sums.values()]
}

/** What was paid for and will be paid for again, and how not to. */
export function unrecordedText({ dir, reason, replies }: Tally): string {
  const [what, again] = replies === 1 ? ['reply', 'it'] : ['replies', 'them']
  return `${replies} ${what} could not be recorded in ${dir}: ${reason}: set \`cassettes.dir\` or mend the folder; a next run pays for ${again} again`
}
