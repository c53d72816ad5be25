import { messageOf } from '../errors.js'
import { clip, oneLine } from '../text/clip.js'

/** Parsed JSON of a shape that only its user knows: what `JSON.parse` returns, so that a mapping can read any field of it. */
export type LooseJson = ReturnType<JSON['parse']>

/** What is wrong inside one line: the dotted field (empty for the line) and what was expected there. */
export interface LineFault {
  field: string
  message: string
}

export type LineResult = { value: Record<string, unknown> } | { faults: LineFault[] }

const MAX_DEPTH = 100
const STRING = /"[^"\\]*(?:\\.[^"\\]*)*"/g
const KEY_OR_STRING = /("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?/g

/**
 * Parses one line as one JSON object, and refuses what `JSON.parse` would change without a word: integers beyond 2^53, a field
 * given twice, lone surrogates, a field named `__proto__`.
 */
export function parseJsonLine(text: string): LineResult {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return { faults: [{ field: '', message: syntaxMessage(text, error) }] }
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { faults: [{ field: '', message: `expected one JSON object, received ${received(value)}` }] }
  }
  const object = value as Record<string, unknown>
  const faults: LineFault[] = []
  const keys = new Map<string, number>()
  inspect(object, [], text, keys, faults)
  faults.push(...repeatedFields(text, keys))
  return faults.length > 0 ? { faults } : { value: object }
}

/** A short description of a value, for "received …". */
export function received(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (typeof value === 'string') return JSON.stringify(clip(value, 60))
  if (Array.isArray(value)) return `an array of ${value.length}`
  if (typeof value === 'object' && value !== null) {
    const keys = Object.keys(value)
    return keys.length === 0
      ? 'an empty object'
      : `an object with ${oneLine(keys.slice(0, 5).join(', '), 80)}${keys.length > 5 ? ', …' : ''}`
  }
  if (typeof value === 'function' || typeof value === 'symbol') return `a ${typeof value}`
  return String(value)
}

function inspect(node: object, path: string[], text: string, keys: Map<string, number>, faults: LineFault[]): void {
  if (path.length > MAX_DEPTH) {
    faults.push({ field: `${path.slice(0, 3).join('.')}…`, message: `nested deeper than ${MAX_DEPTH} levels` })
    return
  }
  for (const [key, value] of Object.entries(node)) {
    const here = [...path, key]
    if (!Array.isArray(node)) {
      keys.set(key, (keys.get(key) ?? 0) + 1)
      if (key === '__proto__') faults.push({ field: here.join('.'), message: 'a field may not be named `__proto__`' })
    }
    if (typeof value === 'object' && value !== null) inspect(value, here, text, keys, faults)
    else if (typeof value === 'number') {
      const message = numberFault(value, text)
      if (message) faults.push({ field: here.join('.'), message })
    } else if (typeof value === 'string' && /\p{Surrogate}/u.test(value)) {
      faults.push({
        field: here.join('.'),
        message: 'holds half of a surrogate pair (\\ud800 to \\udfff); expected whole characters',
      })
    }
  }
}

/** Only the text tells an integer from 1e300, and this runs only on a row that has such a number. */
function numberFault(value: number, text: string): string | undefined {
  if (!Number.isFinite(value)) return 'a number too large for any reader of JSON; write it as a string'
  if (!Number.isInteger(value) || Number.isSafeInteger(value)) return undefined
  if (!/(?<![\d.eE+])\d{16,}(?![\d.eE])/.test(text.replace(STRING, '""'))) return undefined
  return 'an integer beyond 2^53, which readers of JSON round; write the id as a string'
}

function repeatedFields(text: string, parsed: Map<string, number>): LineFault[] {
  const written = new Map<string, number>()
  for (const [, quoted, colon] of text.matchAll(KEY_OR_STRING)) {
    if (quoted === undefined || colon === undefined) continue
    const key: string = quoted.includes('\\') ? JSON.parse(quoted) : quoted.slice(1, -1)
    written.set(key, (written.get(key) ?? 0) + 1)
  }
  const faults: LineFault[] = []
  for (const [key, count] of written) {
    if (count > (parsed.get(key) ?? 0)) faults.push({ field: key, message: 'given twice in one object; only one would be kept' })
  }
  return faults
}

function syntaxMessage(text: string, error: unknown): string {
  const bare = text.replace(STRING, '""')
  const expected = 'expected one JSON object'
  if (/,\s*$/.test(bare)) return `trailing comma after the object; ${expected} per line, with nothing between the lines`
  if (/,\s*[}\]]/.test(bare)) return `trailing comma before a closing bracket; ${expected}`
  const token = bare.match(/\b(NaN|-?Infinity|undefined|None|True|False)\b/)?.[1]
  if (token) return `${token} is not JSON; ${expected}, with null or no field where a value is not known`
  if (/^\s*(version https:\/\/git-lfs)/.test(text)) return 'this is a Git LFS pointer, not the file; run `git lfs pull`'
  const reason = oneLine(messageOf(error), 100)
  return `${expected}, received ${JSON.stringify(clip(text.trim(), 60))}${reason ? ` (${reason})` : ''}`
}
