import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CALIBRATION_VERSION, type Calibration } from '../../src/schema/calibration.js'
import { folderOfTest, headline, runReported } from './nested/reported.js'

const LONG = { timeout: 60_000 }
const none = { truePositive: 0, falseNegative: 0, trueNegative: 0, falsePositive: 0, abstained: { positive: 0, negative: 0 } }
const times = (n: number, over: object) => Array.from({ length: n }, () => ({ ...none, ...over }))

function calibration(over: Partial<Calibration> = {}): string {
  const path = join(folderOfTest(), 'calibration.json')
  const file: Calibration = {
    schemaVersion: CALIBRATION_VERSION,
    kind: 'calibration',
    createdAt: '2026-11-29T00:00:00.000Z',
    judge: { name: 'offline', rubric: 'lexical-3-band', members: [] },
    unit: 'answer',
    data: { file: 'audit.csv', sha256: '0'.repeat(64), examples: 80 },
    languages: {
      en: [
        ...times(36, { truePositive: 1 }),
        ...times(4, { falseNegative: 1 }),
        ...times(38, { trueNegative: 1 }),
        ...times(2, { falsePositive: 1 }),
      ],
    },
    tables: {},
    ...over,
  }
  writeFileSync(path, JSON.stringify(file))
  return path
}

async function run(judge: object) {
  const { report, code, stdout } = await runReported({
    names: ['calibrated'],
    docket: { judge: { provider: 'offline', ...judge } },
  })
  const [suite] = report?.suites ?? []
  return { code, stdout, suite, statuses: suite?.gates.map(({ status }) => status), report }
}

describe('a suite that is judged offline', () => {
  it('does not gate its hallucination rate without a calibration', LONG, async () => {
    const { code, stdout, statuses, suite } = await run({})
    expect(suite?.metrics['hallucinationRate']).toMatchObject({ count: 0, scored: 60 })
    expect(statuses).toEqual(['closed', 'pass'])
    expect(code).toBe(1)
    expect(headline(stdout)).toContain('the offline judge may not gate hallucinationRate without a calibration of your own')
  })

  it('does with one of the user’s own, and its report corrects the rate', LONG, async () => {
    const { code, statuses, suite, stdout } = await run({ calibration: calibration(), minSensitivity: 0.7 })
    expect(statuses).toEqual(['pass', 'pass'])
    expect(code).toBe(0)
    expect(suite?.calibration).toMatchObject({
      problems: [],
      corrected: { value: 0 },
      languages: [{ language: 'en', positives: 40 }],
    })
    // At 80 columns the row's name takes two lines.
    expect(stdout).toMatch(/^corrected for the +0\.0% +0\.0–\d\.\d%\n *judge's errors$/m)
  })

  it(
    'gates nothing that is judged where the calibration is of another language, or the judge is below what is asked',
    LONG,
    async () => {
      const other = await run({ calibration: calibration({ languages: { de: times(80, { trueNegative: 1 }) } }) })
      expect(other.statuses).toEqual(['closed', 'closed'])
      expect(other.suite?.gates[1]?.message).toMatch(/judge not trusted: the judge is not calibrated for en: the file has de/)
      const below = await run({ calibration: calibration(), minSpecificity: 0.99 })
      expect(below.code).toBe(1)
      expect(below.suite?.calibration?.problems).toEqual([expect.stringMatching(/under `minSpecificity` 99\.0%/)])
    },
  )

  it('is broken where the calibration is not there', LONG, async () => {
    const { code, report } = await run({ calibration: 'nowhere.json' })
    expect(code).toBe(1)
    expect(JSON.stringify(report?.problems)).toMatch(/`judge\.calibration`: .*nowhere\.json is not there/)
  })
})
