import { beforeAll, describe, expect, it } from 'vitest'
import { type NestedRun, runNestedSuite } from '../../../test/unit/nested.js'

describe('matchers of golds, citations and premises in a benchmark', () => {
  let run: NestedRun
  const found = (suite: string) => {
    const { state = 'did not run', errors = [] } = run.cases[`${suite} > T-1 · What is a lease?`] ?? {}
    return [state, ...errors]
  }
  beforeAll(async () => {
    run = await runNestedSuite('matchers')
  }, 60_000)

  it('take golds, documents and the verdict from the case, and ask no judge again', () => {
    expect(run).toMatchObject({ broken: [], unhandled: [] })
    expect(found('hold')).toEqual(['passed'])
  })

  it.each([
    ['spans', /expected the retrieved passages not to cover[\s\S]*undetermined: passages not reported/],
    ['citations', /expected the cited text not to cover[\s\S]*undetermined: citations not reported/],
    ['golds', /expected the retrieval not to find a gold source[\s\S]*undetermined: passages not reported/],
    ['quotes', /undetermined: [\s\S]*passages not reported, which `quotes` needs/],
    ['retrieval', /undetermined: /],
    ['judge down', /undetermined: down/],
  ])('fault 2: what the system did not report, or nobody judged, satisfies no .not: %s', (suite, message) => {
    expect(found(suite)).toEqual(['failed', expect.stringMatching(message)])
  })

  it.each([
    ['accepted', /received: premise-accepted/],
    ['refused', /received: refused: a refusal says nothing of the premise/],
    ['true premise', /`toCorrectPremise` needs a false premise/],
    ['pinpoints', /`toCiteOnlyExisting` needs documents for `pinpoints`/],
  ])('%s', (suite, message) => {
    expect(found(suite)).toEqual(['failed', expect.stringMatching(message)])
  })
})
