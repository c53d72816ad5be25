import { isMean } from '../../src/run/gates/names.js'
import type { Finding, RunValue } from '../../src/schema/compare.js'
import type { Difference } from '../../src/schema/difference.js'
import { decimal } from '../../src/text/decimal.js'
import { range, share } from '../metric-cells.js'

/** Whether a difference is shown to be there. */
export function isShown(finding: Finding): boolean {
  return finding !== 'not shown' && finding !== 'not tested'
}

/** `74.5% (275)`, `20.4–24.5% (49)` where verdicts are unknown, `–` where nothing is scored. */
export function valueCell(name: string, value: RunValue | null): string {
  if (value === null || value.value === null || value.least === null || value.most === null) return '–'
  const { least, most, scored, unknown } = value
  const isOpen = unknown > 0
  // A score of which some are unknown may exceed 1 in a published reading; what it could be at most nobody knows.
  const text = isMean(name)
    ? isOpen
      ? `${decimal(least)}–${decimal(most)}`
      : decimal(value.value)
    : isOpen
      ? range(least, most)
      : share(value.value, 1)
  return `${text} (${scored + unknown})`
}

/** `−5.5 [−8.6, −2.6]` in points of a rate, `−.055 [−.086, −.026]` of a mean. */
export function differenceCell(name: string, { difference, low, high }: Difference): string {
  if (difference === null) return '–'
  const amount = isMean(name) ? signedMean : pointsCell
  return low === null || high === null ? amount(difference) : `${amount(difference)} [${amount(low)}, ${amount(high)}]`
}

export function pCell(p: number): string {
  return decimal(p)
}

/** `−5.5`, in points of a rate. */
export function pointsCell(value: number): string {
  const points = Math.abs(value) * 100
  const digits = points.toFixed(1)
  // What is not quite nothing never looks as if it were.
  return digits === '0.0' && value !== 0 ? `${sign(value)}${points < 0.005 ? '<0.01' : points.toFixed(2)}` : sign(value) + digits
}

function signedMean(value: number): string {
  return sign(value) + decimal(Math.abs(value))
}

function sign(value: number): string {
  return value < 0 ? '−' : value > 0 ? '+' : ''
}
