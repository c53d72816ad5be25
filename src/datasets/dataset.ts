import { type DataFault, DatasetError } from '../errors.js'
import { GoldSource, Item, type ItemInput } from '../schema/item.js'
import { issueFaults } from './issues.js'
import { within } from './json-document.js'
import { received } from './json-line.js'
import type { Place } from './lines.js'
import { uniqueIds } from './unique-ids.js'
import { itemWarnings } from './warnings.js'

export interface DatasetItem {
  item: Item
  /** Absent for an item that was written in code. */
  place?: Place
}

/** A data set that was read and checked: every item is valid, every id is given once, and there is at least one. */
export interface Dataset {
  name: string
  files: string[]
  items: DatasetItem[]
  /** What is odd and does not stop a run: twins without a partner, golds that cannot count. Each begins with the item's id. */
  warnings: string[]
}

/** Reads a data set when it is called: `jsonl(…)`, `paklegalqaItems(…)`, or a function of one's own that returns items. */
export type DatasetSource = () => Dataset | readonly ItemInput[] | Promise<Dataset | readonly ItemInput[]>

/** What `items` of a benchmark accepts. */
export type ItemsInput = readonly ItemInput[] | DatasetSource

/** A row that is to become an item. */
export interface RawItem {
  value: unknown
  place?: Place
  /** Its place in a JSON document, where it is a row of one. */
  at?: string | undefined
}

/**
 * Loads and checks whatever `items` was given. Throws one `DatasetError` with every fault; a data set without items is one.
 */
export async function loadDataset(input: ItemsInput): Promise<Dataset> {
  const given = typeof input === 'function' ? await input() : input
  if (isDataset(given)) return given
  if (!Array.isArray(given)) {
    throw new DatasetError(
      `expected \`items\` to be an array of items or a source such as jsonl('file.jsonl'), received ${received(given)}`,
    )
  }
  return buildDataset({ name: 'items', files: [], rows: given.map((value: unknown) => ({ value })) })
}

/**
 * Checks rows and makes a data set of them. `faults` are those found while reading; they are thrown together with the ones found here,
 * in file and line order.
 */
export function buildDataset({
  name,
  files,
  rows,
  faults: found = [],
}: {
  name: string
  files: readonly string[]
  rows: readonly RawItem[]
  faults?: readonly DataFault[]
}): Dataset {
  const faults = [...found]
  const takeId = uniqueIds(faults)
  const items: DatasetItem[] = []
  rows.forEach(({ value, place, at }, index) => {
    const where = place ?? { file: `items[${index}]` }
    const row = withTextIds(value)
    const id = idOf(row)
    if (id !== undefined) takeId(id, where, at)
    const parsed = Item.safeParse(row)
    if (parsed.success) items.push(place ? { item: parsed.data, place } : { item: parsed.data })
    else
      faults.push(
        ...issueFaults(parsed.error.issues, row, (path) => itemFields(path, row)).map(({ field, message }) => ({
          ...where,
          field: within(at, field),
          message,
        })),
      )
  })
  const from = files.length > 0 ? files.join(', ') : name
  if (faults.length > 0) throw new DatasetError(from, inFileOrder(faults, files))
  if (items.length === 0) throw new DatasetError(`${from}: no items; a benchmark needs at least one`)
  const warnings = [...itemWarnings(items.map(({ item }) => item))].flatMap(([id, list]) =>
    list.map((warning) => `${id}: ${warning}`),
  )
  return { name, files: [...files], items, warnings }
}

/** The id of a row as text: a safe whole number is its digits, so that 1 and "1" are one id. */
export function textId(id: unknown): unknown {
  return typeof id === 'number' && Number.isSafeInteger(id) ? String(id) : id
}

const ID_FIELDS = ['id', 'twinOf', 'variantOf', 'group']

function withTextIds(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const row: Record<string, unknown> = { ...value }
  for (const field of ID_FIELDS) if (Object.hasOwn(row, field)) row[field] = textId(row[field])
  return row
}

function idOf(row: unknown): string | undefined {
  const id = typeof row === 'object' && row !== null ? (row as { id?: unknown }).id : undefined
  return typeof id === 'string' && id.trim() !== '' ? id : undefined
}

function itemFields(path: readonly PropertyKey[], row: unknown): string[] {
  if (path.length === 0) return Object.keys(Item.shape)
  const gold = (row as { golds?: Record<PropertyKey, { kind?: unknown }> }).golds?.[path[1] ?? '']
  const option = GoldSource.options.find(({ shape }) => shape.kind.value === gold?.kind)
  return path[0] === 'golds' && option ? Object.keys(option.shape) : []
}

function isDataset(value: unknown): value is Dataset {
  return typeof value === 'object' && value !== null && 'items' in value && Array.isArray(value.items) && 'warnings' in value
}

function inFileOrder(faults: DataFault[], files: readonly string[]): DataFault[] {
  const order = new Map(files.map((file, index) => [file, index]))
  const rank = ({ file, line }: DataFault) => [order.get(file) ?? 0, line ?? 0] as const
  return faults.toSorted((a, b) => rank(a)[0] - rank(b)[0] || rank(a)[1] - rank(b)[1])
}
