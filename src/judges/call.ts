import { estimateTokenCount } from 'tokenx'
import { DeadlineError } from '../abort.js'
import type { Cassettes } from '../cassettes/cassettes.js'
import { type CassetteCall, type KeyedCall, keyCall } from '../cassettes/key.js'
import { writesRecordings } from '../cassettes/mode.js'
import { JudgeError, messageOf } from '../errors.js'
import type { Json } from '../schema/json.js'
import type { Cost } from '../schema/record.js'
import type { Usage } from '../schema/response.js'
import type { Verdict } from '../schema/verdict.js'
import { admitOrThrow, type Ledger, NO_COST, type Party } from './budget.js'
import { type Ask, DEFAULT_DEADLINE_MS, DEFAULT_MAX_TOKENS, ModelReply, type OpenClient } from './client.js'
import type { JudgeContext, JudgeRequest } from './judge.js'
import type { ModelOptions } from './options.js'
import { costOf } from './prices.js'
import type { Prompt } from './prompt.js'
import { ProviderFault, pause, type RetryOptions, withRetries } from './retry.js'

const DEFAULT_RETRIES = 4

export interface ModelJudgeParts {
  options: ModelOptions
  open: OpenClient
  root: string
  cassettes: Cassettes
  ledger: Ledger
  /** How retries are timed; tests shorten it. */
  timing: Pick<RetryOptions, 'baseMs' | 'totalMs' | 'random' | 'sleep'>
}

/** One reply as it came, and when it was recorded if it was replayed. */
export interface Received {
  reply: ModelReply
  recordedAt: string | null
}

/** A reply that `keep` records, once it has proved of use. */
export interface Kept extends Received {
  keep(): Promise<void>
}

/** All that the calls of one answer have in common. */
export interface Assessment {
  request: JudgeRequest
  context: JudgeContext
  received: Received[]
}

/** What an estimate runs into: the call that would be made live. */
export class NotRecorded extends Error {
  constructor(
    readonly prompt: Prompt,
    readonly schema: Json,
  ) {
    super('not recorded')
  }
}

/** A call from its recording; throws `NotRecorded` where there is none. Nothing is sent. */
export async function replayOnly(
  parts: ModelJudgeParts,
  { request, received }: Assessment,
  prompt: Prompt,
  schema: Json,
): Promise<Kept> {
  const recording = await parts.cassettes.replay(keyCall(callOf(parts.options, request, prompt, schema)), ModelReply)
  if (recording === null) throw new NotRecorded(prompt, schema)
  const replayed = { reply: recording.payload, recordedAt: recording.recordedAt }
  received.push(replayed)
  return { ...replayed, keep: async () => {} }
}

/** One call: from its recording, or admitted, sent with retries, settled, and kept once it has proved of use. */
export async function receive(
  parts: ModelJudgeParts,
  open: OpenClient,
  { request, context, received }: Assessment,
  prompt: Prompt,
  schema: Json,
): Promise<Kept> {
  const call = keyCall(callOf(parts.options, request, prompt, schema))
  const recording = await parts.cassettes.replay(call, ModelReply)
  if (recording !== null) {
    context.onRecording?.(call.key)
    const replayed = { reply: recording.payload, recordedAt: recording.recordedAt }
    received.push(replayed)
    return { ...replayed, keep: async () => {} }
  }
  // What further parts ask about comes of this reply, and must be the same when it is replayed.
  const reply = parts.cassettes.asKept(await live(parts, await open(), context, prompt, schema))
  const fresh = { reply, recordedAt: null }
  received.push(fresh)
  return { ...fresh, keep: () => record(parts, call, reply, context) }
}

async function record({ cassettes }: ModelJudgeParts, call: KeyedCall, reply: ModelReply, context: JudgeContext): Promise<void> {
  await cassettes.record(call, reply as Json)
  if (writesRecordings(cassettes.mode)) context.onRecording?.(call.key)
}

async function live(parts: ModelJudgeParts, ask: Ask, context: JudgeContext, prompt: Prompt, schema: Json): Promise<ModelReply> {
  const { options, ledger, timing } = parts
  const { signal } = context
  const counter = { attempts: 0 }
  if (signal.aborted) throw stopped(signal)
  const party = partyOf(options)
  const estimate = estimateOf(options, prompt, schema)
  const offClock: NonNullable<JudgeContext['offClock']> = context.offClock ?? ((wait) => wait())
  await offClock(() => admitOrThrow(ledger, party, estimate, signal))
  let cost: Cost = NO_COST
  let failure: string | undefined
  try {
    const { sleep = pause } = timing
    const retry: RetryOptions = {
      ...timing,
      // A further attempt is a request too. It waits here, so that its own deadline begins after.
      sleep: async (ms, until) => {
        await sleep(ms, until)
        await offClock(async () => ledger.again?.(party, estimate, until))
      },
      retries: options.retries ?? DEFAULT_RETRIES,
      deadlineMs: options.deadlineMs ?? DEFAULT_DEADLINE_MS,
    }
    const reply = await withRetries((attempt) => ask({ ...prompt, schema }, attempt), signal, retry, counter)
    cost = spent(reply, parts)
    return reply
  } catch (error) {
    // A run that is cancelled says nothing of the provider; one that has used up the case's time does.
    if (!signal.aborted || signal.reason instanceof DeadlineError) failure = messageOf(error)
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
    await ledger.settle(party, cost, failure)
  }
}

/**
 * Everything that changes the answer, and the deadline, which decides whether there is one. A host's own credentials do not, and must
 * not make a keyless replay miss.
 */
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

/** Limits a minute and failures in a row are of a model on a host. */
function partyOf({ provider, baseURL, model, requestsPerMinute, tokensPerMinute }: ModelOptions): Party {
  const name = [provider, model, ...(baseURL === undefined ? [] : [`at ${baseURL}`])].join(' ')
  return { name, limits: { requests: requestsPerMinute, tokens: tokensPerMinute } }
}

/** By the text's script, and a reply a tenth as long as the message: only to reserve by and for limits a minute, never reported. */
function estimateOf(options: ModelOptions, prompt: Prompt, schema: Json): Cost {
  const inputTokens = estimateTokenCount(`${prompt.system}\n${prompt.user}\n${JSON.stringify(schema)}`)
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
export function consumed(received: readonly Received[], { options }: ModelJudgeParts): Pick<Verdict, 'usage' | 'recordedAt'> {
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
  const why = signal.reason instanceof DeadlineError ? 'ran out of time' : 'was stopped'
  return new JudgeError('deadline', `the case ${why} before the judge had replied`, { cause })
}
