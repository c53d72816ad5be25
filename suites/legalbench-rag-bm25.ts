import { indexManifest } from '../src/citations/manifest.js'
import type { Corpus } from '../src/datasets/corpus.js'
import type { LegalbenchRagCorpus } from '../src/datasets/legalbench-rag/corpus.js'
import { functionSystem } from '../src/systems/function.js'
import { bm25 } from '../src/systems/reference/bm25.js'
import { chunkCorpus } from '../src/systems/reference/chunks.js'
import type { Retriever } from '../src/systems/reference/stages.js'
import type { System } from '../src/systems/system.js'

/** Characters of a chunk, and those that it has in common with the one before. */
export const CHUNKS = { size: 1024, overlap: 128 }
export const CUTS = [1, 2, 4, 8, 16]

/** BM25 over chunks of the documents: of the one that a question is about, which it is told, and of all. */
export function bm25Systems(documents: LegalbenchRagCorpus): { inDocument: System; corpusWide: System } {
  const chunks = chunkCorpus(corpusOf(documents), CHUNKS)
  const all = bm25(chunks)
  const own = new Map<string, Retriever>()
  const of = (document: string) => {
    const known = own.get(document) ?? bm25(chunks.filter((chunk) => chunk.document === document))
    own.set(document, known)
    return known
  }
  const most = Math.max(...CUTS)
  return {
    inDocument: functionSystem(
      (request) => {
        const [gold] = request.item.golds
        return of(gold?.kind === 'span' ? gold.document : '').retrieve(request.question, most, request)
      },
      { name: 'BM25 in the document' },
    ),
    corpusWide: functionSystem((request) => all.retrieve(request.question, most, request), { name: 'BM25 in all documents' }),
  }
}

function corpusOf(corpus: LegalbenchRagCorpus): Corpus {
  const entries = corpus.documents().map((id) => ({ id, title: id, kind: 'statute' as const }))
  const documents = entries.map((entry) => ({ ...entry, text: corpus.document(entry.id).text, language: 'en', sections: [] }))
  return { documents, manifest: indexManifest(entries, 'legalbench-rag') }
}
