import { test } from 'vitest'
import { describeBenchmark } from '../../../src/index.js'
import type { Policy } from '../../../src/schema/policy.js'
import { judgeSaying } from '../judge.js'

// Run by case.test.ts where every test must assert something.
const options = {
  items: [{ id: 'T-1', language: 'en', question: 'What is a lease?' }],
  system: () => ({ answer: 'A contract.', passages: ['A contract.'] }),
  judge: judgeSaying({ claims: [{ text: 'a contract', support: 'entailment' }] }),
  policy: process.env['DOCKET_NESTED'] as Policy,
}

describeBenchmark('right', options)
describeBenchmark('wrong', { ...options, judge: judgeSaying({ claims: [{ text: 'a contract', support: 'neutral' }] }) })
describeBenchmark('with a callback', options, () => {})
test('a test without any', () => {})
