import { JudgeError } from '../errors.js'
import type { Json } from '../schema/json.js'
import type { VerdictInput } from '../schema/verdict.js'
import { assemble } from './assemble.js'
import { type Assessment, type Kept, type ModelJudgeParts, NotRecorded, receive, replayOnly } from './call.js'
import { consumed } from './call-cost.js'
import type { ModelReply } from './client.js'
import type { Judge, JudgeContext, JudgePlan, JudgeRequest } from './judge.js'
import { once } from './once.js'
import { NOTHING_PLANNED, planOf } from './plan.js'
import { buildFurtherPrompt, buildPrompt, hasText, type Piece, type Prompt } from './prompt.js'
import { FURTHER_REPLY_SCHEMA, type FurtherReply, parseFurtherReply, parseReply, REPLY_SCHEMA, type Reply } from './reply.js'
import { DEFAULT_RUBRIC, readRubric } from './rubric.js'
import { splitPassages } from './split.js'

const DEFAULT_MAX_INPUT_CHARACTERS = 200_000

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
      return {
        ...(await judge(parts, await rubricText(), assessment, ask)),
        judge: who,
        ...consumed(assessment.received, options),
      }
    },
    plan: async (request, recordings) =>
      hasText(request.answer) ? await planCalls(parts, await rubricText(), request, recordings) : NOTHING_PLANNED,
  }
}

/** How many calls an answer takes is known from its recordings up to the first that is missing; each further part is one more. */
async function planCalls(
  parts: ModelJudgeParts,
  rubric: string,
  request: JudgeRequest,
  recordings: 'used' | 'ignored',
): Promise<JudgePlan> {
  const { options } = parts
  const pieces = partsOf(rubric, request, options.maxInputCharacters ?? DEFAULT_MAX_INPUT_CHARACTERS)
  const assessment: Assessment = { request, context: { signal: new AbortController().signal }, received: [] }
  const ask = (prompt: Prompt, schema: Json) => {
    // Where nothing may be asked, what is not recorded is a miss and no call.
    if (recordings === 'ignored' && parts.cassettes.mode !== 'replay') throw new NotRecorded(prompt, schema)
    return replayOnly(parts, assessment, prompt, schema)
  }
  try {
    await judge(parts, rubric, assessment, ask)
  } catch (error) {
    if (!(error instanceof NotRecorded)) return { ...NOTHING_PLANNED, recorded: assessment.received.length }
    const { prompt, schema } = error
    const further = Math.max(0, pieces.length - 1 - assessment.received.length)
    return planOf(options, request, { prompt, schema, further, recorded: assessment.received.length })
  }
  return { ...NOTHING_PLANNED, recorded: assessment.received.length }
}

type Send = (prompt: Prompt, schema: Json) => Promise<Kept>

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
    reference: hasText(request.reference),
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
  const said = request.answer.length + (request.reference?.length ?? 0) + request.answerPoints.join('').length
  const repeated = 2 * said + 100 * Math.ceil(said / 60)
  return splitPassages(request.passages, limit - fixed - repeated - 100 - 6 * request.passages.length)
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

  let second: Kept
  try {
    const request = repair(reason, first.reply.stop)
    second = await send(
      { ...prompt, user: `${prompt.user}\n\n${request}`, detail: { ...prompt.detail, repair: request } },
      schema,
    )
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

const numbersOf = (pieces: readonly Piece[]) => new Set(pieces.map(({ number }) => number))
const idsOf = (claims: readonly { id: number }[]) => new Set(claims.map(({ id }) => id))
