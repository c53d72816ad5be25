import { type CitesGoldOptions, type GoldMatch, retrievesGold } from '../../citations/cites-gold.js'
import { groupBy } from '../../group-by.js'
import { averagePrecision, f1, hit, ndcg, precision, recall, reciprocalRank } from '../../metrics/retrieval.js'
import { type MetricScore, unknown } from '../../metrics/score.js'
import type { GoldSource, Item } from '../../schema/item.js'
import type { Passage, Response } from '../../schema/response.js'
import { isUntold, retrievable } from '../golds.js'

/** How rankings are cut and matched. */
export interface RetrievalOptions extends CitesGoldOptions {
  k: readonly number[]
}

/** Ids of a ranking and of what is relevant in it, whichever names passages and golds go by. */
interface Ranked {
  ranking: string[] | null
  relevant: string[]
}

type Scores = Record<string, MetricScore>

/** What k counts in a case's ranking, and what is looked for in it; null where only documents of spans are, or nothing. */
function sought(required: readonly GoldSource[], { compat }: RetrievalOptions) {
  const passages = required.filter(({ kind }) => kind === 'passage')
  // A benchmark that names passages and documents is scored by its passages: k is of one kind of thing.
  if (passages.length > 0) return { golds: passages, level: 'passage', counts: 'passages' } as const
  const documents = required.filter(({ kind }) => kind === 'statute' || kind === 'decision' || kind === 'document')
  if (documents.length === 0) return null
  // CanLegalRAGBench's rankings have an entry a chunk.
  return { golds: documents, level: 'document', counts: compat === 'canlegalragbench' ? 'passages' : 'documents' } as const
}

/** Whether k counts passages or distinct documents in the scores of a case's ranking; undefined where it has none. */
export function rankedBy(
  { golds }: Item,
  response: Response | null,
  options: RetrievalOptions,
): 'passages' | 'documents' | undefined {
  return sought(retrievable(golds, response?.passages, options).required, options)?.counts
}

/**
 * Scores of a case's ranking, by name: at the level of its golds, passages where they are passages, else documents, of which k counts distinct
 * ones; and whether the documents of gold passages and spans were found. Golds that were put into the context are left out, on both sides.
 * Empty where nothing could be retrieved.
 */
export function retrievalScores({ golds }: Item, response: Response | null, options: RetrievalOptions): Scores {
  const { required, own } = retrievable(golds, response?.passages, options)
  const main = sought(required, options)
  const within = required.flatMap((gold) => documentOf(gold) ?? [])
  const unsure = response === null ? 'no response' : whyUnsure(required, own, options)
  const scores = {
    ...(main === null ? {} : ranked(rankingOf(main.golds, own, options, main.level), options)),
    ...(within.length > 0 ? found(rankingOf(within, own, options, 'document'), options) : {}),
  }
  return unsure === null ? scores : Object.fromEntries(Object.keys(scores).map((name) => [name, unknown(unsure)]))
}

/** Why a passage may be a gold although nothing says so. */
function whyUnsure(golds: readonly GoldSource[], own: readonly Passage[] | undefined, options: RetrievalOptions): string | null {
  if (own === undefined) return null
  if (own.some(isUntold(golds))) return 'passages without a name'
  const { document, reason } = retrievesGold(golds, own, options)
  return golds.length > 0 && document === null ? (reason ?? 'undetermined') : null
}

function ranked({ ranking, relevant }: Ranked, { k: cuts, compat }: RetrievalOptions): Scores {
  const can = compat === 'canlegalragbench' ? { compat } : {}
  const substring = compat === 'legal-rag-bench' ? { compat } : can
  const squeezed = compat === 'swiss-legal-rag-bench' ? { compat } : can
  // What is not published of a ranking of chunks is of its documents, as without the reading.
  const distinct = compat === 'canlegalragbench' && ranking !== null ? [...new Set(ranking)] : ranking
  const at = cuts.flatMap((k) => [
    [`hit@${k}`, hit(ranking, relevant, { k, ...substring })] as const,
    [`recall@${k}`, recall(ranking, relevant, { k, ...can })] as const,
    [`precision@${k}`, precision(ranking, relevant, { k, ...can })] as const,
    [`f1@${k}`, f1(distinct, relevant, { k })] as const,
    [`ndcg@${k}`, ndcg(ranking, relevant, { k, ...squeezed })] as const,
  ])
  return {
    ...Object.fromEntries(at),
    mrr: reciprocalRank(ranking, relevant, can),
    map: averagePrecision(distinct, relevant),
  }
}

function found({ ranking, relevant }: Ranked, { k: cuts }: RetrievalOptions): Scores {
  return Object.fromEntries(
    cuts.flatMap((k) => [
      [`documentHit@${k}`, hit(ranking, relevant, { k })] as const,
      [`documentRecall@${k}`, recall(ranking, relevant, { k })] as const,
    ]),
  )
}

/**
 * The passages as a ranking of ids: a passage that is of a gold goes by the gold's name, any other by its own. Documents come once, at the
 * place of their first passage, but under CanLegalRAGBench's reading, whose rankings have an entry a chunk.
 */
function rankingOf(
  golds: readonly GoldSource[],
  passages: readonly Passage[] | undefined,
  options: RetrievalOptions,
  level: 'passage' | 'document',
): Ranked {
  const { matched } = retrievesGold(golds, passages, options)
  const nameOf = oneName(golds, matched)
  const found = new Map(matched.map(({ gold, source }) => [source, nameOf(gold)]))
  const ranking = passages?.map((passage, index) => found.get(passage) ?? ownName(passage, index, level)) ?? null
  const chunks = level === 'passage' || options.compat === 'canlegalragbench'
  return { ranking: ranking === null || chunks ? ranking : [...new Set(ranking)], relevant: [...new Set(golds.map(nameOf))] }
}

/** Golds that share an id, or of which one passage is, are one to find: it has one place in a ranking, and cannot be found twice. */
function oneName(golds: readonly GoldSource[], matched: readonly GoldMatch<Passage>[]): (gold: GoldSource) => string {
  const names = new Map(golds.map((gold) => [goldName(gold), goldName(gold)]))
  const ofPassage = groupBy(matched, ({ source }) => source).values()
  const ofId = groupBy(
    golds.flatMap((gold) => idsOf(gold).map((id) => ({ id, gold }))),
    ({ id }) => id,
  ).values()
  for (const same of [...ofPassage, ...ofId]) {
    const united = new Set(same.map(({ gold }) => names.get(goldName(gold))))
    const [first] = united
    if (united.size < 2 || first === undefined) continue
    for (const [name, now] of names) if (united.has(now)) names.set(name, first)
  }
  return (gold) => names.get(goldName(gold)) ?? goldName(gold)
}

function idsOf(gold: GoldSource): string[] {
  return gold.kind === 'document' || gold.kind === 'passage' ? [gold.id, ...(gold.equals ?? [])] : []
}

/** A statute or decision by its document: several sections of one act are one document. */
function goldName(gold: GoldSource): string {
  switch (gold.kind) {
    case 'statute':
      return `gold ${gold.title}`
    case 'decision':
      return `gold ${gold.citation}`
    case 'document':
    case 'passage':
      return `gold ${gold.id}`
    case 'span':
      return `gold ${gold.document}`
  }
}

function ownName({ id, document, title, citation, url }: Passage, index: number, level: 'passage' | 'document'): string {
  const name = level === 'passage' ? id : (document ?? citation ?? title ?? url ?? id)
  return name === undefined ? `passage ${index}` : `own ${name}`
}

/** The document that a passage or a span is in, as a gold of its own. */
function documentOf(gold: GoldSource): GoldSource | undefined {
  const id = gold.kind === 'span' || gold.kind === 'passage' ? gold.document : undefined
  return id === undefined ? undefined : { kind: 'document', id, optional: false }
}
