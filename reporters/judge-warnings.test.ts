import { describe, expect, it } from 'vitest'
import { makeCase, makeFacts, makeHeader, times } from './fixtures.test-util.js'
import { judgeWarnings } from './judge-warnings.js'
import { buildReport } from './report.js'
import { renderTerminal } from './terminal.js'

const judgedBy = (model: string | undefined, members: string[] = []) =>
  makeHeader({
    judge: { name: 'anthropic', model, offline: false, members: members.map((member) => ({ name: 'a', model: member })) },
  })
const answeredBy = (systemModel: string | undefined) => [makeCase(0, { systemModel }), makeCase(1, { systemModel })]

describe('fault 17: a judge that grades its own model', () => {
  it.each([
    ['the same model', judgedBy('claude-sonnet-4-6'), 'claude-sonnet-4-6'],
    ["a dated version of the judge's", judgedBy('claude-sonnet-4-6'), 'claude-sonnet-4-6-20260929'],
    ["one of which the judge's is a dated version", judgedBy('gpt-5.4-2026-09-29'), 'gpt-5.4'],
    ['a model of the panel', judgedBy(undefined, ['gpt-5.4', 'claude-sonnet-4-6']), 'claude-sonnet-4-6'],
  ])('%s: the report says so', (_, header, systemModel) => {
    const warning = `the judge's model is the system's: it grades its own answers (${systemModel}, 2 cases)`
    expect(judgeWarnings(header, answeredBy(systemModel))).toEqual([warning])
    const report = buildReport(makeFacts([{ header, cases: answeredBy(systemModel) }]))
    expect(report.suites[0]?.warnings).toContain(warning)
    expect(renderTerminal(report, { color: false, columns: 200 })).toContain(`- ${warning}`)
  })

  it.each([
    ['another model', judgedBy('claude-sonnet-4-6'), 'claude-opus-5'],
    ['a model whose name begins alike', judgedBy('gpt-5.4'), 'gpt-5.4-mini'],
    ['a system that does not say', judgedBy('claude-sonnet-4-6'), undefined],
    ['a judge without a model', judgedBy(undefined), 'claude-sonnet-4-6'],
  ])('%s: nothing to say', (_, header, systemModel) => {
    expect(judgeWarnings(header, answeredBy(systemModel))).toEqual([])
  })
})

describe('calls that cost nobody knows what', () => {
  const paid = (over: object) => ({ judge: { calls: 2, inputTokens: 0, outputTokens: 0, usd: null, ...over }, system: FREE })
  const FREE = { calls: 0, inputTokens: 0, outputTokens: 0, usd: 0 }
  it.each([
    ['no price', {}, /^no price is known for the judge's model \(1 case\)/],
    ['no count', { unknownTokens: 2 }, /^the judge's server did not say what 2 calls used: their cost is unknown/],
  ])('%s', (_, over, warning) => {
    const cases = [makeCase(0, { cost: paid(over) }), makeCase(1)]
    expect(judgeWarnings(judgedBy('claude-sonnet-4-6'), cases)).toEqual([expect.stringMatching(warning)])
  })
})

describe('cases in several parts', () => {
  it.each([
    [1, '1 case was judged in several parts, since the passages did not fit into one call'],
    [3, '3 cases were judged in several parts, since the passages did not fit into one call'],
  ])('%d of 5', (n, warning) => {
    const cases = times(5, (i) =>
      makeCase(i, { judging: { parts: i < n ? 2 + i : 1, notes: [], panel: null, confirmation: null } }),
    )
    expect(judgeWarnings(judgedBy('claude-sonnet-4-6'), cases)).toEqual([warning])
  })
})
