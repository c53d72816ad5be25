import { JudgeError } from '../errors.js'
import { once } from '../providers/once.js'
import type { Json } from '../schema/json.js'
import type { VerdictInput } from '../schema/verdict.js'
import { count } from '../text/count.js'
import { assemble } from './assemble.js'
import { type Assessment, type ModelJudgeParts, NotRecorded, receive, replayOnly } from './call.js'
import { consumed } from './call-cost.js'
import type { Judge, JudgePlan, JudgeRequest } from './judge.js'
import { NOTHING_PLANNED, planOf } from './plan.js'
import { buildFurtherPrompt, buildPrompt, hasText, type Piece, type Prompt } from './prompt.js'
import { readable, type Send } from './readable.js'
import { FURTHER_REPLY_SCHEMA, type FurtherReply, parseFurtherReply, parseReply, REPLY_SCHEMA, type Reply } from './reply.js'
import { rawText } from './reply-limits.js'
import { DEFAULT_RUBRIC, readRubric } from './rubric.js'
import { groupsOf, splitPassages } from './split.js'

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

const NOTHING_FOUND = { claims: [], referenceClaims: [] }

async function judge(
  { options }: ModelJudgeParts,
  rubric: string,
  { request, context }: Assessment,
  send: Send,
): Promise<Omit<VerdictInput, 'judge' | 'usage' | 'recordedAt'>> {
  const limit = options.maxInputCharacters ?? DEFAULT_MAX_INPUT_CHARACTERS
  const [first = [], ...rest] = partsOf(rubric, request, limit)
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
    unreadable(reason, replies) {
      const message = `the judge's reply could not be read, and asking again did not help: ${reason}`
      throw new JudgeError('reply', message, { raw: rawText(replies.map(({ reply }) => reply.text)) })
    },
  })
  const claims = (reply.claims ?? []).map(({ id, text }) => ({ id, text }))
  const referenceClaims = reply.referenceClaims.map(({ point, text }, index) => ({
    id: index + 1,
    text: request.answerPoints[point - 1] ?? text,
  }))
  const further: FurtherReply[] = []
  for (const pieces of claims.length + referenceClaims.length === 0 ? [] : rest) {
    const room = limit - buildFurtherPrompt(rubric, request, pieces, NOTHING_FOUND).user.length
    const { groups, leftOut } = groupsOf({ claims, referenceClaims }, room)
    const passages = numbersOf(pieces)
    const part: FurtherReply = { passages, claims: [], referenceClaims: [], problems: [] }
    const shown = `passages ${[...passages].join(', ')}`
    if (leftOut > 0) part.problems.push(`${count(leftOut, 'claim')} did not fit beside ${shown}`)
    for (const group of groups) {
      const wanted = { passages, claims: idsOf(group.claims), referenceClaims: idsOf(group.referenceClaims) }
      const prompt = buildFurtherPrompt(rubric, request, pieces, group)
      const read = await readable<FurtherReply>(send, prompt, FURTHER_REPLY_SCHEMA, context, raw, {
        parse: (text) => parseFurtherReply(text, wanted),
        worth: (given) => given.claims.length + given.referenceClaims.length,
        async unreadable(reason, replies) {
          // They are part of a verdict, which a replay must come to as well.
          for (const each of replies) await each.keep()
          raw.push(...replies.map(({ reply }) => reply.text))
          return { passages, claims: [], referenceClaims: [], problems: [`nothing could be read on ${shown} (${reason})`] }
        },
      })
      part.claims.push(...read.claims)
      part.referenceClaims.push(...read.referenceClaims)
      part.problems.push(...read.problems)
    }
    further.push(part)
  }
  return { ...assemble(request, reply, further), ...(raw.length === 0 ? {} : { raw: rawText(raw) }) }
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

const numbersOf = (pieces: readonly Piece[]) => new Set(pieces.map(({ number }) => number))
const idsOf = (claims: readonly { id: number }[]) => new Set(claims.map(({ id }) => id))
