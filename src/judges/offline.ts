import type { AnswerClaim, ReferenceClaim, Verdict } from '../schema/verdict.js'
import { stripMarkdown } from '../text/markdown.js'
import { splitSentences } from '../text/sentences.js'
import type { Judge, JudgeRequest } from './judge.js'
import { answerBody } from './offline/body.js'
import { claimsOf } from './offline/claims.js'
import { spokenLanguage } from './offline/language.js'
import { detectOutcome } from './offline/refusal.js'
import { indexSource, type SourceIndex } from './offline/source-index.js'
import { checkClaim } from './offline/support.js'

const NAME = 'offline'
const RUBRIC = 'lexical-3-band'

/**
 * The judge that needs no key and no network: a lexical support check, not an entailment judge. It says `entailment` where an
 * answer's wording stands in a passage, `neutral` where it stands nowhere, and `undetermined` otherwise, which is often. It never
 * says `contradiction`. The same request always gets the same verdict. Throws only when the signal is aborted.
 */
export function offlineJudge(): Judge {
  return {
    name: NAME,
    rubric: RUBRIC,
    async assess(request, { signal }) {
      signal.throwIfAborted()
      return assess(request)
    },
  }
}

function assess(request: JudgeRequest): Verdict {
  const { answer, language, question } = request
  const judge = { name: NAME, rubric: RUBRIC }
  const detected = detectOutcome(answer, language)
  if (answer.trim() === '') {
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
  const spoken = spokenLanguage(language, answerBody(answer))
  const { claims, aboutSources } = claimsOf(answer, question, spoken)
  const source = indexSource(
    request.passages.map(({ text }) => text),
    language,
    spoken,
  )
  const points = checkReference(request)
  const notes = [
    'a lexical support check, not an entailment judge',
    ...(request.passages.length === 0 ? ['no passages'] : []),
    ...(claims.length === 0 ? ['no claims: the answer makes no checkable statement'] : []),
    ...(points.length === 0 ? ['no reference'] : []),
    ...(aboutSources.length > 0
      ? [
          `${aboutSources.length} ${aboutSources.length === 1 ? 'sentence' : 'sentences'} about the sources themselves not checked`,
        ]
      : []),
  ]
  return {
    claims: claims.map((claim) => answerClaim(claim, source)),
    referenceClaims: points.map(({ claim }) => claim),
    ...correctness(points),
    ...outcomeOf(request, detected),
    notes,
    judge,
  }
}

function answerClaim(
  { text, harmless, harmlessReason }: ReturnType<typeof claimsOf>['claims'][number],
  source: SourceIndex,
): AnswerClaim {
  const found = checkClaim(text, source)
  return {
    text,
    support: found.label,
    ...(source.passages.length > 0 && { passages: found.passages }),
    ...(harmless !== undefined && { harmless }),
    ...(found.nearest !== null && { nearest: found.nearest }),
    reason: harmlessReason === undefined ? found.reason : `${harmlessReason}; ${found.reason}`,
  }
}

/** Every answer point, or else every sentence of the reference, held against the answer. Empty without either. */
function checkReference({ answer, reference, answerPoints, language }: JudgeRequest): CheckedPoint[] {
  const spoken = spokenLanguage(language, answerPoints.length > 0 ? answerPoints.join('\n') : (reference ?? ''))
  const points = answerPoints.length > 0 ? answerPoints : splitSentences(reference ?? '', spoken).map(stripMarkdown)
  const wanted = points.filter((point) => /[\p{L}\p{N}]/u.test(point))
  if (wanted.length === 0) return []
  const body = indexSource([answerBody(answer)], language, spoken)
  return wanted.map((text) => {
    const found = checkClaim(text, body)
    return {
      claim: {
        text,
        answer: found.label,
        reason: found.reason.replaceAll('the passages', 'the answer').replaceAll('passage', 'answer'),
      },
      numberMissing: found.missingNumbers.length > 0,
    }
  })
}

interface CheckedPoint {
  claim: ReferenceClaim
  numberMissing: boolean
}

/**
 * Answer points are terse, and an answer in other words lacks theirs without being wrong: that alone leaves correctness unknown. What
 * speaks against the answer is a number of the reference that it does not have.
 */
function correctness(points: readonly CheckedPoint[]): Pick<Verdict, 'correct' | 'correctReason'> {
  if (points.length === 0) return { correct: null, correctReason: 'no reference' }
  const wrong = points.filter(({ claim, numberMissing }) => claim.answer !== 'entailment' && numberMissing)
  if (wrong.length > 0) {
    return { correct: false, correctReason: `a number of the reference stands nowhere in the answer: ${wrong[0]?.claim.text}` }
  }
  const open = points.filter(({ claim }) => claim.answer !== 'entailment').length
  return open > 0
    ? { correct: null, correctReason: `${open} of ${points.length} points of the reference could not be told from the wording` }
    : { correct: true, correctReason: 'every point of the reference stands in the answer' }
}

function outcomeOf({ falsePremise }: JudgeRequest, { outcome, reason }: ReturnType<typeof detectOutcome>) {
  if (falsePremise && outcome === 'answered') {
    return {
      outcome: 'undetermined' as const,
      outcomeReason: `the question rests on a false premise, and a lexical check cannot tell a premise put right from one accepted; ${reason}`,
    }
  }
  return { outcome, outcomeReason: reason }
}
