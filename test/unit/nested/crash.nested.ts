import { describeBenchmark } from '../../../src/index.js'
import { functionSystem } from '../../../src/systems/function.js'

// Run by spending.test.ts: the first time with a worker that dies at the 91st question.
let asked = 0

describeBenchmark('long', {
  items: Array.from({ length: 100 }, (_, i) => ({
    id: `L-${i + 1}`,
    language: 'en',
    question: `How long is notice ${i + 1}?`,
    reference: 'It is three months.',
  })),
  system: functionSystem(
    () => {
      asked += 1
      if (asked > 90 && process.env['DOCKET_NESTED'] === 'crash') process.kill(process.pid, 'SIGKILL')
      return { answer: 'It is three months.', passages: ['It is three months.'], usage: { calls: 1, usd: 0.01 } }
    },
    { name: 'app', version: '1' },
  ),
  policy: 'report',
})
