import { describe, expect, it } from 'vitest'
import { loadDataset } from '../../src/datasets/dataset.js'
import { legalbenchRagCorpus } from '../../src/datasets/legalbench-rag/corpus.js'
import { legalbenchRagItems } from '../../src/datasets/legalbench-rag.js'
import { macroMean, weightedMean } from '../../src/metrics/means.js'
import type { MetricScore } from '../../src/metrics/score.js'
import { retrievalScores } from '../../src/run/scores/retrieval.js'
import { spanScores } from '../../src/run/scores/spans.js'
import { checkedSpans } from '../../src/systems/checked-spans.js'
import type { System } from '../../src/systems/system.js'
import { bm25Systems, CUTS } from '../../suites/legalbench-rag-bm25.js'
import { publishedData } from './data.js'
import { tableBelow } from './docs.js'

const { folder, absent, whetherSkipped } = publishedData('legalbench-rag')
const SOURCES = ['privacy_qa', 'contractnli', 'maud', 'cuad']

describe.skipIf(absent)(`BM25 on LegalBench-RAG-mini${whetherSkipped}`, () => {
  it('the tables that the docs print', async () => {
    const corpus = legalbenchRagCorpus(`${folder}/corpus`, { fileMap: `${folder}/file-map.json` })
    const { items } = await loadDataset(legalbenchRagItems({ benchmarks: `${folder}/benchmarks/mini`, corpus }))
    const scored = async (system: System) =>
      await Promise.all(
        items.map(async ({ item }) => {
          const asked = {
            question: item.question,
            item,
            trial: 0,
            task: 'retrieval' as const,
            signal: new AbortController().signal,
          }
          const response = await checkedSpans(system, corpus).respond(asked)
          const options = { k: CUTS }
          return {
            source: item.source,
            scores: { ...spanScores(item, response, options), ...retrievalScores(item, response, options) },
          }
        }),
      )
    const table = async (system: System, names: readonly string[]) => {
      const cases = await scored(system)
      const columns = names.flatMap((name) => CUTS.map((k) => `${name}@${k}`))
      const values = (source: string, name: string) =>
        cases.flatMap((one) => (one.source === source ? ((one.scores[name] as MetricScore | undefined) ?? []) : []))
      const shown = (value: number | null) => value?.toFixed(3).replace(/^0/, '') ?? '–'
      const rows = SOURCES.map((source) => [source, ...columns.map((name) => shown(macroMean(values(source, name)).value))])
      const weighted = columns.map((name) =>
        shown(weightedMean(Object.fromEntries(SOURCES.map((source) => [source, values(source, name)]))).value),
      )
      return [...rows, ['weighted', ...weighted]]
    }
    const { inDocument, corpusWide } = bm25Systems(corpus)
    const spans = ['spanPrecision', 'spanRecall']
    const page = (heading: string) => tableBelow('docs/formats/legalbench-rag.md', heading).slice(1)
    const [own, all] = [await table(inDocument, spans), await table(corpusWide, [...spans, 'documentHit'])]
    expect({ own: page('In the document'), all: page('In all documents') }).toEqual({ own, all })
  })
})
