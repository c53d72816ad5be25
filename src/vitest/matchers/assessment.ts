import { startClock } from '../../abort.js'
import { JudgeError, MatcherUsageError, messageOf } from '../../errors.js'
import type { Judge, JudgeRequest } from '../../judges/judge.js'
import { offlineJudge } from '../../judges/offline.js'
import type { JudgeOptions } from '../../judges/options.js'
import { withText } from '../../metrics/evidence.js'
import { assess } from '../../run/evaluate.js'
import type { Item } from '../../schema/item.js'
import type { Task } from '../../schema/record.js'
import type { Response } from '../../schema/response.js'
import type { Verdict } from '../../schema/verdict.js'
import { normaliseResponse } from '../../systems/normalise.js'
import { type CaseContext, caseOf } from '../case-context.js'
import { createJudgeHere } from '../judge-here.js'
import { provided } from '../provided-here.js'
import { session } from '../session.js'
import { said } from './message.js'

/** What every judging matcher accepts beside its own options. */
export interface JudgingOptions {
  /** The question that was asked; a judge does better with it. Taken from the item inside a benchmark. */
  question?: string
  /** BCP 47 tag of the answer's language. @default 'und' */
  language?: string
  /** @default the plugin's judge, or the offline one where there is no plugin */
  judge?: JudgeOptions
}

/** A verdict, or why there is none. */
export type Assessed = { verdict: Verdict; why?: undefined } | { verdict: null; why: string }

export interface Subject {
  response: Response
  /** Inside a benchmark: the case that the response came from. */
  context: CaseContext | undefined
}

/** The response that a matcher was given, for `retrieval` one that may lack its answer; anything that is none is a mistake in the test. */
export function subjectOf(matcher: string, received: unknown, task?: Task): Subject {
  const context = caseOf(received)
  if (context !== undefined) return { response: received as Response, context }
  if (isWholeCase(received)) {
    throw new MatcherUsageError(
      `\`${matcher}\` needs a response, and was given the case that holds it: write \`async ({ response, expect }) => expect(response).${matcher}(…)\``,
    )
  }
  try {
    return { response: normaliseResponse(received, task, 'expect'), context }
  } catch (error) {
    throw new MatcherUsageError(`\`${matcher}\` needs a response: ${said(messageOf(error))}`)
  }
}

/** What a callback of a benchmark is given, rather than a part of it. */
function isWholeCase(received: unknown): boolean {
  return typeof received === 'object' && received !== null && 'response' in received && caseOf(received.response) !== undefined
}

/** The verdict on a response: the case's own where nothing was asked for beside it, else a new one. */
export async function assessed(
  { response, context }: Subject,
  options: JudgingOptions,
  evidence: Partial<Pick<Item, 'reference' | 'answerPoints'> & Pick<Response, 'passages'>>,
  { falsePremise }: { falsePremise?: boolean } = {},
): Promise<Assessed> {
  const asked = [...Object.values(options), ...Object.values(evidence)].some((value) => value !== undefined)
  if (context !== undefined && !asked) return ofCase(context)
  const item = context?.item
  const judged = await ask(await judgeFor(options.judge), {
    suite: context?.evaluation.record.suite ?? '',
    id: item?.id ?? '',
    question: options.question ?? item?.question ?? '',
    language: options.language ?? item?.language ?? 'und',
    answer: response.answer,
    passages: withText(evidence.passages ?? response.passages),
    citations: response.citations ?? null,
    reference: evidence.reference ?? item?.reference ?? null,
    answerPoints: evidence.answerPoints ?? item?.answerPoints ?? [],
    falsePremise: falsePremise ?? item?.premise === 'false',
    trial: 0,
  })
  if (judged.verdict !== null) return { verdict: judged.verdict }
  const { failure, reason } = judged
  if (failure?.kind === 'setup') throw new JudgeError('setup', failure.message)
  return { verdict: null, why: failure?.message ?? reason ?? 'the judge gave no verdict' }
}

/** Milliseconds that a judge may take where a matcher asks it. */
const DEADLINE_MS = 60_000

async function ask(judge: Judge, request: JudgeRequest) {
  const { signal, clear } = startClock(DEADLINE_MS, new AbortController().signal, `no verdict within ${DEADLINE_MS} ms`)
  try {
    return await assess(judge, request, { signal })
  } finally {
    clear()
  }
}

function ofCase({ evaluation }: CaseContext): Assessed {
  if (evaluation.verdict !== null) return { verdict: evaluation.verdict }
  const { failure, outcome, record } = evaluation
  if (outcome === 'refused') return { verdict: null, why: 'the system refused, so there is no answer to judge' }
  return { verdict: null, why: failure?.message ?? record.unscored.g ?? record.unscored.outcome ?? 'the judge gave no verdict' }
}

async function judgeFor(wanted: JudgeOptions | undefined) {
  if (provided() !== null) return (await session()).judge(wanted)
  return wanted === undefined ? offlineJudge() : createJudgeHere(wanted)
}

/** An undetermined finding satisfies neither a matcher nor its `.not`. */
export function undetermined(isNot: boolean, expectation: string, why: string, evidence: readonly string[] = []) {
  return { pass: isNot, message: () => [expectation, '', `undetermined: ${said(why)}`, ...evidence].join('\n') }
}
