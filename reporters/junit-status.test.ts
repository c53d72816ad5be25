import { describe, expect, it } from 'vitest'
import type { RunFacts } from './facts.js'
import { makeCase, makeFacts, makeHeader, outageRun, tenancyRun, times } from './fixtures.test-util.js'
import { renderJunit } from './junit.js'
import { readXml } from './junit.test-util.js'
import { buildReport } from './report.js'

/** What is not a case: the gates, and what else a suite says of itself. */
function gates(facts: RunFacts) {
  const root = readXml([...renderJunit(buildReport(facts), facts)].join(''))
  const suite = root.children.find(({ attributes }) => attributes['name'] === 'gates')
  const tests = (suite?.children ?? []).map(({ attributes, children }) => [attributes['name'], children[0]?.name])
  return { tests, type: suite?.children.at(-1)?.children[0]?.attributes['type'], of: root.attributes }
}

const cases = times(20, makeCase)
const withoutGates = (facts: RunFacts): RunFacts => ({
  ...facts,
  suites: facts.suites.map(({ project, header }) => ({ project, header: { ...header, gates: [] } })),
})

describe('a suite that is red without a case or a gate that says so', () => {
  it.each<[string, RunFacts, string, 'failure' | 'error']>([
    [
      'a ratchet without a baseline',
      makeFacts([{ header: makeHeader({ policy: 'ratchet', total: 20, selected: 20 }), cases }]),
      'FAIL',
      'failure',
    ],
    ['an outage that reads as refusals', withoutGates(outageRun()), 'INFRASTRUCTURE', 'error'],
  ])('says it in a test of its own: %s', (_, facts, status, as) => {
    const { tests, type, of } = gates(facts)
    expect(buildReport(facts).status).toBe(status)
    expect(tests).toEqual([['status', as]])
    expect(type).toBe(status)
    expect([of['failures'], of['errors']]).toEqual(as === 'failure' ? ['1', '0'] : ['0', '1'])
  })

  it('has none where a gate says it, where it is green, and under policy report', () => {
    expect(gates(tenancyRun(18)).tests.map(([name]) => name)).not.toContain('status')
    expect(gates(withoutGates(tenancyRun(18))).tests).toEqual([])
    const outage = withoutGates(outageRun())
    const suites = outage.suites.map(({ project, header }) => ({ project, header: { ...header, policy: 'report' as const } }))
    expect(gates({ ...outage, suites }).tests).toEqual([])
  })
})
