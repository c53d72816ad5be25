import type { ExpectStatic } from 'vitest'
import type { Evaluation } from '../run/evaluate.js'
import type { Item } from '../schema/item.js'
import type { CaseRecord, Task } from '../schema/record.js'
import type { Response } from '../schema/response.js'
import { said } from './matchers/message.js'

export interface ExpectationContext {
  /** @default 'answer' */
  task?: Task | undefined
  item: Item
  response: Response
  evaluation: Evaluation
  expect: ExpectStatic
}

/**
 * What an item asks for by itself: no refusal, grounded, correct and citing a gold where the corpus answers it; a refusal where it
 * does not; a false premise put right. Where only retrieval is looked at, a gold among the passages. Whatever is known to be wrong fails the case. Returns why the rest cannot be told,
 * for the case to be skipped with, or null.
 */
export async function expectByDefault(context: ExpectationContext): Promise<string | null> {
  const { item, response, evaluation, expect } = context
  const { record, outcome } = evaluation
  if (context.task === 'retrieval') return expectGold(context)
  if (outcome === 'undetermined') return `unscored: ${record.unscored.outcome ?? 'undetermined'}`
  if (item.premise === 'false' && outcome !== 'refused' && outcome !== 'non-answer') {
    expect(outcome, `expected the answer to put the false premise right: ${said(item.question)}`).toBe('premise-corrected')
    return null
  }
  if (!item.answerable) {
    await expect(response).toRefuse()
    return null
  }
  await expect(response).not.toRefuse()
  return expectGoodAnswer(context)
}

/** Known faults first, so that one unknown signal does not hide another that is known to be bad. */
async function expectGoodAnswer({ response, evaluation, expect }: ExpectationContext): Promise<string | null> {
  const { signals, unscored, citation } = evaluation.record
  if (signals.g !== null) await expect(response).toBeGrounded()
  if (signals.c !== null) await expect(response).toAnswerCorrectly()
  if (citation.document !== null) await expect(response).toCiteGold()
  const why = unscored.g ?? (unscored.c === 'no reference' ? undefined : unscored.c)
  return why === undefined ? null : `unscored: ${why}`
}

async function expectGold({ response, evaluation: { record }, expect }: ExpectationContext): Promise<string | null> {
  if (record.signals.r === null) return `unscored: ${whyNoRetrieval(record)}`
  await expect(response).toRetrieveGold()
  return null
}

function whyNoRetrieval({ citation: { golds }, retrieval: { passages, byConstruction } }: CaseRecord): string {
  if (golds === 0) return 'no required gold'
  if (passages === null) return 'retrieval not reported'
  return golds === byConstruction ? 'every gold was put into the context' : 'undetermined'
}
