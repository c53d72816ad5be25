import { describeBenchmark } from '../../../src/index.js'

// Run by calibrated.test.ts: 60 answers that quote their passage, judged by the config's judge.
const QUOTE = 'The tenant must give notice of three months in writing to the landlord.'

describeBenchmark('Tenancy', {
  items: Array.from({ length: 60 }, (_, i) => ({ id: `T-${i + 1}`, language: 'en', question: 'How long is the notice period?' })),
  system: () => ({ answer: QUOTE, passages: [QUOTE] }),
  policy: 'gate',
  gates: [
    { metric: 'hallucinationRate', max: 0.5 },
    { metric: 'answered', min: 0.5 },
  ],
})
