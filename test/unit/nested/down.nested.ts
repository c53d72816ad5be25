import { SystemError } from '../../../src/errors.js'
import { describeBenchmark } from '../../../src/index.js'

// Run by spending.test.ts: a system that is down, and one that answers while its judge is down.
let calls = 0
const items = (name: string) =>
  Array.from({ length: 30 }, (_, i) => ({
    id: `${name}-${i + 1}`,
    language: 'en',
    question: 'How long?',
    reference: 'Three months.',
  }))

describeBenchmark('system down', {
  items: items('S'),
  system: () => {
    calls += 1
    throw new SystemError('connection', `refused ${calls}`)
  },
  policy: 'report',
})

describeBenchmark('judge down', {
  items: items('J'),
  system: () => ({ answer: 'Three months.', passages: ['Three months.'], usage: { calls: 1, usd: 0 } }),
  policy: 'report',
})
