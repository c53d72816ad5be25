import { describe, expect, it } from 'vitest'
import { runNestedSuite } from '../../test/unit/nested.js'

it('fault 32: two benchmarks of one name in one file do not load', { timeout: 60_000 }, async () => {
  const { cases, broken, unhandled } = await runNestedSuite('test/unit/nested/same-name.nested.ts')
  expect(broken).toEqual(['describeBenchmark: the name "Tenancy" is used twice in this file; give one of them another'])
  expect(cases).toEqual({})
  expect(unhandled).toEqual([])
})

describe('a declaration that does not fit', () => {
  const run = (misfit: string) => runNestedSuite('misfit', { env: { DOCKET_NESTED: misfit } })

  it.each([
    ['a version that is a number', /system\.version: .*expected string/],
    ['a system without `live`', /system\.live: .*expected boolean/],
    ['a judge without a name', /judge\.name: .*expected string/],
    ['a model that is no text', /judge\.model: .*expected string/],
  ])('%s does not load, and is told', { timeout: 60_000 }, async (misfit, message) => {
    const { cases, broken } = await run(misfit)
    expect(broken).toEqual([expect.stringMatching(/^describeBenchmark\("Tenancy"\): its system, judge or gates do not fit: /)])
    expect(broken[0]).toMatch(message)
    expect(cases).toEqual({})
  })

  it('one that fits does', { timeout: 60_000 }, async () => {
    const { cases, broken } = await run('nothing')
    expect(broken).toEqual([])
    expect(Object.values(cases).map(({ state }) => state)).toEqual(['passed'])
  })
})
