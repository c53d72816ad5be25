import { vi } from 'vitest'
import { describeBenchmark } from '../../../src/index.js'
import { judgeSaying } from '../judge.js'

// Run by case.test.ts with one case at a time: no clock that a suite fakes may keep a case that never ends.
vi.useFakeTimers()

const options = {
  items: ['hangs', 'hangs too', 'ends'].map((id) => ({ id, language: 'en', question: 'What is a lease?' })),
  judge: judgeSaying({ claims: [{ text: 'a contract', support: 'entailment' }] }),
  system: () => ({ answer: 'A contract.', passages: ['A contract.'] }),
  policy: 'report' as const,
  deadlineMs: 300,
}
const endless = () => new Promise<never>(() => {})

describeBenchmark('callback', options, ({ item }) => (item.id === 'ends' ? undefined : endless()))
describeBenchmark('system', { ...options, system: ({ item }) => (item.id === 'ends' ? options.system() : endless()) })
