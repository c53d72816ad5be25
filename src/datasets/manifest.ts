import { indexManifest, type Manifest, type ManifestEntry, manifestEntry } from '../citations/manifest.js'
import { type DataFault, DatasetError } from '../errors.js'
import { readJsonl } from './lines.js'
import { uniqueIds } from './unique-ids.js'

/**
 * Reads a corpus manifest from a JSONL file: per line an `id` (string, or a number that is read as one), a `title`, and `doc_type` or
 * `category`; other fields are left alone. Throws a `DatasetError` with every fault of the file, by line; an empty manifest is one.
 */
export function loadManifest(path: string | URL): Manifest {
  const { file, rows, faults: found } = readJsonl(path)
  const faults: DataFault[] = [...found]
  const entries: ManifestEntry[] = []
  const takeId = uniqueIds(faults)
  for (const { value, place } of rows) {
    const entry = manifestEntry(value, (field, message) => faults.push({ ...place, field, message }))
    if (entry !== null && takeId(entry.id, place)) entries.push(entry)
  }
  if (entries.length === 0 && faults.length === 0)
    faults.push({ file, field: '', message: 'expected at least one document, received none' })
  if (faults.length > 0) throw new DatasetError(`the corpus manifest ${file}`, faults)
  return indexManifest(entries, file)
}
