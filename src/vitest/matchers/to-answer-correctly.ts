import { z } from 'zod'
import { MatcherUsageError } from '../../errors.js'
import { type MatcherResult, type MatcherThis, mustBeAwaited } from '../awaited.js'
import { assessed, type JudgingOptions, subjectOf, undetermined } from './assessment.js'
import { excerpt, said } from './message.js'
import { checkOptions, JUDGING } from './options.js'

export interface CorrectOptions extends JudgingOptions {
  /** A reference answer. @default the item's */
  reference?: string
  /** What a correct answer must say. @default the item's */
  answerPoints?: string[]
}

/**
 * The answer agrees with the reference answer, or makes every answer point. Where the judge cannot tell, neither this nor its `.not`
 * is satisfied; without a reference it is a mistake in the test.
 */
export function toAnswerCorrectly(this: MatcherThis, received: unknown, options: CorrectOptions = {}) {
  return mustBeAwaited(toAnswerCorrectly, this, check(received, options, this.isNot))
}

async function check(received: unknown, options: CorrectOptions, isNot: boolean): Promise<MatcherResult> {
  checkOptions(
    'toAnswerCorrectly',
    { ...JUDGING, reference: z.string().optional(), answerPoints: z.array(z.string()).optional() },
    options,
  )
  const { reference, answerPoints, ...judging } = options
  const subject = subjectOf('toAnswerCorrectly', received)
  const given = { ...(reference === undefined ? {} : { reference }), ...(answerPoints === undefined ? {} : { answerPoints }) }
  const points = (answerPoints ?? subject.context?.item.answerPoints ?? []).filter((point) => point.trim() !== '')
  const wanted = reference ?? subject.context?.item.reference
  const expectation = `expected the answer ${isNot ? 'not ' : ''}to be correct`
  if (!wanted?.trim() && points.length === 0) {
    throw new MatcherUsageError(
      '`toAnswerCorrectly` needs a reference: give the item `reference` or `answerPoints`, or write `toAnswerCorrectly({ reference })`',
    )
  }
  const { verdict, why } = await assessed(subject, judging, given)
  if (verdict === null) return undetermined(isNot, expectation, why)
  const { correct, correctReason, referenceClaims } = verdict
  const missed = referenceClaims.filter(({ answer }) => answer !== 'entailment')
  const detail = [
    ...(correctReason === undefined ? [] : [`reason:   ${excerpt(correctReason)}`]),
    ...missed
      .slice(0, 3)
      .map((claim) => `missed:   ${excerpt(claim.text)}${claim.reason === undefined ? '' : ` (${said(claim.reason)})`}`),
  ]
  if (correct === null) return undetermined(isNot, expectation, correctReason ?? 'the judge could not tell', detail)
  return {
    pass: correct,
    message: () =>
      [
        expectation,
        '',
        `${isNot ? 'correct: ' : 'expected:'} ${excerpt(wanted?.trim() || points.join(' · '))}`,
        `received: ${excerpt(subject.response.answer)}`,
        ...detail,
      ].join('\n'),
  }
}
