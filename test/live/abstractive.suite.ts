import { describeBenchmark } from 'vitest-docket'
import { fixture } from '../../suites/fixture.js'

const { judge: _, ...abstractive } = fixture('abstractive')

// The answers by paraphrase whose verdicts were set by hand, judged by a live model: how far the two agree is for a person to read.
describeBenchmark('Abstractive, live judge', { ...abstractive, policy: 'report' })
