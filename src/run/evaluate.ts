import { setTimeout } from 'node:timers/promises'
import { DeadlineError, orAborted } from '../abort.js'
import { CassetteCorruptError, DatasetError, JudgeError, messageOf, OptionError, SystemError } from '../errors.js'
import { NO_COST } from '../judges/budget.js'
import type { Judge, JudgeRequest } from '../judges/judge.js'
import { detectOutcome } from '../judges/offline/refusal.js'
import { withText } from '../metrics/evidence.js'
import { settleOutcome } from '../metrics/outcome.js'
import { issueText } from '../schema/issue.js'
import type { Item } from '../schema/item.js'
import type { CaseRecord, Cost, Failure, UnscoredReason } from '../schema/record.js'
import type { Response } from '../schema/response.js'
import { type Outcome, Verdict } from '../schema/verdict.js'
import { normaliseResponse } from '../systems/normalise.js'
import type { System } from '../systems/system.js'
import { oneLine } from '../text/clip.js'
import { checkedCost, costOf, sumCosts } from './cost.js'
import type { GoldFinder } from './golds.js'
import { buildRecord, type CaseFrame } from './record.js'
import type { Slot } from './turns.js'

/** What a suite judges its cases with. */
export interface Bench {
  system: System
  judge: Judge
  findGolds: GoldFinder
  /** Set once the judge turns out to lack its key, package or module: the system is not asked for what nobody can judge. */
  unusable?: Failure
}

/** A case after it ran: the record, and all that it was computed from. */
export interface Evaluation {
  record: CaseRecord
  response: Response | null
  verdict: Verdict | null
  outcome: Outcome | null
  failure: Failure | undefined
}

/**
 * Runs one case: asks the system, then the judge, and builds the record. A system or a judge that fails makes a record that says
 * so; a fault of the suite itself throws. `signal` ends whatever is under way.
 */
export async function evaluateCase(frame: CaseFrame, slot: Slot | null, bench: Bench, signal: AbortSignal): Promise<Evaluation> {
  const start = performance.now()
  const asked =
    bench.unusable === undefined ? await askSystem(frame.item, bench.system, signal) : { response: null, failure: bench.unusable }
  const answeredAt = performance.now()
  const { response } = asked
  const judged = response === null ? NOT_JUDGED : await judgeAnswer(frame, response, bench, signal)
  if (judged.failure?.kind === 'setup') bench.unusable = judged.failure
  const outcome = response === null ? null : settle(frame.item, response, judged)
  const { findings: golds, warnings } = bench.findGolds(frame.item, response)
  const failure = asked.failure ?? judged.failure
  const measured = bench.system.live && response !== null ? answeredAt - start : null
  const record = buildRecord({
    frame,
    slot,
    durationMs: performance.now() - start,
    response,
    verdict: judged.verdict,
    outcome,
    failure,
    notJudged: judged.reason,
    golds,
    latencyMs: response?.timings?.['total'] ?? measured,
    systemLive: bench.system.live,
    judgeRecorded: bench.judge.recorded === true,
    costs: { judge: judged.cost ?? NO_COST, system: bench.system.live ? costOf(response?.usage) : NO_COST },
    warnings,
  })
  return { record, response, verdict: judged.verdict, outcome, failure }
}

/**
 * A wrong option, a broken file or recording is to be mended in the repository, and so red whatever the policy. A case that was
 * cancelled has no outcome at all: as a record it would read as an outage.
 */
function isNoFinding(error: unknown, signal: AbortSignal): boolean {
  const cancelled = signal.aborted && !(signal.reason instanceof DeadlineError)
  return cancelled || error instanceof OptionError || error instanceof DatasetError || error instanceof CassetteCorruptError
}

async function askSystem(
  item: Item,
  system: System,
  signal: AbortSignal,
): Promise<{ response: Response; failure?: undefined } | { response: null; failure: Failure }> {
  try {
    // A system written by hand may return anything; whatever it is, it must not take more than its own case with it.
    return {
      response: normaliseResponse(
        await orAborted(() => system.respond({ question: item.question, item: structuredClone(item), signal }), signal),
      ),
    }
  } catch (error) {
    if (isNoFinding(error, signal)) throw error
    const kind = error instanceof SystemError ? error.kind : signal.aborted ? 'deadline' : 'threw'
    return { response: null, failure: { stage: 'system', kind, message: messageOf(error) } }
  }
}

interface Judged {
  verdict: Verdict | null
  reason?: UnscoredReason
  failure?: Failure
  /** Of the live calls, also where they ended in no verdict. */
  cost?: Cost
}

const NOT_JUDGED: Judged = { verdict: null }

/** A refusal by the system's own flag needs no judge, and an empty answer has nothing to judge. */
async function judgeAnswer(
  { suite, item }: CaseFrame,
  response: Response,
  { judge }: Bench,
  signal: AbortSignal,
): Promise<Judged> {
  if (response.refused === true) return NOT_JUDGED
  if (response.answer.trim() === '') return { verdict: null, reason: 'empty answer' }
  return await assess(
    judge,
    {
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
    },
    signal,
  )
}

/** Asks a judge and checks its verdict. A judge that fails leaves the case unscored, with the failure's words. */
export async function assess(judge: Judge, request: JudgeRequest, signal: AbortSignal): Promise<Judged> {
  const costs: Cost[] = []
  let answering: PromiseLike<unknown> = Promise.resolve()
  const answer = () => {
    const given = judge.assess(request, { signal, onCost: (cost) => costs.push(checkedCost(cost)) })
    answering = given
    return given
  }
  const judged = await verdictOf(judge.name, answer, request.passages.length, signal)
  // A call that the clock cut off says only then that it was one.
  if (signal.aborted) await Promise.race([answering.then(nothing, nothing), setTimeout(SETTLING_MS)])
  return { ...judged, cost: costs.length > 0 ? sumCosts(costs) : costOf(judged.verdict?.usage) }
}

/** A judge of one's own may label passages that it was not shown: such labels say nothing of this answer. */
function checkedLabels(verdict: Verdict, passages: number): Verdict {
  if (passages === 0) return verdict
  const other = verdict.claims.find(
    (claim) => (claim.passages?.length ?? passages) !== passages || (claim.nearest ?? -1) >= passages,
  )
  if (other === undefined) return verdict
  throw new JudgeError(
    'reply',
    `the verdict labels passages that were not asked about: there are ${passages} (claim ${JSON.stringify(oneLine(other.text, 80))})`,
  )
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
    const verdict = Verdict.safeParse(await orAborted(answer, signal))
    if (verdict.success) return { verdict: checkedLabels(verdict.data, passages) }
    throw new JudgeError('reply', `judge "${judge}" returned no verdict: ${issueText(verdict.error)}`)
  } catch (error) {
    if (isNoFinding(error, signal)) throw error
    if (error instanceof JudgeError && error.kind === 'budget') return { verdict: null, reason: 'budget' }
    const kind = error instanceof JudgeError ? error.kind : signal.aborted ? 'deadline' : 'threw'
    return { verdict: null, reason: 'judge failed', failure: { stage: 'judge', kind, message: messageOf(error) } }
  }
}

function settle(item: Item, response: Response, { verdict }: Judged): Outcome {
  const falsePremise = item.premise === 'false'
  const judged = verdict === null ? outcomeOfText(response.answer, item) : verdict.outcome
  return settleOutcome({ refused: response.refused, judged, falsePremise })
}

/** Without a judge the text still shows a refusal. Whether an answer puts a false premise right it does not show. */
function outcomeOfText(answer: string, { language, premise }: Item): Outcome {
  const { outcome } = detectOutcome(answer, language)
  return outcome === 'answered' && premise === 'false' ? 'undetermined' : outcome
}
