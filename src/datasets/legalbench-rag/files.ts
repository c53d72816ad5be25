import { readdirSync, realpathSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { DatasetError, messageOf } from '../../errors.js'

/** Where a document stands on disk, or why it stands nowhere. */
export type Found = { full: string } | { fault: string }

/** The files of a corpus's folder by the names of its documents. `map` has the name on disk of those that have another there. */
export interface CorpusFiles {
  find(document: string): Found
  /** The documents of all `.txt` files, sorted. Throws a `DatasetError` where the folder cannot be read. */
  list(): string[]
}

export function corpusFiles(folder: string, map: ReadonlyMap<string, string>): CorpusFiles {
  const mapped = new Map([...map].map(([document, name]) => [name, document]))
  return {
    find(document) {
      // Spans under the name on disk would match no gold.
      const owner = map.has(document) ? undefined : mapped.get(document)
      if (owner !== undefined)
        return { fault: `the name on disk of another document; expected its file_path ${JSON.stringify(owner)}` }
      const name = map.get(document) ?? document
      if (!isBelow(name))
        return { fault: `expected a path below the corpus's folder, with / between its parts; received ${JSON.stringify(name)}` }
      try {
        const full = realpathSync(join(folder, name))
        return full.startsWith(realpathSync(folder) + sep) ? { full } : { fault: 'a link to a file outside of the folder' }
      } catch (error) {
        return { fault: missing(error, join(folder, name), map.has(document)) }
      }
    },
    list() {
      try {
        return readdirSync(folder, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile() && entry.name.endsWith('.txt'))
          .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
          .map((name) => mapped.get(name) ?? name)
          .toSorted()
      } catch (error) {
        throw new DatasetError(`the corpus's folder cannot be read (looked for ${folder}): ${messageOf(error)}`, [], {
          cause: error,
        })
      }
    },
  }
}

/** A backslash parts folders on Windows only, so it is refused everywhere. */
function isBelow(name: string): boolean {
  return !/[\\\0]/.test(name) && name.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
}

function missing(error: unknown, full: string, mapped: boolean): string {
  const code = (error as NodeJS.ErrnoException).code
  if (code !== 'ENOENT' && code !== 'ENOTDIR') return `cannot be read: ${messageOf(error)}`
  return `no such file (looked for ${full})${mapped ? '' : '; where it has another name on disk, give the corpus a `fileMap`'}`
}
