import { DatasetError } from '../../../src/errors.js'
import { describeBenchmark } from '../../../src/index.js'

// Run by case.test.ts with one retry: the first attempt of each case fails as infrastructure and leaves a record.
const attempts = new Map<string, number>()

describeBenchmark('Tenancy', {
  items: ['again', 'breaks', 'wrong'].map((id) => ({ id, language: 'en', question: 'What is a lease?' })),
  system: ({ item: { id } }) => {
    const attempt = (attempts.get(id) ?? 0) + 1
    attempts.set(id, attempt)
    if (attempt === 1 && id !== 'wrong') throw new Error('the service is down')
    return {
      answer: id === 'wrong' ? 'I cannot help with that.' : 'A contract.',
      passages: ['A contract.'],
      usage: { usd: attempt / 10 },
    }
  },
  judge: {
    name: 'test',
    assess: async ({ id }) => {
      if (id === 'breaks') throw new DatasetError('the recorded verdicts are broken')
      const claims = [{ text: 'a contract', support: 'entailment' as const }]
      const outcome = id === 'wrong' ? 'refused' : 'answered'
      return { claims, correct: null, outcome, judge: { name: 'test' } }
    },
  },
})
