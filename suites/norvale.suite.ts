import { describeGrid, groundedOrSilentAblations, norvaleCorpus, norvaleItems, quotationJudge } from 'vitest-docket'

// The bundled benchmark on the reference system, and on the same without one of its parts at a time. It only quotes, so that a judge without a model can
// tell by the words whether an answer holds what it must.
const corpus = norvaleCorpus()
const items = norvaleItems()

describeGrid('Norvale', {
  items,
  corpus: corpus.manifest,
  documents: corpus.documents,
  judge: quotationJudge({ items, corpus, complete: true }),
  factors: { system: groundedOrSilentAblations({ corpus }) },
  system: ({ system }) => system,
})

// Your own system on the same questions: take the signs in front of these lines away. A system that writes its answers needs a model as its judge, the package
// of the judge's provider (npm install --save-dev @anthropic-ai/sdk, or openai) and its key (ANTHROPIC_API_KEY). The sample keeps the first run
// below a dollar; `-t ours` runs it alone.

// import { describeBenchmark, httpSystem } from 'vitest-docket'
//
// describeBenchmark('Norvale, ours', {
//   items,
//   corpus: corpus.manifest,
//   documents: corpus.documents,
//   system: httpSystem({
//     url: 'http://localhost:8000/ask',
//     body: ({ question }) => ({ question }),
//     map: (r) => ({ answer: r.text, passages: r.context, citations: r.sources }),
//   }),
//   judge: { provider: 'anthropic', model: 'claude-sonnet-4-6' },
//   sample: { size: 30, seed: 1, by: ['type', 'language'] },
//   policy: 'report',
// })
