import { appendFileSync } from 'node:fs'
import { type BenchmarkOptions, describeBenchmark, type Judge } from '../../../src/index.js'

/** A judge whose calls are to cost half a dollar each; what it is asked is noted in the file that DOCKET_TEST_NOTES names. */
const judge: Judge = {
  name: 'planned',
  plan: async () => ({ calls: 1, recorded: 0, inputTokens: 100, outputTokens: 10, usd: 0.5, unpriced: 0 }),
  assess: async ({ id }) => {
    appendFileSync(process.env['DOCKET_TEST_NOTES'] ?? '', `${id}\n`)
    return {
      claims: [{ text: 'a contract', support: 'entailment' }],
      correct: true,
      outcome: 'answered',
      judge: { name: 'planned' },
    }
  },
}

/** Two items, a dollar in all. */
export const planned = (prefix: string): BenchmarkOptions => ({
  items: [1, 2].map((n) => ({ id: `${prefix}-${n}`, language: 'en', question: 'What is a lease?' })),
  system: () => ({ answer: 'A contract.', passages: ['A contract.'], usage: { inputTokens: 1, outputTokens: 1, usd: 0 } }),
  judge,
  policy: 'report',
})

/** The same, declared here: the file of the suite itself names neither a benchmark nor a judge. */
export function declare(prefix: string): void {
  describeBenchmark(`Planned ${prefix}`, planned(prefix))
}
