import { describeBenchmark } from '../../../src/index.js'

// Run by describe-benchmark.test.ts: the second declaration must not load.
const options = { items: [{ id: 'T-1', question: 'What is a lease?' }], system: () => 'A contract.', policy: 'report' as const }

describeBenchmark('Tenancy', options)
describeBenchmark('Tenancy', options)
