import { describeGrid, groundedOrSilentAblations, norvaleCorpus, norvaleItems, quotationJudge } from 'vitest-docket'

// The bundled benchmark on the reference system, and on the same without one of its parts at a time. It only quotes, so that a judge without a model can
// tell exactly what is right; a system that writes its answers needs a model as its judge.
const corpus = norvaleCorpus()
const items = norvaleItems()

describeGrid('Norvale', {
  items,
  corpus: corpus.manifest,
  documents: corpus.documents,
  judge: quotationJudge({ items, corpus, complete: true }),
  factors: { system: groundedOrSilentAblations({ corpus }) },
  // Your own: system: () => httpSystem({ url: 'http://localhost:8000/ask' })
  system: ({ system }) => system,
})
