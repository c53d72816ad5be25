import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { DatasetError, messageOf } from '../../errors.js'

/** Where a document stands on disk, or why it stands nowhere. */
export type Found = { full: string } | { fault: string }

/** A document's name as names are compared: some file systems and archives decompose what they keep. */
export const composed = (name: string): string => name.normalize('NFC')

/** The files of a corpus's folder by the names of its documents. `map` has the name on disk of those that have another there. */
export interface CorpusFiles {
  find(document: string): Found
  /** The documents of all `.txt` files in NFC, sorted. Throws a `DatasetError` where the folder cannot be read. */
  list(): string[]
}

export function corpusFiles(folder: string, map: ReadonlyMap<string, string>): CorpusFiles {
  const names = new Map([...map].map(([document, name]) => [composed(document), name]))
  const mapped = new Map([...map].map(([document, name]) => [composed(name), document]))
  let onDisk: ReadonlyMap<string, string> | undefined
  // Read once, and only where a name is not found as it is written.
  const asOnDisk = (name: string) => {
    onDisk ??= new Map(filesBelow(folder).map((file) => [composed(file), file]))
    return onDisk.get(composed(name))
  }
  return {
    find(document) {
      const own = names.get(composed(document))
      // Spans under the name on disk would match no gold.
      const owner = own === undefined ? mapped.get(composed(document)) : undefined
      if (owner !== undefined)
        return { fault: `the name on disk of another document; expected its file_path ${JSON.stringify(owner)}` }
      const name = own ?? document
      if (!isBelow(name))
        return { fault: `expected a path below the corpus's folder, with / between its parts; received ${JSON.stringify(name)}` }
      try {
        const full = realpathSync(resolveName(folder, name, asOnDisk))
        return full.startsWith(realpathSync(folder) + sep) ? { full } : { fault: 'a link to a file outside of the folder' }
      } catch (error) {
        return { fault: missing(error, join(folder, name), own !== undefined) }
      }
    },
    list() {
      try {
        return filesBelow(folder)
          .filter((name) => name.endsWith('.txt'))
          .map((name) => composed(mapped.get(composed(name)) ?? name))
          .toSorted()
      } catch (error) {
        throw new DatasetError(`the corpus's folder cannot be read (looked for ${folder}): ${messageOf(error)}`, [], {
          cause: error,
        })
      }
    },
  }
}

function resolveName(folder: string, name: string, asOnDisk: (name: string) => string | undefined): string {
  const written = join(folder, name)
  // Names of ASCII have one form only.
  if (composed(name) === name.normalize('NFD') || existsSync(written)) return written
  return join(folder, asOnDisk(name) ?? name)
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
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
