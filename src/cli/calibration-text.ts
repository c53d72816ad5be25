import { wrap } from '../../reporters/layout.js'
import { textTable } from '../../reporters/text-table.js'
import type { LabelledData } from '../judges/calibration/example.js'
import type { ExtractionMeasures } from '../judges/calibration/extraction.js'
import {
  CORRECTNESS_SCHEME,
  LEAST_EXAMPLES,
  type MeasuredShare,
  type Measures,
  type Scheme,
} from '../judges/calibration/measure.js'
import type { PreferenceTable } from '../judges/calibration/preference-files.js'
import type { Correlation, PreferenceMeasures } from '../judges/calibration/preferences.js'
import { type CalibrationTables, type MeasuredScheme, supportScheme } from '../judges/calibration/tabulate.js'
import type { ClassScores, Share } from '../stats/classification.js'
import { percent } from '../text/percent.js'

/** A calibration as text, no line longer than `columns`. */
export function calibrationText(data: LabelledData, tables: CalibrationTables, columns: number): string[] {
  const { support, correctness, extraction, leftOut, lost } = tables
  return [
    ...schemeText(
      data.unit === 'claim' ? 'Support of claims' : 'Groundedness of answers',
      { scheme: supportScheme(data.unit), gated: true },
      support,
      columns,
    ),
    ...(correctness === null
      ? []
      : schemeText('Correctness of answers', { scheme: CORRECTNESS_SCHEME, gated: false }, correctness, columns)),
    ...(extraction === null ? [] : extractionText(extraction, columns)),
    ...counted('Left out', leftOut, columns),
    ...counted('Lost, in no table', lost, columns),
  ]
}

function extractionText({ overall, byLanguage }: NonNullable<CalibrationTables['extraction']>, columns: number): string[] {
  const line = (title: string, { valid, missed }: ExtractionMeasures) => {
    const notCoded = 'not coded'
    return wrap(`${title}: valid ${valid.value === null ? notCoded : shareText(valid)}; missed ${missed ?? notCoded}`, columns)
  }
  const languages = Object.entries(byLanguage)
  return [
    ...line('Claim extraction', overall),
    // One language is the whole.
    ...(languages.length > 1 ? languages.flatMap(([language, measures]) => line(`Claim extraction, ${language}`, measures)) : []),
    '',
  ]
}

/** A scheme, and whether gates ask how many examples there are of its sides. */
interface Shown {
  scheme: Scheme
  gated: boolean
}

function schemeText(title: string, shown: Shown, { overall, byLanguage }: MeasuredScheme, columns: number): string[] {
  const languages = Object.entries(byLanguage)
  return [
    ...sliceText(
      `${title}: ${overall.examples}${languages.length === 1 ? ` (${languages[0]?.[0]})` : ''}`,
      shown,
      overall,
      columns,
    ),
    // One language is the whole.
    ...(languages.length > 1
      ? languages.flatMap(([language, measures]) =>
          sliceText(`${title}, ${language}: ${measures.examples}`, shown, measures, columns),
        )
      : []),
  ]
}

function sliceText(title: string, { scheme, gated }: Shown, measures: Measures, columns: number): string[] {
  const { labels } = scheme
  const { confusion, perClass, sensitivity, specificity, kappa, coverage, selectiveAccuracy } = measures
  const scores = labels.map((label) => perClass[label])
  const cells = (cell: (scores: ClassScores | undefined) => number | null | undefined) => scores.map((one) => share(cell(one)))
  return [
    title,
    ...indented(
      textTable(
        {
          columns: ['truth', ...labels, 'undetermined', 'recall'].map((header, i) => ({
            header,
            ...(i === 0 ? {} : { align: 'right' as const }),
          })),
          rows: [
            ...labels.map((label, i) => [label, ...(confusion[i] ?? []).map(String), share(perClass[label]?.recall.value)]),
            ['precision', ...cells((one) => one?.precision.value), '', ''],
            ['F1', ...cells((one) => one?.f1), '', ''],
          ],
        },
        columns - 2,
      ),
    ),
    ...indented(
      textTable(
        {
          columns: [{ header: '' }, { header: '' }],
          rows: [
            [`sensitivity, ${scheme.sides[0]} found`, measuredText(sensitivity)],
            [`specificity, ${scheme.sides[1]} confirmed`, measuredText(specificity)],
            [
              "Cohen's kappa",
              kappa.value === null ? '–' : `${kappa.value.toFixed(2)}${interval(kappa, (value) => value.toFixed(2))}`,
            ],
            ['coverage, and accuracy where it speaks', `${shareText(coverage)}, ${shareText(selectiveAccuracy)}`],
          ],
        },
        columns - 2,
      ).slice(1),
    ),
    ...fewExamples(scheme, measures, gated).flatMap((text) => indented(wrap(text, columns - 2))),
    '',
  ]
}

/** What there are too few examples of: of a side, which gates ask for, and of a class, whose own figures it concerns and nothing else. */
function fewExamples({ labels, sides, faults }: Scheme, { confusion, calibrated }: Measures, gated: boolean): string[] {
  const sizes = confusion.map((row) => row.reduce((total, count) => total + count, 0))
  const counted = (wanted: (label: string) => boolean) =>
    labels.reduce((sum, label, i) => sum + (wanted(label) ? (sizes[i] ?? 0) : 0), 0)
  const few = (names: readonly { name: string; size: number }[]) =>
    names.flatMap(({ name, size }) => (calibrated[name] === false ? [`${name} (${size})`] : [])).join(', ')
  const ofSides = few(sides.map((name, i) => ({ name, size: counted((label) => faults.includes(label) === (i === 0)) })))
  const isFault = (label: string) => faults.includes(label)
  // A side of one class is that class.
  const parts = labels.filter((label) => labels.filter((other) => isFault(other) === isFault(label)).length > 1)
  const ofClasses = few(parts.map((name) => ({ name, size: counted((label) => label === name) })))
  return [
    ...(ofSides === ''
      ? []
      : [
          `${gated ? 'not calibrated, under' : 'under'} ${LEAST_EXAMPLES} examples: ${ofSides}${gated ? '' : '; no gate asks for them'}`,
        ]),
    ...(ofClasses === '' ? [] : [`under ${LEAST_EXAMPLES} of a class: ${ofClasses}; gates count the two sides alone`]),
  ]
}

/** RAGChecker's meta-evaluation as text. */
export function preferenceText(tables: readonly PreferenceTable[], compat: boolean, columns: number): string[] {
  const agreement = (of: 'metric' | 'annotators', unknown: string, { aspects }: PreferenceTable) =>
    indented(
      textTable(
        {
          columns: ['aspect', 'pairs', unknown, 'n', 'Pearson', 'Spearman'].map((header, i) => ({
            header,
            ...(i === 0 ? {} : { align: 'right' as const }),
          })),
          rows: aspects.map((row) => [row.aspect, ...preferenceCells(row[of])]),
        },
        columns - 2,
      ),
    )
  return tables.flatMap((table) => [
    `${table.metric}: its difference between two answers, against what people prefer`,
    ...agreement('metric', compat ? 'filled in' : 'left out', table),
    '',
    'One annotator against the other',
    ...agreement('annotators', 'left out', table),
    ...counted(
      'Without a counterpart',
      { 'labelled pairs': table.unmatched.labels, 'scored pairs': table.unmatched.scores },
      columns,
    ),
    '',
  ])
}

function preferenceCells({ pairs, unknown, n, pearson, spearman }: PreferenceMeasures): string[] {
  return [String(pairs), String(unknown), String(n), correlationCell(pearson), correlationCell(spearman)]
}

function correlationCell(correlation: Correlation): string {
  const { value } = correlation
  return value === null ? '–' : `${value.toFixed(3)}${interval(correlation, (one) => one.toFixed(2))}`
}

function counted(title: string, counts: Readonly<Record<string, number>>, columns: number): string[] {
  const some = Object.entries(counts).filter(([, count]) => count > 0)
  const text = some.map(([reason, count]) => `${count} ${reason}`).join('; ')
  return some.length === 0 ? [] : wrap(`${title}: ${text}`, columns)
}

function measuredText(measured: MeasuredShare): string {
  return `${shareText(measured)}${interval(measured, percent)}`
}

const shareText = ({ count, of, value }: Share) => (value === null ? '–' : `${percent(value)} (${count} of ${of})`)
const share = (value: number | null | undefined) => (value === null || value === undefined ? '–' : percent(value))
const interval = ({ low, high }: { low: number | null; high: number | null }, figure: (value: number) => string) =>
  low === null || high === null ? '' : ` [${figure(low)}, ${figure(high)}]`
const indented = (lines: readonly string[]) => lines.map((line) => (line === '' ? '' : `  ${line}`))
