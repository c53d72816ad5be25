import { groupBy } from '../src/group-by.js'
import type { SuiteHeader } from '../src/schema/record.js'
import { count } from '../src/text/count.js'

/** What one report that is merged holds of a suite. */
export interface SuitePart {
  header: SuiteHeader
  cases: { id: string; done: boolean; why?: string | undefined }[]
}

const MOST_NAMED = 5

/**
 * Why the parts of a suite are not the whole of it: a shard that is missing, there twice or incomplete, shards of several counts or of several versions of
 * the suite. Empty where nothing is wrong, and where no part is a shard and there is one.
 */
export function shardFaults(parts: readonly SuitePart[]): string[] {
  const [first] = parts
  if (first === undefined) return []
  const name = JSON.stringify(first.header.suite)
  const sharded = parts.flatMap((part) => (part.header.shard === null ? [] : [{ ...part, shard: part.header.shard }]))
  if (sharded.length < parts.length) {
    const whole = parts.length - sharded.length
    if (parts.length === 1) return []
    return [
      `${name} is whole in ${count(whole, 'report')} of the ${parts.length} that are merged: merge the shards of one run, and nothing else`,
    ]
  }
  const counts = [...new Set(sharded.map(({ shard }) => shard.count))].sort((a, b) => a - b)
  if (counts.length > 1)
    return [`${name} comes in shards of ${counts.join(' and of ')}: merge the shards of one run, and nothing else`]
  const differing = differences(parts.map(({ header }) => header))
  if (differing.length > 0) {
    return [
      `the shards of ${name} are not of one version of it: ${differing.map((field) => `\`${field}\``).join(', ')} ${differing.length === 1 ? 'differs' : 'differ'}`,
    ]
  }
  const ofIndex = groupBy(sharded, ({ shard }) => shard.index)
  const total = counts[0] ?? 0
  const missing = Array.from({ length: total }, (_, i) => i + 1).filter((index) => !ofIndex.has(index))
  const repeated = [...ofIndex].filter(([, members]) => members.length > 1)
  const faults = [
    ...(missing.length === 0
      ? []
      : [
          missingText(
            missing.map((index) => `${index}/${total}`),
            name,
          ),
        ]),
    ...repeated.map(([index, members]) => `shard ${index}/${total} of ${name} is there ${members.length} times`),
    ...sharded.flatMap((part) => incomplete(part, `shard ${part.shard.index}/${total} of ${name}`)),
  ]
  return faults.length > 0 ? faults : miscounted(sharded, name)
}

function missingText(shards: readonly string[], name: string): string {
  return shards.length === 1 ? `shard ${shards[0]} of ${name} is missing` : `shards ${shards.join(', ')} of ${name} are missing`
}

function incomplete({ shard, cases }: SuitePart & { shard: NonNullable<SuiteHeader['shard']> }, name: string): string[] {
  const open = cases.filter(({ done }) => !done)
  const lacking = shard.cases - cases.length + open.length
  if (lacking <= 0) return []
  const ids = open.slice(0, MOST_NAMED).map(({ id }) => id)
  const more = open.length - ids.length
  const named = ids.length === 0 ? '' : ` (${ids.join(', ')}${more > 0 ? ` and ${more} more` : ''})`
  const why = open.find((one) => one.why !== undefined)?.why
  return [
    `${name} is incomplete: ${lacking} of its ${count(shard.cases, 'case')} ${lacking === 1 ? 'has' : 'have'} no result${named}${why === undefined ? '' : `: ${why}`}`,
  ]
}

/** Shards that are all there and fit each other, and yet hold a case twice, or not all of what is declared: their data were not the same. */
function miscounted(parts: readonly SuitePart[], name: string): string[] {
  const held = parts.flatMap(({ cases }) => cases.map(({ id }) => id))
  const distinct = new Set(held).size
  const [header] = parts.map((part) => part.header)
  const declared = header === undefined || header.partial.length > 0 ? held.length : header.selected * header.trials
  if (distinct === held.length && held.length === declared) return []
  const twice = held.length - distinct
  return [
    `the shards of ${name} hold ${distinct} of ${count(declared, 'case')}${twice > 0 ? `, ${twice} of them twice` : ''}: their data are not the same`,
  ]
}

/** Fields in which headers differ. Which part it is must differ, and warnings may: they are about what a shard came upon. */
function differences(headers: readonly SuiteHeader[]): string[] {
  const [first, ...others] = headers
  if (first === undefined) return []
  const fields = Object.keys(first).filter((field) => field !== 'shard' && field !== 'warnings') as (keyof SuiteHeader)[]
  return fields.filter((field) => others.some((other) => JSON.stringify(other[field]) !== JSON.stringify(first[field])))
}

/** The suite's declaration, as if it had run in one piece. Empty parts have none. */
export function wholeHeader(headers: readonly SuiteHeader[]): SuiteHeader | undefined {
  const [first] = headers
  if (first === undefined) return undefined
  return { ...first, shard: null, warnings: [...new Set(headers.flatMap(({ warnings }) => warnings))] }
}
