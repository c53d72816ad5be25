import { OptionError } from '../../errors.js'
import { usageField } from '../../providers/sum-usage.js'
import { refuseUnknown } from '../known-options.js'
import { checkPassages } from './checked-input.js'
import { sharedVectors } from './dense-build.js'
import { vectorsOf } from './dense-vectors.js'
import type { Embeddings } from './embeddings.js'
import type { Retrieved, Retriever } from './stages.js'

export interface DenseOptions {
  embeddings: Embeddings
}

/**
 * Finds the chunks whose vectors are nearest to the query's by cosine, each with it as its score. The chunks are embedded once, at the first case, for
 * all cases of the worker; what that used is counted with the case that comes to it first. Equal scores keep the order of the chunks. A query
 * without words finds nothing.
 *
 * @throws OptionError for an option that there is not, and without embeddings.
 */
export function dense(chunks: readonly Retrieved[], options: DenseOptions): Retriever {
  refuseUnknown('dense', options, KNOWN)
  const { embeddings } = options
  if (typeof embeddings?.embed !== 'function')
    throw new OptionError(`dense: expected \`embeddings\` such as openaiEmbeddings(…), received ${typeof embeddings}`)
  checkPassages('dense', chunks)
  const vectors = sharedVectors(chunks, embeddings)
  const name = `dense ${embeddings.name}`
  return {
    name,
    async retrieve(query, k, request) {
      if (query.trim() === '' || chunks.length === 0) return { passages: [] }
      const { index, usage } = await vectors(request)
      const asked = await embeddings.embed([query], 'query', request)
      const [vector] = vectorsOf(asked?.vectors, 1, index.length, name)
      const near = vector === undefined ? [] : index.search(vector, k)
      return {
        passages: near.flatMap(({ index: at, score }) => {
          const chunk = chunks[at]
          return chunk === undefined ? [] : [{ ...chunk, score }]
        }),
        ...usageField([usage, asked?.usage]),
      }
    },
  }
}

const KNOWN = ['embeddings'] satisfies (keyof DenseOptions)[]
