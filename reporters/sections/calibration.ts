import type { Metric } from '../../src/schema/metric.js'
import type { CalibrationTable, SuiteReport } from '../../src/schema/report.js'
import { count } from '../../src/text/count.js'
import { percent } from '../../src/text/percent.js'
import { range } from '../metric-cells.js'
import { type Section, section } from './block.js'

/** How wrong the judge is known to be, and what that makes of the hallucination rate. */
export function calibrationSection({ calibration, metrics }: SuiteReport): Section[] {
  if (calibration === null) return []
  const { file, problems, corrected, reason, languages } = calibration
  const judged = judgedText(metrics['hallucinationRate'])
  const then =
    corrected === null
      ? `, and not corrected: ${reason ?? 'no reason given'}`
      : `, ${percent(corrected.value)} (${range(corrected.low, corrected.high)}) corrected for the judge's errors`
  return section('Judge calibration', [
    { kind: 'text', text: `By ${file} the hallucination rate ${judged}${then}.` },
    { kind: 'list', items: [...problems] },
    {
      kind: 'table',
      table: {
        columns: [
          { header: 'language' },
          { header: 'ungrounded', align: 'right' },
          { header: 'found', align: 'right' },
          { header: 'grounded', align: 'right' },
          { header: 'confirmed', align: 'right' },
        ],
        rows: languages.map((row) => [
          row.language,
          String(row.positives),
          shareCell(row.sensitivity),
          String(row.negatives),
          shareCell(row.specificity),
        ]),
      },
    },
  ])
}

/** The table beside it shows how far unknown verdicts leave the rate open, so that it must be clear what this one is of. */
function judgedText(raw: Metric | undefined): string {
  if (raw === undefined || raw.value === null) return 'is not known'
  if (raw.unknown + raw.lost === 0) return `is ${percent(raw.value)} as judged`
  return `is ${percent(raw.value)} of the ${count(raw.scored, 'known verdict')}`
}

function shareCell(share: CalibrationTable['languages'][number]['sensitivity']): string {
  return share === null ? '–' : `${percent(share.value)} (${range(share.low, share.high)})`
}
