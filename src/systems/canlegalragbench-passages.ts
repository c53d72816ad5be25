import { leadingNeutral } from '../citations/neutral.js'
import type { CanLegalRagBenchDocuments } from '../datasets/canlegalragbench-documents.js'
import type { Item } from '../schema/item.js'
import type { Passage } from '../schema/response.js'
import type { CanLegalRagBenchRow } from './canlegalragbench-rows.js'

/** How the passages of a row are read. */
export interface PassageReading {
  /** A document's id for its citation as written. */
  idOf: (citation: string) => string
  documents: CanLegalRagBenchDocuments | undefined
  /** The published figures count chunks, whatever the context was. */
  published: boolean
}

/** The retrieved chunks of a row as passages, or what stood in the context in their place; null where the row does not report its retrieval. */
export function passagesOf(row: CanLegalRagBenchRow, item: Item, reading: PassageReading): Passage[] | null {
  const { documents, published } = reading
  const retrieved = retrievedBy(row, reading)
  if (retrieved !== null) {
    const whole = documents !== undefined && !published && row.answer_context_meta?.context_mode === 'full_documents'
    return whole ? wholeDocuments(retrieved, documents) : retrieved
  }
  if (row.condition !== 'oracle') return null
  const golds = item.golds.flatMap((gold) => (gold.kind === 'document' ? [labelled(gold.id, reading)] : []))
  return golds.map((passage) => ({ ...withText(passage, documents), injected: true }))
}

function retrievedBy(row: CanLegalRagBenchRow, reading: PassageReading): Passage[] | null {
  const { retrieved_ids: ids, retrieved_chunk_details: chunks, saved_docs: saved } = row
  if (chunks && chunks.length > 0)
    return chunks.map(({ doc_id, chunk_idx, score }) => {
      const labels = labelled(doc_id, reading)
      const id = chunk_idx == null ? {} : { id: `${labels.document}#${chunk_idx}` }
      return { ...id, ...labels, ...(score == null ? {} : { score }) }
    })
  if (ids && (ids.length > 0 || !saved)) return ids.map((id) => labelled(id, reading))
  if (!saved) return null
  return saved.map((one) =>
    labelled(typeof one === 'string' ? one : String('doc_id' in one ? one.doc_id : one.citation), reading),
  )
}

/** Every document once, at the place of its first chunk: the generator was shown these and no chunk. */
function wholeDocuments(chunks: readonly Passage[], documents: CanLegalRagBenchDocuments): Passage[] {
  const first = new Map<string | undefined, Passage>()
  for (const { id: _id, ...passage } of chunks) {
    if (!first.has(passage.document)) first.set(passage.document, withText(passage, documents))
  }
  return [...first.values()]
}

function labelled(citation: string, { idOf, documents }: PassageReading): Passage {
  const document = idOf(citation)
  const title = documents?.manifest.byId.get(document)?.title
  return {
    document,
    ...(leadingNeutral(document) ? { citation: document } : {}),
    ...(title === undefined ? {} : { title }),
  }
}

function withText(passage: Passage, documents: CanLegalRagBenchDocuments | undefined): Passage {
  const text = documents?.texts.get(passage.document ?? '')
  return text === undefined ? passage : { ...passage, text }
}
