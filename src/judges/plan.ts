import { estimateTokenCount } from 'tokenx'
import { DEFAULT_MAX_TOKENS } from '../providers/client.js'
import { costOf } from '../providers/prices.js'
import type { Json } from '../schema/json.js'
import type { JudgePlan, JudgeRequest } from './judge.js'
import { detectOutcome } from './offline/refusal.js'
import type { ModelOptions } from './options.js'
import { hasText, type Prompt } from './prompt.js'

export const NOTHING_PLANNED: JudgePlan = { calls: 0, recorded: 0, inputTokens: 0, outputTokens: 0, usd: 0, unpriced: 0 }

/** Tokens about which a reply is, measured on the hand verdicts of this project in the form of a reply. */
const REPLY = { fixed: 33, claim: 87, statement: 41 }
/** Tokens of an answer for one claim of it, measured there too. */
const TOKENS_A_CLAIM = 15

interface Missing {
  prompt: Prompt
  schema: Json
  /** Calls for further parts of the passages that will follow. */
  further: number
  recorded: number
}

/**
 * What the missing calls of one answer are likely to take. Tokens are estimated by the text's script, the reply's by the length of the
 * answer; what a model thinks before it replies, a repair and the discount of a prompt cache are not in it.
 */
export function planOf(options: ModelOptions, request: JudgeRequest, { prompt, schema, further, recorded }: Missing): JudgePlan {
  const calls = 1 + further
  const inputTokens = calls * estimateTokenCount(`${prompt.system}\n${prompt.user}\n${JSON.stringify(schema)}`)
  const most = options.maxTokens ?? DEFAULT_MAX_TOKENS
  const outputTokens = calls * Math.min(most, replyTokens(request))
  const usd = costOf({ model: options.model, inputTokens, outputTokens }, options.prices)
  return { calls, recorded, inputTokens, outputTokens, usd: usd ?? 0, unpriced: usd === null ? calls : 0 }
}

function replyTokens({ answer, language, answerPoints, reference }: JudgeRequest): number {
  const { outcome } = detectOutcome(answer, language)
  const silent = outcome === 'refused' || outcome === 'non-answer'
  const claims = silent ? 0 : Math.max(1, Math.round(estimateTokenCount(answer) / TOKENS_A_CLAIM))
  const statements = answerPoints.length > 0 ? answerPoints.length : hasText(reference) ? 1 : 0
  return REPLY.fixed + claims * REPLY.claim + statements * REPLY.statement
}

/** The sum of several plans. */
export function sumPlans(plans: readonly JudgePlan[]): JudgePlan {
  return plans.reduce(
    (sum, plan) => ({
      calls: sum.calls + plan.calls,
      recorded: sum.recorded + plan.recorded,
      inputTokens: sum.inputTokens + plan.inputTokens,
      outputTokens: sum.outputTokens + plan.outputTokens,
      usd: sum.usd + plan.usd,
      unpriced: sum.unpriced + plan.unpriced,
    }),
    NOTHING_PLANNED,
  )
}
