import { describeBenchmark } from 'vitest-docket'
import { fixture } from './fixture.js'

const { judge, ...abstractive } = fixture('abstractive')

// 60 answers by paraphrase. With the verdicts that were set by hand the tables are what a good judge would print; beside them stands what the
// offline judge makes of the same answers: no estimate of their groundedness, as docs/judges-offline-abstractive.md shows.
describeBenchmark('Abstractive, hand verdicts', { ...abstractive, judge, policy: 'report' })
describeBenchmark('Abstractive, offline judge', { ...abstractive, judge: { provider: 'offline' }, policy: 'report' })
