import { describe, expect, it } from 'vitest'
import type { Cost } from '../src/schema/record.js'
import { makeCase, makeFacts, makeHeader } from './fixtures.test-util.js'
import { renderMarkdown } from './markdown.js'
import { costPerCase } from './per-case.js'
import { buildReport } from './report.js'
import { renderTerminal } from './terminal.js'

const paid = (usd: number | null, calls = 1): Cost => ({ calls, inputTokens: 1000 * calls, outputTokens: 100 * calls, usd })
const FREE = paid(0, 0)
const costing = (position: number, judge: Cost, system: Cost = FREE) => makeCase(position, { cost: { judge, system } })

describe('costPerCase', () => {
  it.each<[string, Cost[], object]>([
    ['nothing', [], { cases: 0, usd: null, dearest: null }],
    ['replays only', [FREE, FREE], { cases: 0, usd: null, dearest: null }],
    [
      'the mean is of the cases with a live call',
      [FREE, paid(0.02, 2), paid(0.01)],
      { cases: 2, usd: 0.015, dearest: { id: 'T-002', usd: 0.02 } },
    ],
    ['of equals the first', [paid(0.01), paid(0.01)], { cases: 2, usd: 0.01, dearest: { id: 'T-001', usd: 0.01 } }],
    [
      'a price that is not known makes no mean',
      [paid(0.01), paid(null)],
      { cases: 2, usd: null, dearest: { id: 'T-001', usd: 0.01 } },
    ],
    ['no price is known', [paid(null), paid(null)], { cases: 2, usd: null, dearest: null }],
    ['a call that cost nothing', [paid(0)], { cases: 1, usd: 0, dearest: null }],
  ])('%s', (_, costs, expected) => {
    const records = costs.map((cost, i) => costing(i, cost))
    expect(costPerCase(records).judge).toEqual(expected)
    expect(
      costPerCase(records.map(({ cost, ...rest }) => ({ ...rest, cost: { judge: FREE, system: cost.judge } }))).system,
    ).toEqual(expected)
  })
})

describe('latency and cost', () => {
  const unknown = (over: Partial<Cost> = {}): Cost => ({
    calls: 1,
    inputTokens: 0,
    outputTokens: 0,
    usd: null,
    unknownTokens: 1,
    ...over,
  })
  it.each<[string, Cost[], string]>([
    ['of no call', [unknown(), unknown()], 'judge: cost unknown, 2 calls, tokens unknown'],
    [
      'of some',
      [unknown(), paid(0.01)],
      'judge: cost unknown, 2 calls, 1,000 tokens in, 100 out, not all of 1 call known; at most 0.010 USD (T-002)',
    ],
    ['in part', [unknown({ inputTokens: 5 })], 'judge: cost unknown, 1 call, 5 tokens in, 0 out, not all of 1 call known'],
  ])('tokens that are known %s are not printed as none', (_, costs, expected) => {
    const cases = costs.map((cost, i) => costing(i, cost))
    const report = buildReport(makeFacts([{ header: makeHeader(), cases }]))
    const printed = renderTerminal(report, { color: false, columns: 300 })
    expect(printed.split('\n').map((line) => line.trim())).toContain(`- ${expected}`)
  })

  const line = (costs: [judge: Cost, system: Cost][], columns = 300) => {
    const cases = costs.map(([judge, system], i) => costing(i, judge, system))
    const report = buildReport(makeFacts([{ header: makeHeader(), cases }]))
    expect(renderMarkdown(report)).toContain('a case')
    return renderTerminal(report, { color: false, columns })
  }

  it('says what a case costs and which is the dearest, judge and system apart', () => {
    const text = line([
      [paid(0.011), paid(0.00005)],
      [paid(0.0341, 2), paid(0.00005)],
      [paid(1.2), FREE],
    ])
    expect(text).toContain('- judge: 1.25 USD, 4 calls, 4,000 tokens in, 400 out; 0.42 USD a case, at most 1.20 USD (T-003)')
    expect(text).toContain(
      '- system: 0.00010 USD, 2 calls, 2,000 tokens in, 200 out; <0.0001 USD a case, at most <0.0001 USD (T-001)',
    )
  })
})
