import { describe, expect, it } from 'vitest'
import { comparableSuites, type LabelledRun } from '../../reporters/compare/comparable.js'
import { compareRuns } from '../../reporters/compare/compare-runs.js'
import { renderCompareTerminal } from '../../reporters/compare/terminal.js'
import { makeFacts, makeHeader } from '../../reporters/fixtures.test-util.js'
import { displayWidth } from '../../reporters/layout.js'
import { offlineJudge } from '../../src/judges/offline.js'
import { isJudged } from '../../src/run/gates/trust.js'
import type { CaseRecord } from '../../src/schema/record.js'
import { recordedVerdicts, replayFixture } from './fixtures.js'

const records = (await replayFixture('abstractive', recordedVerdicts('abstractive'))).records

function runOf(label: string, cases: readonly CaseRecord[], judge = 'recorded'): LabelledRun {
  const named = { name: judge, offline: judge === 'offline', members: [] }
  const header = makeHeader({ suite: 'Abstractive', total: 60, selected: 60, judge: named })
  return { label, path: label, suites: comparableSuites(makeFacts([{ header, cases }])) }
}

/** The same answers, those of some ids grounded. */
const grounded = (ids: ReadonlySet<string>) =>
  records.map((record) => (ids.has(record.id) ? { ...record, signals: { ...record.signals, g: true } } : record))

const ungrounded = records.filter(({ signals }) => signals.g === false).map(({ id }) => id)

describe('the 60 abstractive answers', () => {
  it('ten that are grounded now are no shown difference: two unknown verdicts could undo it', () => {
    const runs = [runOf('before', records), runOf('after', grounded(new Set(ungrounded)))]
    const { suites, tests } = compareRuns(runs, { metrics: ['hallucinationRate', 'answered'] })
    const [hallucination] = suites[0]?.metrics ?? []
    expect(hallucination?.values).toMatchObject([
      { scored: 47, unknown: 2, least: 10 / 49, most: 12 / 49 },
      { scored: 47, unknown: 2, least: 0, most: 2 / 49 },
    ])
    const one = hallucination?.differences[0]
    expect(one).toMatchObject({ pairs: 47, unknown: 2, base: 10 / 47, now: 0, improved: 10, worse: 0, finding: 'not shown' })
    // AB-32 and AB-36 are exchanged together: 8 groups of ±1 and one of ±2 all fall, so 2 of 2^9 exchanges are as far out.
    expect(one?.p).toBeCloseTo(2 / 512, 12)
    // With both unknown risen it is ±2 and ten ±1 that come to 8 or more: (56 + 1) / 2^11, twice.
    expect(one?.tested).toBeCloseTo(57 / 1024, 12)
    // Of `answered` no pair differs.
    expect(tests).toBe(1)
    expect(one?.adjusted).toBeCloseTo(57 / 1024, 12)
  })

  it('at 80 columns: every item that was mended, and what nothing can be said of', () => {
    const runs = [runOf('before', records), runOf('after', grounded(new Set(ungrounded)))]
    const text = renderCompareTerminal(compareRuns(runs))
    expect(text).toMatch(/^after against before: no difference is real of 1 test, 1 not shown \(/)
    expect(text).toMatch(/^not shown +hallucination rate +21\.3% +0\.0% +−21\.3 \[−40\.1, −0\.7\] +\.056$/mu)
    // Of 46 groups none differs: 1 - .025^(1/46).
    expect(text).toMatch(/^not shown +answered +81\.7% +81\.7% +0\.0 \[−7\.7, \+7\.7\] +–$/mu)
    expect(text).toMatch(/^hallucination rate +0 +10 +47 +38 +2 +0$/mu)
    expect(text.split('\n').filter((line) => displayWidth(line) > 80)).toEqual([])
    expect(text).toMatch(/ Not looked at: nonAnswer,[^.]*and \d+ more\. `--metric all` looks at\s+all\.$/mu)
    expect(text.split('\n').length).toBeLessThan(90)
  })

  it('another judge: only what rests on none is compared', async () => {
    const offline = (await replayFixture('abstractive', offlineJudge())).records
    const { suites } = compareRuns([runOf('hand', records), runOf('offline', offline, 'offline')], { metrics: ['all'] })
    const compared = suites[0]?.metrics.filter(({ differences: [one] }) => one !== null).map(({ name }) => name) ?? []
    expect(suites[0]?.runs[1]?.against).toMatchObject({
      ...{ compared: 'without a judge', refused: 'another judge: recorded then, offline now', newlyWrong: [], newlyRight: [] },
    })
    expect(compared).toEqual(expect.arrayContaining(['goldCited', 'goldRetrieved', 'hit@1', 'mrr']))
    expect(compared).not.toEqual(expect.arrayContaining(['hallucinationRate']))
    expect(compared.filter((name) => isJudged(name))).toEqual([])
  }, 60_000)
})
