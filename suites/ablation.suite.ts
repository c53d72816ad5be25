import {
  bm25,
  type Chunk,
  chunkCorpus,
  dense,
  describeGrid,
  extractive,
  type Generator,
  hybrid,
  modelGenerator,
  norvaleCorpus,
  norvaleItems,
  openaiEmbeddings,
  quotationJudge,
  type Retriever,
  ragSystem,
} from 'vitest-docket'

// Retriever by generator by chunk size by k on the bundled benchmark. Without a key: two retrievers by words, two generators that quote. With
// DOCKET_EMBEDDINGS=MODEL also dense and hybrid retrieval, with DOCKET_GENERATOR=openai:MODEL or anthropic:MODEL also a model's answers, which the judge of the config then judges.
const { DOCKET_EMBEDDINGS: embedder, DOCKET_GENERATOR: generator } = process.env
const [provider, ...model] = generator?.split(':') ?? []
if (generator && ((provider !== 'openai' && provider !== 'anthropic') || model.length === 0))
  throw new Error(`DOCKET_GENERATOR: expected openai:MODEL or anthropic:MODEL, received ${JSON.stringify(generator)}`)
const embeddings = embedder ? openaiEmbeddings({ model: embedder }) : undefined

const corpus = norvaleCorpus()
const dataset = norvaleItems()()
// Twins and variants are other draws of the same questions: here each question is asked once.
const items = { ...dataset, items: dataset.items.filter(({ item }) => item.twinOf === undefined && item.variantOf === undefined) }

/** A retriever over chunks of a size; made once, for all combinations that have it. */
function over(make: (chunks: Chunk[]) => Retriever): (size: number) => Retriever {
  const made = new Map<number, Retriever>()
  return (size) => {
    const retriever = made.get(size) ?? make(chunks[size === 1024 ? 0 : 1])
    made.set(size, retriever)
    return retriever
  }
}
const chunks = [chunkCorpus(corpus, { size: 1024 }), chunkCorpus(corpus, { size: 4096 })] as const
const words = over((of) => bm25(of))
const retrievers: Record<string, (size: number) => Retriever> = {
  bm25: words,
  bm25l: over((of) => bm25(of, { variant: 'bm25l' })),
}
if (embeddings !== undefined) {
  const meaning = over((of) => dense(of, { embeddings }))
  retrievers['dense'] = meaning
  retrievers['hybrid'] = (size) => hybrid([words(size), meaning(size)])
}
const generators: Record<string, Generator> = {
  'one sentence': extractive({ sentences: 1 }),
  'three sentences': extractive({ sentences: 3 }),
  ...(generator && (provider === 'openai' || provider === 'anthropic')
    ? { [generator]: modelGenerator({ provider, model: model.join(':') }) }
    : {}),
}

describeGrid('Ablation', {
  items: () => items,
  corpus: corpus.manifest,
  documents: corpus.documents,
  ...(generator ? {} : { judge: quotationJudge({ items: () => items, corpus, complete: true }) }),
  factors: { retriever: retrievers, generator: generators, 'chunk size': [1024, 4096], k: [3, 8] },
  system: ({ retriever, generator, 'chunk size': size, k }) => ragSystem({ retriever: retriever(size), generator, k }),
})
