import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { offlineJudge } from '../../src/judges/offline.js'
import type { CaseRecord, Signal } from '../../src/schema/record.js'
import { expectedOf, replayFixture, tally } from './fixtures.js'

// A formatter may pad the cells of a table.
const PAGE = readFileSync(new URL('../../docs/judges-offline-abstractive.md', import.meta.url), 'utf8')
  .replaceAll(/ *\| */g, '|')
  .replaceAll(/-{3,}/g, '---')
const { items } = expectedOf('abstractive')

type Verdict = Pick<CaseRecord, 'errorClass' | 'outcome' | 'signals'>
const SIGNALS = ['true', 'false', 'unknown']
const name = (signal: Signal) => (signal === null ? 'unknown' : String(signal))

/** A table of the page: what was held by hand in the rows, what the offline judge says in the columns. */
function confusion(records: readonly CaseRecord[], of: (verdict: Verdict) => string, always: readonly string[] = []): string {
  const pairs = records.map((record) => ({ hand: of(items[record.id] ?? record), offline: of(record) }))
  const hands = [...new Set([...always, ...pairs.map(({ hand }) => hand).sort()])]
  const offlines = [...new Set([...always, ...pairs.map(({ offline }) => offline).sort()])]
  const counts = tally(pairs.map(({ hand, offline }) => `${hand}|${offline}`))
  const row = (cells: readonly (string | number)[]) => `|${cells.join('|')}|`
  return [
    row(['by hand', ...offlines]),
    row(['---', ...offlines.map(() => '---')]),
    ...hands.map((hand) => row([hand, ...offlines.map((offline) => counts[`${hand}|${offline}`] ?? 0)])),
  ].join('\n')
}

describe('docs/judges-offline-abstractive.md holds what the offline judge makes of the abstractive answers', () => {
  let run: Awaited<ReturnType<typeof replayFixture>>
  beforeAll(async () => {
    run = await replayFixture('abstractive', offlineJudge())
  })

  it.each<[string, (verdict: Verdict) => string, string[]?]>([
    ['groundedness', ({ signals }) => name(signals.g), SIGNALS],
    ['correctness', ({ signals }) => name(signals.c), SIGNALS],
    ['outcome', ({ outcome }) => String(outcome)],
    ['class', ({ errorClass }) => errorClass],
  ])('the table of %s', (_name, of, always) => {
    expect(PAGE).toContain(confusion(run.records, of, always))
  })

  it.each([['en'], ['de'], ['fr'], ['ur-Latn']])('the table of groundedness, %s', (language) => {
    const records = run.records.filter((record) => record.language === language)
    expect(records.length).toBeGreaterThan(0)
    expect(PAGE).toContain(`(${records.length})\n\n${confusion(records, ({ signals }) => name(signals.g), SIGNALS)}`)
  })

  it('the hallucination rate', () => {
    const rate = run.suite.metrics['hallucinationRate']
    const percent = (share: number | null | undefined) => `${((share ?? Number.NaN) * 100).toFixed(0)}%`
    expect(PAGE).toContain(
      `${rate?.count} of ${rate?.scored} scored, ${rate?.unknown} unknown: ${percent(rate?.low)} to ${percent(rate?.high)}`,
    )
  })
})
