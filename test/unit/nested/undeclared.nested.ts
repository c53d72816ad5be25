import { describe, test } from 'vitest'
import '../../../src/index.js'

// Run by docket-reporter.test.ts: a declaration that did not survive, as of another version of the package.
const meta = (of: object) => ({ meta: of })

describe('Tenancy', meta({ docketSuite: { suite: 'Tenancy', gates: 'many' } }), () => {
  test('T-1', meta({ docketSuite: undefined, docketCase: 'T-1' }), () => {})
})
