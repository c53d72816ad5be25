import { declare } from './planned-suite.js'

// Run by plan-run.test.ts: what the file declares stands in another.
declare('A')
