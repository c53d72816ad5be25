import { closeSync, openSync, readSync } from 'node:fs'
import type { z } from 'zod'
import { type DataFault, DatasetError } from '../errors.js'
import { issueFaults } from './issues.js'
import { type DocumentFile, type DocumentRow, readJsonRows, within } from './json-document.js'
import { locate, readJsonl } from './lines.js'
import { readParquet } from './parquet.js'

/** Rows and faults of a file; a row of a JSON document has its place there as well. */
export type Table = Pick<DocumentFile, 'file' | 'rows' | 'faults'>

/** A row that fits its schema, and where it stands. */
export interface CheckedRow<Row> extends Pick<DocumentRow, 'place' | 'at'> {
  row: Row
}

/** Rows that fit, and the faults of those that do not; the caller throws, so that all faults come in one error. */
export interface CheckedTable<Row> {
  file: string
  rows: CheckedRow<Row>[]
  faults: DataFault[]
}

/**
 * Reads the rows of a data file that is Parquet, a JSON array or JSONL, whatever its name says: its first characters tell which. Throws a
 * `DatasetError` only where the reader of Parquet is missing.
 */
export async function readTable(path: string | URL): Promise<Table> {
  return startOf(path).startsWith('PAR1') ? await readParquet(path) : readArrayOrLines(path)
}

/** Reads the rows of a JSON array or of JSONL. */
export function readArrayOrLines(path: string | URL): Table {
  return startOf(path).startsWith('[') ? readJsonRows(path) : readJsonl(path)
}

/** `readTable`, with every row checked; `prepare` may rename fields of a row before. */
export async function readCheckedTable<Shape extends z.ZodRawShape>(
  path: string | URL,
  schema: z.ZodObject<Shape, z.core.$loose>,
  prepare: (row: Record<string, unknown>) => Record<string, unknown> = (row) => row,
): Promise<CheckedTable<z.output<typeof schema>>> {
  const table = await readTable(path)
  const fields = Object.keys(schema.shape)
  const checked: CheckedTable<z.output<typeof schema>> = { file: table.file, rows: [], faults: [...table.faults] }
  for (const { value, place, at } of table.rows) {
    const row = prepare(value)
    const parsed = schema.safeParse(row)
    if (parsed.success) checked.rows.push({ row: parsed.data, place, ...(at === undefined ? {} : { at }) })
    else
      checked.faults.push(
        ...issueFaults(parsed.error.issues, row, () => fields).map(({ field, message }) => ({
          ...place,
          field: within(at, field),
          message,
        })),
      )
  }
  return checked
}

/** Throws a `DatasetError` with every fault of a table, and where it has no rows. */
export function refuseFaults({ file, rows, faults }: CheckedTable<unknown>, what: string): void {
  if (faults.length > 0)
    throw new DatasetError(
      file,
      faults.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0)),
    )
  if (rows.length === 0) throw new DatasetError(`${file}: no rows; expected ${what}`)
}

/** A list, also one that a writer of tables has put down as the text of a JSON array; any other value as it is. */
export function listFromText(value: unknown): unknown {
  if (typeof value !== 'string' || !value.trim().startsWith('[')) return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

/** The first characters of a file, without a BOM and white space; empty where it cannot be read, which whoever reads it will say. */
function startOf(path: string | URL): string {
  try {
    const file = openSync(locate(path).full, 'r')
    try {
      const start = Buffer.alloc(256)
      const read = readSync(file, start, 0, start.length, 0)
      return start
        .toString('utf8', 0, read)
        .replace(/^\uFEFF/u, '')
        .trimStart()
    } finally {
      closeSync(file)
    }
  } catch {
    return ''
  }
}
