import { setTimeout } from 'node:timers/promises'
import { orAborted } from '../abort.js'
import type { Unrecorded } from '../cassettes/cassettes.js'
import { redactor, redactWords } from '../cassettes/redact.js'
import { JudgeError, messageOf } from '../errors.js'
import { NO_COST } from '../judges/budget.js'
import { checkVerdict } from '../judges/check-verdict.js'
import type { Judge, JudgeContext, JudgeRequest } from '../judges/judge.js'
import { detectOutcome } from '../judges/offline/refusal.js'
import { withText } from '../metrics/evidence.js'
import { settleOutcome } from '../metrics/outcome.js'
import type { Item } from '../schema/item.js'
import type { CaseRecord, Cost, Failure, UnscoredReason } from '../schema/record.js'
import type { Response } from '../schema/response.js'
import type { Outcome, Verdict } from '../schema/verdict.js'
import { askSystem, type SystemBench } from './ask-system.js'
import { differs } from './baseline/confirmed.js'
import { type Confirmation, confirmVerdict } from './confirm.js'
import { checkedCost, costOf, sumCosts } from './cost.js'
import type { GoldFinder } from './golds.js'
import type { Stopped } from './live-system.js'
import { isNoFinding } from './no-finding.js'
import { buildRecord, type CaseFrame, caseId, readVerdict } from './record.js'
import type { CaseScorer } from './scores/score-case.js'
import type { Slot } from './turns.js'

/** What a suite judges its cases with. */
export interface Bench extends SystemBench {
  judge: Judge
  findGolds: GoldFinder
  /** What is computed of every case beside its signals. */
  score: CaseScorer
  /** Where verdicts are compared with an earlier run's, and asked for again where they differ. */
  confirmation?: Confirmation | undefined
  /**
   * Set once the judge lacks its key, package or module, is not asked any more, or has spent the budget: a live system is not asked for
   * what nobody can judge.
   */
  stopped?: Stopped
  /** Set once a case could not be written to the run's files: why no further one is run. */
  unkept?: string
}

/** What ends a case, and how it waits without using up its time. */
export type CaseClock = Pick<JudgeContext, 'signal' | 'offClock'>

/** A case after it ran: the record, and all that it was computed from. */
export interface Evaluation {
  record: CaseRecord
  response: Response | null
  verdict: Verdict | null
  outcome: Outcome | null
  failure: Failure | undefined
  /** The judge's reply, where no verdict could be read from it. */
  raw?: string | undefined
  /** Keys of the recordings that were replayed or made. */
  recordings: string[]
}

/**
 * Runs one case: asks the system, then the judge, and builds the record. A system or a judge that fails makes a record that says
 * so; a fault of the suite itself throws. The clock's signal ends whatever is under way.
 */
export async function evaluateCase(frame: CaseFrame, slot: Slot | null, bench: Bench, clock: CaseClock): Promise<Evaluation> {
  const start = performance.now()
  const asked = redacted(await askSystem(frame, bench, clock), bench)
  const { response } = asked
  const judged = response === null ? NOT_JUDGED : await judgeAnswer(frame, response, bench, clock)
  bench.stopped ??= reasonToStop(judged)
  const outcome = response === null ? null : settle(frame, response, judged)
  const { findings: golds, warnings } = bench.findGolds(frame.item, response)
  const failure = asked.failure ?? judged.failure
  const record = buildRecord({
    frame,
    slot,
    durationMs: performance.now() - start,
    response,
    verdict: judged.verdict,
    outcome,
    failure,
    notJudged: asked.budget === undefined ? judged.reason : 'budget',
    budget: asked.budget ?? judged.budget,
    golds,
    ...bench.score({ item: frame.item, response, verdict: judged.verdict, outcome, notJudged: judged.reason }),
    latencyMs: response?.timings?.['total'] ?? asked.latencyMs ?? null,
    systemLive: bench.system.live,
    systemRecordedAt: asked.recordedAt,
    judgeRecorded: bench.judge.recorded === true,
    costs: { judge: judged.cost ?? NO_COST, system: asked.cost },
    warnings,
    unrecorded: [asked.unrecorded ?? [], judged.unrecorded ?? []].flat(),
  })
  const { verdict, raw } = judged
  return { record, response, verdict, outcome, failure, raw, recordings: [...asked.recordings, ...(judged.recordings ?? [])] }
}

/** What came of asking a judge: a verdict, or why there is none. */
export interface Judged {
  verdict: Verdict | null
  reason?: UnscoredReason
  failure?: Failure
  /** Why no further call was made, where the reason is the budget. */
  budget?: string
  /** Of the live calls, also where they ended in no verdict. */
  cost?: Cost
  raw?: string | undefined
  recordings?: string[]
  /** Replies that could not be recorded. */
  unrecorded?: Unrecorded[]
}

const NOT_JUDGED: Judged = { verdict: null }

const byDefault = redactor()

/** A judge or a system of one's own may fail with a provider's words too: no failure gets any further with a secret in it. */
function redacted<Came extends { failure?: Failure; raw?: string | undefined }>(
  came: Came,
  { redact = byDefault, system }: Bench,
): Came {
  const { failure, raw } = came
  const secrets = system.recording?.secrets?.() ?? []
  return {
    ...came,
    ...(failure === undefined ? {} : { failure: { ...failure, message: redactWords(redact, failure.message, secrets) } }),
    ...(raw === undefined ? {} : { raw: redact(raw, secrets) }),
  }
}

/** What keeps a judge from judging this case and all that follow. */
function reasonToStop({ failure, budget }: Judged): Stopped | undefined {
  if (failure?.kind === 'setup' || failure?.kind === 'circuit') return failure
  return budget === undefined ? undefined : { budget }
}

/** A refusal by the system's own flag needs no judge, and an empty answer has nothing to judge. */
export function needsNoJudge({ refused, answer }: Response): boolean {
  return refused === true || answer.trim() === ''
}

/** What the judge is told of an answer. */
export function judgeRequest({ suite, item }: Pick<CaseFrame, 'suite' | 'item'>, response: Response): JudgeRequest {
  return {
    suite,
    id: item.id,
    question: item.question,
    language: item.language,
    answer: response.answer,
    passages: withText(response.passages),
    citations: structuredClone(response.citations) ?? null,
    reference: item.reference ?? null,
    answerPoints: [...item.answerPoints],
    falsePremise: item.premise === 'false',
    trial: 0,
  }
}

async function judgeAnswer(frame: CaseFrame, response: Response, bench: Bench, clock: CaseClock): Promise<Judged> {
  if (frame.task === 'retrieval') return { verdict: null, reason: 'not asked' }
  if (needsNoJudge(response)) return response.refused === true ? NOT_JUDGED : { verdict: null, reason: 'empty answer' }
  const { judge, confirmation } = bench
  const ask = async (trial: number) => redacted(await assess(judge, { ...judgeRequest(frame, response), trial }, clock), bench)
  const { verdict, ...first } = await ask(0)
  const before = confirmation?.baseline.get(caseId(frame.item.id, frame.trial))
  if (verdict === null || before === undefined || confirmation === undefined || confirmation.times === 0)
    return { ...first, verdict }
  const outcome = settle(frame, response, { verdict })
  if (!differs(before, { ...readVerdict({ frame, response, verdict, outcome }), outcome })) return { ...first, verdict }
  return await confirmVerdict({ ...first, verdict }, confirmation, judge.recorded === true, ask)
}

/** Asks a judge and checks its verdict. A judge that fails leaves the case unscored, with the failure's words. */
export async function assess(judge: Judge, request: JudgeRequest, clock: CaseClock): Promise<Judged> {
  const { signal, offClock } = clock
  const costs: Cost[] = []
  const recordings: string[] = []
  const unrecorded: Unrecorded[] = []
  let answering: PromiseLike<unknown> = Promise.resolve()
  const answer = () => {
    const given = judge.assess(request, {
      signal,
      ...(offClock === undefined ? {} : { offClock }),
      onCost: (cost) => costs.push(checkedCost(cost)),
      onRecording: (key) => recordings.push(key),
      onUnrecorded: (where) => unrecorded.push(where),
    })
    answering = given
    return given
  }
  const judged = await verdictOf(judge.name, answer, request.passages.length, signal)
  // A call that the clock cut off says only then that it was one.
  if (signal.aborted) await Promise.race([answering.then(nothing, nothing), setTimeout(SETTLING_MS)])
  return { ...judged, recordings, unrecorded, cost: costs.length > 0 ? sumCosts(costs) : costOf(judged.verdict?.usage) }
}

const SETTLING_MS = 100
const nothing = () => {}

async function verdictOf(
  judge: string,
  answer: () => PromiseLike<unknown>,
  passages: number,
  signal: AbortSignal,
): Promise<Judged> {
  try {
    return { verdict: checkVerdict(judge, await orAborted(answer, signal), passages) }
  } catch (error) {
    if (isNoFinding(error, signal)) throw error
    if (error instanceof JudgeError && error.kind === 'budget') {
      return { verdict: null, reason: 'budget', budget: error.message }
    }
    const kind = error instanceof JudgeError ? error.kind : signal.aborted ? 'deadline' : 'threw'
    const raw = error instanceof JudgeError ? error.raw : undefined
    return { verdict: null, reason: 'judge failed', failure: { stage: 'judge', kind, message: messageOf(error) }, raw }
  }
}

function settle({ item, task }: CaseFrame, response: Response, { verdict }: Judged): Outcome {
  if (task === 'retrieval') return 'undetermined'
  const falsePremise = item.premise === 'false'
  const judged = verdict === null ? outcomeOfText(response.answer, item) : verdict.outcome
  return settleOutcome({ refused: response.refused, judged, falsePremise })
}

/** Without a judge the text still shows a refusal. Whether an answer puts a false premise right it does not show. */
function outcomeOfText(answer: string, { language, premise }: Item): Outcome {
  const { outcome } = detectOutcome(answer, language)
  return outcome === 'answered' && premise === 'false' ? 'undetermined' : outcome
}
