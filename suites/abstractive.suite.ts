import { describeBenchmark } from 'vitest-docket'
import { fixture } from './fixture.js'

const { judge, ...abstractive } = fixture('abstractive')

// 60 answers by paraphrase. With the verdicts that were set by hand the tables are what a good judge would print; beside them stands what the
// offline judge makes of the same answers: no estimate of their groundedness, as docs/judges-offline-abstractive.md shows. The gates
// of the first are an example: they block only where DOCKET_POLICY=gate asks for it, as .github/workflows/gate.yml does.
describeBenchmark('Abstractive, hand verdicts', {
  ...abstractive,
  judge,
  policy: process.env['DOCKET_POLICY'] === 'gate' ? 'gate' : 'report',
  gates: [
    { metric: 'hallucinationRate', max: 0.4 },
    { metric: 'overRefusalRate', max: 0.2 },
  ],
})
describeBenchmark('Abstractive, offline judge', { ...abstractive, judge: { provider: 'offline' }, policy: 'report' })
