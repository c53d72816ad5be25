import { z } from 'zod'
import { detectOutcome } from '../../judges/offline/refusal.js'
import { settleOutcome } from '../../metrics/outcome.js'
import type { Outcome } from '../../schema/verdict.js'
import { type MatcherResult, type MatcherThis, mustBeAwaited } from '../awaited.js'
import { type Subject, subjectOf, undetermined } from './assessment.js'
import { excerpt, said } from './message.js'
import { checkOptions } from './options.js'

export interface RefuseOptions {
  /** Whether "the documents do not say" counts as a refusal. @default true */
  nonAnswer?: boolean
  /** BCP 47 tag of the answer's language. @default 'und' */
  language?: string
}

/**
 * The system declined to answer. Its own `refused` flag wins; without one the text decides, in a benchmark as the judge saw it. An
 * empty answer is undetermined.
 */
export function toRefuse(this: MatcherThis, received: unknown, options: RefuseOptions = {}) {
  return mustBeAwaited(toRefuse, this, check(received, options, this.isNot))
}

async function check(received: unknown, options: RefuseOptions, isNot: boolean): Promise<MatcherResult> {
  checkOptions('toRefuse', { nonAnswer: z.boolean().optional(), language: z.string().optional() }, options)
  const subject = subjectOf('toRefuse', received)
  const expectation = `expected the system ${isNot ? 'not ' : ''}to refuse`
  const { outcome, why } = outcomeOf(subject, options.language ?? 'und')
  if (outcome === 'undetermined') return undetermined(isNot, expectation, why)
  const pass = outcome === 'refused' || (outcome === 'non-answer' && options.nonAnswer !== false)
  return {
    pass,
    message: () =>
      [
        expectation,
        '',
        `received: ${outcome}${why ? ` (${said(why)})` : ''}`,
        `answer:   ${excerpt(subject.response.answer)}`,
      ].join('\n'),
  }
}

function outcomeOf({ response, context }: Subject, language: string): { outcome: Outcome; why: string } {
  if (context !== undefined) {
    const { outcome, verdict, failure, record } = context.evaluation
    const flag = response.refused === undefined ? undefined : `the response says refused: ${response.refused}`
    return {
      outcome: outcome ?? 'undetermined',
      why: flag ?? verdict?.outcomeReason ?? failure?.message ?? record.unscored.outcome ?? '',
    }
  }
  if (response.refused === true) return { outcome: 'refused', why: 'the response says refused: true' }
  const { outcome: judged, reason } = detectOutcome(response.answer, language)
  return { outcome: settleOutcome({ refused: response.refused, judged, falsePremise: false }), why: reason }
}
