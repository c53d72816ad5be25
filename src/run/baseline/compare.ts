import type { Reading } from '../../metrics/compat.js'
import { measureDifference, type StandingPair } from '../../metrics/difference.js'
import { isNewlyWrong, isRight } from '../../metrics/right.js'
import { inReportOrder, metricLabel } from '../../metrics/standings.js'
import type { ComparedSuite } from '../../schema/baseline.js'
import type { ChangedCase, Comparison } from '../../schema/comparison.js'
import type { Slice } from '../../schema/gate.js'
import type { CaseRecord } from '../../schema/record.js'
import { inSlice } from '../gates/names.js'
import { type Pairing, pairCases } from './pair.js'
import { comparisonRefusal } from './refusal.js'

/** A suite's baseline as it was read, or why it could not be. */
export type BaselineRead = { path: string } & ({ suite: ComparedSuite } | { problem: string })

/** A run of a suite against its baseline. */
export interface Compared {
  /** null where the suite has none. */
  comparison: Comparison | null
  /** The pairs of a metric, or why there are none. */
  pairs(name: string): StandingPair[] | { refused: string }
}

/** What of the records is compared: as cases, by which slices they are shown, and how they are counted. */
export interface ComparedNow {
  suite: ComparedSuite
  records: readonly CaseRecord[]
  slices: readonly Slice[]
  reading: Reading
  /** Why fewer cases ran than the design asks for: what did not run is then no case that was removed. */
  partial?: readonly string[]
}

const NO_BASELINE = 'no baseline: make one of a run that you accept with `npx vitest-docket baseline accept`, and commit it'

/** Compares a run with its baseline: what is shared, what became wrong or right, and the difference of every metric. */
export function compareWithBaseline(now: ComparedNow, read: BaselineRead | undefined): Compared {
  if (read === undefined) return { comparison: null, pairs: () => ({ refused: NO_BASELINE }) }
  if ('problem' in read) return refused(read, { run: '', startedAt: '' }, NOTHING_PAIRED, read.problem)
  const base = read.suite
  const { partial = [] } = now
  const leftOut = partial.length > 0 ? base.cases.map(({ id }) => id) : now.suite.leftOut
  const pairing = pairCases(base.cases, now.suite.cases, new Set(leftOut))
  const refusal = comparisonRefusal(base.run, now.suite.run, pairing)
  if (refusal !== null) return refused(read, base.run, pairing, refusal)
  return { comparison: comparison(now, read.path, base, pairing), pairs: (name) => standingPairs(pairing, name) }
}

const NOTHING_PAIRED: Pairing = { pairs: [], added: [], removed: [], edited: [], renamed: [], shared: 0, of: 0 }

function refused(
  { path }: BaselineRead,
  { run, startedAt }: { run: string; startedAt: string },
  { shared, of, added, removed, edited }: Pairing,
  reason: string,
): Compared {
  return {
    comparison: {
      ...{ baseline: path, run, startedAt, refused: reason, shared, of, added, removed, edited },
      ...{ renamed: [], newlyWrong: [], newlyRight: [], changed: [], differences: {}, slices: [] },
    },
    // Every fault of a file stands where the comparison is told.
    pairs: () => ({ refused: `not compared with ${path}: ${reason.split('\n', 1)[0]}` }),
  }
}

function comparison(
  { suite, records, slices, reading }: ComparedNow,
  path: string,
  { run: { run, startedAt } }: ComparedSuite,
  pairing: Pairing,
): Comparison {
  const { added, removed, edited, renamed, shared, of } = pairing
  const byId = new Map(records.map((record) => [record.id, record]))
  const changes = pairing.pairs.flatMap(({ base, now }) => {
    const record = byId.get(now.id)
    if (record === undefined) return []
    const [before, after] = [isRight(base, suite.run.task), isRight(now, suite.run.task)]
    if (base.errorClass === now.errorClass && before === after) return []
    const { task } = suite.run
    const kind = isNewlyWrong(base, now, task) ? 'newlyWrong' : isNewlyWrong(now, base, task) ? 'newlyRight' : 'changed'
    return [{ kind, change: changedCase(record, base.errorClass) }]
  })
  const ofKind = (kind: string) => changes.filter((one) => one.kind === kind).map(({ change }) => change)
  const isIn = (slice: Slice, id: string) => {
    const record = byId.get(id)
    return record !== undefined && inSlice(record, slice)
  }
  return {
    ...{ baseline: path, run, startedAt, refused: null, shared, of, added, removed, edited, renamed },
    newlyWrong: ofKind('newlyWrong'),
    newlyRight: ofKind('newlyRight'),
    changed: ofKind('changed'),
    differences: differences(pairing, reading),
    slices: slices.map((slice) => ({
      slice,
      differences: differences({ pairs: pairing.pairs.filter(({ now }) => isIn(slice, now.id)) }, reading, SLICE_METRICS),
    })),
  }
}

function changedCase({ id, title, evidence, place, errorClass }: CaseRecord, before: ChangedCase['before']): ChangedCase {
  const { claim, reason, nearest, answer } = evidence
  return {
    id,
    before,
    now: errorClass,
    question: title,
    ...(claim === undefined ? {} : { claim }),
    ...(reason === undefined ? {} : { reason }),
    ...(nearest === undefined ? {} : { nearest }),
    ...(answer === undefined ? {} : { answer }),
    ...(place === undefined ? {} : { place }),
  }
}

/** What a slice is read for; each further metric costs a test by drawing. */
const SLICE_METRICS = ['hallucinationRate', 'answered', 'overRefusal', 'falseConfidence', 'correct', 'goldRetrieved']

/** Of every metric that counts some pair, in a report's order, or of those that are asked for. */
export function differences(
  pairing: Pick<Pairing, 'pairs'>,
  reading: Reading,
  only?: readonly string[],
): Comparison['differences'] {
  const counted = new Set(pairing.pairs.flatMap(({ base, now }) => [...Object.keys(now.metrics), ...Object.keys(base.metrics)]))
  const names = inReportOrder(counted, reading)
  return Object.fromEntries(
    names.flatMap((name) => {
      if (only !== undefined && !only.includes(name)) return []
      const named = metricLabel(name, reading)
      return named === null ? [] : [[name, measureDifference(standingPairs(pairing, name), named)]]
    }),
  )
}

export function standingPairs({ pairs }: Pick<Pairing, 'pairs'>, name: string): StandingPair[] {
  return pairs.flatMap(({ base, now }) => {
    const [before, after] = [base.metrics[name], now.metrics[name]]
    return before === undefined && after === undefined ? [] : [{ id: now.id, group: now.group, base: before, now: after }]
  })
}
