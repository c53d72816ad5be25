import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadDataset } from '../../src/datasets/dataset.js'
import { type LegalbenchRagCorpus, legalbenchRagCorpus } from '../../src/datasets/legalbench-rag/corpus.js'
import { firstDraw } from '../../src/datasets/legalbench-rag/python-random.js'
import { legalbenchRagItems } from '../../src/datasets/legalbench-rag.js'
import { macroMean, weightedMean } from '../../src/metrics/means.js'
import { type Span, spanPrecision, spanRecall } from '../../src/metrics/spans.js'
import type { Item } from '../../src/schema/item.js'
import { checkedSpans } from '../../src/systems/checked-spans.js'
import { recordedRun } from '../../src/systems/recorded.js'
import { publishedData } from './data.js'
import { ROOT, tableBelow } from './docs.js'

function spansOf({ golds }: Item): (Span & { text?: string | undefined })[] {
  return golds.flatMap((gold) => (gold.kind === 'span' ? [gold] : []))
}

function chunk(corpus: LegalbenchRagCorpus, document: string, start: number, end: number) {
  return { document, start, end, text: corpus.slice(document, start, end) }
}

describe('fixture legalbench-rag', () => {
  const folder = join(ROOT, 'fixtures/formats/legalbench-rag')
  const corpus = legalbenchRagCorpus(`${folder}/corpus`, { fileMap: `${folder}/file-map.json` })
  const { items } = legalbenchRagItems({ benchmarks: `${folder}/benchmarks`, corpus })()
  const expected: Record<string, { overlap: number; retrieved: number; gold: number; published: [number, number] }> = JSON.parse(
    readFileSync(`${folder}/expected.json`, 'utf8'),
  )

  it('has what offsets go wrong by: a BOM, CRLF, characters beyond the BMP, a combining accent, and names that differ on disk', () => {
    const bytes = (name: string) => readFileSync(`${folder}/corpus/${name}`, 'utf8')
    expect(corpus.documents()).toEqual([
      'agreements/Aldern plc_Brookhaven Group.pdf||Amendment No. 1.txt',
      'agreements/Mutual NDA, Lund and Vereker.txt',
      'notices/Harbour%20Tally.txt',
      'notices/Kestrel Ride.txt',
    ])
    expect(bytes('agreements/Aldern plc_Brookhaven Group.pdf__Amendment No. 1.txt').startsWith('\ufeff')).toBe(true)
    expect(bytes('agreements/Mutual NDA, Lund and Vereker.txt')).toMatch(/[\u{10000}-\u{10ffff}][\s\S]*e\u0301/u)
    expect(bytes('notices/Kestrel Ride.txt').match(/\r\n/g)).toHaveLength(13)
  })

  it('replays with every chunk as its document has it, and the characters that a count by hand gives', async () => {
    const system = checkedSpans(recordedRun(`${folder}/run.jsonl`), corpus)
    const found = await Promise.all(
      items.map(async ({ item }) => {
        const { passages } = await system.respond({
          question: item.question,
          item,
          trial: 0,
          signal: new AbortController().signal,
        })
        const spans = passages?.map(({ document = '', start = 0, end = 0 }) => ({ document, start, end })) ?? null
        const compat = 'legalbench-rag'
        return [
          item.id,
          spanPrecision(spans, spansOf(item)),
          spanRecall(spans, spansOf(item)),
          spanPrecision(spans, spansOf(item), { compat }).value,
          spanRecall(spans, spansOf(item), { compat }).value,
        ]
      }),
    )
    const share = (part: number, whole: number) => (whole === 0 ? 0 : part / whole)
    expect(found).toEqual(
      Object.entries(expected)
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([id, { overlap, retrieved, gold, published }]) => [
          id,
          retrieved === 0
            ? { value: null, reason: 'nothing retrieved' }
            : { value: overlap / retrieved, parts: [overlap, retrieved] },
          { value: overlap / gold, parts: [overlap, gold] },
          share(...published),
          published[0] / gold,
        ]),
    )
  })
})

const { folder, absent, whetherSkipped } = publishedData('legalbench-rag')

describe.skipIf(absent)(`LegalBench-RAG as published${whetherSkipped}`, () => {
  const fileMap = `${folder}/file-map.json`
  const open = () => legalbenchRagCorpus(`${folder}/corpus`, { fileMap })
  const mini = (corpus?: LegalbenchRagCorpus) =>
    loadDataset(legalbenchRagItems({ benchmarks: `${folder}/benchmarks/mini`, ...(corpus === undefined ? {} : { corpus }) }))

  it('the mini sets: 776 questions, 1,035 answers equal to their slices, the 273 spans of cuad in range', async () => {
    const { items, warnings } = await mini(open())
    const counts = Object.fromEntries(
      ['privacy_qa', 'contractnli', 'maud', 'cuad'].map((source) => {
        const own = items.map(({ item }) => item).filter((item) => item.source === source)
        const golds = own.flatMap(spansOf)
        return [source, [own.length, golds.length, new Set(golds.map(({ document }) => document)).size]]
      }),
    )
    expect(counts).toEqual({ privacy_qa: [194, 453, 7], contractnli: [194, 276, 18], maud: [194, 306, 18], cuad: [194, 273, 29] })
    expect(warnings).toEqual([])

    // Without documents, only what the files say is known: an answer for each span but those of cuad.
    const bare = (await mini()).items.flatMap(({ item }) => spansOf(item))
    const answers = bare.filter(({ text }) => text !== undefined)
    const corpus = open()
    expect(answers).toHaveLength(1035)
    expect(answers.filter(({ document, start, end, text }) => corpus.slice(document, start, end) === text)).toHaveLength(1035)
    const cuad = bare.filter(({ document }) => document.startsWith('cuad/'))
    expect(cuad).toHaveLength(273)
    expect(cuad.every(({ document, end }) => end <= corpus.document(document).length)).toBe(true)
  })

  it('fault 46: 18 documents have a BOM, and without it no answer of MAUD is its slice', async () => {
    const corpus = open()
    expect(corpus.documents()).toHaveLength(149)
    expect(corpus.documents().filter((path) => corpus.document(path).text.startsWith('\ufeff'))).toHaveLength(18)
    const golds = (await mini()).items.filter(({ item }) => item.source === 'maud').flatMap(({ item }) => spansOf(item))
    const stripped = ({ document, start, end }: Span) =>
      corpus
        .document(document)
        .text.replace(/^\ufeff/, '')
        .slice(start, end)
    expect(golds).toHaveLength(306)
    expect(golds.filter((gold) => stripped(gold) === gold.text)).toHaveLength(0)
  })

  it('fault 42: 17 documents have another name on disk, and those of the mini sets are found by the map only', () => {
    const map: Record<string, string> = JSON.parse(readFileSync(fileMap, 'utf8'))
    const corpus = open()
    const unmapped = legalbenchRagCorpus(`${folder}/corpus`)
    expect(Object.keys(map)).toHaveLength(17)
    const there = Object.keys(map).filter((document) => corpus.documents().includes(document))
    expect(there).toHaveLength(4)
    for (const document of Object.keys(map)) expect(() => unmapped.document(document)).toThrow('no such file')
    for (const document of there) expect(corpus.document(document).text).toBe(unmapped.document(map[document] ?? '').text)
  })

  it('the full set of PrivacyQA is the mini one, with ids by place', async () => {
    const full = await loadDataset(legalbenchRagItems({ benchmarks: `${folder}/benchmarks/full/privacy_qa.json`, size: 'mini' }))
    const sampled = (await mini()).items.filter(({ item }) => item.source === 'privacy_qa')
    expect(full.items).toEqual(sampled)
  })

  it.each(['contractnli', 'maud', 'cuad'])(
    'the mini set of %s has its documents in the order of the sampling',
    async (source) => {
      const own = (await mini()).items.filter(({ item }) => item.source === source)
      const draws = own.map(({ item }) => firstDraw(spansOf(item)[0]?.document ?? ''))
      expect(draws).toEqual(draws.toSorted((a, b) => a - b))
      expect(new Set(draws).size).toBeGreaterThan(17)
    },
  )

  it('the graph set: 25 of each source, of MAUD from its two shortest documents', () => {
    const corpus = open()
    const { items } = legalbenchRagItems({ benchmarks: `${folder}/benchmarks/mini`, corpus, size: 'graph' })()
    const documents = (source: string) => {
      const own = items.filter(({ item }) => item.source === source).flatMap(({ item }) => spansOf(item)[0]?.document ?? [])
      return [own.length, ...new Set(own)]
    }
    expect(new Set(items.map(({ item }) => item.question)).size).toBe(items.length)
    const shortest = corpus
      .documents()
      .filter((path) => path.startsWith('maud/'))
      .toSorted((a, b) => corpus.document(a).length - corpus.document(b).length)
    expect(documents('maud')).toEqual([25, ...shortest.slice(0, 2)])
  })

  it.each([
    ['privacy_qa-0048', [[1221, 1361]], 140],
    [
      'privacy_qa-0039',
      [
        [4004, 4911],
        [4956, 5177],
      ],
      1128,
    ],
  ])('Keep.txt, %s: the published precision of the first chunks', async (id, golds, characters) => {
    const corpus = open()
    const document = 'privacy_qa/Keep.txt'
    const ends = [5327, 5327 + 5336, 5327 + 5336 + 241]
    const chunks = ends.map((end, nth) => chunk(corpus, document, ends[nth - 1] ?? 0, end))
    expect(chunks.map(({ text }) => text).join('')).toBe(corpus.document(document).text)
    expect(corpus.document(document).length).toBe(10_904)
    for (const one of chunks) expect(() => corpus.checkChunk(one)).not.toThrow()

    const item = (await mini(corpus)).items.map((one) => one.item).find((one) => one.id === id)
    const gold = item === undefined ? [] : spansOf(item)
    expect(gold.map(({ start, end }) => [start, end])).toEqual(golds)
    expect(spanPrecision(chunks.slice(0, 2), gold)).toEqual({ value: characters / 10_663, parts: [characters, 10_663] })
    expect(spanPrecision(chunks.slice(0, 1), gold)).toEqual({ value: characters / 5_327, parts: [characters, 5_327] })
    expect(spanRecall(chunks.slice(0, 1), gold).value).toBe(1)
  })

  it('the floor that the docs print', async () => {
    const corpus = open()
    const { items } = await mini(corpus)
    const scores = items.map(({ item }) => {
      const gold = spansOf(item)
      const document = gold[0]?.document ?? ''
      const { length } = corpus.document(document)
      const first = (chunks: number) => [{ document, start: 0, end: Math.min(chunks * 5336, length) }]
      const [one, two] = [first(1), first(2)]
      return {
        source: item.source ?? '',
        values: [spanPrecision(two, gold), spanRecall(two, gold), spanPrecision(one, gold), spanRecall(one, gold)],
      }
    })
    const sources = ['privacy_qa', 'contractnli', 'maud', 'cuad']
    const column = (source: string, nth: number) =>
      scores.flatMap((row) => (row.source === source ? (row.values[nth] ?? []) : []))
    const shown = (value: number | null) => value?.toFixed(3).replace(/^0/, '') ?? '–'
    const rows = sources.map((source) => [
      source,
      String(column(source, 0).length),
      ...[0, 1, 2, 3].map((nth) => shown(macroMean(column(source, nth)).value)),
    ])
    const weighted = [0, 1, 2, 3].map((nth) =>
      shown(weightedMean(Object.fromEntries(sources.map((each) => [each, column(each, nth)]))).value),
    )
    expect(tableBelow('docs/formats/legalbench-rag.md', 'A floor').slice(1)).toEqual([
      ...rows,
      ['weighted', String(items.length), ...weighted],
    ])
  })
})
