import { describeBenchmark } from '../../../src/index.js'

// Run by audited.test.ts: answers with all that a judge may be asked of, in two languages, of which two trials in a row say the same.
const PASSAGES = [
  {
    id: 'act-s12',
    document: 'act',
    title: 'Tenancy Act',
    section: '12',
    text: 'Notice is three months.\nIt is in writing.',
    score: 0.9,
  },
  { citation: '2031 VSC 7', text: '  The landlord keeps the deposit for a month. [1] As amended. ' },
]

describeBenchmark('Tenancy', {
  items: Array.from({ length: 6 }, (_, i) => ({
    id: `T-${i + 1}`,
    language: i % 2 === 0 ? 'en' : 'de',
    question: `How long is the notice period of flat ${i + 1}?`,
    premise: i === 0 ? ('false' as const) : ('true' as const),
    answerPoints: ['three  months', 'in writing'],
    ...(i === 1 ? {} : { reference: 'Notice is three months.\n' }),
  })),
  system: ({ item, trial }) => ({
    answer: `Notice is three months.\nFlat ${item.id}${trial < 2 ? '' : ', again'}.`,
    passages: PASSAGES,
    ...(item.id === 'T-3' ? {} : { citations: [{ title: 'Tenancy Act', section: '12', text: 's 12' }] }),
  }),
  trials: 3,
  policy: 'report',
})
