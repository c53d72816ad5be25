import { describeBenchmark } from '../../../src/index.js'

// Run by trials.test.ts: C is answered in its first trial only, B breaks once in its second, every third trial of A is wrong.
const attempts = new Map<string, number>()

describeBenchmark('Tenancy', {
  items: ['A', 'B', 'C'].map((id) => ({ id, language: 'en', question: `What of ${id}?`, reference: 'A contract.' })),
  trials: 3,
  system: ({ item: { id }, trial }) => {
    const attempt = (attempts.get(`${id} ${trial}`) ?? 0) + 1
    attempts.set(`${id} ${trial}`, attempt)
    if (id === 'B' && trial === 1 && attempt === 1) throw new Error('the service is down')
    if (id === 'C' && trial > 0) return { answer: 'I cannot help with that.', refused: true }
    return { answer: id === 'A' && trial === 2 ? 'A gift.' : 'A contract.', passages: ['A contract.'] }
  },
  judge: async function verbatim({ answer, passages, trial }) {
    const support = passages.some(({ text }) => text === answer) ? 'entailment' : 'neutral'
    const judge = { name: `verbatim, trial ${trial}` }
    return { claims: [{ text: answer, support }], correct: support === 'entailment', outcome: 'answered', judge }
  },
})
