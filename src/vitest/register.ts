import { expect } from 'vitest'
import { type CorrectOptions, toAnswerCorrectly } from './matchers/to-answer-correctly.js'
import { type GroundedOptions, toBeGrounded } from './matchers/to-be-grounded.js'
import { toCiteGold } from './matchers/to-cite-gold.js'
import { type RefuseOptions, toRefuse } from './matchers/to-refuse.js'

expect.extend({ toBeGrounded, toCiteGold, toRefuse, toAnswerCorrectly } as unknown as Parameters<typeof expect.extend>[0])

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
    }
  }
}
