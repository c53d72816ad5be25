import { textId } from '../datasets/dataset.js'
import { type DocumentRow, placeText, within } from '../datasets/json-document.js'
import type { LooseJson } from '../datasets/json-line.js'
import { received } from '../datasets/json-line.js'
import { locate, readJsonl } from '../datasets/lines.js'
import { uniqueIds } from '../datasets/unique-ids.js'
import { type DataFault, DatasetError, DocketError, messageOf, SystemError } from '../errors.js'
import type { Item } from '../schema/item.js'
import { clip } from '../text/clip.js'
import { refuseUnknown } from './known-options.js'
import { normaliseResponse } from './normalise.js'
import type { System } from './system.js'

export type RecordedRow = Record<string, LooseJson>

/** What a reader makes of a file: its rows and its faults, both in file order. */
export interface RecordedRows {
  file: string
  rows: DocumentRow[]
  faults: DataFault[]
}

export interface RecordedRunOptions {
  /** Which item the row is for. @default row.id ?? row.question_id ?? row.item */
  id?: (row: RecordedRow) => unknown
  /** A response, as a system may return it, or `{ failure }` with what went wrong when the row was recorded. @default the row without its id */
  map?: (row: RecordedRow, item: Item) => unknown
  /** @default the file as named */
  name?: string
  /** Reads the file, once. @default `readJsonl`; `readJsonRows` reads the rows of a JSON document as well */
  rows?: (path: string | URL) => RecordedRows
  /** Faults of one row beyond its id; they come in the one error of the file. */
  check?: (row: RecordedRow) => { field: string; message: string }[]
  /** What is odd about a row beside its item, in a few words; `inspect` lists it. */
  warn?: (row: RecordedRow, item: Item) => string | undefined
}

const ID_FIELDS = ['id', 'question_id', 'item'] as const

/**
 * A recorded run in JSONL or what `rows` reads, one row an item: replayed, never live. The file is read once, at the first use. A broken file, a row without an
 * id and two rows for one item throw a `DatasetError` with every fault. An item without a row is `SystemError('missing')`, a row whose
 * mapping is `{ failure }` is `SystemError('recorded')`. `inspect` lists rows that are for no item.
 */
export function recordedRun(path: string | URL, options: RecordedRunOptions = {}): System {
  refuseUnknown('recordedRun', options, ['id', 'map', 'name', 'rows', 'check', 'warn'] satisfies (keyof RecordedRunOptions)[])
  const { file } = locate(path)
  const { map = withoutId } = options
  let rows: Map<string, DocumentRow> | undefined
  const read = () => {
    rows ??= readRows(path, options)
    return rows
  }

  return {
    name: options.name ?? file,
    kind: 'recorded',
    live: false,
    files: [locate(path).full],
    async respond({ item, task }) {
      const row = read().get(item.id)
      if (!row) throw new SystemError('missing', `${file} has no row for item ${JSON.stringify(item.id)}`)
      const place = placeText(row.place, row.at)
      let mapped: unknown
      try {
        mapped = await map(row.value, item)
      } catch (error) {
        if (error instanceof DocketError) throw error
        throw new SystemError('threw', `${place}: \`map\` threw: ${messageOf(error)}`, { cause: error })
      }
      if (isFailure(mapped)) throw new SystemError('recorded', `${place}: ${mapped.failure}`)
      try {
        return normaliseResponse(mapped, task)
      } catch (error) {
        throw error instanceof SystemError ? new SystemError(error.kind, `${place}: ${error.message}`, { cause: error }) : error
      }
    },
    inspect(items) {
      const known = read()
      return [...strangers(known, items, file), ...oddities(known, items, options.warn)]
    },
  }
}

function readRows(
  path: string | URL,
  { id = defaultId, rows: read = readJsonl, check }: RecordedRunOptions,
): Map<string, DocumentRow> {
  const { file, rows, faults: found } = read(path)
  const faults: DataFault[] = [...found]
  const byId = new Map<string, DocumentRow>()
  const takeId = uniqueIds(faults, '')
  for (const row of rows) {
    const key = textId(id(row.value))
    if (typeof key !== 'string' || key.trim() === '') {
      faults.push({
        ...row.place,
        field: within(row.at, ''),
        message: `expected the item's id in ${ID_FIELDS.join(', ')} or by \`id\`, received ${received(key)}`,
      })
    } else if (takeId(key, row.place, row.at)) byId.set(key, row)
    for (const { field, message } of check?.(row.value) ?? [])
      faults.push({ ...row.place, field: within(row.at, field), message })
  }
  if (faults.length > 0)
    throw new DatasetError(
      file,
      faults.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0)),
    )
  if (byId.size === 0) throw new DatasetError(`${file}: no rows; a recorded run needs at least one`)
  return byId
}

function strangers(rows: ReadonlyMap<string, DocumentRow>, items: readonly Item[], file: string): string[] {
  const ids = new Set(items.map((item) => item.id))
  const strange = [...rows].filter(([id]) => !ids.has(id))
  if (strange.length === 0) return []
  const shown = strange
    .slice(0, 5)
    .map(([id, { place, at }]) => `${JSON.stringify(clip(id, 60))} (line ${place.line}${at === undefined ? '' : `, ${at}`})`)
  const more = strange.length > shown.length ? `, … ${strange.length - shown.length} more` : ''
  return [
    `${file}: ${strange.length === 1 ? '1 row is' : `${strange.length} rows are`} for no item of the data set: ${shown.join(', ')}${more}`,
  ]
}

function oddities(rows: ReadonlyMap<string, DocumentRow>, items: readonly Item[], warn: RecordedRunOptions['warn']): string[] {
  return items.flatMap((item) => {
    const row = rows.get(item.id)
    const oddity = row && warn?.(row.value, item)
    return oddity ? [`${item.id}: ${oddity} (${placeText(row.place, row.at)})`] : []
  })
}

function defaultId(row: RecordedRow): unknown {
  return ID_FIELDS.map((field) => row[field]).find((value) => value !== undefined && value !== null)
}

function withoutId(row: RecordedRow): unknown {
  const { id: _id, question_id: _questionId, item: _item, ...response } = row
  return response
}

function isFailure(mapped: unknown): mapped is { failure: string } {
  return (
    typeof mapped === 'object' &&
    mapped !== null &&
    'failure' in mapped &&
    typeof mapped.failure === 'string' &&
    !('answer' in mapped)
  )
}
