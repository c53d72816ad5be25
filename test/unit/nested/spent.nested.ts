import { JudgeError } from '../../../src/errors.js'
import { describeBenchmark } from '../../../src/index.js'

// Run by case.test.ts with two retries: each attempt is paid for, and the judge fails in the first two.
let attempt = 0

describeBenchmark('Tenancy', {
  items: [{ id: 'T-1', language: 'en', question: 'What is a lease?' }],
  system: () => ({ answer: 'A contract.', passages: ['A contract.'], usage: { usd: 1, inputTokens: 100 } }),
  judge: {
    name: 'test',
    assess: async (_request, { onCost }) => {
      attempt += 1
      onCost?.({ calls: 1, inputTokens: 10, outputTokens: 1, usd: 0.25 })
      if (attempt < 3) throw new JudgeError('provider', '503')
      const claims = [{ text: 'a contract', support: 'entailment' as const }]
      return { claims, correct: null, outcome: 'answered', judge: { name: 'test' } }
    },
  },
})
