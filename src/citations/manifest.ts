import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type DataFault, DatasetError, messageOf } from '../errors.js'
import { asNeutral, isJudgmentTitle, leadingNeutral, neutralKey } from './neutral.js'
import { normalTitle } from './normalise.js'
import { parseStatuteTitle, type StatuteTitle } from './statute-title.js'

/** One document of a corpus. */
export interface ManifestEntry {
  id: string
  title: string
  kind: 'statute' | 'decision'
}

/** What is in the corpus: the documents by id, by normal title, and the acts with their titles read. */
export interface Manifest {
  file: string
  entries: readonly ManifestEntry[]
  byId: ReadonlyMap<string, ManifestEntry>
  /** Several where a document stands in the corpus twice. */
  byTitle: ReadonlyMap<string, readonly ManifestEntry[]>
  acts: readonly { entry: ManifestEntry; title: StatuteTitle }[]
  /** Decisions by the neutral citation that their title begins with, or that their id is. */
  decisions: ReadonlyMap<string, readonly ManifestEntry[]>
}

const DECISIONS = new Set(['judgment', 'judgement', 'decision', 'case', 'caselaw', 'case law'])

/**
 * Reads a corpus manifest from a JSONL file: per line an `id` (string, or a number that is read as one), a `title`, and `doc_type` or
 * `category`; other fields are left alone. Throws a `DatasetError` with every fault of the file, by line.
 */
export function loadManifest(path: string | URL): Manifest {
  const file = path instanceof URL ? fileURLToPath(path) : path
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new DatasetError(`The corpus manifest ${file} cannot be read: ${messageOf(error)}`, [], { cause: error })
  }
  return parseManifest(text, file)
}

/** `loadManifest` of a text that is already read; `file` names it in faults. An empty manifest is a fault. */
export function parseManifest(text: string, file: string): Manifest {
  const faults: DataFault[] = []
  const entries: ManifestEntry[] = []
  const lines = new Map<string, number>()
  text
    .replace(/^\uFEFF/u, '')
    .split('\n')
    .forEach((raw, index) => {
      const line = index + 1
      if (raw.trim() === '') return
      const row = parseRow(raw, (field, message) => faults.push({ file, line, field, message }))
      if (!row) return
      const first = lines.get(row.id)
      if (first !== undefined) {
        faults.push({
          file,
          line,
          field: 'id',
          message: `id ${JSON.stringify(row.id)} is already on line ${first}; expected one line per document`,
        })
        return
      }
      lines.set(row.id, line)
      entries.push(row)
    })
  if (entries.length === 0 && faults.length === 0)
    faults.push({ file, field: '', message: 'expected at least one document, received none' })
  if (faults.length > 0)
    throw new DatasetError(`The corpus manifest ${file} has ${faults.length} fault${faults.length === 1 ? '' : 's'}:`, faults)
  return indexManifest(entries, file)
}

function indexManifest(entries: ManifestEntry[], file: string): Manifest {
  const byTitle = new Map<string, ManifestEntry[]>()
  const decisions = new Map<string, ManifestEntry[]>()
  for (const entry of entries) {
    push(byTitle, normalTitle(entry.title), entry)
    const citation = entry.kind === 'decision' ? (leadingNeutral(entry.title) ?? asNeutral(entry.id)) : null
    if (citation) push(decisions, neutralKey(citation), entry)
  }
  return {
    file,
    entries,
    byId: new Map(entries.map((entry) => [entry.id, entry])),
    byTitle,
    acts: entries.filter(({ kind }) => kind === 'statute').map((entry) => ({ entry, title: parseStatuteTitle(entry.title) })),
    decisions,
  }
}

function push(index: Map<string, ManifestEntry[]>, key: string, entry: ManifestEntry): void {
  const list = index.get(key)
  if (list) list.push(entry)
  else index.set(key, [entry])
}

function parseRow(raw: string, fault: (field: string, message: string) => void): ManifestEntry | null {
  let row: unknown
  try {
    row = JSON.parse(raw)
  } catch (error) {
    fault('', `expected one JSON object, received ${JSON.stringify(raw.trim().slice(0, 60))} (${messageOf(error)})`)
    return null
  }
  if (typeof row !== 'object' || row === null || Array.isArray(row)) {
    fault('', `expected one JSON object, received ${Array.isArray(row) ? 'an array' : String(row)}`)
    return null
  }
  const fields = row as Record<string, unknown>
  const id = readId(fields['id'])
  const title = fields['title']
  const type = fields['doc_type'] ?? fields['category']
  if (id === null) fault('id', `expected a text or an integer below 2^53, received ${JSON.stringify(fields['id']) ?? 'nothing'}`)
  const titled = typeof title === 'string' && title.trim() !== ''
  if (!titled) fault('title', `expected a text, received ${JSON.stringify(title) ?? 'nothing'}`)
  const typed = type === undefined || type === null || typeof type === 'string'
  if (!typed) fault('doc_type', `expected a text such as "statute" or "judgment", received ${JSON.stringify(type)}`)
  if (id === null || !titled || !typed) return null
  const decision = typeof type === 'string' ? DECISIONS.has(type.trim().toLowerCase()) : isJudgmentTitle(title)
  return { id, title, kind: decision ? 'decision' : 'statute' }
}

function readId(id: unknown): string | null {
  if (typeof id === 'number') return Number.isSafeInteger(id) ? String(id) : null
  return typeof id === 'string' && id.trim() !== '' ? id : null
}
