import { parse } from 'node:path'
import { type DataFault, messageOf } from '../errors.js'
import type { ItemInput } from '../schema/item.js'
import { buildDataset, type Dataset, type RawItem } from './dataset.js'
import type { LooseJson } from './json-line.js'
import { type JsonlRow, locate, readJsonl } from './lines.js'

export interface JsonlOptions {
  /** Turns a row of another format into an item; without it the rows are items. */
  map?: (row: Record<string, LooseJson>) => ItemInput
}

/**
 * A data set in JSONL, one item a line; several files make one set, and ids are unique over all of them. The files are read when
 * the returned source is called, which throws one `DatasetError` with every fault of all files.
 */
export function jsonl(path: string | URL | readonly (string | URL)[], { map }: JsonlOptions = {}): () => Dataset {
  const paths = Array.isArray(path) ? path : [path]
  return () => readDataset(paths, (row, faults) => mapped(row, map, faults))
}

/** Reads JSONL files into a data set; `toItem` returns the item as written, or undefined after adding a fault. */
export function readDataset(
  paths: readonly (string | URL)[],
  toItem: (row: JsonlRow, faults: DataFault[]) => { value: unknown } | undefined,
): Dataset {
  const faults: DataFault[] = []
  const rows: RawItem[] = []
  const files: string[] = []
  for (const path of paths) {
    const read = readJsonl(path)
    files.push(read.file)
    faults.push(...read.faults)
    for (const row of read.rows) {
      const item = toItem(row, faults)
      if (item) rows.push({ value: item.value, place: row.place })
    }
  }
  return buildDataset({ name: paths.map((path) => parse(locate(path).full).name).join(', '), files, rows, faults })
}

function mapped({ value, place }: JsonlRow, map: JsonlOptions['map'], faults: DataFault[]): { value: unknown } | undefined {
  if (!map) return { value }
  try {
    return { value: map(value) }
  } catch (error) {
    faults.push({ ...place, field: '', message: `\`map\` threw: ${messageOf(error)}` })
    return undefined
  }
}
