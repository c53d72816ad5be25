import { expect, it } from 'vitest'
import { lost, makeCase, makeFacts, makeHeader } from './fixtures.test-util.js'
import { renderMarkdown } from './markdown.js'
import { buildReport } from './report.js'
import { renderTerminal } from './terminal.js'

const FAULTY = /\b1 (?:items|cases|groups|trials|verdicts|answers|suites|calls|red cases|gates|twin pairs)\b/

it.each([
  ['a case', [makeCase(0, { cost: { judge: free(), system: free(1) }, replayed: { judge: true, system: true } })], {}],
  ['a lost case', [lost(0)], {}],
  ['a case that did not run', [], {}],
  ['a case of an unpriced judge', [makeCase(0, { cost: { judge: { ...free(1), usd: null }, system: free() } })], {}],
  ['two cases of a group', [makeCase(0, { group: 'a' }), makeCase(1, { group: 'a' })], {}],
  [
    'an item with two trials',
    [makeCase(0), makeCase(0, { id: 'T-001#2', item: 'T-001', trial: 1, group: 'T-001' })],
    { trials: 2, total: 1, selected: 1 },
  ],
])('one of anything is one: %s', (_, cases, over) => {
  const header = makeHeader({ policy: 'report', total: cases.length || 1, selected: cases.length || 1, ...over })
  const red = [{ project: 'docket', file: header.file, suite: header.suite, id: 'T-001', message: 'no' }]
  const report = buildReport(makeFacts([{ header, cases }], { red: cases.length === 1 ? red : [] }))
  for (const text of [renderTerminal(report, { color: false, columns: 200 }), renderMarkdown(report), report.headline])
    expect(text.match(FAULTY)).toBeNull()
})

function free(calls = 0) {
  return { calls, inputTokens: 0, outputTokens: 0, usd: 0 }
}
