import { appendFileSync } from 'node:fs'
import { describeBenchmark } from '../../../src/index.js'

/** Six cases of a live system without a version that leaves a trace of every call in the file that DOCKET_NESTED names. */
export function askedSuite(name: string): void {
  describeBenchmark(name, {
    items: Array.from({ length: 6 }, (_, i) => ({
      id: `${name}-${i + 1}`,
      language: 'en',
      question: `How long is notice ${i + 1}?`,
    })),
    system: async () => {
      appendFileSync(process.env['DOCKET_NESTED'] ?? '', `${name}\n`)
      return { answer: 'It is three months.', passages: ['It is three months.'] }
    },
    policy: 'report',
  })
}
