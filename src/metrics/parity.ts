import type { CaseRecord } from '../schema/record.js'
import type { TwinTable } from '../schema/report.js'

export interface TwinPair {
  base: CaseRecord
  twin: CaseRecord
  /** null where one side has no known outcome. */
  same: boolean | null
}

interface LeftOut {
  id: string
  twinOf?: string | undefined
}

/**
 * The same question in two languages should meet the same fate. A pair agrees when both sides, or neither, were refused; it is
 * unscored when a side has no known outcome. A twin whose partner is not in the run is left out and named, never a pair.
 */
export function twinPairs(records: readonly CaseRecord[], refused = isRefused): TwinPair[] {
  const byId = new Map(records.map((record) => [record.id, record]))
  return records.flatMap((twin) => {
    const base = twin.twinOf === undefined ? undefined : byId.get(twin.twinOf)
    // Two items that name each other are one pair, that of the first.
    const counted = base?.twinOf === twin.id && base.id < twin.id
    return base === undefined || base === twin || counted ? [] : [{ base, twin, same: agree(refused(base), refused(twin)) }]
  })
}

function agree(base: boolean | null, twin: boolean | null): boolean | null {
  return base === null || twin === null ? null : base === twin
}

export function isRefused({ outcome }: CaseRecord): boolean | null {
  return outcome === null || outcome === 'undetermined' ? null : outcome === 'refused'
}

/** The pairs that disagree and in which direction, and the twins left out and why. `leftOut`: items that are no case of the run. */
export function twinTable(records: readonly CaseRecord[], leftOut: readonly LeftOut[], refused = isRefused): TwinTable {
  const pairs = twinPairs(records, refused)
  const known = new Set(records.map(({ id }) => id))
  const twins = [...records, ...leftOut].filter(({ twinOf }) => twinOf !== undefined)
  return {
    pairs: pairs.length,
    disagreeing: pairs
      .filter(({ same }) => same === false)
      .map(({ base, twin }) => ({
        base: base.id,
        twin: twin.id,
        baseOutcome: String(base.outcome),
        twinOutcome: String(twin.outcome),
        worse: worseSide(base, twin, refused),
      })),
    leftOut: [
      ...pairs
        .filter(({ same }) => same === null)
        .map(({ base, twin }) => ({ base: base.id, twin: twin.id, reason: unscoredReason(base, twin, refused) })),
      ...twins.flatMap(({ id, twinOf = '' }) => {
        const reason = missingReason(id, twinOf, known)
        return reason === null ? [] : [{ base: twinOf, twin: id, reason }]
      }),
    ],
  }
}

function worseSide(base: CaseRecord, twin: CaseRecord, refused: typeof isRefused): 'base' | 'twin' | 'neither' {
  if (base.answerable !== twin.answerable) return 'neither'
  // One side refused and the other did not: where the corpus answers, the one that refused is worse.
  return refused(base) === base.answerable ? 'base' : 'twin'
}

function unscoredReason(base: CaseRecord, twin: CaseRecord, refused: typeof isRefused): string {
  const of = (record: CaseRecord, side: string) =>
    refused(record) === null ? [`${side} ${record.failure?.kind ?? record.unscored.outcome ?? 'undetermined'}`] : []
  return [...of(base, `${base.id}:`), ...of(twin, `${twin.id}:`)].join(', ')
}

/** Whether it is in the data set does not show here: a filter on the command line leaves items out that nobody names. */
function missingReason(id: string, base: string, known: ReadonlySet<string>): string | null {
  if (id === base) return 'is its own twin'
  const missing = [id, base].find((one) => !known.has(one))
  return missing === undefined ? null : `${missing} is not in this run`
}
