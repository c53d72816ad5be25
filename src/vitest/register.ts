import { expect } from 'vitest'
import { type CorrectOptions, toAnswerCorrectly } from './matchers/to-answer-correctly.js'
import { type GroundedOptions, toBeGrounded } from './matchers/to-be-grounded.js'
import { toCiteGold } from './matchers/to-cite-gold.js'
import { type CiteOnlyExistingOptions, toCiteOnlyExisting } from './matchers/to-cite-only-existing.js'
import { type PremiseOptions, toCorrectPremise } from './matchers/to-correct-premise.js'
import { toCoverSpans } from './matchers/to-cover-spans.js'
import { type RefuseOptions, toRefuse } from './matchers/to-refuse.js'
import { toRetrieveGold } from './matchers/to-retrieve-gold.js'

const MATCHERS = {
  toAnswerCorrectly,
  toBeGrounded,
  toCiteGold,
  toCiteOnlyExisting,
  toCorrectPremise,
  toCoverSpans,
  toRefuse,
  toRetrieveGold,
}

expect.extend(MATCHERS as unknown as Parameters<typeof expect.extend>[0])

declare global {
  namespace Chai {
    interface Assertion {
      /** Every claim of the answer is supported by its passages. Await it. */
      toBeGrounded(options?: GroundedOptions): Promise<void>
      /** The answer cites a required gold source. Await it. */
      toCiteGold(golds?: Parameters<typeof toCiteGold>[1], options?: Parameters<typeof toCiteGold>[2]): Promise<void>
      /** The system declined to answer. Await it. */
      toRefuse(options?: RefuseOptions): Promise<void>
      /** The answer agrees with its reference. Await it. */
      toAnswerCorrectly(options?: CorrectOptions): Promise<void>
      /** Every authority that the answer cites exists. Await it. */
      toCiteOnlyExisting(options?: CiteOnlyExistingOptions): Promise<void>
      /** The answer puts the question's false premise right. Await it. */
      toCorrectPremise(options?: PremiseOptions): Promise<void>
      /** What was retrieved, or cited, covers the gold spans. Await it. */
      toCoverSpans(spans?: Parameters<typeof toCoverSpans>[1], options?: Parameters<typeof toCoverSpans>[2]): Promise<void>
      /** A required gold source is among the passages. Await it. */
      toRetrieveGold(golds?: Parameters<typeof toRetrieveGold>[1], options?: Parameters<typeof toRetrieveGold>[2]): Promise<void>
    }
  }
}
