import { groupBy } from '../src/group-by.js'
import { accuracyOf, type Bounded, isCalibrated } from '../src/judges/calibration/accuracy.js'
import { RATES } from '../src/metrics/rates.js'
import type { CalibrationUse } from '../src/schema/calibration.js'
import type { CaseRecord } from '../src/schema/record.js'
import type { CalibrationTable } from '../src/schema/report.js'
import { correctRate, type Observed } from '../src/stats/rogan-gladen.js'

/** The same run has the same interval, whoever builds its report. */
const SEED = 1

/** What a calibration says of a suite's hallucination rate: the rate corrected for the judge's errors, and how large those are. Pure. */
export function calibrationTable(use: CalibrationUse | null, records: readonly CaseRecord[]): CalibrationTable | null {
  if (use === null) return null
  const { file, problems } = use
  const languages = Object.entries(use.languages).map(([language, groups]) => ({
    language,
    groups,
    accuracy: accuracyOf(groups),
  }))
  return {
    file,
    problems,
    ...corrected(use, records),
    languages: languages.map(({ language, accuracy: { positives, negatives, sensitivity, specificity } }) => ({
      language,
      positives,
      negatives,
      sensitivity: bounds(sensitivity),
      specificity: bounds(specificity),
    })),
  }
}

function corrected(
  { unit, languages, problems }: CalibrationUse,
  records: readonly CaseRecord[],
): Pick<CalibrationTable, 'corrected' | 'reason'> {
  const none = (reason: string) => ({ corrected: null, reason })
  if (unit === 'claim') return none('calibrated on claims; the rate is of answers')
  // A calibration that does not fit the judge has given no counts.
  if (Object.keys(languages).length === 0) return none(problems[0] ?? 'no language is calibrated')
  const calibrated = new Map(Object.entries(languages).filter(([, groups]) => isCalibrated(accuracyOf(groups))))
  const { value, interval, strata } = correctRate(observed(records), calibrated, SEED)
  if (value !== null && interval !== null) {
    // Wholly clipped away: an answer that the calibration does not allow is none.
    if (interval.high === 0)
      return none('fewer answers are flagged than the judge would flag by mistake: its calibration does not fit this run')
    if (interval.low === 1)
      return none('more answers are flagged than the judge could find: its calibration does not fit this run')
    return { corrected: { value, ...interval } }
  }
  const known = strata.filter((stratum) => stratum.known > 0)
  if (known.length === 0) return none('no verdict is known')
  const open = known.filter(({ stratum }) => !calibrated.has(stratum)).map(({ stratum }) => stratum)
  if (open.length > 0) return none(`not calibrated for ${open.join(', ')}`)
  const blind = known.filter((stratum) => stratum.corrected === null).map(({ stratum }) => stratum)
  return none(`no better than chance in ${blind.join(', ')}`)
}

/** The cases of the hallucination rate by group: what the judge said of each, in its language. */
function observed(records: readonly CaseRecord[]): Observed[][] {
  return [...groupBy(records, ({ group }) => group).values()].map((group) =>
    group.flatMap((record): Observed[] => {
      const standing = RATES.hallucinationRate.standing(record)
      if (standing === 'out' || standing === 'lost') return []
      return [{ stratum: record.language, fault: standing === 'unknown' ? null : standing }]
    }),
  )
}

function bounds(share: Bounded | null): { value: number; low: number; high: number } | null {
  return share === null ? null : { value: share.value, low: share.low, high: share.high }
}
