import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { DatasetError, messageOf } from '../../errors.js'
import { issueFaults } from '../issues.js'
import { locate } from '../lines.js'

/** The name on disk of each document whose `file_path` cannot be a file's name everywhere, both relative to the corpus's folder. */
export type FileMap = Readonly<Record<string, string>>

const Names = z.record(z.string(), z.string())

/**
 * Where each mapped document stands on disk: of an object, or of a JSON file that holds one. A document that is not mapped stands under its own
 * `file_path`. Throws a `DatasetError` for a file that is no such object, and for two documents with one file.
 */
export function readFileMap(map: FileMap | string | URL | undefined): ReadonlyMap<string, string> {
  if (map === undefined) return new Map()
  const { file, value } =
    typeof map === 'string' || map instanceof URL ? readJson(map) : { file: '`fileMap`', value: map as unknown }
  const names = Names.safeParse(value)
  if (!names.success)
    throw new DatasetError(
      `the file map ${file}`,
      issueFaults(names.error.issues, value).map((fault) => ({ file, ...fault })),
    )
  const entries = new Map(Object.entries(names.data))
  const taken = new Map<string, string>()
  for (const [document, name] of entries) {
    const other = taken.get(name)
    if (other !== undefined)
      throw new DatasetError(
        `the file map ${file}: ${JSON.stringify(other)} and ${JSON.stringify(document)} have one file, ${JSON.stringify(name)}`,
      )
    taken.set(name, document)
  }
  return entries
}

function readJson(path: string | URL): { file: string; value: unknown } {
  const { file, full } = locate(path)
  try {
    return { file, value: JSON.parse(readFileSync(full, 'utf8').replace(/^\ufeff/, '')) }
  } catch (error) {
    throw new DatasetError(`the file map ${file} cannot be read (looked for ${full}): ${messageOf(error)}`, [], { cause: error })
  }
}
