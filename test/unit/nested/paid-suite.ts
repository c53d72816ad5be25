import { describeBenchmark } from '../../../src/index.js'
import { USED } from './paid-used.js'

/** Six cases of a live system that costs something, for suites that share a budget. */
export function paidSuite(name: string): void {
  describeBenchmark(name, {
    items: Array.from({ length: 6 }, (_, i) => ({
      id: `${name}-${i + 1}`,
      language: 'en',
      question: `How long is notice ${i + 1}?`,
      reference: 'It is three months.',
    })),
    system: async () => {
      await new Promise((resolve) => setTimeout(resolve, 5))
      return { answer: 'It is three months.', passages: ['It is three months.'], usage: USED }
    },
    policy: 'gate',
    gates: [{ metric: 'hallucinationRate', max: 0.9 }],
  })
}
