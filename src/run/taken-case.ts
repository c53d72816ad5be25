import type { CaseRecord, UnscoredReason } from '../schema/record.js'
import type { Bench, Evaluation } from './evaluate.js'
import { buildRecord, type CaseFrame } from './record.js'
import type { EarlierLine } from './resume.js'

/**
 * A case that an earlier run settled, as if it had run now: its response and verdict are what they were, and so is what they cost, when they were given and whether they
 * were replayed. The record is built anew, so that labels, places in the data and scores are those of the present suite. Nothing is asked.
 */
export function takenCase(
  frame: CaseFrame,
  { run, line }: EarlierLine,
  { findGolds, score }: Pick<Bench, 'findGolds' | 'score'>,
): Evaluation {
  const { record, verdict, raw, recordings } = line
  const { outcome, failure, sequence, startedAt, replayed, unrecorded } = record
  // A callback may change what it is given, and the line may be needed again.
  const response = structuredClone(line.response)
  const { item } = frame
  const notJudged = verdict === null ? whyNotJudged(record) : undefined
  const { findings: golds, warnings } = findGolds(item, response)
  const built = buildRecord({
    frame,
    slot: sequence === null || startedAt === null ? null : { sequence, startedAt },
    durationMs: record.durationMs,
    response,
    verdict,
    outcome,
    failure,
    notJudged,
    golds,
    ...score({ item, response, verdict, outcome, notJudged }),
    latencyMs: record.latencyMs,
    systemLive: !replayed.system,
    judgeRecorded: replayed.judge,
    costs: record.cost,
    warnings,
  })
  return {
    record: { ...built, replayed, unrecorded, takenFrom: record.takenFrom ?? run },
    response,
    verdict,
    outcome,
    failure,
    raw,
    recordings,
  }
}

function whyNotJudged({ unscored: { g, c, outcome }, failure }: CaseRecord): UnscoredReason | undefined {
  return g ?? c ?? outcome ?? (failure?.stage === 'judge' ? 'judge failed' : undefined)
}
