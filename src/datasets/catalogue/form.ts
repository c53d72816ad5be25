import { createReadStream } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { createInterface } from 'node:readline'
import { plainText } from '../../text/plain-text.js'
import { sizeOf } from './hash.js'

/** Characters of what came that an error shows. */
const SHOWN = 80
/** Bytes up to which JSON is parsed. A string holds little more, and no page that came in place of a file is as long. */
const PARSED = 256 * 1024 * 1024
const MAGIC = 'PAR1'
/** Magic, length of the footer, magic. */
const SMALLEST_PARQUET = 12

export interface Form {
  /** The file's own name, by whose end its form is known. */
  name: string
  /** The `Content-Type` that it came with; null where none is known. */
  type: string | null
  /** Whether a `.json` may have a row a line instead. */
  jsonLines: boolean
}

/**
 * In what the file at `place` cannot be the one of that name, in words; null where it can be. This is for files whose hash nobody knows:
 * a login page with status 200 must not be locked as data. `.json`, `.jsonl` and `.parquet` are looked at, of others only the type.
 */
export async function formFault(place: string, { name, type, jsonLines }: Form): Promise<string | null> {
  const end = extname(name).toLowerCase()
  const isPage = /^\s*(?:text\/html|application\/xhtml\+xml)\s*(?:;|$)/i.test(type ?? '') && !/^\.x?html?$/.test(end)
  if (!isPage && (await fits(place, end, jsonLines))) return null
  const begins = plainText([...(await beginning(place)).trimStart()].slice(0, SHOWN).join(''))
  const what = begins === '' ? 'nothing' : `"${begins}"`
  return `expected ${expected(end, jsonLines)}, received ${isPage ? 'a web page, ' : ''}${what}`
}

function expected(end: string, jsonLines: boolean): string {
  if (end === '.json') return jsonLines ? 'JSON or a JSON object a line' : 'JSON'
  if (end === '.jsonl') return 'a JSON object a line'
  if (end === '.parquet') return `Parquet (${MAGIC} at both ends)`
  return end === '' ? 'a file' : `a ${end} file`
}

async function fits(place: string, end: string, jsonLines: boolean): Promise<boolean> {
  if (end === '.json') return (await isJson(place)) || (jsonLines && (await beginsWithRow(place)))
  if (end === '.jsonl') return await beginsWithRow(place)
  if (end === '.parquet') return await isParquet(place)
  return true
}

async function isJson(place: string): Promise<boolean> {
  if (((await sizeOf(place)) ?? 0) > PARSED) return /^\s*[[{]/.test(await beginning(place))
  return parsed(await readFile(place, 'utf8')) !== undefined
}

/** Whether the first line that is not blank is an object. */
async function beginsWithRow(place: string): Promise<boolean> {
  const input = createReadStream(place, 'utf8')
  try {
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      if (line.trim() === '') continue
      const row = parsed(line)
      return typeof row === 'object' && row !== null && !Array.isArray(row)
    }
    return false
  } finally {
    input.destroy()
  }
}

async function isParquet(place: string): Promise<boolean> {
  const size = (await sizeOf(place)) ?? 0
  if (size < SMALLEST_PARQUET) return false
  return (
    (await bytesAt(place, 0, 4)).toString('latin1') === MAGIC && (await bytesAt(place, size - 4, 4)).toString('latin1') === MAGIC
  )
}

/** Undefined for what is no JSON. Python writes NaN and Infinity, which is no reason to take a file for another. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text.trim().replace(/(?<=[[:,]\s*)(?:NaN|-?Infinity)(?=\s*[,\]}])/g, 'null'))
  } catch {
    return undefined
  }
}

async function beginning(place: string): Promise<string> {
  return (await bytesAt(place, 0, 4 * SHOWN)).toString('utf8')
}

async function bytesAt(place: string, from: number, length: number): Promise<Buffer> {
  const file = await open(place)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, from)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
