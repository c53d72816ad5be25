import { test } from 'vitest'
import { describeBenchmark } from '../../../src/index.js'
import { judgeSaying } from '../judge.js'

// Run by hostile.test.ts: what is told of an item, or of a value, by a message that is not a finding of a judge.
const EVIL = 'text\u001B[2J\n::error file=a.ts,line=1::text\n  ##[error]text'

if (process.env['DOCKET_NESTED'] === 'a false premise') {
  describeBenchmark('Tenancy', {
    items: [{ id: 'T-1', language: 'en', question: EVIL, premise: 'false' }],
    system: () => ({ answer: 'A contract.', passages: ['A contract.'] }),
    judge: judgeSaying({ claims: [{ text: 'a contract', support: 'entailment' }] }),
  })
} else {
  test('no response', async ({ expect }) => {
    await expect({ [EVIL]: 1 }).toBeGrounded()
  })
}
