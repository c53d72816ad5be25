import { describeBenchmark } from '../../../src/index.js'

// Run by docket-reporter.test.ts, which cancels the run once the first case waits for its system.
describeBenchmark('Tenancy', {
  items: ['T-1', 'T-2', 'T-3'].map((id) => ({ id, question: 'What is a lease?' })),
  system: ({ signal }) => {
    process.stdout.write('asked\n')
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  },
  policy: 'report',
})
