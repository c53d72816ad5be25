import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { calibrationTable } from '../../reporters/calibration-table.js'
import { auditText } from '../../src/cli/audit-text.js'
import { calibrationText } from '../../src/cli/calibration-text.js'
import { loadDataset } from '../../src/datasets/dataset.js'
import { jsonl } from '../../src/datasets/jsonl.js'
import { type AuditRow, writeAuditSheet } from '../../src/judges/calibration/audit-sheet.js'
import { readLabelled } from '../../src/judges/calibration/read.js'
import { filledIn } from '../../src/judges/calibration/sheet.test-util.js'
import { tabulate } from '../../src/judges/calibration/tabulate.js'
import { offlineJudge } from '../../src/judges/offline.js'
import { sampleForAudit } from '../../src/run/audit.js'
import { assessExamples } from '../../src/run/calibrate.js'
import { type CaseLine, RECORD_VERSION } from '../../src/schema/record.js'
import { correctRate } from '../../src/stats/rogan-gladen.js'
import { expectedOf, replayFixture } from './fixtures.js'

const PAGE = readFileSync(new URL('../../docs/calibration.md', import.meta.url), 'utf8')
const { items: byHand } = expectedOf('abstractive')

/** The worked example of the page: the abstractive answers audited, labelled with the verdicts that were set by hand, and the offline judge calibrated on them. */
describe('docs/calibration.md: the worked example', () => {
  let example: { audit: string; text: string; reason: string | undefined }
  beforeAll(async () => {
    const run = await replayFixture('abstractive', offlineJudge())
    const { items } = await loadDataset(jsonl('fixtures/abstractive/items.jsonl'))
    const lines = run.evaluations.map(({ record, response, verdict }, i): CaseLine => {
      const item = items[i]?.item
      if (item?.id !== record.item) throw new Error(`expected ${record.item}, received ${item?.id}`)
      return { schemaVersion: RECORD_VERSION, kind: 'case', project: 'unit', record, item, response, verdict, recordings: [] }
    })
    const sample = sampleForAudit(lines, { take: { size: 60 }, seed: 1, unit: 'answer' })
    const { rows } = sample
    const path = join(mkdtempSync(join(tmpdir(), 'docket-example-')), 'audit.csv')
    writeFileSync(path, labelled(writeAuditSheet('answer', rows), rows))
    const data = readLabelled(path)
    const { signal } = new AbortController()
    const { assessed } = await assessExamples(data.examples, offlineJudge(), { suite: 'example', concurrency: 8, signal })
    const { tables, languages } = tabulate(data, assessed, 1)
    const use = { file: 'x', own: true, minSensitivity: null, minSpecificity: null, problems: [], unit: data.unit, languages }
    const reason = calibrationTable(use, run.records)?.reason
    const audit = auditText(sample, { unit: 'answer', sheet: 'audit.csv', companion: 'audit.jsonl' }, 80).join('\n')
    example = { audit, text: calibrationText(data, tables, 80).join('\n'), reason }
  }, 60_000)

  it('shows what audit prints', () => {
    expect(PAGE).toContain(`\n${example.audit}\n`)
  })

  it('shows what calibrate prints, over all languages', () => {
    const [overall = ''] = example.text.split('\n\n')
    expect(PAGE).toContain(`\n${overall}\n`)
  })

  it('says why nothing is corrected', () => {
    expect(example.reason).toBeDefined()
    expect(PAGE).toContain(`\`${example.reason}\``)
  })
})

describe('docs/calibration.md: the corrected rate', () => {
  it('is what 20 of 100 become at 36 of 40 and 36 of 40', () => {
    const none = { truePositive: 0, falseNegative: 0, trueNegative: 0, falsePositive: 0 }
    const cells = [36, 4, 36, 4].flatMap((n, i) =>
      Array.from({ length: n }, () => ({ ...none, [Object.keys(none)[i] ?? '']: 1 })),
    )
    const run = Array.from({ length: 100 }, (_, i) => [{ stratum: 'en', fault: i < 20 }])
    const { value, interval } = correctRate(run, new Map([['en', cells]]), 1)
    const percent = (share: number | undefined) => ((share ?? Number.NaN) * 100).toFixed(1)
    const line = /^corrected for the judge's errors +([\d.]+)% +([\d.]+)–([\d.]+)%$/m.exec(PAGE)
    expect(line?.slice(1)).toEqual([value ?? undefined, interval?.low, interval?.high].map(percent))
  })
})

/** What a person would do: the columns grounded and correct filled in from the hand verdicts, row by row. */
function labelled(sheet: string, rows: readonly AuditRow[]): string {
  const word = (value: boolean | null | undefined) => (value === true ? 'yes' : value === false ? 'no' : '')
  return filledIn(sheet, (_, i) => {
    const signals = byHand[rows[i]?.id ?? '']?.signals
    return { grounded: word(signals?.g), correct: word(signals?.c) }
  })
}
