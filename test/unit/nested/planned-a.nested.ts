import { describeBenchmark } from '../../../src/index.js'
import { planned } from './planned-suite.js'

// Run by plan-run.test.ts: the judge is planned at a dollar for this file.
describeBenchmark('Planned a', planned('A'))
