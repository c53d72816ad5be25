import { describe, expect, it } from 'vitest'
import type { CaseRecord } from '../src/schema/record.js'
import { makeCase, makeFacts, makeHeader, times } from './fixtures.test-util.js'
import { displayWidth } from './layout.js'
import { renderMarkdown } from './markdown.js'
import { buildReport } from './report.js'
import { takenCases } from './taken.js'
import { renderTerminal } from './terminal.js'

const FIRST = '2026-11-30T10-00-00-000Z-1a2b'
const SECOND = '2026-11-30T11-00-00-000Z-3c4d'
const COST = {
  judge: { calls: 2, inputTokens: 100, outputTokens: 10, usd: 0.004 },
  system: { calls: 0, inputTokens: 0, outputTokens: 0, usd: 0 },
}

/** A suite of 1,000 cases, of which some ran in earlier runs. */
function report(from: (i: number) => string | undefined, cost: (i: number) => CaseRecord['cost'] = () => COST) {
  const header = makeHeader({ total: 1000, selected: 1000, policy: 'report' })
  const cases = times(1000, (i) => ({ ...makeCase(i), cost: cost(i), takenFrom: from(i) }))
  return buildReport(makeFacts([{ header, cases }]))
}

const flat = (text: string) => text.replace(/\s+/g, ' ')

describe('what was taken over', () => {
  it('ends the first line, behind what was paid in all and now', () => {
    const resumed = report((i) => (i < 900 ? FIRST : undefined))
    expect(resumed.headline).toMatch(
      /n 1000 · 4\.00 USD \(2000 calls\), of that now 0\.40 USD \(200 calls\) · replayed .* · 900 of 1,000 taken from run 2026-11-30T10-00-00-000Z-1a2b$/,
    )
    expect(resumed.sources).toEqual([{ run: FIRST, cases: 900 }])
  })

  it('is said run by run where there are several, the oldest first', () => {
    const resumed = report((i) => (i < 100 ? SECOND : i < 900 ? FIRST : undefined))
    expect(resumed.headline).toMatch(/ · 900 of 1,000 taken from 2 runs$/)
    expect(resumed.sources).toEqual([
      { run: FIRST, cases: 800 },
      { run: SECOND, cases: 100 },
    ])
    const said = `taken over: 900 of 1,000 cases from run ${FIRST} (800), run ${SECOND} (100); 200 calls were made in this run`
    expect(flat(renderTerminal(resumed, { columns: 80, color: false }))).toContain(said)
    expect(flat(renderMarkdown(resumed))).toContain(said)
    for (const line of renderTerminal(resumed, { columns: 80, color: false }).split('\n'))
      expect(displayWidth(line)).toBeLessThanOrEqual(80)
  })

  it('says of calls what is known: nothing was paid now, or nobody knows what', () => {
    expect(report(() => FIRST).headline).toContain('4.00 USD (2000 calls), of that now no paid calls · ')
    const unknown = report(
      (i) => (i < 900 ? FIRST : undefined),
      () => ({ ...COST, judge: { ...COST.judge, usd: null } }),
    )
    expect(unknown.headline).toContain('unknown cost (2000 calls), of that now unknown cost (200 calls)')
  })

  it('says nothing of money where none was spent, and nothing at all of a run that was not resumed', () => {
    const free = { judge: { ...COST.system }, system: COST.system }
    expect(
      report(
        (i) => (i < 900 ? FIRST : undefined),
        () => free,
      ).headline,
    ).toContain('· no paid calls ·')
    const whole = report(() => undefined)
    expect(whole.headline).not.toContain('taken')
    expect(whole.suites[0]).not.toHaveProperty('taken')
    expect(takenCases([])).toBeUndefined()
  })

  it('counts a case once that was written twice', () => {
    const facts = makeFacts([
      { header: makeHeader(), cases: [makeCase(1), makeCase(1)].map((one) => ({ ...one, takenFrom: FIRST })) },
    ])
    expect(buildReport(facts).sources).toEqual([{ run: FIRST, cases: 1 }])
  })
})
