import { readFileSync } from 'node:fs'
import { isAbsolute, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type DataFault, messageOf, OptionError } from '../errors.js'
import { parseJsonLine } from './json-line.js'
import { dataRoot, fromDataRoot } from './root.js'

/** Where a row stands: the file as the user named it, and its line from 1. */
export interface Place {
  file: string
  line: number
}

export interface JsonlRow {
  value: Record<string, unknown>
  place: Place
}

/** Rows and faults of one file, both in line order. The caller throws, so that all faults of a data set come in one error. */
export interface JsonlFile {
  file: string
  rows: JsonlRow[]
  faults: DataFault[]
}

const LF = 0x0a

/**
 * Reads a JSONL file completely: one JSON object a line, UTF-8. A BOM, CRLF, blank lines and a missing last newline are accepted;
 * anything else is a fault with its line. A file that cannot be read is a fault without one. Never throws but for a URL that is
 * not of a file.
 */
export function readJsonl(path: string | URL): JsonlFile {
  const { file, bytes, faults: unread } = readBytes(path)
  if (bytes === null) return { file, rows: [], faults: unread }

  const rows: JsonlRow[] = []
  const faults: DataFault[] = []
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  const bom = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  let line = 0
  for (let start = bom ? 3 : 0; start < bytes.length; ) {
    const newline = bytes.indexOf(LF, start)
    const end = newline === -1 ? bytes.length : newline
    line += 1
    const slice = bytes.subarray(start, end)
    start = end + 1
    let text: string
    try {
      text = decoder.decode(slice)
    } catch {
      faults.push({ file, line, field: '', message: `expected UTF-8, received bytes that are not (${badByte(slice)})` })
      continue
    }
    if (text.trim() === '') continue
    if (rows.length === 0 && faults.length === 0 && /^\s*[[{]\s*$/.test(text)) {
      faults.push({
        file,
        line,
        field: '',
        message: 'expected one JSON object per line (JSONL), received one document over many lines (JSON)',
      })
      break
    }
    const result = parseJsonLine(text)
    if ('value' in result) rows.push({ value: result.value, place: { file, line } })
    else for (const fault of result.faults) faults.push({ file, line, ...fault })
  }
  return { file, rows, faults }
}

/** The bytes of a data file that is to be UTF-8; null with a fault where it cannot be read, or is plainly something else. */
export function readBytes(path: string | URL): { file: string; bytes: Buffer | null; faults: DataFault[] } {
  const { file, full } = locate(path)
  const fault = (message: string) => ({ file, bytes: null, faults: [{ file, field: '', message }] })
  let bytes: Buffer
  try {
    bytes = readFileSync(full)
  } catch (error) {
    return fault(unreadable(error, full))
  }
  const encoding = wideEncoding(bytes)
  return encoding ? fault(`expected UTF-8, received ${encoding}; save the file as UTF-8`) : { file, bytes, faults: [] }
}

/** A string is a path, taken literally (`%20` stays) and from the data root; a URL, or a string that starts with `file:`, is decoded. */
export function locate(path: string | URL): { file: string; full: string } {
  const full = fullPath(path)
  const near = relative(dataRoot(), full)
  const inside = near !== '' && !near.startsWith('..') && !isAbsolute(near)
  return { file: inside ? near.replaceAll('\\', '/') : typeof path === 'string' && !FILE_URL.test(path) ? path : full, full }
}

const FILE_URL = /^file:/i

function fullPath(path: string | URL): string {
  if (typeof path === 'string' && !FILE_URL.test(path)) return fromDataRoot(path)
  try {
    return fileURLToPath(path)
  } catch (error) {
    throw new OptionError(`expected a path or a file: URL of a data file, received ${String(path)}: ${messageOf(error)}`, {
      cause: error,
    })
  }
}

function unreadable(error: unknown, full: string): string {
  const code = (error as NodeJS.ErrnoException).code
  if (code === 'ENOENT')
    return `no such file (looked for ${full}); relative paths are taken from the project's root; or pass \`new URL('…', import.meta.url)\``
  if (code === 'EISDIR') return 'expected a file, received a folder'
  return `cannot be read: ${messageOf(error)}`
}

function wideEncoding(bytes: Buffer): string | undefined {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) return 'UTF-16'
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return 'a gzip file'
  return undefined
}

/** What stands before the first byte that is not UTF-8. */
export function badByte(slice: Uint8Array): string {
  const text = new TextDecoder().decode(slice)
  const before = [...text.slice(0, text.indexOf('\uFFFD'))].slice(-20).join('')
  return before === '' ? 'at the start of the line' : `after ${JSON.stringify(before)}`
}
