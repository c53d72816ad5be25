import type { AnswerClaim, Verdict } from '../schema/verdict.js'
import type { Judge, JudgeRequest } from './judge.js'
import { answerBody } from './offline/body.js'
import { checkAllSteps } from './offline/check-all.js'
import { type Claims, claimSteps } from './offline/claims.js'
import { spokenLanguage } from './offline/language.js'
import { figure, LIMITS } from './offline/limits.js'
import { paced, type Steps } from './offline/pace.js'
import { BEYOND_LIMIT, referenceSteps } from './offline/reference.js'
import { detectOutcomeSteps } from './offline/refusal.js'
import { indexSteps } from './offline/source-index.js'
import type { Support } from './offline/support.js'

const NAME = 'offline'
const RUBRIC = 'lexical-3-band'

/**
 * The judge that needs no key and no network: a lexical support check, not an entailment judge. It says `entailment` where an
 * answer's wording stands in a passage, `neutral` where it stands nowhere, and `undetermined` otherwise, which is often. It never
 * says `contradiction`. The same request always gets the same verdict. It gives way to other work all the time, and what lies beyond
 * `LIMITS` is undetermined. Throws only when the signal is aborted.
 */
export function offlineJudge(): Judge {
  return {
    name: NAME,
    rubric: RUBRIC,
    async assess(request, { signal }) {
      return await paced(assess(request), signal)
    },
  }
}

function* assess(request: JudgeRequest): Steps<Verdict> {
  const { language } = request
  const question = request.question.slice(0, LIMITS.text)
  const judge = { name: NAME, rubric: RUBRIC }
  const detected = yield* detectOutcomeSteps(request.answer, language)
  if (request.answer.trim() === '') {
    const outcome = { outcome: 'undetermined' as const, outcomeReason: detected.reason }
    return {
      claims: [],
      referenceClaims: [],
      correct: null,
      correctReason: 'empty answer',
      ...outcome,
      notes: ['empty answer'],
      judge,
    }
  }
  const answer = request.answer.slice(0, LIMITS.answer)
  const cut = answer.length < request.answer.length
  const spoken = spokenLanguage(language, answerBody(answer))
  const { claims, aboutSources } = yield* claimSteps(answer, question, spoken)
  // Its end is not known.
  if (cut) claims.pop()
  const source = yield* indexSteps(
    request.passages.map(({ text }) => text),
    language,
    spoken,
  )
  const found = yield* checkAllSteps(
    claims.map(({ text }) => text),
    source,
  )
  const { correct, correctReason, referenceClaims, unchecked } = yield* referenceSteps(request)
  const notes = [
    'a lexical support check, not an entailment judge',
    ...(request.passages.length === 0 ? ['no passages'] : []),
    ...(claims.length === 0 && !cut ? ['no claims: the answer makes no checkable statement'] : []),
    ...(referenceClaims.length === 0 ? ['no reference'] : []),
    ...(aboutSources.length > 0
      ? [
          `${aboutSources.length} ${aboutSources.length === 1 ? 'sentence' : 'sentences'} about the sources themselves not checked`,
        ]
      : []),
    ...(cut ? [`only the first ${figure(LIMITS.answer)} characters of the answer were read`] : []),
    ...(source.whole < source.passages.length
      ? [`only the first ${figure(LIMITS.passages)} characters of the passages were read`]
      : []),
    ...(found.length < claims.length ? [`${claims.length - found.length} of ${claims.length} claims ${BEYOND_LIMIT}`] : []),
    ...(unchecked > 0 ? [`${unchecked} of ${referenceClaims.length} points of the reference ${BEYOND_LIMIT}`] : []),
  ]
  return {
    claims: [
      ...claims.map((claim, at) => answerClaim(claim, found[at])),
      ...(cut ? [{ text: 'The rest of the answer', support: 'undetermined' as const, reason: 'not read' }] : []),
    ],
    referenceClaims,
    correct,
    ...(correctReason !== undefined && { correctReason }),
    ...outcomeOf(request, detected),
    notes,
    judge,
  }
}

function answerClaim({ text, harmless, harmlessReason }: Claims['claims'][number], found: Support | undefined): AnswerClaim {
  if (found === undefined)
    return { text, support: 'undetermined', ...(harmless !== undefined && { harmless }), reason: BEYOND_LIMIT }
  return {
    text,
    support: found.label,
    ...(found.passages.length > 0 && { passages: found.passages }),
    ...(harmless !== undefined && { harmless }),
    ...(harmless === undefined && found.kind !== null && { kind: found.kind }),
    ...(found.nearest !== null && { nearest: found.nearest }),
    reason: harmlessReason === undefined ? found.reason : `${harmlessReason}; ${found.reason}`,
  }
}

function outcomeOf({ falsePremise }: JudgeRequest, { outcome, reason }: { outcome: Verdict['outcome']; reason: string }) {
  if (falsePremise && outcome === 'answered') {
    return {
      outcome: 'undetermined' as const,
      outcomeReason: `the question rests on a false premise, and a lexical check cannot tell a premise put right from one accepted; ${reason}`,
    }
  }
  return { outcome, outcomeReason: reason }
}
