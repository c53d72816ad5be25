import type { ReadPrompt } from './read-prompt.js'

/** A reply in the form that the judge asks for; whatever is put into it is sent as it is. */
export type ReplyBody = Record<string, unknown>

/** What the server does with one request. */
export type Behaviour =
  /** 200 with this text as the reply; `cut`: the provider says that it ran into the token limit; `declined`: that the model did. */
  | { kind: 'text'; text: string; stop?: 'end' | 'cut' | 'declined' }
  /** Any status with the provider's own error body. */
  | { kind: 'error'; status: number; type: string; message: string; code?: string; headers?: Record<string, string> }
  /** 200 with a body that is not the provider's. */
  | { kind: 'body'; body: string; contentType?: string }
  /** Never answers. */
  | { kind: 'hang' }
  /** Sends headers and half of the body, then nothing more. */
  | { kind: 'stall'; text: string }
  /** Sends headers and half of the body, then drops the connection. */
  | { kind: 'drop'; text: string }
  /** Drops the connection before it answers. */
  | { kind: 'refuse' }
  /** Waits, then does something else. */
  | { kind: 'slow'; ms: number; next: Behaviour }

export const verdict = (body: ReplyBody): Behaviour => ({ kind: 'text', text: JSON.stringify(body) })

export const fenced = (body: ReplyBody): Behaviour => ({
  kind: 'text',
  text: `Here is my verdict on {the answer}:\n\n\`\`\`json\n${JSON.stringify(body, null, 2)}\n\`\`\`\n\nLet me know if you need more.`,
})

/** Cut at a share of its characters, as it is at `max_tokens`. */
export const truncated = (body: ReplyBody, share: number): Behaviour => {
  const text = JSON.stringify(body)
  return { kind: 'text', text: text.slice(0, Math.floor(text.length * share)), stop: 'cut' }
}

/** `after` is what goes into Retry-After: seconds, or an HTTP date. */
export const rateLimited = (after?: string): Behaviour => ({
  kind: 'error',
  status: 429,
  type: 'rate_limit_error',
  message: 'Too many requests',
  ...(after === undefined ? {} : { headers: { 'retry-after': after } }),
})

/** OpenAI's way to say that the account has no money left. */
export const quotaExhausted: Behaviour = {
  kind: 'error',
  status: 429,
  type: 'insufficient_quota',
  code: 'insufficient_quota',
  message: 'You exceeded your current quota, please check your plan and billing details.',
}

/** Anthropic's. */
export const billingError: Behaviour = {
  kind: 'error',
  status: 402,
  type: 'billing_error',
  message: 'Your credit balance is too low.',
}

export const serverError = (status = 500): Behaviour => ({
  kind: 'error',
  status,
  type: status === 529 ? 'overloaded_error' : 'api_error',
  message: status === 503 ? 'Service unavailable' : 'Internal server error',
})

/**
 * A verdict by plain rules, for servers that stand in for a model: every sentence of the answer is a claim, entailed by the passages that
 * hold it word for word, otherwise beyond the sources; the answer is correct if it holds the reference.
 */
export function literalVerdict({ answer, passages, reference, answerPoints }: ReadPrompt): ReplyBody {
  const claims = answer.split(/(?<=[.!?])\s+/).filter((sentence) => sentence.trim() !== '')
  const holding = (text: string) => [
    ...new Set(passages.filter((passage) => passage.text.includes(text)).map(({ number }) => number)),
  ]
  const statements = [
    ...(reference === null ? [] : [{ point: 0, text: reference }]),
    ...answerPoints.map((text, index) => ({ point: index + 1, text })),
  ]
  const refused = /^I (?:cannot|can't) /.test(answer)
  return {
    claims: refused
      ? []
      : claims.map((text, index) => {
          const entailedBy = holding(text)
          const supported = entailedBy.length > 0
          return {
            id: index + 1,
            text,
            support: supported ? 'entailment' : 'neutral',
            entailedBy,
            contradictedBy: [],
            undeterminedBy: [],
            cited: 'none',
            reference:
              statements.length === 0
                ? 'none'
                : statements.some((statement) => statement.text.includes(text))
                  ? 'entailment'
                  : 'neutral',
            harmless: 'none',
            kind: supported ? 'none' : 'beyond-sources',
            referenceKind:
              statements.length === 0 || statements.some((statement) => statement.text.includes(text)) ? 'none' : 'too-detailed',
            nearest: entailedBy[0] ?? passages[0]?.number ?? null,
            reason: supported ? 'stated word for word' : 'no passage states it',
          }
        }),
    referenceClaims: statements.map(({ point, text }) => ({
      point,
      text,
      answer: answer.includes(text) ? 'entailment' : 'neutral',
      entailedBy: holding(text),
      contradictedBy: [],
      undeterminedBy: [],
      reason: 'compared word for word',
    })),
    correct: statements.length === 0 ? null : statements.every(({ text }) => answer.includes(text)),
    correctReason: 'compared word for word',
    outcome: refused ? 'refused' : 'answered',
    outcomeReason: refused ? 'it declines' : 'it answers',
  }
}
