import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { CsvError, parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import { z } from 'zod'
import { entailmentLabel } from '../../datasets/entailment-label.js'
import { type DataFault, DatasetError, messageOf } from '../../errors.js'
import type { CalibrationUnit } from '../../schema/calibration.js'
import { LanguageTag } from '../../schema/language.js'
import { oneLine } from '../../text/clip.js'
import type { JudgeRequest } from '../judge.js'
import { type Companion, companionOf } from './audit-companion.js'
import { counter, type Example, type LabelledData } from './example.js'

/** One row before anybody labelled it. */
export interface AuditRow extends Omit<Example, 'truth' | 'request'> {
  suite: string
  /** null on a sheet of answers. */
  claim: string | null
}

/** What a person fills in. */
const TO_FILL = { claim: ['label', 'comment'], answer: ['grounded', 'correct', 'comment'] } as const
const SHOWN = [
  'suite',
  'id',
  'group',
  'language',
  'question',
  'answer',
  'claim',
  'passages',
  'reference',
  'answer points',
] as const
/** Of all that is shown, so that a text that a spreadsheet cut or changed is not judged in place of the one that was labelled. */
const CHECK = 'check'
const NEEDED = ['id', 'language', 'passages', CHECK]

/** More than this a spreadsheet cuts off. */
export const LONGEST_CELL = 32_767

/** A blind sheet for people: CSV with a BOM and CRLF, every text in quotes, no cell a formula, and nothing of the judge's verdicts. */
export function writeAuditSheet(unit: CalibrationUnit, rows: readonly AuditRow[]): string {
  const header = [...SHOWN, ...TO_FILL[unit], CHECK]
  const cells = rows.map((row) => {
    const shown = shownCells(row)
    return [...SHOWN.map((name) => harmless(shown[name])), ...TO_FILL[unit].map(() => ''), hashOf(shown)]
  })
  // In quotes whatever it holds: a cell with nothing but a bare line feed in it would else be none, and end the record for many readers.
  return stringify([header, ...cells], { bom: true, record_delimiter: '\r\n', quoted_string: true, quoted_empty: false })
}

/** Of all that a row shows: what tells it from every other. */
export function checkOf(row: AuditRow): string {
  return hashOf(shownCells(row))
}

/** Rows with a cell that is too long for a spreadsheet. */
export function overlong(rows: readonly AuditRow[]): string[] {
  return rows
    .filter((row) => Object.values(shownCells(row)).some((cell) => harmless(cell).length > LONGEST_CELL))
    .map(({ id }) => id)
}

type Shown = Record<(typeof SHOWN)[number], string>

function shownCells({ suite, id, group, answer, claim, ...row }: AuditRow): Shown {
  return { suite, id, group, answer, claim: claim ?? '', ...judgedCells(row) }
}

/** What a row shows of what the judge is asked, but for the answer, or the claim. */
function judgedCells({ language, question, passages, reference, answerPoints }: Pick<JudgeRequest, (typeof JUDGED)[number]>) {
  return {
    ...{ language, question },
    passages: numbered(passages),
    reference: reference ?? '',
    'answer points': answerPoints.map(onOneLine).join('\n'),
  }
}

const JUDGED = ['language', 'question', 'passages', 'reference', 'answerPoints'] as const
const onOneLine = (text: string) => oneLine(text, Number.POSITIVE_INFINITY)

/** `[1] Tenancy Act 2031, 12`, a line break, the text; a blank line between two. */
function numbered(passages: JudgeRequest['passages']): string {
  return passages
    .map(({ title, citation, id, document, section, text }, i) => {
      const name = [title ?? citation ?? id ?? document, section].filter(Boolean).join(', ')
      // A line of a text that looks like the head of a passage is moved in, so that the sheet can be read back.
      return `[${i + 1}] ${oneLine(name, 300)}\n${text.trim().replace(/^(?=\[\d+\])/gm, ' ')}`
    })
    .join('\n\n')
}

function unnumbered(cell: string): Example['passages'] {
  const heads = [...cell.matchAll(/^\[(\d+)\] ?(.*)$/gm)]
  return heads.map((head, i) => {
    const text = cell.slice(head.index + head[0].length, heads[i + 1]?.index ?? cell.length).trim()
    const title = head[2]?.trim() ?? ''
    return title === '' ? { text } : { title, text }
  })
}

/** What a spreadsheet would take for a formula; also after an apostrophe, so that reading back takes exactly one away. */
const FORMULA = /^'*[=+\-@\t\r\uFF0B\uFF0D\uFF1D\uFF20]/
const harmless = (cell: string) => (FORMULA.test(cell) ? `'${cell}` : cell)
const plain = (cell: string) => (cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell)

/** White space does not count: spreadsheets change line breaks. */
const told = (cell: string) => onOneLine(cell).normalize('NFC')

function hashOf(shown: Record<string, string>): string {
  const text = SHOWN.map((name) => told(shown[name] ?? '')).join('\0')
  return `sha256:${createHash('sha256').update(text).digest('hex').slice(0, 16)}`
}

const ANSWERS = new Map<string, boolean>([
  ...['yes', 'y', 'ja', 'j', 'oui', 'o', '1', 'true', 'wahr', 'vrai'].map((word) => [word, true] as const),
  ...['no', 'n', 'nein', 'non', '0', 'false', 'falsch', 'faux'].map((word) => [word, false] as const),
])

/**
 * Reads a sheet that people filled in. Separated by commas, semicolons or tabs; rows nobody labelled are left out and counted. What its companion has of a row is
 * what the judge is asked. Throws one `DatasetError` with every fault: a label that is none, a text that is not the one that was written.
 */
export function readAuditSheet(file: string, text: string, companion: Companion | null = null): Omit<LabelledData, 'sha256'> {
  const { header, records } = readCsv(file, text)
  const missing = NEEDED.filter((name) => !header.includes(name))
  const unit = header.includes('label') ? 'claim' : header.includes('grounded') || header.includes('correct') ? 'answer' : null
  if (missing.length > 0 || unit === null) {
    const columns = [...missing, ...(unit === null ? ['label, or grounded and correct'] : [])].join(', ')
    throw new DatasetError(file, [
      {
        file,
        line: 1,
        field: '',
        message: `expected an audit sheet of \`vitest-docket audit\`; it lacks the columns ${columns}`,
      },
    ])
  }
  const faults: DataFault[] = []
  const leftOut = counter()
  const ids = new Set<string>()
  const examples = records.flatMap(({ cells, line }): Example[] => {
    const fault = (field: string, message: string) => void faults.push({ file, line, field, message })
    const example = exampleOf(cells, unit, companion, fault)
    if (example === null) leftOut.add('not labelled')
    if (example === null || example === 'wrong') return []
    if (ids.has(example.id)) fault('id', `duplicate id ${JSON.stringify(example.id)}`)
    ids.add(example.id)
    return [example]
  })
  if (faults.length > 0) throw new DatasetError(file, faults)
  return {
    file,
    unit,
    examples,
    leftOut: leftOut.counts,
    extraction: null,
    notReplayed: notReplayed(file, unit, examples, companion),
  }
}

function notReplayed(
  file: string,
  unit: CalibrationUnit,
  examples: readonly Example[],
  companion: Companion | null,
): string | null {
  if (unit === 'claim') return 'a run judges whole answers, and here every claim is judged as an answer of its own'
  const sheet =
    'the sheet alone holds neither citations nor all that names a passage, so that the judge is asked something else than in the run'
  if (companion === null)
    return `${basename(companionOf(file))}, which \`audit\` wrote beside the sheet, is not there, and ${sheet}`
  const without = examples.filter(({ request }) => request === undefined).length
  return without === 0 ? null : `${without} of ${examples.length} rows are not in ${companion.file}, and ${sheet}`
}

type Cells = Record<string, string>

function exampleOf(
  cells: Cells,
  unit: CalibrationUnit,
  companion: Companion | null,
  fault: (field: string, message: string) => void,
): Example | 'wrong' | null {
  const cell = (name: string) => plain(cells[name] ?? '')
  const truth = truthOf(cells, unit, fault)
  if (truth === null || truth === 'wrong') return truth
  const language = LanguageTag.safeParse(cell('language'))
  if (!language.success) {
    fault('language', language.error.issues[0]?.message ?? 'expected a language tag')
    return 'wrong'
  }
  const check = cells[CHECK] ?? ''
  if (check !== hashOf(Object.fromEntries(SHOWN.map((name) => [name, cell(name)])))) {
    fault(
      CHECK,
      `a text of this row is not as it was written: it was changed or cut (a cell holds at most ${LONGEST_CELL} characters)`,
    )
    return 'wrong'
  }
  const [suite, id] = [cell('suite'), cell('id')]
  const answer = unit === 'claim' ? cell('claim') : cell('answer')
  const request = companion?.requests.get(check)
  if (request !== undefined) {
    const asked = { ...judgedCells(request), answer: request.answer }
    const other = Object.entries(asked).find(([name, text]) => told(text) !== told(name === 'answer' ? answer : cell(name)))
    if (other !== undefined) {
      fault(
        other[0],
        `${companion?.file} has another text of this row than the sheet, which was labelled: restore the file, or delete it`,
      )
      return 'wrong'
    }
  }
  return {
    id: suite === '' ? id : `${suite} ${id}`,
    // Two suites may ask the same items: those are not independent either.
    group: cell('group') || id,
    language: language.data,
    question: cell('question'),
    answer,
    passages: request === undefined ? unnumbered(cell('passages')) : [...request.passages],
    reference: cell('reference').trim() === '' ? null : cell('reference'),
    answerPoints: cell('answer points')
      .split('\n')
      .map((point) => point.trim())
      .filter((point) => point !== ''),
    ...(request === undefined ? {} : { request }),
    truth,
  }
}

function truthOf(
  cells: Cells,
  unit: CalibrationUnit,
  fault: (field: string, message: string) => void,
): Example['truth'] | 'wrong' | null {
  const word = (name: string) => (cells[name] ?? '').trim().toLowerCase()
  if (unit === 'claim') {
    if (word('label') === '') return null
    const label = entailmentLabel(word('label'))
    if (label !== null) return { unit, label }
    fault('label', `expected entailment, neutral or contradiction, received ${JSON.stringify(oneLine(word('label'), 60))}`)
    return 'wrong'
  }
  const read = (name: string): boolean | null | undefined => (word(name) === '' ? null : ANSWERS.get(word(name)))
  const [grounded, correct] = [read('grounded'), read('correct')]
  for (const [name, value] of [
    ['grounded', grounded],
    ['correct', correct],
  ] as const) {
    if (value === undefined) fault(name, `expected yes or no, received ${JSON.stringify(oneLine(word(name), 60))}`)
  }
  if (grounded === undefined || correct === undefined) return 'wrong'
  return grounded === null && correct === null ? null : { unit, grounded, correct }
}

const Rows = z.array(z.object({ record: z.array(z.string()), info: z.object({ lines: z.number() }) }))

/** `line` is where a row ends, since its cells have lines of their own. */
function readCsv(file: string, text: string): { header: string[]; records: { cells: Cells; line: number }[] } {
  let rows: z.output<typeof Rows>
  try {
    rows = Rows.parse(
      parse(text, { bom: true, delimiter: delimiterOf(text), info: true, relax_column_count: true, skip_empty_lines: true }),
    )
  } catch (error) {
    const line = error instanceof CsvError && typeof error['lines'] === 'number' ? error['lines'] : 1
    throw new DatasetError(file, [{ file, line, field: '', message: `expected CSV: ${messageOf(error)}` }])
  }
  const [head, ...rest] = rows
  const header = (head?.record ?? []).map((name) => name.trim().toLowerCase())
  return {
    header,
    records: rest
      .filter(({ record }) => record.some((cell) => cell.trim() !== ''))
      .map(({ record, info }) => ({
        cells: Object.fromEntries(header.map((name, i) => [name, (record[i] ?? '').replaceAll('\r\n', '\n')])),
        line: info.lines,
      })),
  }
}

/** By the header, whose names hold none of the three. */
function delimiterOf(text: string): string {
  const [head = ''] = text.split(/\r?\n/, 1)
  const count = (sign: string) => head.split(sign).length
  return [',', ';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best))
}
