import type { LegalbenchRagCorpus } from '../datasets/legalbench-rag/corpus.js'
import { SystemError } from '../errors.js'
import { asSystem } from './function.js'
import type { System, SystemFunction } from './system.js'

/**
 * The system, with every passage and citation that it returns held against the documents: offsets that are off by a BOM, or count bytes, would only lower
 * the figures. A passage whose text is not its document's from `start` to `end`, and a span that its document does not have, are
 * `SystemError('shape')`; what has no `document`, `start` and `end` passes.
 */
export function checkedSpans(system: System | SystemFunction, corpus: LegalbenchRagCorpus): System {
  const inner = asSystem(system)
  return {
    ...inner,
    async respond(request) {
      const response = await inner.respond(request)
      response.passages?.forEach((passage, index) => {
        at(`passages.${index}`, () => corpus.checkChunk(passage))
      })
      // The text of a citation is the citation as written, not what it cites.
      response.citations?.forEach(({ text: _text, ...citation }, index) => {
        at(`citations.${index}`, () => corpus.checkChunk(citation))
      })
      return response
    },
  }
}

function at(place: string, check: () => void): void {
  try {
    check()
  } catch (error) {
    throw error instanceof SystemError ? new SystemError(error.kind, `${place}: ${error.message}`, { cause: error }) : error
  }
}
