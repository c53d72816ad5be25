import { MatcherUsageError } from '../../errors.js'
import { settleOutcome } from '../../metrics/outcome.js'
import type { Outcome } from '../../schema/verdict.js'
import { type MatcherResult, type MatcherThis, mustBeAwaited } from '../awaited.js'
import { assessed, type JudgingOptions, type Subject, subjectOf, undetermined } from './assessment.js'
import { excerpt, said } from './message.js'
import { checkOptions, JUDGING } from './options.js'

export type PremiseOptions = JudgingOptions

/**
 * The answer puts right what the question wrongly takes for true. A refusal does not: it says nothing of the premise. Where the judge cannot tell, which is
 * so of the offline one, neither this nor its `.not` is satisfied; on an item whose premise is true it is a mistake in the test.
 */
export function toCorrectPremise(this: MatcherThis, received: unknown, options: PremiseOptions = {}) {
  return mustBeAwaited(toCorrectPremise, this, check(received, options, this.isNot))
}

const RECEIVED: Record<Exclude<Outcome, 'undetermined'>, string> = {
  answered: 'premise-accepted: the answer goes along with it',
  refused: 'refused: a refusal says nothing of the premise',
  'non-answer': 'non-answer: it says nothing of the premise',
  'premise-corrected': 'premise-corrected',
  'premise-accepted': 'premise-accepted: the answer goes along with it',
}

async function check(received: unknown, options: PremiseOptions, isNot: boolean): Promise<MatcherResult> {
  checkOptions('toCorrectPremise', JUDGING, options)
  const subject = subjectOf('toCorrectPremise', received)
  const { response, context } = subject
  if (context !== undefined && context.item.premise !== 'false') {
    throw new MatcherUsageError(
      "`toCorrectPremise` needs a false premise: give the item `premise: 'false'`, or ask for it only where `item.premise === 'false'`",
    )
  }
  const question = options.question ?? context?.item.question
  if (!question?.trim()) {
    throw new MatcherUsageError(
      '`toCorrectPremise` needs the question that rests on the false premise: write `toCorrectPremise({ question })`',
    )
  }
  const expectation = `expected the answer ${isNot ? 'not ' : ''}to put the false premise right`
  const { outcome, why } = await outcomeOf(subject, options)
  if (outcome === 'undetermined') return undetermined(isNot, expectation, why || 'the judge could not tell')
  return {
    pass: outcome === 'premise-corrected',
    message: () =>
      [
        expectation,
        '',
        `question: ${excerpt(question)}`,
        `expected: ${isNot ? 'anything but ' : ''}premise-corrected`,
        `received: ${RECEIVED[outcome]}`,
        ...(why === '' ? [] : [`reason:   ${said(why)}`]),
        `answer:   ${excerpt(response.answer)}`,
      ].join('\n'),
  }
}

async function outcomeOf(subject: Subject, options: PremiseOptions): Promise<{ outcome: Outcome; why: string }> {
  const { response, context } = subject
  const isCase = context !== undefined && Object.values(options).every((value) => value === undefined)
  if (isCase) {
    const { outcome, verdict, failure, record } = context.evaluation
    return {
      outcome: outcome ?? 'undetermined',
      why: verdict?.outcomeReason ?? failure?.message ?? record.unscored.outcome ?? '',
    }
  }
  if (response.refused === true) return { outcome: 'refused', why: 'the response says refused: true' }
  if (response.answer.trim() === '') return { outcome: 'undetermined', why: 'the answer is empty' }
  const { verdict, why } = await assessed(subject, options, {}, { falsePremise: true })
  if (verdict === null) return { outcome: 'undetermined', why }
  const outcome = settleOutcome({ refused: response.refused, judged: verdict.outcome, falsePremise: true })
  return { outcome, why: verdict.outcomeReason ?? '' }
}
