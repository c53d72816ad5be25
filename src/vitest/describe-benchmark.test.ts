import { expect, it } from 'vitest'
import { runNestedSuite } from '../../test/unit/nested.js'

it('fault 32: two benchmarks of one name in one file do not load', { timeout: 60_000 }, async () => {
  const { cases, broken, unhandled } = await runNestedSuite('test/unit/nested/same-name.nested.ts')
  expect(broken).toEqual(['describeBenchmark: the name "Tenancy" is used twice in this file; give one of them another'])
  expect(cases).toEqual({})
  expect(unhandled).toEqual([])
})
