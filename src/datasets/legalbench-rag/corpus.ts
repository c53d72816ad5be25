import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, realpathSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { DatasetError, messageOf, OptionError } from '../../errors.js'
import type { CodePointText } from '../../text/code-points.js'
import { locate } from '../lines.js'
import { unknownOptions } from '../option-faults.js'
import { decodeDocument } from './document.js'
import { type FileMap, readFileMap } from './file-map.js'
import { type Hashes, lockFaults, lockMessage, readLock, writeLockFile } from './lock.js'

export interface LegalbenchRagCorpusOptions {
  /** The file of each document whose `file_path` is not its name on disk: an object, or a JSON file that holds one. */
  fileMap?: FileMap | string | URL
  /** A file with the SHA-256 of every document, which each must match when it is read; `writeLock()` makes it. */
  lock?: string | URL
}

/** The documents of a corpus, by `file_path`. Each is read at its first use and kept. Offsets are code points, end exclusive. */
export interface LegalbenchRagCorpus {
  /** The folder as named, for messages. */
  readonly folder: string
  /** Every `.txt` file below the folder by its `file_path`, in code-point order; symbolic links are left out. */
  documents(): string[]
  /**
   * A document's text, with its BOM and with LF at each line's end. Throws a `DatasetError` for a path that leaves the folder, for a file that is missing,
   * is not UTF-8, or is not the one of the lock.
   */
  document(path: string): CodePointText
  /** The characters of a document from `start` up to `end`, untrimmed. Throws as `document` does, and `RangeError` for a span that it does not have. */
  slice(path: string, start: number, end: number): string
  /**
   * Writes the lock file where there is none, else checks every document against it; so it may stand before every run. Throws a
   * `DatasetError` with every document that was changed, added or removed since.
   */
  writeLock(): Promise<void>
}

/**
 * The corpus of LegalBench-RAG, or any folder of UTF-8 text files. A `file_path` is a path below the folder, taken literally: `%20` is three
 * characters of a name.
 */
export function legalbenchRagCorpus(folder: string | URL, options: LegalbenchRagCorpusOptions = {}): LegalbenchRagCorpus {
  const unknown = unknownOptions(Object.keys(options), KNOWN)
  if (unknown.length > 0) throw new OptionError(`legalbenchRagCorpus: ${unknown.join('; ')}; its options are ${KNOWN.join(', ')}`)
  const { file: shown, full } = locate(folder)
  const { lock } = options
  const map = readFileMap(options.fileMap)
  const read = new Map<string, CodePointText>()
  let locked: Hashes | undefined

  const bytesOf = (path: string): Buffer => {
    const name = map.get(path) ?? path
    const fault = (message: string, cause?: unknown) =>
      new DatasetError(`the corpus ${shown}`, [{ file: path, field: '', message }], { cause })
    if (!isBelow(name)) throw fault(`expected a path below the folder, with / between its parts; received ${JSON.stringify(name)}`)
    try {
      const real = realpathSync(join(full, name))
      if (!real.startsWith(realpathSync(full) + sep)) throw fault(`a link to a file outside of the folder: ${real}`)
      return readFileSync(real)
    } catch (error) {
      if (error instanceof DatasetError) throw error
      throw fault(unreadable(error, join(full, name), map.has(path)), error)
    }
  }

  const checkLock = (path: string, bytes: Buffer) => {
    if (lock === undefined) return
    locked ??= readLock(lock)
    if (locked === undefined)
      throw new DatasetError(`the corpus ${shown}: no lock file ${locate(lock).file}; write it once with writeLock() of the corpus`)
    const message = lockMessage(lock, locked.get(path), sha256(bytes))
    if (message !== undefined) throw new DatasetError(`the corpus ${shown}`, [{ file: path, field: '', message }])
  }

  const document = (path: string): CodePointText => {
    const known = read.get(path)
    if (known !== undefined) return known
    const bytes = bytesOf(path)
    checkLock(path, bytes)
    const text = decodeDocument(bytes)
    if (text === undefined)
      throw new DatasetError(`the corpus ${shown}`, [{ file: path, field: '', message: 'expected UTF-8, received bytes that are not' }])
    read.set(path, text)
    return text
  }

  const documents = () => {
    const mapped = new Map([...map].map(([path, name]) => [name, path]))
    return textFiles(full, shown)
      .map((name) => mapped.get(name) ?? name)
      .toSorted()
  }

  return {
    folder: shown,
    documents,
    document,
    slice(path, start, end) {
      const text = document(path)
      try {
        return text.slice(start, end)
      } catch (error) {
        throw error instanceof RangeError ? new RangeError(`${path}: ${error.message}`, { cause: error }) : error
      }
    },
    async writeLock() {
      if (lock === undefined)
        throw new OptionError('writeLock: nowhere to write to; give legalbenchRagCorpus the option `lock`, the path of a file')
      const found = new Map(documents().map((path) => [path, sha256(bytesOf(path))]))
      const before = readLock(lock)
      const faults = before === undefined ? [] : lockFaults(lock, before, found)
      if (faults.length > 0) throw new DatasetError(`the corpus ${shown}`, faults)
      if (before === undefined) await writeLockFile(lock, found)
      locked = found
    },
  }
}

const KNOWN = ['fileMap', 'lock'] satisfies (keyof LegalbenchRagCorpusOptions)[]

/** Judged as POSIX and as Windows would: a data set that is safe on one must not read other files on the other. */
function isBelow(name: string): boolean {
  return name !== '' && !/[\\\0]|^[a-z]:[^ ]/i.test(name) && name.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
}

function textFiles(full: string, shown: string): string[] {
  try {
    return readdirSync(full, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.txt'))
      .map((entry) => relative(full, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
  } catch (error) {
    throw new DatasetError(`the corpus ${shown} cannot be read (looked for ${full}): ${messageOf(error)}`, [], { cause: error })
  }
}

function unreadable(error: unknown, full: string, mapped: boolean): string {
  const code = (error as NodeJS.ErrnoException).code
  const map = mapped ? '' : '; where it has another name on disk, give `fileMap`'
  if (code === 'ENOENT' || code === 'ENOTDIR') return `no such file (looked for ${full})${map}`
  if (code === 'EISDIR') return 'expected a file, received a folder'
  return `cannot be read: ${messageOf(error)}`
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
