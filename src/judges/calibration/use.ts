import { readFileSync } from 'node:fs'
import { isAbsolute, resolve } from 'node:path'
import { messageOf, OptionError } from '../../errors.js'
import { CALIBRATION_VERSION, Calibration, type CalibrationUse } from '../../schema/calibration.js'
import { issueText } from '../../schema/issue.js'
import { percent } from '../../text/percent.js'
import type { Judge } from '../judge.js'
import { type JudgeOptions, type Trust, trustOf } from '../options.js'
import { type Accuracy, accuracyOf, type Bounded, informedness, isCalibrated } from './accuracy.js'
import { differences, judgeIdentity } from './identity.js'
import { LEAST_EXAMPLES } from './measure.js'
import { isOwnFixture } from './own-fixtures.js'

/**
 * What a suite's calibration says of its judge; null where the suite names none. What speaks against the judge are problems, which close every gate that
 * rests on it: another judge than the calibrated one, a language that is not calibrated, a lower bound under what is asked. Throws an `OptionError`
 * for a file that is missing or broken.
 */
export async function calibrationUse(
  options: JudgeOptions,
  judge: Judge,
  { root, languages }: { root: string; languages: Iterable<string> },
): Promise<CalibrationUse | null> {
  const asked = trustOf(options)
  if (asked?.calibration === undefined) return null
  const { calibration: file, minSensitivity = null, minSpecificity = null } = asked
  const calibration = readCalibration(file, root)
  const used = [...new Set(languages)].sort()
  const byLanguage = Object.fromEntries(
    used.flatMap((language) => {
      // Where a suite does not say its language, all that was calibrated speaks for it.
      const groups = language === 'und' ? Object.values(calibration.languages).flat() : (calibration.languages[language] ?? [])
      return groups.length === 0 ? [] : [[language, groups]]
    }),
  )
  const others = differences(calibration.judge, await judgeIdentity(options, judge, root))
  return {
    file,
    own: !isOwnFixture(calibration.data.sha256),
    minSensitivity,
    minSpecificity,
    problems: [
      ...(others.length === 0 ? [] : [`${file} is of another judge: ${others.join('; ')}`]),
      ...used.flatMap((language) => languageProblems(language, byLanguage[language], calibration, asked)),
    ],
    unit: calibration.unit,
    // Counts of another judge correct nothing.
    languages: others.length === 0 ? byLanguage : {},
  }
}

function languageProblems(
  language: string,
  groups: CalibrationUse['languages'][string] | undefined,
  { unit, languages }: Calibration,
  { minSensitivity, minSpecificity }: Trust,
): string[] {
  const where = language === 'und' ? 'over all languages' : `for ${language}`
  if (groups === undefined)
    return [`the judge is not calibrated ${where}: the file has ${Object.keys(languages).join(', ') || 'none'}`]
  const accuracy = accuracyOf(groups)
  const { positives, negatives, sensitivity, specificity } = accuracy
  if (!isCalibrated(accuracy)) {
    const kinds = unit === 'claim' ? 'claims' : 'answers'
    return [
      `the judge is not calibrated ${where}: ${positives} ungrounded and ${negatives} grounded ${kinds}, of ${LEAST_EXAMPLES} each that are needed`,
    ]
  }
  return [
    ...uninformed(accuracy, where),
    ...tooLow('sensitivity', 'minSensitivity', sensitivity, minSensitivity, where),
    ...tooLow('specificity', 'minSpecificity', specificity, minSpecificity, where),
  ]
}

/** A calibration that shows nothing is no reason to believe a judge, whatever bounds are asked. */
function uninformed(accuracy: Accuracy, where: string): string[] {
  const { sensitivity, specificity } = accuracy
  if (sensitivity === null) return [`the judge abstained on every ungrounded example ${where}`]
  if (specificity === null) return [`the judge abstained on every grounded example ${where}`]
  if ((informedness(accuracy)?.low ?? 0) > 0) return []
  const { value: se, count: found, of: faults } = sensitivity
  const { value: sp, count: confirmed, of: sound } = specificity
  return [
    `the judge is not shown to be better than chance ${where}: sensitivity ${percent(se)} (${found} of ${faults}) and specificity ${percent(sp)} (${confirmed} of ${sound})`,
  ]
}

function tooLow(name: string, option: string, found: Bounded | null, least: number | undefined, where: string): string[] {
  if (least === undefined) return []
  // One that is not known has been named already.
  if (found === null || found.low >= least) return []
  const { value, low, count, of } = found
  return [
    `the judge's ${name} ${where} is ${percent(value)} (${count} of ${of}), but may be as low as ${percent(low)} (95% interval), under \`${option}\` ${percent(least)}`,
  ]
}

function readCalibration(file: string, root: string): Calibration {
  const path = isAbsolute(file) ? file : resolve(root, file)
  const wrong = (why: string, cause?: unknown) =>
    new OptionError(`\`judge.calibration\`: ${path} ${why}; \`npx vitest-docket calibrate\` writes such a file`, { cause })
  let value: unknown
  try {
    value = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    throw wrong(missing ? 'is not there' : `cannot be read: ${messageOf(error)}`, error)
  }
  const version = (value as { schemaVersion?: unknown } | null)?.schemaVersion
  if (version !== CALIBRATION_VERSION) throw wrong(`is of version ${JSON.stringify(version)}, expected ${CALIBRATION_VERSION}`)
  const parsed = Calibration.safeParse(value)
  if (!parsed.success) throw wrong(`is no calibration: ${issueText(parsed.error)}`, parsed.error)
  return parsed.data
}
