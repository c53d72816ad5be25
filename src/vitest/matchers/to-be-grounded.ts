import { z } from 'zod'
import { MatcherUsageError, messageOf } from '../../errors.js'
import { nearestPassage, passageName, worstClaim } from '../../metrics/evidence.js'
import { groundedness, passageState } from '../../metrics/groundedness.js'
import type { Passage } from '../../schema/response.js'
import type { AnswerClaim } from '../../schema/verdict.js'
import { normaliseResponse } from '../../systems/normalise.js'
import { type MatcherResult, type MatcherThis, mustBeAwaited } from '../awaited.js'
import { assessed, type JudgingOptions, subjectOf, undetermined } from './assessment.js'
import { excerpt, said } from './message.js'
import { checkOptions, JUDGING } from './options.js'

export interface GroundedOptions extends JudgingOptions {
  /** The passages to judge against. @default the response's own */
  passages?: readonly (string | Passage)[]
}

/**
 * Every claim of the answer that is not harmless is supported by the passages. Undetermined claims satisfy neither this nor its
 * `.not`; a response without passage text is a mistake in the test, not a failure of the answer.
 */
export function toBeGrounded(this: MatcherThis, received: unknown, options: GroundedOptions = {}) {
  return mustBeAwaited(toBeGrounded, this, check(received, options, this.isNot))
}

async function check(received: unknown, { passages, ...options }: GroundedOptions, isNot: boolean): Promise<MatcherResult> {
  checkOptions('toBeGrounded', { ...JUDGING, passages: z.array(z.unknown()).optional() }, { passages, ...options })
  const subject = subjectOf('toBeGrounded', received)
  const given = passages === undefined ? {} : { passages: passagesOf(passages) }
  const judgedPassages = given.passages ?? subject.response.passages
  const state = passageState(judgedPassages)
  const expectation = `expected the answer ${isNot ? 'not ' : ''}to be grounded in its passages`
  if (state === 'not reported') {
    if (subject.context !== undefined) return undetermined(isNot, expectation, 'the system reported no passage text')
    throw new MatcherUsageError(
      '`toBeGrounded` needs passages with text: give the response `passages`, or write `toBeGrounded({ passages: [...] })`',
    )
  }
  const { verdict, why } = await assessed(subject, options, given)
  if (verdict === null) return undetermined(isNot, expectation, why)
  const { g, reason, counts } = groundedness(verdict.claims, state)
  const judgedBy = `judged by ${said([verdict.judge.name, verdict.judge.model ?? verdict.judge.rubric].filter(Boolean).join(' '))}`
  const lines = claimLines(worstClaim(verdict.claims, state), judgedPassages)
  if (g === null) {
    return undetermined(isNot, expectation, reason === 'no claims' ? reason : 'a claim could not be told', [...lines, judgedBy])
  }
  const tally = g
    ? `${counts.supported} of ${counts.total} claims supported; ${judgedBy}`
    : `${counts.unsupported} of ${counts.total} claims unsupported, ${counts.undetermined} undetermined; ${judgedBy}`
  return { pass: g, message: () => [expectation, '', ...(g ? [] : [...lines, '']), tally].join('\n') }
}

function passagesOf(passages: NonNullable<GroundedOptions['passages']>): Passage[] {
  try {
    return normaliseResponse({ answer: '', passages }).passages ?? []
  } catch (error) {
    throw new MatcherUsageError(`\`toBeGrounded\`: ${said(messageOf(error))}`)
  }
}

function claimLines(claim: AnswerClaim | undefined, passages: readonly Passage[] | undefined): string[] {
  if (claim === undefined) return []
  const nearest = nearestPassage(claim, passages)
  return [
    `claim:   ${excerpt(claim.text)}`,
    ...(claim.reason === undefined ? [] : [`reason:  ${excerpt(claim.reason)}`]),
    // A judge that named none says nothing of how near any of them is.
    ...(nearest === undefined ? [] : [`nearest: ${said(passageName(nearest) || 'passage')}: ${excerpt(nearest.text)}`]),
  ]
}
