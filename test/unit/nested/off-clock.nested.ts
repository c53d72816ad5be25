import { describeBenchmark } from '../../../src/index.js'
import type { JudgeContext } from '../../../src/judges/judge.js'

// Run by case.test.ts with a deadline of 100 ms: a judge that waits four times as long, off the clock and on it.
const wait = () => new Promise((resolve) => setTimeout(resolve, 400))

function waiting(name: string, before: (context: JudgeContext) => Promise<unknown> | undefined): void {
  describeBenchmark(name, {
    items: [{ id: 'T-1', language: 'en', question: 'What is a lease?', reference: 'A contract.' }],
    system: () => ({ answer: 'A contract.', passages: ['A contract.'] }),
    judge: {
      name: 'test',
      assess: async (_request, context) => {
        await before(context)
        const claims = [{ text: 'a contract', support: 'entailment' as const }]
        return { claims, correct: true, outcome: 'answered', judge: { name: 'test' } }
      },
    },
    policy: 'report',
  })
}

waiting('off the clock', ({ offClock }) => offClock?.(wait))
waiting('on the clock', wait)
// A panel's judges wait at the same time: the clock goes on when the last of them may start.
waiting('twice at once', ({ offClock }) => Promise.all([offClock?.(wait), offClock?.(async () => {})]))
