import { functionSystem } from '../../../src/index.js'
import { describeGrid } from '../../../src/vitest/describe-grid.js'

// Run by grid.test.ts. 24 items; a passage of the act is found by one retriever for all, by the other for a third, and a generator that guesses is wrong half the time.
const items = Array.from({ length: 24 }, (_, index) => ({
  id: `G-${index}`,
  question: `What is period ${index}?`,
  language: 'en',
  reference: `Period ${index} is ${index + 10} days.`,
  golds: [{ kind: 'statute' as const, title: 'Periods Act 2031', section: String(index) }],
}))
const RIGHT = { answer: 'right', passages: [{ title: 'Periods Act 2031', text: 'right' }] }

// Names that read the same where they are joined: "a, b" and "c", "a" and "b, c".
const COMMAS = { retriever: { a: 1, 'a, b': 3 }, generator: ['b, c', 'c'] } as const

describeGrid('Periods', {
  items,
  factors:
    process.env['DOCKET_NESTED'] === 'commas' ? COMMAS : { retriever: { good: 1, poor: 3 }, generator: ['quotes', 'guesses'] },
  system: ({ retriever, generator }) =>
    process.env['DOCKET_NESTED'] === 'all left out' ||
    (process.env['DOCKET_NESTED'] === 'one left out' && retriever === 3 && generator === 'guesses')
      ? null
      : functionSystem(
          ({ item }) => {
            const index = Number(item.id.slice(2))
            const found = index % retriever === 0
            const wrong = generator === 'guesses' && index % 2 === 1
            return found && !wrong
              ? RIGHT
              : { answer: 'wrong', passages: found ? RIGHT.passages : [{ title: 'Other Act 2031', text: 'wrong' }] }
          },
          { name: `${retriever} ${generator}` },
        ),
  judge: ({ answer }) => ({
    claims: [{ text: answer, support: 'entailment' }],
    correct: answer === 'right',
    outcome: 'answered',
    judge: { name: 'own' },
  }),
})
