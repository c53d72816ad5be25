import { test } from 'vitest'
import '../../../src/index.js'

// Run by docket-reporter.test.ts: generated cases without a suite, as where Vitest loses the meta of one.
for (const id of ['T-1', 'T-2']) test(id, { meta: { docketCase: id } as object }, () => {})
