import type { ReferenceClaim, Verdict } from '../../schema/verdict.js'
import { stripMarkdown } from '../../text/markdown.js'
import { sentencesOf } from '../../text/sentences.js'
import type { JudgeRequest } from '../judge.js'
import { answerBody } from './body.js'
import { checkAllSteps } from './check-all.js'
import { spokenLanguage } from './language.js'
import { figure, LIMITS } from './limits.js'
import type { Steps } from './pace.js'
import { saidSteps, standsWordForWord } from './points.js'
import { indexSteps } from './source-index.js'

/** What an answer says of the points of its reference. */
interface CheckedReference extends Pick<Verdict, 'correct' | 'correctReason'> {
  referenceClaims: ReferenceClaim[]
  /** Points beyond the limit of comparisons. */
  unchecked: number
}

interface CheckedPoint {
  claim: ReferenceClaim
  numberMissing: boolean
}

/**
 * Every answer point, or else every sentence of the reference, held against the answer, of which `LIMITS.answer` characters are read. No
 * claims without either.
 */
export function* referenceSteps({ answer, reference, answerPoints, language }: JudgeRequest): Steps<CheckedReference> {
  const spoken = spokenLanguage(language, answerPoints.length > 0 ? answerPoints.join('\n') : (reference ?? ''))
  const wanted: string[] = []
  for (const point of answerPoints.length > 0 ? answerPoints : sentencesOf(reference ?? '', spoken)) {
    yield
    const text = answerPoints.length > 0 ? point : stripMarkdown(point)
    if (/[\p{L}\p{N}]/u.test(text)) wanted.push(text)
  }
  if (wanted.length === 0) return { correct: null, correctReason: 'no reference', referenceClaims: [], unchecked: 0 }
  const body = answerBody(answer.slice(0, LIMITS.answer))
  const whole = answer.length <= LIMITS.answer
  const index = yield* indexSteps([body], language, spoken)
  const said = yield* saidSteps(body, index.language)
  const found = yield* checkAllSteps(
    wanted.map((text) => text.slice(0, LIMITS.text)),
    index,
  )
  const points: CheckedPoint[] = []
  for (const [at, text] of wanted.entries()) {
    yield
    const check = found[at]
    if (text.length > LIMITS.text) points.push(open(text, `not checked: longer than ${figure(LIMITS.text)} characters`))
    else if (check === undefined) points.push(open(text, BEYOND_LIMIT))
    else if (check.label !== 'entailment' && standsWordForWord(text, said, index.language)) {
      points.push({ claim: { text, answer: 'entailment', reason: 'stands in the answer word for word' }, numberMissing: false })
    } else if (check.label !== 'entailment' && !whole) {
      points.push(open(text, `only the first ${figure(LIMITS.answer)} characters of the answer were read`))
    } else {
      const reason = check.reason.replaceAll('the passages', 'the answer').replaceAll('passage', 'answer')
      points.push({ claim: { text, answer: check.label, reason }, numberMissing: check.missingNumbers.length > 0 })
    }
  }
  return { ...correctness(points), referenceClaims: points.map(({ claim }) => claim), unchecked: wanted.length - found.length }
}

/** The reason of a claim that was not looked at. */
export const BEYOND_LIMIT = `not checked: beyond the limit of ${figure(LIMITS.comparisons)} comparisons`

const open = (text: string, reason: string): CheckedPoint => ({
  claim: { text, answer: 'undetermined', reason },
  numberMissing: false,
})

/**
 * Answer points are terse, and an answer in other words lacks theirs without being wrong: that alone leaves correctness unknown. What
 * speaks against the answer is a number of the reference that it does not have.
 */
function correctness(points: readonly CheckedPoint[]): Pick<Verdict, 'correct' | 'correctReason'> {
  const wrong = points.filter(({ claim, numberMissing }) => claim.answer !== 'entailment' && numberMissing)
  if (wrong.length > 0) {
    return { correct: false, correctReason: `a number of the reference stands nowhere in the answer: ${wrong[0]?.claim.text}` }
  }
  const unknown = points.filter(({ claim }) => claim.answer !== 'entailment').length
  return unknown > 0
    ? {
        correct: null,
        correctReason: `${unknown} of ${points.length} points of the reference could not be told from the wording`,
      }
    : { correct: true, correctReason: 'every point of the reference stands in the answer' }
}
