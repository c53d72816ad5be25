import { appendFileSync } from 'node:fs'
import { describeBenchmark } from '../../../src/index.js'

// Run by taken-over.test.ts: leaves a word for each call, and fails, answers wrongly or says another version as it is told.
const env = (name: string) => process.env[name] ?? ''
const note = (word: string) => appendFileSync(env('DOCKET_TEST_NOTES'), `${word}\n`)

describeBenchmark('Tenancy', {
  items: Array.from({ length: 12 }, (_, i) => ({
    id: `T-${i + 1}`,
    language: 'en',
    question: `How long is notice ${i + 1}?`,
    reference: 'It is three months.',
  })),
  system: {
    ...{ name: 'law', kind: 'function', live: true, version: env('DOCKET_TEST_VERSION') },
    async respond({ item: { id } }) {
      note(`asked ${id}`)
      if (id === 'T-3' && env('DOCKET_TEST_DOWN') !== '') throw new Error('503')
      const answer = id === 'T-1' ? 'It is a year.' : 'It is three months.'
      return { answer, passages: [{ text: 'It is three months.' }], usage: { usd: 0.25, calls: 1 } }
    },
  },
  judge: {
    name: 'verbatim',
    async assess({ id, answer, passages }, { onCost }) {
      note(`judged ${id}`)
      onCost?.({ calls: 1, inputTokens: 10, outputTokens: 1, usd: 0.5 })
      const support = passages.some(({ text }) => text === answer) ? 'entailment' : 'neutral'
      return {
        claims: [{ text: answer, support }],
        correct: support === 'entailment',
        outcome: 'answered',
        judge: { name: 'verbatim' },
      }
    },
  },
  gates: [{ metric: 'hallucinationRate', mode: 'point', max: 0.1 }],
})
