import { readingFor } from '../../metrics/compat.js'
import { isOfClaims, scoreName } from '../../metrics/score-names.js'
import type { SuiteHeader } from '../../schema/record.js'
import { describeGate, metricName } from './names.js'

/** Who judged, and what is known of how wrong it is. */
export type JudgeEvidence = Pick<SuiteHeader, 'judge' | 'calibration'>

/** Metrics that follow from what the system reported, whatever a judge says. */
const NOT_JUDGED = [
  'goldCited',
  'goldCitedSection',
  'goldRetrieved',
  'foundByConstruction',
  'fabricatedCitation',
  'citedNotRetrieved',
  'misquoted',
  'pinpointOutside',
  'rewriteAdds',
]

/** Whether a metric rests on what a judge says. */
export function isJudged(name: string): boolean {
  return !NOT_JUDGED.includes(name) && (scoreName(name) === null || isOfClaims(name))
}

const offline = (name: string) =>
  `the offline judge may not gate ${name} without a calibration of your own on answers: label the sheet of \`npx vitest-docket audit\`, run \`npx vitest-docket calibrate FILE\` and name what it writes as \`calibration\` of the judge; or judge with a model`

/** What is known of a suite's gates before it runs: that some stay closed whatever is found, and why; null where none does. */
export function closedBeforehand({
  gates,
  compat,
  task,
  k,
  ...evidence
}: Pick<SuiteHeader, 'gates' | 'compat' | 'task' | 'k' | 'judge' | 'calibration'>): string | null {
  const reading = readingFor(compat, task)
  const reasons = gates.flatMap((gate) => {
    const name = metricName(gate.metric, reading, k)
    const reason = name === null ? null : reasonNotToTrust(name, evidence)
    return reason === null ? [] : [{ gate: describeGate(gate), reason }]
  })
  if (reasons.length === 0) return null
  const which =
    reasons.length === gates.length
      ? 'no gate will be decided'
      : `not to be decided: ${reasons.map(({ gate }) => gate).join(', ')}`
  return `${which}: ${[...new Set(reasons.map(({ reason }) => reason))].join('; ')}`
}

/** Why no gate may rest on this judge. */
export function reasonNotToTrust(name: string, { judge, calibration }: JudgeEvidence): string | null {
  if (!isJudged(name)) return null
  if (calibration !== null && calibration.problems.length > 0) return `judge not trusted: ${calibration.problems.join('; ')}`
  return (name === 'hallucinationRate' || isOfClaims(name)) && judge.offline && !isOwn(calibration) ? offline(name) : null
}

/** Of the user's own examples, and of answers: the rate is of answers, and a judge may know claims and not answers. */
function isOwn(calibration: JudgeEvidence['calibration']): boolean {
  return calibration?.own === true && calibration.unit === 'answer'
}
