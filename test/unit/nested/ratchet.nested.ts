import { describeBenchmark } from '../../../src/index.js'

// Run by ratchet.test.ts: first as it was, then with a baseline of that run and a system and a judge that have changed.
const baseline = process.env['DOCKET_NESTED_BASELINE']
const now = process.env['DOCKET_NESTED_NOW'] !== undefined
const ids = ['becomes wrong', 'becomes refused', 'was wrong', 'becomes right', 'breaks', 'is not judged', 'is edited']
const same = Array.from({ length: 20 }, (_, i) => `same ${i}`)
const wrongThen = ['was wrong', 'becomes right']
const wrongNow = ['becomes wrong', 'was wrong', 'is edited', 'is new']
const item = (id: string) => ({
  id,
  language: 'en',
  question: `What of ${id}${now && id === 'is edited' ? ' today' : ''}?`,
  reference: 'A contract.',
})

describeBenchmark('Tenancy', {
  items: [...ids, ...same, ...(now ? ['is new'] : [])].map(item),
  policy: 'ratchet',
  system: ({ item: { id } }) => {
    if (now && id === 'breaks') throw new Error('down')
    if (now && id === 'becomes refused') return { answer: 'I cannot answer this.', refused: true }
    return { answer: 'A contract for life.', passages: ['A contract.'] }
  },
  ...(baseline === undefined ? {} : { baseline }),
  judge: ({ id, answer }) => {
    if (now && id === 'is not judged') throw new Error('no judge')
    const wrong = (now ? wrongNow : wrongThen).includes(id)
    const claims = [
      {
        text: answer,
        support: wrong ? ('neutral' as const) : ('entailment' as const),
        ...(wrong ? { reason: 'not for life', nearest: 0 } : {}),
      },
    ]
    return { claims, correct: true, outcome: now && id === 'becomes refused' ? 'refused' : 'answered', judge: { name: 'fickle' } }
  },
})
