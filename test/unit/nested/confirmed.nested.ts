import { describeBenchmark } from '../../../src/index.js'

// Run twice by confirm.test.ts: first without a baseline, then against that run. The judge then finds A and B ungrounded at first, and
// thinks better of A when it is asked again; C is as it was.
const baseline = process.env['DOCKET_NESTED_BASELINE']
const changed = ['A', 'B']

describeBenchmark('Tenancy', {
  items: ['A', 'B', 'C'].map((id) => ({ id, language: 'en', question: `What of ${id}?`, reference: 'A contract.' })),
  policy: 'gate',
  gates: [{ metric: 'hallucinationRate', max: 0.9, undecided: 'fail' }],
  system: () => ({ answer: 'A contract.', passages: ['A contract.'] }),
  ...(baseline === undefined ? {} : { baseline, confirm: 2 }),
  judge: ({ id, trial }, { onCost }) => {
    onCost?.({ calls: 1, inputTokens: 10, outputTokens: 1, usd: 0.5 })
    const worse = baseline !== undefined && changed.includes(id) && (id === 'B' || trial === 0)
    const claims = [{ text: 'A contract.', support: worse ? ('neutral' as const) : ('entailment' as const) }]
    return { claims, correct: true, outcome: 'answered', judge: { name: 'fickle' } }
  },
})
