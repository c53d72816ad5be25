import type { Cassettes } from '../cassettes/cassettes.js'
import type { CassetteCall } from '../cassettes/key.js'
import { JudgeError } from '../errors.js'
import type { Json } from '../schema/json.js'
import type { Cost } from '../schema/record.js'
import type { Usage } from '../schema/response.js'
import type { Verdict, VerdictInput } from '../schema/verdict.js'
import { assemble } from './assemble.js'
import { admitOrThrow, type Ledger, NO_COST } from './budget.js'
import { type Ask, DEFAULT_DEADLINE_MS, DEFAULT_MAX_TOKENS, ModelReply, type OpenClient } from './client.js'
import type { Judge, JudgeContext, JudgeRequest } from './judge.js'
import type { ModelOptions } from './options.js'
import { costOf } from './prices.js'
import { buildFurtherPrompt, buildPrompt, hasText, type Piece, type Prompt } from './prompt.js'
import { FURTHER_REPLY_SCHEMA, type FurtherReply, parseFurtherReply, parseReply, REPLY_SCHEMA, type Reply } from './reply.js'
import { ProviderFault, type RetryOptions, withRetries } from './retry.js'
import { DEFAULT_RUBRIC, readRubric } from './rubric.js'
import { splitPassages } from './split.js'

export const DEFAULT_MAX_INPUT_CHARACTERS = 200_000
const DEFAULT_RETRIES = 4

export interface ModelJudgeParts {
  options: ModelOptions
  open: OpenClient
  root: string
  cassettes: Cassettes
  ledger: Ledger
  /** How retries are timed; tests shorten it. */
  timing: Pick<RetryOptions, 'baseMs' | 'totalMs' | 'random'>
}

/** One reply as it came, and when it was recorded if it was replayed. */
interface Received {
  reply: ModelReply
  recordedAt: string | null
}

/** All that the calls of one answer have in common. */
interface Assessment {
  request: JudgeRequest
  context: JudgeContext
  received: Received[]
}

/**
 * A judge that asks a model: one structured call per answer, further ones only where the passages do not fit into it or a reply cannot
 * be used. What comes back is checked, and what cannot be read is unknown.
 */
export function modelJudge(parts: ModelJudgeParts): Judge {
  const { options } = parts
  const rubric = options.rubric ?? DEFAULT_RUBRIC
  const who = { name: options.provider, model: options.model, rubric }
  const rubricText = once(() => readRubric(rubric, parts.root))
  const open = once(parts.open)
  return {
    ...who,
    async assess(request, context) {
      if (!hasText(request.answer))
        return { claims: [], correct: null, outcome: 'undetermined', notes: ['empty answer'], judge: who }
      const assessment: Assessment = { request, context, received: [] }
      const ask = (prompt: Prompt, schema: Json) => receive(parts, open, assessment, prompt, schema)
      return { ...(await judge(parts, await rubricText(), assessment, ask)), judge: who, ...consumed(assessment.received, parts) }
    },
  }
}

type Send = (prompt: Prompt, schema: Json) => Promise<Received & { keep(): Promise<void> }>

async function judge(
  { options }: ModelJudgeParts,
  rubric: string,
  { request, context }: Assessment,
  send: Send,
): Promise<Omit<VerdictInput, 'judge' | 'usage' | 'recordedAt'>> {
  const [first = [], ...rest] = partsOf(rubric, request, options.maxInputCharacters ?? DEFAULT_MAX_INPUT_CHARACTERS)
  const raw: string[] = []
  const asked = {
    answerPoints: request.answerPoints.length,
    reference: hasText(request.reference) || request.answerPoints.length > 0,
    falsePremise: request.falsePremise,
    passages: numbersOf(first),
  }
  const reply = await readable<Reply>(send, buildPrompt(rubric, request, first), REPLY_SCHEMA, context, raw, {
    parse: (text) => parseReply(text, asked),
    worth: ({ claims, claimsWhole, correct, outcome }) =>
      (claimsWhole ? 1000 : 0) + (claims?.length ?? 0) + (correct === undefined ? 0 : 1) + (outcome === undefined ? 0 : 1),
  })
  const claims = (reply.claims ?? []).map(({ id, text }) => ({ id, text }))
  const referenceClaims = reply.referenceClaims.map(({ point, text }, index) => ({
    id: index + 1,
    text: request.answerPoints[point - 1] ?? text,
  }))
  const further: FurtherReply[] = []
  for (const pieces of claims.length + referenceClaims.length === 0 ? [] : rest) {
    const wanted = { passages: numbersOf(pieces), claims: idsOf(claims), referenceClaims: idsOf(referenceClaims) }
    const prompt = buildFurtherPrompt(rubric, request, pieces, { claims, referenceClaims })
    further.push(
      await readable<FurtherReply>(send, prompt, FURTHER_REPLY_SCHEMA, context, raw, {
        parse: (text) => parseFurtherReply(text, wanted),
        worth: (part) => part.claims.length + part.referenceClaims.length,
      }),
    )
  }
  return { ...assemble(request, reply, further), ...(raw.length === 0 ? {} : { raw: raw.join('\n---\n') }) }
}

/** The passages in as many parts as the limit asks for; room is left for the claims that further parts repeat. */
function partsOf(rubric: string, request: JudgeRequest, limit: number): Piece[][] {
  const whole = request.passages.map(({ text }, index) => ({ number: index + 1, text }))
  if (buildPrompt(rubric, request, whole).user.length <= limit) return [whole]
  const fixed = buildPrompt(rubric, request, []).user.length
  return splitPassages(request.passages, limit - fixed - 2 * request.answer.length)
}

/**
 * A reply that can be read: asked for again, once and with the reason, where some of it cannot. Of two partly readable replies the one
 * that says more counts, and its text is kept in `raw`. Throws a `JudgeError` of kind `reply` where nothing is readable. Only what was
 * of use is recorded.
 */
async function readable<Parsed extends { problems: string[] }>(
  send: Send,
  prompt: Prompt,
  schema: Json,
  { signal }: JudgeContext,
  raw: string[],
  { parse, worth }: { parse: (text: string) => Parsed | null; worth: (parsed: Parsed) => number },
): Promise<Parsed> {
  const first = await send(prompt, schema)
  const read = parsed(first.reply)
  if (read !== null && read.problems.length === 0) {
    await first.keep()
    return read
  }
  const reason =
    first.reply.stop === 'refusal'
      ? 'the model declined'
      : (read?.problems.slice(0, 5).join('; ') ?? 'it holds no JSON object of this form')
  const unreadable = (text: string) =>
    new JudgeError('reply', `the judge's reply could not be read, and asking again did not help: ${reason}`, { raw: text })
  if (first.reply.stop === 'refusal' && read === null) throw unreadable(first.reply.text)

  let second: Awaited<ReturnType<Send>>
  try {
    second = await send({ ...prompt, user: `${prompt.user}\n\n${repair(reason, first.reply.stop)}` }, schema)
  } catch (error) {
    // What was readable of the first reply is no worse for it, unless the case itself is over.
    if (read === null || signal.aborted || !(error instanceof JudgeError)) throw error
    await first.keep()
    raw.push(first.reply.text)
    return read
  }
  const again = parsed(second.reply)
  if (read === null && again === null) throw unreadable(`${first.reply.text}\n---\n${second.reply.text}`)
  await first.keep()
  await second.keep()
  const better = again !== null && (read === null || again.problems.length === 0 || worth(again) > worth(read))
  if (better && again.problems.length === 0) return again
  raw.push((better ? second : first).reply.text)
  return (better ? again : read) as Parsed

  function parsed({ text }: ModelReply): Parsed | null {
    const result = parse(text)
    return result !== null && worth(result) > 0 ? result : null
  }
}

function repair(reason: string, stop: ModelReply['stop']): string {
  const shorter = stop === 'length' ? ' It was too long: give reasons of a few words.' : ''
  return `A reply to this message could not be used: ${reason}.${shorter} Reply again, with one JSON object in the form that was described and nothing else.`
}

/** One call: from its recording, or admitted, sent with retries, settled, and kept once it has proved of use. */
async function receive(
  parts: ModelJudgeParts,
  open: OpenClient,
  { request, context, received }: Assessment,
  prompt: Prompt,
  schema: Json,
): Promise<Received & { keep(): Promise<void> }> {
  const call = callOf(parts.options, request, prompt, schema)
  const recording = await parts.cassettes.replay(call, ModelReply)
  if (recording !== null) {
    const replayed = { reply: recording.payload, recordedAt: recording.recordedAt }
    received.push(replayed)
    return { ...replayed, keep: async () => {} }
  }
  const reply = await live(parts, await open(), context, prompt, schema)
  const fresh = { reply, recordedAt: null }
  received.push(fresh)
  return { ...fresh, keep: () => parts.cassettes.record(call, reply as Json) }
}

async function live(parts: ModelJudgeParts, ask: Ask, context: JudgeContext, prompt: Prompt, schema: Json): Promise<ModelReply> {
  const { options, ledger, timing } = parts
  const { signal } = context
  const counter = { attempts: 0 }
  if (signal.aborted) throw stopped(signal)
  await admitOrThrow(ledger, estimateOf(options, prompt), signal)
  let cost: Cost = NO_COST
  let failed = false
  try {
    const retry = {
      ...timing,
      retries: options.retries ?? DEFAULT_RETRIES,
      deadlineMs: options.deadlineMs ?? DEFAULT_DEADLINE_MS,
    }
    const reply = await withRetries((attempt) => ask({ ...prompt, schema }, attempt), signal, retry, counter)
    cost = spent(reply, parts)
    return reply
  } catch (error) {
    failed = !signal.aborted || (signal.reason instanceof Error && signal.reason.name === 'TimeoutError')
    cost = { ...NO_COST, calls: 1 }
    if (signal.aborted) throw stopped(signal, error)
    if (!(error instanceof ProviderFault)) throw error
    const attempts = counter.attempts === 1 ? '' : `, after ${counter.attempts} attempts`
    throw new JudgeError(
      error.kind === 'deadline' ? 'deadline' : 'provider',
      `${options.provider} ${options.model}: ${error.message}${attempts}`,
      {
        cause: error,
      },
    )
  } finally {
    context.onCost?.(cost)
    await ledger.settle(cost, { failed })
  }
}

/** Everything that changes the answer. A host's own credentials do not, and must not make a keyless replay miss. */
function callOf(options: ModelOptions, request: JudgeRequest, prompt: Prompt, schema: Json): CassetteCall {
  const { temperature, reasoningEffort, deadlineMs, maxTokens = DEFAULT_MAX_TOKENS } = options
  const parameters = { temperature, reasoningEffort, deadlineMs, maxTokens, seed: 'seed' in options ? options.seed : undefined }
  return {
    kind: 'judge',
    suite: request.suite,
    id: request.id,
    components: {
      provider: options.provider,
      baseURL: options.baseURL,
      model: options.model,
      parameters: Object.fromEntries(
        Object.entries(parameters).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
      ),
      headers: options.headers === undefined ? undefined : withoutCredentials(options.headers),
      prompt: prompt.system,
      schema,
      input: prompt.user,
      trial: request.trial,
    },
  }
}

function withoutCredentials(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), /auth|key|token|cookie|secret/i.test(name) ? '' : value]),
  )
}

/** About 4 characters a token in, and a claim for every 150 characters of prompt data at most; only to reserve, never reported. */
function estimateOf(options: ModelOptions, prompt: Prompt): Cost {
  const inputTokens = Math.ceil((prompt.system.length + prompt.user.length) / 4)
  const outputTokens = Math.min(options.maxTokens ?? DEFAULT_MAX_TOKENS, 300 + Math.ceil(prompt.user.length / 10))
  return { calls: 1, inputTokens, outputTokens, usd: costOf({ model: options.model, inputTokens, outputTokens }, options.prices) }
}

function spent({ usage }: ModelReply, { options }: ModelJudgeParts): Cost {
  return {
    calls: 1,
    inputTokens: usage.inputTokens ?? 0,
    outputTokens: usage.outputTokens ?? 0,
    usd: priced(usage, options),
  }
}

/** By the model that was asked for: an alias that a provider resolves to a name of its own is priced as the user knows it. */
function priced(usage: ModelReply['usage'], options: ModelOptions): number | null {
  return costOf({ ...usage, model: options.model }, options.prices) ?? costOf(usage, options.prices)
}

/** Usage of what was live, and when it was recorded where nothing was. A replayed call costs nothing. */
function consumed(received: readonly Received[], { options }: ModelJudgeParts): Pick<Verdict, 'usage' | 'recordedAt'> {
  const fresh = received.filter(({ recordedAt }) => recordedAt === null).map(({ reply }) => reply.usage)
  const oldest = received.flatMap(({ recordedAt }) => recordedAt ?? []).sort()[0]
  if (fresh.length === 0) return oldest === undefined ? {} : { recordedAt: oldest }
  const usd = total(fresh.map((usage) => priced(usage, options) ?? undefined))
  const sums: Usage = { model: fresh[0]?.model ?? options.model }
  for (const name of ['inputTokens', 'cachedInputTokens', 'outputTokens'] as const) {
    const sum = total(fresh.map((usage) => usage[name]))
    if (sum !== undefined) sums[name] = sum
  }
  return { usage: usd === undefined ? sums : { ...sums, usd } }
}

/** The sum; undefined as soon as one of them is not known. */
function total(numbers: readonly (number | undefined)[]): number | undefined {
  return numbers.reduce((sum, number) => (sum === undefined || number === undefined ? undefined : sum + number), 0)
}

function stopped(signal: AbortSignal, cause: unknown = signal.reason): JudgeError {
  const why = signal.reason instanceof Error && signal.reason.name === 'TimeoutError' ? 'ran out of time' : 'was stopped'
  return new JudgeError('deadline', `the case ${why} before the judge had replied`, { cause })
}

/** Runs once and shares the result; a failure is not kept, so that the next call may find what is missing now. */
function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined
      throw error
    })
    return made
  }
}

const numbersOf = (pieces: readonly Piece[]) => new Set(pieces.map(({ number }) => number))
const idsOf = (claims: readonly { id: number }[]) => new Set(claims.map(({ id }) => id))
