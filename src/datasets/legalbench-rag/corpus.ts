import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { DatasetError, messageOf, OptionError, SystemError } from '../../errors.js'
import type { Passage } from '../../schema/response.js'
import type { CodePointText } from '../../text/code-points.js'
import { locate } from '../lines.js'
import { unknownOptions } from '../option-faults.js'
import { begin, decodeDocument, oneLineEnd } from './document.js'
import { type FileMap, readFileMap } from './file-map.js'
import { composed, corpusFiles } from './files.js'
import { type Hashes, lockFaults, lockMessage, readLock, writeLockFile } from './lock.js'
import { offsetHint } from './offset-hint.js'

export interface LegalbenchRagCorpusOptions {
  /** The file of each document whose `file_path` is not its name on disk: an object, or a JSON file that holds one. */
  fileMap?: FileMap | string | URL
  /** A file with the SHA-256 of every document, which each must match when it is read; `writeLock()` makes it. */
  lock?: string | URL
}

/** The documents of a corpus, by `file_path`. Each is read at its first use and kept. Offsets are code points, end exclusive. */
export interface LegalbenchRagCorpus {
  /** Every `.txt` file below the folder by its `file_path` in NFC, sorted; symbolic links are left out. */
  documents(): string[]
  /**
   * A document's text, with its BOM and with LF at each line's end. Throws a `DatasetError` for a path that leaves the folder, for a file that is missing,
   * is not UTF-8, or is not the one of the lock.
   */
  document(path: string): CodePointText
  /** The characters of a document from `start` up to `end`, untrimmed. Throws as `document` does, and `RangeError` for a span that it does not have. */
  slice(path: string, start: number, end: number): string
  /**
   * Throws `SystemError('shape')` where a chunk is not what its document has from `start` to `end`, or names a document or a span that there is not. A
   * chunk without text is held against the document's length only; what has no `document`, `start` and `end` is no chunk, and passes.
   */
  checkChunk(chunk: Pick<Passage, 'document' | 'start' | 'end' | 'text'>): void
  /**
   * Writes the lock file where there is none, else checks every document against it; so it may stand before every run. Throws a
   * `DatasetError` with every document that was changed, added or removed since.
   */
  writeLock(): Promise<void>
}

const KNOWN = ['fileMap', 'lock'] satisfies (keyof LegalbenchRagCorpusOptions)[]

/**
 * The corpus of LegalBench-RAG, or any folder of UTF-8 text files. A `file_path` is a path below the folder, taken literally: `%20` is three
 * characters of a name. Composed and decomposed characters (NFC, NFD) make the same name.
 */
export function legalbenchRagCorpus(folder: string | URL, options: LegalbenchRagCorpusOptions = {}): LegalbenchRagCorpus {
  const unknown = unknownOptions(Object.keys(options), KNOWN)
  if (unknown.length > 0) throw new OptionError(`legalbenchRagCorpus: ${unknown.join('; ')}; its options are ${KNOWN.join(', ')}`)
  const { file: shown, full } = locate(folder)
  const { lock } = options
  const files = corpusFiles(full, readFileMap(options.fileMap))
  const read = new Map<string, CodePointText>()
  let locked: Hashes | undefined

  const fault = (path: string, message: string, cause?: unknown) =>
    new DatasetError(`the corpus ${shown}`, [{ file: path, field: '', message }], { cause })

  const bytesOf = (path: string): Buffer => {
    const found = files.find(path)
    if ('fault' in found) throw fault(path, found.fault)
    try {
      return readFileSync(found.full)
    } catch (error) {
      throw fault(path, `cannot be read: ${messageOf(error)}`, error)
    }
  }

  const checkLock = (path: string, bytes: Buffer) => {
    if (lock === undefined) return
    locked ??= readLock(lock)
    if (locked === undefined)
      throw new DatasetError(
        `the corpus ${shown}: no lock file ${locate(lock).file}; write it once with writeLock() of the corpus`,
      )
    const message = lockMessage(lock, locked.get(composed(path)), sha256(bytes))
    if (message !== undefined) throw fault(path, message)
  }

  const document = (path: string): CodePointText => {
    const known = read.get(path)
    if (known !== undefined) return known
    const bytes = bytesOf(path)
    checkLock(path, bytes)
    const text = decodeDocument(bytes)
    if (text === undefined) throw fault(path, 'expected UTF-8, received bytes that are not')
    read.set(path, text)
    return text
  }

  const slice = (path: string, start: number, end: number): string => {
    const text = document(path)
    try {
      return text.slice(start, end)
    } catch (error) {
      throw error instanceof RangeError ? new RangeError(`${path}: ${error.message}`, { cause: error }) : error
    }
  }

  return {
    documents: () => files.list(),
    document,
    slice,
    checkChunk({ document: path, start, end, text }) {
      if (path === undefined || start === undefined || end === undefined) return
      const found = files.find(path)
      if ('fault' in found) throw new SystemError('shape', `a chunk of ${path}: ${found.fault}`)
      const whole = document(path)
      const { length } = whole
      const place = `a chunk of ${path} at [${start}, ${end})`
      if (start >= end || end > length) {
        const hint = start < end ? offsetHint(whole, start, end, text) : ''
        throw new SystemError('shape', `${place}: expected 0 <= start < end <= ${length}${hint}`)
      }
      const there = slice(path, start, end)
      if (text !== undefined && oneLineEnd(text) !== there)
        throw new SystemError(
          'shape',
          `${place}: expected its text to be ${begin(there)}, as the document has it, received ${begin(text)}${offsetHint(whole, start, end, text)}`,
        )
    },
    async writeLock() {
      if (lock === undefined)
        throw new OptionError('writeLock: nowhere to write to; give legalbenchRagCorpus the option `lock`, the path of a file')
      const found = new Map(files.list().map((path) => [path, sha256(bytesOf(path))]))
      const before = readLock(lock)
      const faults = before === undefined ? [] : lockFaults(lock, before, found)
      if (faults.length > 0) throw new DatasetError(`the corpus ${shown}`, faults)
      if (before === undefined) await writeLockFile(lock, found)
      locked = found
    },
  }
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
