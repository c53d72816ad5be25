import { describeBenchmark } from 'vitest-docket'
import { fixture } from './fixture.js'

// A recorded run with every class of the decomposition, and an outage at its end that the positional check names.
describeBenchmark('Verdania', { ...fixture('verdania'), policy: 'report' })
