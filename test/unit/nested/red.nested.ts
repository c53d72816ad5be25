import { describeBenchmark } from '../../../src/index.js'
import { judgeSaying } from '../judge.js'

// Run by case.test.ts: what of these cases is written down as red.
const items = ['passes', 'fails', 'is skipped'].map((id) => ({ id, language: 'en', question: 'What is a lease?' }))

describeBenchmark(
  'Own assertions',
  { items, system: () => 'A contract.', judge: judgeSaying({}), policy: 'report' },
  ({ item, expect }) => expect(item.id).not.toBe('fails'),
)
describeBenchmark('Strict', {
  items,
  system: ({ item }) => ({
    answer: item.id === 'fails' ? 'I cannot help with that.' : 'A contract.',
    ...(item.id === 'is skipped' ? {} : { passages: ['A contract.'] }),
    ...(item.id === 'fails' ? { refused: true } : {}),
  }),
  judge: judgeSaying({ claims: [{ text: 'a contract', support: 'entailment' }] }),
})
