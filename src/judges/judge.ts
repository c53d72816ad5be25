import type { Unrecorded } from '../cassettes/cassettes.js'
import type { Compat } from '../schema/compat.js'
import type { Cost } from '../schema/record.js'
import type { Citation, Passage } from '../schema/response.js'
import type { JudgeName, Verdict, VerdictInput } from '../schema/verdict.js'

/** All that a judge is told. It never sees whether the corpus answers the question, nor the golds. */
export interface JudgeRequest {
  suite: string
  id: string
  question: string
  language: string
  answer: string
  /** Passages in rank order; those without text are left out before, so every index is of this list. */
  passages: readonly (Passage & { text: string })[]
  /** null where the system did not report its citations. */
  citations: readonly Citation[] | null
  reference: string | null
  answerPoints: readonly string[]
  /** true: the question rests on something untrue, and the judge says whether the answer puts it right. */
  falsePremise: boolean
  /** Number of the judge's repetition, from 0: it is part of a recording's key, so that repetitions are not one. */
  trial: number
}

export interface JudgeContext {
  /** Aborted at the case's deadline and when the run is cancelled. */
  signal: AbortSignal
  /** Told of every live call as it ends, so that the cost of a case is known even where the judge then throws. */
  onCost?(cost: Cost): void
  /** Told the key of every recording that is replayed or made. */
  onRecording?(key: string): void
  /** Told of every reply that was paid for and used, and could not be recorded. */
  onUnrecorded?(where: Unrecorded): void
  /** Waits without using up the case's time, such as for a limit on calls a minute. */
  offClock?<Value>(wait: () => Promise<Value>): Promise<Value>
}

/** What the calls of one answer are likely to take, and how many of them are recorded already. */
export interface JudgePlan {
  /** Live calls that are still to be made. */
  calls: number
  recorded: number
  inputTokens: number
  outputTokens: number
  /** Of the live calls whose price is known. */
  usd: number
  /** Live calls whose price is not known. */
  unpriced: number
}

/**
 * An instrument: it returns verdicts, not numbers. It throws a `JudgeError` when it has none to give, and never makes one up.
 */
export interface Judge {
  /** `offline`, `anthropic`, `openai`, `recorded`, `panel`, or the module's own. */
  name: string
  model?: string
  rubric?: string
  /** true: its verdicts were given before this run, by people or by another judge. */
  recorded?: boolean
  /** Files that the verdicts come from, which watch mode looks at. */
  files?: readonly string[]
  /** The published reading that recorded verdicts were opened with, where their format has one; null for the sound one. */
  compat?: Compat | null
  /** Of a panel. */
  members?: readonly JudgeName[]
  assess(request: JudgeRequest, context: JudgeContext): Promise<Verdict | VerdictInput>
  /** What `assess` would take, with its recordings or as if there were none; absent where it makes no paid call. */
  plan?(request: JudgeRequest, recordings: 'used' | 'ignored'): Promise<JudgePlan>
}

/** A judge as a function of the request. */
export type JudgeFunction = (request: JudgeRequest, context: JudgeContext) => Promise<VerdictInput> | VerdictInput

/** Types a judge that is written by hand; returns it unchanged. */
export function defineJudge(judge: Judge): Judge {
  return judge
}
