import type { Judge } from '../../src/judges/judge.js'
import type { VerdictInput } from '../../src/schema/verdict.js'

/** A judge that always says the same, for tests of what is made of it. */
export function judgeSaying(verdict: Partial<VerdictInput>): Judge {
  return {
    name: 'test',
    assess: async () => ({ claims: [], correct: null, outcome: 'answered', judge: { name: 'test' }, ...verdict }),
  }
}
