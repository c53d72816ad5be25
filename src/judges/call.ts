import { DeadlineError } from '../abort.js'
import type { Cassettes } from '../cassettes/cassettes.js'
import { type KeyedCall, keyCall } from '../cassettes/key.js'
import { publicUrl, redactWords } from '../cassettes/redact.js'
import { JudgeError, messageOf } from '../errors.js'
import { type Ask, DEFAULT_DEADLINE_MS, DEFAULT_RETRIES, ModelReply, type OpenClient } from '../providers/client.js'
import { ProviderFault, pause, type RetryOptions, withRetries } from '../providers/retry.js'
import { credentialsOf, messageSecretsOf } from '../providers/secrets.js'
import { SetupError } from '../providers/setup-error.js'
import type { Json } from '../schema/json.js'
import type { Cost } from '../schema/record.js'
import { admitOrThrow, type Ledger, NO_COST, type Party } from './budget.js'
import { countedAs, estimateOf, type Received, spent } from './call-cost.js'
import { callOf } from './call-key.js'
import type { JudgeContext, JudgeRequest } from './judge.js'
import type { ModelOptions } from './options.js'
import type { Prompt } from './prompt.js'

export interface ModelJudgeParts {
  options: ModelOptions
  open: OpenClient
  root: string
  cassettes: Cassettes
  ledger: Ledger
  /** How retries are timed; tests shorten it. */
  timing: Pick<RetryOptions, 'baseMs' | 'totalMs' | 'random' | 'sleep'>
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
  const recording = await parts.cassettes.replay(keyedCall(parts.options, request, prompt, schema), ModelReply)
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
  const call = keyedCall(parts.options, request, prompt, schema)
  const recording = await parts.cassettes.replay(call, ModelReply)
  if (recording !== null) {
    context.onRecording?.(call.key)
    const replayed = { reply: recording.payload, recordedAt: recording.recordedAt }
    received.push(replayed)
    return { ...replayed, keep: async () => {} }
  }
  // What further parts ask about comes of this reply, and must be the same when it is replayed.
  const ask = await opened(open)
  await parts.cassettes.tryWriting()
  const reply = parts.cassettes.redact(await live(parts, ask, context, prompt, schema), credentialsOf(parts.options))
  const fresh = { reply, recordedAt: null }
  received.push(fresh)
  return { ...fresh, keep: () => record(parts, call, reply, context) }
}

/** A judge that lacks its package or key is set up wrong: no further case is judged. */
async function opened(open: OpenClient): Promise<Ask> {
  try {
    return await open()
  } catch (error) {
    throw error instanceof SetupError ? new JudgeError('setup', error.message, { cause: error.cause }) : error
  }
}

function keyedCall(options: ModelOptions, request: JudgeRequest, prompt: Prompt, schema: Json): KeyedCall {
  return keyCall({ ...callOf(options, request, prompt, schema), secrets: () => credentialsOf(options) })
}

async function record({ cassettes }: ModelJudgeParts, call: KeyedCall, reply: ModelReply, context: JudgeContext): Promise<void> {
  const { key, unrecorded } = await cassettes.record(call, reply)
  if (key !== null) context.onRecording?.(key)
  if (unrecorded !== undefined) context.onUnrecorded?.(unrecorded)
}

async function live(parts: ModelJudgeParts, ask: Ask, context: JudgeContext, prompt: Prompt, schema: Json): Promise<ModelReply> {
  const { options, cassettes, ledger, timing } = parts
  const { signal } = context
  const counter = { attempts: 0 }
  if (signal.aborted) throw stopped(signal)
  const party = partyOf(options)
  const estimate = estimateOf(options, prompt, schema)
  const offClock: NonNullable<JudgeContext['offClock']> = context.offClock ?? ((wait) => wait())
  await offClock(() => admitOrThrow(ledger, party, estimate, signal))
  let cost: Cost = NO_COST
  let counted: Cost | undefined
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
    const reply = await withRetries(
      (attempt) => ask({ system: prompt.system, user: prompt.user, schema }, attempt),
      signal,
      retry,
      counter,
    )
    cost = spent(reply, options)
    counted = countedAs(reply, cost, estimate)
    return reply
  } catch (error) {
    const words = redactWords(cassettes.redact, messageOf(error), messageSecretsOf(options))
    // A run that is cancelled says nothing of the provider; one that has used up the case's time does.
    if (!signal.aborted || signal.reason instanceof DeadlineError) failure = words
    cost = { ...NO_COST, calls: 1 }
    if (signal.aborted) throw stopped(signal)
    if (!(error instanceof ProviderFault)) throw error
    const attempts = counter.attempts === 1 ? '' : `, after ${counter.attempts} attempts`
    throw new JudgeError(
      error.kind === 'deadline' ? 'deadline' : 'provider',
      // Without the error as its cause, which would bring along what was taken out of its words.
      `${options.provider} ${options.model}: ${words}${attempts}`,
    )
  } finally {
    context.onCost?.(cost)
    await ledger.settle(party, counted ?? cost, failure)
  }
}

/** Limits a minute and failures in a row are of a model on a host. */
function partyOf({ provider, baseURL, model, requestsPerMinute, tokensPerMinute }: ModelOptions): Party {
  const name = [provider, model, ...(baseURL === undefined ? [] : [`at ${publicUrl(baseURL)}`])].join(' ')
  return { name, limits: { requests: requestsPerMinute, tokens: tokensPerMinute } }
}

function stopped(signal: AbortSignal): JudgeError {
  const why = signal.reason instanceof DeadlineError ? 'ran out of time' : 'was stopped'
  return new JudgeError('deadline', `the case ${why} before the judge had replied`, { cause: signal.reason })
}
