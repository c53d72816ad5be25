import type { JudgeRequest } from '../../src/judges/judge.js'

/** A small request that a test changes where it matters. */
export function judgeRequest(changes: Partial<JudgeRequest> = {}): JudgeRequest {
  return {
    suite: 'Tenancy',
    id: 'T-1',
    question: 'When must the deposit be returned?',
    language: 'en',
    answer: 'The deposit must be returned within 14 days. Interest is owed after that.',
    passages: [
      { title: 'Tenancy Act', section: '12', text: 'The deposit must be returned within 14 days. Keys are handed over first.' },
      { title: 'Tenancy Act', section: '13', text: 'Rent is due on the first day of each month.' },
    ],
    citations: [{ text: 'Tenancy Act, s. 12' }],
    reference: 'The deposit must be returned within 14 days.',
    answerPoints: [],
    falsePremise: false,
    trial: 0,
    ...changes,
  }
}
