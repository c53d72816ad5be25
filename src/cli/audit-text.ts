import { wrap } from '../../reporters/layout.js'
import { textTable } from '../../reporters/text-table.js'
import { LONGEST_CELL, overlong } from '../judges/calibration/audit-sheet.js'
import { LEAST_EXAMPLES } from '../judges/calibration/measure.js'
import type { AuditSample, LanguageTally } from '../run/audit.js'
import type { CalibrationUnit } from '../schema/calibration.js'
import { plainText } from '../text/plain-text.js'

/** What the audit wrote, what to do with it, and whether it can calibrate; no line of prose longer than `columns`. No row's verdict can be told from it. */
export function auditText(
  { rows, of, withoutText, repeated, languages }: AuditSample,
  { unit, sheet, companion }: { unit: CalibrationUnit; sheet: string; companion: string },
  columns: number,
): string[] {
  const fill = unit === 'claim' ? 'label (entailment, neutral, contradiction)' : 'grounded and correct (yes or no)'
  const long = overlong(rows)
  const prose = (text: string) => wrap(plainText(text), columns)
  return [
    ...prose(
      `${sheet}: ${rows.length} of ${counted(of, unit)}, in random order. Fill in ${fill}; leave empty what you cannot tell.`,
    ),
    ...prose(`${companion}: what the judge is asked of each row. Keep it beside the sheet, under the same name.`),
    ...(repeated === 0
      ? []
      : prose(`Left out: ${counted(repeated, 'answer')} that another trial of the same item gave too, on the same passages`)),
    ...(withoutText === 0 ? [] : prose(`Left out: ${counted(withoutText, 'answer')} whose passages came without text`)),
    ...(long.length === 0
      ? []
      : prose(
          `Some spreadsheets cut cells of more than ${LONGEST_CELL} characters, and a row that was cut is refused: ${long.join(', ')}`,
        )),
    '',
    ...prose(
      `To be expected by the judge's verdicts, which may be wrong. A calibration takes ${LEAST_EXAMPLES} of both kinds in each language.`,
    ),
    ...textTable(
      {
        columns: ['language', 'rows', 'in the run', 'ungrounded', 'grounded'].map((header, i) => ({
          header,
          ...(i === 0 ? {} : { align: 'right' as const }),
        })),
        rows: languages.map((one) => [one.language, String(one.rows), String(one.of), ...expectedOf(one)]),
      },
      columns - 2,
    ).map((line) => `  ${line}`),
    ...shortfalls(languages, of, unit).flatMap(prose),
    '',
    // A command is copied: it is not broken.
    'Then:',
    `npx vitest-docket calibrate ${sheet}`,
  ]
}

/** What a sheet aims at where it falls short, since a sample has fewer as often as more, and some rows stay empty. */
const AIM = 36

function expectedOf(one: LanguageTally): string[] {
  const share = shareOf(one)
  if (share === null) return ['not known', 'not known']
  return [share, 1 - share].map((side) => about(side * one.rows, one.rows))
}

/** Exact figures near none or all would say what the judge made of single rows. */
function about(count: number, of: number): string {
  if (count < FEW) return `under ${FEW}`
  return of - count < FEW ? `over ${of - FEW}` : `about ${Math.round(count)}`
}
const FEW = 5

/** Ungrounded of what has a verdict; null where nothing has. */
function shareOf({ ungrounded, grounded }: LanguageTally): number | null {
  return ungrounded + grounded === 0 ? null : ungrounded / (ungrounded + grounded)
}

interface Shortfall {
  language: string
  of: number
  lacks: string
  /** Rows of the language that would do; null where all that there are do not. */
  needed: number | null
}

/** Languages that the sheet is not likely to calibrate, and what would help. */
function shortfalls(languages: readonly LanguageTally[], total: number, unit: CalibrationUnit): string[] {
  const short = languages.flatMap((one): Shortfall[] => {
    const { language, rows, of } = one
    if (of < 2 * LEAST_EXAMPLES) return [{ language, of, lacks: counted(of, unit), needed: null }]
    const share = shareOf(one)
    if (share === null) return [{ language, of, lacks: 'no verdict', needed: null }]
    const [rarer, kind] = share <= 0.5 ? [share, 'ungrounded'] : [1 - share, 'grounded']
    if (rarer * rows >= LEAST_EXAMPLES) return []
    if (rarer * of < LEAST_EXAMPLES) return [{ language, of, lacks: `${about(rarer * of, of)} ${kind}`, needed: null }]
    return [{ language, of, lacks: kind, needed: Math.min(of, Math.ceil(AIM / rarer)) }]
  })
  const within = short.flatMap((one) => (one.needed === null ? [] : [{ ...one, needed: one.needed }]))
  const beyond = short.filter(({ needed }) => needed === null)
  const perLanguage = Math.max(...within.map(({ needed }) => needed))
  const size = Math.min(total, Math.max(...within.map(({ needed, of }) => Math.ceil((needed * total) / of))))
  const named = (some: readonly Shortfall[]) => some.map(({ language, lacks }) => `${language} (${lacks})`).join(', ')
  return [
    ...(within.length === 0
      ? []
      : [
          `Too few rows for ${named(within)}: ${LEAST_EXAMPLES} or more take about \`--per-language ${perLanguage}\` or \`--size ${size}\`.`,
        ]),
    ...(beyond.length === 0
      ? []
      : [
          `All of this run is not likely to calibrate ${named(beyond)}: draw the sheet from one of more items, or of a system that brings more of what is missing.`,
        ]),
  ]
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
