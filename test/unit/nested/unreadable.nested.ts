import { describeBenchmark } from '../../../src/index.js'

// Run by unreadable-reply.test.ts with judges on a local server, which plays what becomes of each case.
const deposit = 'The deposit must be returned within 14 days.'

describeBenchmark('Tenancy', {
  items: ['readable', 'unreadable', 'partly readable'].map((id) => ({
    id,
    language: 'en',
    question: `When must the deposit be returned (${id})?`,
    reference: deposit,
  })),
  system: () => ({ answer: deposit, passages: [{ title: 'Tenancy Act', section: '12', text: deposit }] }),
  policy: 'report',
})
