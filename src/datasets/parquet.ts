import { readFileSync } from 'node:fs'
import { type DataFault, DatasetError, messageOf } from '../errors.js'
import { type JsonlFile, type JsonlRow, locate } from './lines.js'

type Reader = typeof import('hyparquet')
type Load = (name: string) => Promise<unknown>

/**
 * Reads every row of a Parquet file as plain JSON: whole numbers beyond 2^53 are text, dates are ISO texts, and NaN, which some writers put
 * where a value is missing, is null, as every number that is not finite. A row's line is its number from 1. What cannot be read is a fault. The reader, hyparquet, is loaded at
 * the first use; a `DatasetError` says how to get it where it is missing. It reads uncompressed files and Snappy, and the other codecs where
 * hyparquet-compressors is installed too.
 */
export async function readParquet(
  path: string | URL,
  load: Load = (name) => import(/* @vite-ignore */ name),
): Promise<JsonlFile> {
  const { file, full } = locate(path)
  const { parquetReadObjects } = await loadReader(file, load)
  let read: Record<string, unknown>[]
  try {
    const bytes = readFileSync(full)
    const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)
    read = await parquetReadObjects({ file: buffer, ...(await otherCodecs(load)) })
  } catch (error) {
    return { file, rows: [], faults: [{ file, field: '', message: whyUnread(error) }] }
  }
  const rows: JsonlRow[] = []
  const faults: DataFault[] = []
  read.forEach((row, index) => {
    const place = { file, line: index + 1 }
    const value = plain(row, [], (field) =>
      faults.push({ ...place, field, message: 'expected text, a number or a list of such, received bytes' }),
    )
    rows.push({ value: value as Record<string, unknown>, place })
  })
  return { file, rows, faults }
}

async function loadReader(file: string, load: Load): Promise<Reader> {
  try {
    return (await load('hyparquet')) as Reader
  } catch (error) {
    throw new DatasetError(
      `${file} is Parquet, which the package hyparquet reads: run \`npm install --save-dev hyparquet\` (${messageOf(error)})`,
      [],
      { cause: error },
    )
  }
}

async function otherCodecs(load: Load): Promise<Pick<Parameters<Reader['parquetReadObjects']>[0], 'compressors'>> {
  try {
    return (await load('hyparquet-compressors')) as { compressors: object }
  } catch {
    return {}
  }
}

function whyUnread(error: unknown): string {
  const reason = messageOf(error)
  const codec = /unsupported compression codec: (\w+)/u.exec(reason)?.[1]
  if (codec === undefined) return `cannot be read as Parquet: ${reason}`
  return `is compressed by ${codec}, which hyparquet does not read by itself: run \`npm install --save-dev hyparquet-compressors\``
}

function plain(value: unknown, path: string[], bytes: (field: string) => void): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'object' || value === null) return value ?? null
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString()
  if (ArrayBuffer.isView(value)) {
    bytes(path.join('.'))
    return null
  }
  if (Array.isArray(value)) return value.map((entry, index) => plain(entry, [...path, String(index)], bytes))
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, plain(entry, [...path, key], bytes)]))
}
