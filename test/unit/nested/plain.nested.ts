import { describeBenchmark } from '../../../src/index.js'
import { judgeSaying } from '../judge.js'

// Run by docket-reporter.test.ts: a suite that passes, with a gate.
describeBenchmark('Tenancy', {
  items: Array.from({ length: 20 }, (_, i) => ({ id: `T-${i + 1}`, language: 'en', question: 'What is a lease?' })),
  system: () => ({ answer: 'A contract.', passages: ['A contract.'] }),
  judge: judgeSaying({ claims: [{ text: 'a contract', support: 'entailment' }], correct: true }),
  policy: 'gate',
  gates: [{ metric: 'hallucinationRate', max: 0.5 }],
})
