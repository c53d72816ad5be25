import { describeBenchmark } from '../../../src/index.js'
import type { BenchmarkCallback } from '../../../src/vitest/case.js'
import { judgeSaying } from '../judge.js'

// Run by case.test.ts: nothing answered, or nothing was judged, so no expectation of what is not so may hold.
const items = [{ id: 'T-1', language: 'en', question: 'What is a lease?' }]
const answer = { answer: 'A lease is a contract.', passages: ['A lease is a contract.'] }
const supported = judgeSaying({ claims: [{ text: 'a contract', support: 'entailment' }] })
const unsupported = judgeSaying({ claims: [{ text: 'a contract', support: 'neutral' }] })
const negative: BenchmarkCallback = ({ response, expect }) => expect(response).not.toBeGrounded()
const down = () => {
  throw new Error('down')
}
const silent = { name: 'silent', assess: down }

for (const policy of ['strict', 'gate', 'report'] as const) {
  describeBenchmark(`system down, ${policy}`, { items, judge: unsupported, system: down, policy }, negative)
  describeBenchmark(`judge down, ${policy}`, { items, judge: silent, system: () => answer, policy }, negative)
  describeBenchmark(`refusal of a system that is down, ${policy}`, { items, judge: unsupported, system: down, policy }, (bench) =>
    bench.expect(bench.response).not.toRefuse(),
  )
  // Were these to end otherwise, the cases above would show nothing.
  describeBenchmark(`all up and grounded, ${policy}`, { items, judge: supported, system: () => answer, policy }, negative)
  describeBenchmark(`all up and not grounded, ${policy}`, { items, judge: unsupported, system: () => answer, policy }, negative)
}
