import { groupBy } from '../group-by.js'
import { asNeutral, isJudgmentTitle, leadingNeutral, type NeutralCitation, neutralKey } from './neutral.js'
import { normalTitle } from './normalise.js'
import { parseStatuteTitle, type StatuteTitle } from './statute-title.js'

/** One document of a corpus. */
export interface ManifestEntry {
  id: string
  title: string
  kind: 'statute' | 'decision'
  /** How a decision is cited. */
  citation?: string
}

/** What is in the corpus: the documents by id, by normal title, and the acts with their titles read. */
export interface Manifest {
  file: string
  entries: readonly ManifestEntry[]
  byId: ReadonlyMap<string, ManifestEntry>
  /** Several where a document stands in the corpus twice. */
  byTitle: ReadonlyMap<string, readonly ManifestEntry[]>
  acts: readonly { entry: ManifestEntry; title: StatuteTitle }[]
  /** Decisions by their neutral citation: the one that they give, that their title begins with, or that their id is. */
  decisions: ReadonlyMap<string, readonly ManifestEntry[]>
}

const DECISIONS = new Set(['judgment', 'judgement', 'decision', 'case', 'caselaw', 'case law'])

/** Indexes the documents of a corpus; their ids are given once. */
export function indexManifest(entries: ManifestEntry[], file: string): Manifest {
  const cited = entries.flatMap((entry) => {
    const citation = entry.kind === 'decision' ? neutralOf(entry) : null
    return citation ? [{ entry, key: neutralKey(citation) }] : []
  })
  const decisions = [...groupBy(cited, ({ key }) => key)].map(([key, those]) => [key, those.map(({ entry }) => entry)] as const)
  return {
    file,
    entries,
    byId: new Map(entries.map((entry) => [entry.id, entry])),
    byTitle: groupBy(entries, ({ title }) => normalTitle(title)),
    acts: entries.filter(({ kind }) => kind === 'statute').map((entry) => ({ entry, title: parseStatuteTitle(entry.title) })),
    decisions: new Map(decisions),
  }
}

function neutralOf({ id, title, citation = '' }: ManifestEntry): NeutralCitation | null {
  return asNeutral(citation) ?? leadingNeutral(title) ?? asNeutral(id)
}

/** Reads a row of a manifest; null, after naming every fault, where it is no document. */
export function manifestEntry(
  row: Record<string, unknown>,
  fault: (field: string, message: string) => void,
): ManifestEntry | null {
  const id = readId(row['id'])
  const title = row['title']
  const type = row['doc_type'] ?? row['category']
  if (id === null) fault('id', `expected a text or an integer below 2^53, received ${JSON.stringify(row['id']) ?? 'nothing'}`)
  const titled = typeof title === 'string' && title.trim() !== ''
  if (!titled) fault('title', `expected a text, received ${JSON.stringify(title) ?? 'nothing'}`)
  const typed = type === undefined || type === null || typeof type === 'string'
  if (!typed) fault('doc_type', `expected a text such as "statute" or "judgment", received ${JSON.stringify(type)}`)
  if (id === null || !titled || !typed) return null
  const decision = typeof type === 'string' ? DECISIONS.has(type.trim().toLowerCase()) : isJudgmentTitle(title)
  const citation = row['citation']
  return {
    id,
    title,
    kind: decision ? 'decision' : 'statute',
    ...(decision && typeof citation === 'string' && citation.trim() !== '' ? { citation } : {}),
  }
}

function readId(id: unknown): string | null {
  if (typeof id === 'number') return Number.isSafeInteger(id) ? String(id) : null
  return typeof id === 'string' && id.trim() !== '' ? id : null
}
