import { describeBenchmark } from '../../../src/index.js'

// Run by retrieval.test.ts: retrieval alone, with a judge that has no key. Half of the first forty cases find their gold at rank 2, the others not.
const passage = (id: string) => ({ kind: 'passage' as const, id })
const many = Array.from({ length: 40 }, (_, i) => ({
  id: `S-${i + 1}`,
  language: 'en',
  question: `What of ${i + 1}?`,
  golds: [passage(`act-${i + 1}`)],
  source: i < 20 ? 'acts' : '__proto__',
}))
const judge = { provider: 'openai' as const, model: 'gpt-5-mini' }

function search(id: string) {
  const found = Number(id.slice(2)) <= 20
  return { passages: [{ id: 'other' }, { id: found ? id.replace('S', 'act') : 'another' }] }
}

describeBenchmark('Gated', {
  items: many,
  system: ({ item }) => search(item.id),
  task: 'retrieval',
  k: [5],
  judge,
  policy: 'gate',
  gates: [
    { metric: 'recall@5', min: 0.3 },
    { metric: 'mrr', min: 0.9 },
    { metric: 'hit@5', min: 0.5, slice: { source: 'acts' } },
  ],
})

describeBenchmark('Strict', {
  items: [
    { id: 'found', language: 'en', question: 'Q?', golds: [passage('p1')] },
    { id: 'missed', language: 'en', question: 'Q?', golds: [passage('p1')] },
    { id: 'found under an equal id', language: 'en', question: 'Q?', golds: [{ ...passage('p1'), equals: ['p2'] }] },
    { id: 'empty', language: 'en', question: 'Q?', golds: [passage('p1')] },
    { id: 'not reported', language: 'en', question: 'Q?', golds: [passage('p1')] },
    { id: 'without a name', language: 'en', question: 'Q?', golds: [passage('p1')] },
    { id: 'no gold', language: 'en', question: 'Q?' },
    { id: 'put there', language: 'en', question: 'Q?', golds: [passage('p1')] },
    { id: '__proto__', language: 'en', question: 'Q?', golds: [passage('__proto__')] },
  ],
  system: ({ item: { id } }) => {
    const answers: Record<string, object> = {
      found: { passages: [{ id: 'p0' }, { id: 'p1' }] },
      missed: { passages: [{ id: 'p10' }] },
      'found under an equal id': { passages: [{ id: 'p2' }] },
      empty: { passages: [] },
      'not reported': { answer: 'A.' },
      'without a name': { passages: ['some text'] },
      'no gold': { passages: [{ id: 'p1' }] },
      'put there': { passages: [{ id: 'p1', injected: true }, { id: 'p0' }] },
    }
    return Object.hasOwn(answers, id) ? answers[id] : { passages: [{ id }] }
  },
  task: 'retrieval',
  judge,
})
