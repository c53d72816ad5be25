import { describeBenchmark } from '../../../src/index.js'

// Run by docket-reporter.test.ts: what nobody listens to, with what is there of a message.
const rejected: Record<string, unknown> = { null: null, undefined: undefined, 'a number': 3, 'an object': { nameless: true } }

describeBenchmark('Tenancy', {
  items: [{ id: 'T-1', question: 'What is a lease?' }],
  system: async () => {
    void Promise.reject(rejected[process.env['DOCKET_NESTED'] ?? ''])
    await new Promise((resolve) => setTimeout(resolve, 50))
    return 'A contract.'
  },
  policy: 'report',
})
