import { type DataFault, messageOf } from '../errors.js'
import { clip, oneLine } from '../text/clip.js'
import { valueAt } from './issues.js'
import { parseJsonLine, received } from './json-line.js'
import { badByte, type JsonlRow, readBytes, readJsonl } from './lines.js'

/** A row of a data file. `at`: its dotted place in a JSON document, such as `per_question.3`, or `[3]` of an array; absent in JSONL. */
export interface DocumentRow extends JsonlRow {
  at?: string
}

/** Rows and faults of one file, both in file order. The caller throws, so that all faults come in one error. */
export interface DocumentFile {
  file: string
  rows: DocumentRow[]
  faults: DataFault[]
  /** The document around the rows, as parsed; null for JSONL and where it could not be read. */
  document: unknown
}

/**
 * Reads rows from a JSON document, or from JSONL: the array at the dotted path `at` of the document, or the document itself where it is an
 * array. A row's line is the one on which its object begins. A BOM and CRLF are accepted; what a JSONL line may not hold, such as a field
 * given twice, is a fault here too. A file that is no JSON, or has no array at `at`, is a fault. `key` is a field that every row has, which tells a row
 * of JSONL from a document on one line that lacks `at`. Never throws but for a URL that is not of a file.
 */
export function readJsonRows(path: string | URL, { at = '', key }: { at?: string; key?: string } = {}): DocumentFile {
  const { file, bytes, faults } = readBytes(path)
  const broken = (fault: Omit<DataFault, 'file'>) => ({ file, rows: [], faults: [{ file, ...fault }], document: null })
  if (bytes === null) return { file, rows: [], faults, document: null }
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return broken({ field: '', message: `expected UTF-8, received bytes that are not (${badByte(bytes)})` })
  }
  let document: unknown
  try {
    document = JSON.parse(text)
  } catch (error) {
    return isLines(text) ? { ...readJsonl(path), document: null } : broken(syntaxFault(text, error))
  }
  const keys = Array.isArray(document) || at === '' ? [] : at.split('.')
  const rows = valueAt(document, keys)
  if (Array.isArray(rows)) return { ...readRows(text, keys, file), document }
  // One JSON object on one line is JSONL with one row.
  const isRow = key === undefined || valueAt(document, [key]) !== undefined
  if ((rows === undefined || keys.length === 0) && isRow && isLines(text)) return { ...readJsonl(path), document: null }
  const wanted = at === '' ? 'an array of rows' : `an array of rows at \`${at}\``
  const got = rows === undefined || keys.length === 0 ? document : rows
  return broken({ field: '', message: `expected ${wanted}, or one JSON object per line (JSONL), received ${received(got)}` })
}

/** Whether the first line that is not blank is a JSON object of its own. */
function isLines(text: string): boolean {
  const first = /\S[^\n]*/u.exec(text)?.[0] ?? ''
  return 'value' in parseJsonLine(first) || (text.trim().includes('\n') && /^\{.*\}\s*$/u.test(first))
}

function syntaxFault(text: string, error: unknown): Omit<DataFault, 'file'> {
  const reason = messageOf(error)
  const position = Number(/at position (\d+)/u.exec(reason)?.[1])
  const line = Number.isNaN(position) ? {} : { line: lineAt(text, position) }
  const start = text.trim() === '' ? 'nothing' : JSON.stringify(clip(oneLine(text, 60), 60))
  return { ...line, field: '', message: `expected a JSON document or JSONL, received ${start} (${oneLine(reason, 100)})` }
}

function readRows(text: string, keys: readonly string[], file: string): Pick<DocumentFile, 'file' | 'rows' | 'faults'> {
  const rows: DocumentRow[] = []
  const faults: DataFault[] = []
  let line = 1
  let counted = 0
  elementsAt(text, keys).forEach(([start, end], index) => {
    line += lineAt(text.slice(counted, start), start - counted) - 1
    counted = start
    const at = keys.length === 0 ? `[${index}]` : [...keys, index].join('.')
    const result = parseJsonLine(text.slice(start, end))
    if ('value' in result) rows.push({ value: result.value, place: { file, line }, at })
    else for (const fault of result.faults) faults.push({ file, line, ...fault, field: within(at, fault.field) })
  })
  return { file, rows, faults }
}

/** Where a row stands, for a message: `run.json:1 per_question.3`, without the latter where it has a line of its own. */
export function placeText({ file, line }: Pick<DataFault, 'file' | 'line'>, at?: string): string {
  return [line === undefined ? file : `${file}:${line}`, ...(at === undefined ? [] : [at])].join(' ')
}

/** The dotted place of a field of a row in its document. */
export function within(at: string | undefined, field: string): string {
  return [at ?? '', field].filter((part) => part !== '').join('.')
}

function lineAt(text: string, position: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at !== -1 && at < position; at = text.indexOf('\n', at + 1)) line += 1
  return line
}

const SPACE = /\s*/y
const TEXT = /"[^"\\]*(?:\\.[^"\\]*)*"/y
const SCALAR = /[^\s,\]}]+/y
const BRACKET = /["[\]{}]/g

/** Start and end of each element of the array at a path, in a text that is known to be JSON with an array there. */
function elementsAt(text: string, keys: readonly string[]): [number, number][] {
  let start = skip(text, SPACE, 0)
  for (const key of keys) {
    // As with JSON.parse, the last of two fields of one name counts.
    start = members(text, start).findLast((member) => member.key === key)?.start ?? text.length
  }
  return members(text, start).map((member) => [member.start, member.end])
}

/** The members of the object, or the elements of the array, that begins at `open`. */
function members(text: string, open: number): { key: string | null; start: number; end: number }[] {
  const found: { key: string | null; start: number; end: number }[] = []
  const isObject = text[open] === '{'
  for (let at = skip(text, SPACE, open + 1); at < text.length && !']}'.includes(text[at] ?? ']'); ) {
    let key: string | null = null
    if (isObject) {
      const end = skip(text, TEXT, at)
      key = String(JSON.parse(text.slice(at, end)))
      at = skip(text, SPACE, skip(text, SPACE, end) + 1) // over the colon
    }
    const end = valueEnd(text, at)
    found.push({ key, start: at, end })
    at = skip(text, SPACE, end)
    if (text[at] === ',') at = skip(text, SPACE, at + 1)
  }
  return found
}

function valueEnd(text: string, start: number): number {
  if (text[start] === '"') return skip(text, TEXT, start)
  if (text[start] !== '{' && text[start] !== '[') return skip(text, SCALAR, start)
  let depth = 0
  BRACKET.lastIndex = start
  for (let match = BRACKET.exec(text); match; match = BRACKET.exec(text)) {
    if (match[0] === '"') BRACKET.lastIndex = skip(text, TEXT, match.index)
    else {
      depth += match[0] === '{' || match[0] === '[' ? 1 : -1
      if (depth === 0) return match.index + 1
    }
  }
  return text.length
}

function skip(text: string, pattern: RegExp, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : at
}
