import { retrievesGold } from '../citations/cites-gold.js'
import { normalTitle } from '../citations/normalise.js'
import { swissAct } from '../citations/swiss-acts.js'
import { OptionError } from '../errors.js'
import type { Item } from '../schema/item.js'
import type { Passage } from '../schema/response.js'
import { refuseUnknown } from './known-options.js'
import { recordedRun } from './recorded.js'
import {
  checkSwissCompat,
  notAnswered,
  readSwissResults,
  type SwissCompat,
  SwissRow,
  swissRowFaults,
} from './swiss-legal-rag-bench-rows.js'
import { readStatuteId } from './swiss-statute-id.js'
import type { System } from './system.js'

export interface SwissLegalRagBenchRunOptions {
  /**
   * `swiss-legal-rag-bench` gives the passages by which the published retrieval was a hit or none: decisions where the question has gold
   * decisions, else the statutes that were put into the context; and a run without retrieval is one that found nothing.
   */
  compat?: SwissCompat
  /**
   * Where the statutes of a row are from. `injected`: put into the context; `retrieved`: found.
   * @default injected where each of them is a gold of the question, as in the published runs, else retrieved
   */
  statutes?: 'injected' | 'retrieved'
  name?: string
}

/**
 * A recorded run in the format of the Swiss Legal RAG Bench: a results document, or its rows as an array or JSONL. Retrieved decisions become
 * passages by their ids, then statutes by act and article, in the words of the question's golds where they are the same act in another
 * language; the rows have no texts. A run without retrieval ("prior only") reports no passages. `latency_ms` becomes `timings`, `total`
 * being its sum; the verdicts and what else a row has go to `meta`. A row that crashed is `SystemError('recorded')`, a question without a row
 * `SystemError('missing')`. `inspect` warns of rows whose published retrieval or class does not follow from their ids and verdicts.
 */
export function swissLegalRagBenchRun(
  path: string | URL,
  { compat, statutes, name, ...rest }: SwissLegalRagBenchRunOptions = {},
): System {
  refuseUnknown('swissLegalRagBenchRun', rest, ['compat', 'statutes', 'name'])
  checkSwissCompat(compat)
  if (statutes !== undefined && statutes !== 'injected' && statutes !== 'retrieved') {
    throw new OptionError(`expected \`statutes\` to be "injected", "retrieved" or left out, received ${JSON.stringify(statutes)}`)
  }
  let priorOnly = false
  const system = recordedRun(path, {
    ...(name === undefined ? {} : { name }),
    rows: (file) => {
      const read = readSwissResults(file)
      priorOnly = read.priorOnly
      return read
    },
    id: (row) => row['question_id'],
    check: (row) => swissRowFaults(row).filter(({ field }) => field !== 'question_id'),
    warn: (row, item) => oddities(SwissRow.parse(row), item, priorOnly).join('; ') || undefined,
    map: (raw, item) => {
      const row = SwissRow.parse(raw)
      const failure = notAnswered(row)
      // The published script judges whatever stands in the place of an answer.
      if (failure !== null && (compat === undefined || typeof row.answer !== 'string')) return { failure }
      const passages = compat === undefined ? soundPassages(row, item, priorOnly, statutes) : publishedPassages(row, item)
      return toResponse(row, passages)
    },
  })
  return { ...system, compat: compat ?? null }
}

function toResponse(row: SwissRow, passages: Passage[] | undefined): unknown {
  const {
    question_id: _id,
    answer,
    retrieved_decision_ids: _decisions,
    retrieved_statute_ids: _statutes,
    latency_ms,
    ...meta
  } = row
  const stages = Object.entries(latency_ms ?? {})
  const total = latency_ms?.['total'] ?? stages.reduce((sum, [, ms]) => sum + ms, 0)
  return {
    answer,
    ...(passages === undefined ? {} : { passages }),
    ...(stages.length === 0 ? {} : { timings: { ...latency_ms, total } }),
    meta,
  }
}

function soundPassages(
  row: SwissRow,
  item: Item,
  priorOnly: boolean,
  from: SwissLegalRagBenchRunOptions['statutes'],
): Passage[] | undefined {
  const { retrieved_decision_ids: decisions, retrieved_statute_ids: statutes } = row
  if (priorOnly || (decisions == null && statutes == null)) return undefined
  const read = (statutes ?? []).map((id) => readStatute(id, item))
  // What cannot be read as a statute says nothing of where the others are from.
  const named = read.filter(({ passage }) => passage.title !== undefined)
  const injected = from === undefined ? named.every(({ isGold }) => isGold) : from === 'injected'
  return [
    ...(decisions ?? []).map(decisionPassage),
    ...read.map(({ passage, isGold }) => (injected && (isGold || from === 'injected') ? { ...passage, injected } : passage)),
  ]
}

/** What the published retrieval looked at; a statute counts as found because it was put there. */
function publishedPassages(
  { retrieved_decision_ids: decisions, retrieved_statute_ids: statutes }: SwissRow,
  item: Item,
): Passage[] {
  return item.golds.some(({ kind }) => kind === 'decision')
    ? (decisions ?? []).map(decisionPassage)
    : (statutes ?? []).map((id) => readStatute(id, item).passage)
}

function decisionPassage(id: string): Passage {
  return { id, document: id }
}

/** A statute id as a passage, under the name that the question's golds have for the act; `isGold`: it is the article of one of them. */
function readStatute(id: string, item: Item): { passage: Passage; isGold: boolean } {
  const golds = item.golds.filter((gold) => gold.kind === 'statute')
  const read = readStatuteId(id)
  const sameAct = read === null ? [] : golds.filter(({ title }) => actKey(title) === actKey(read.act))
  const named = golds.find(({ title, section = '' }) =>
    namesOf(title, srNumberOf(item, title)).some((act) =>
      [`${act} ${section}`, `${section} ${act}`].some((name) => sameWords(name, id)),
    ),
  )
  const gold =
    named ?? sameAct.find(({ section }) => section !== undefined && articleKey(section) === articleKey(read?.article ?? ''))
  const title = gold?.title ?? sameAct[0]?.title ?? read?.act
  const section = named?.section ?? read?.article
  return {
    passage: { id, ...(title === undefined ? {} : { title }), ...(section === undefined ? {} : { section }) },
    isGold: gold !== undefined,
  }
}

/** An act goes by its abbreviation and by its number in the systematic collection. */
function namesOf(title: string, number: string | undefined): string[] {
  return number === undefined ? [title] : [title, number, `SR ${number}`, `RS ${number}`]
}

function srNumberOf({ golds, meta }: Item, title: string): string | undefined {
  const statutes = meta['statutes']
  const at = golds.filter(({ kind }) => kind === 'statute').findIndex((gold) => gold.kind === 'statute' && gold.title === title)
  const known = typeof statutes === 'object' && statutes !== null && !Array.isArray(statutes) ? statutes[at] : undefined
  const number = typeof known === 'object' && known !== null && !Array.isArray(known) ? known['sr_number'] : undefined
  return typeof number === 'string' ? number : undefined
}

/** For an act whose abbreviation is more than a word: "ArGV 1_4". */
function sameWords(name: string, id: string): boolean {
  const words = (text: string) => normalTitle(text.replaceAll('_', ' ')).replace(/^art /u, '')
  return words(name) === words(id)
}

/** An act by its German abbreviation where it is known in all three languages. */
function actKey(act: string): string {
  const bare = act.trim().replace(/\.$/u, '')
  return swissAct(bare) ?? bare.toLowerCase()
}

/** The article without its paragraphs: "41 Abs. 2" is of 41. */
function articleKey(section: string): string {
  return (
    /^\s*(?:art\S*\s+)?(\d+\s?(?:[a-z](?![\p{L}])|(?:bis|ter|quater|quinquies|sexies|septies|octies))*)/iu
      .exec(section)?.[1]
      ?.replace(/\s/gu, '')
      .toLowerCase() ?? section
  )
}

/** What does not follow by the published rules from the row itself. */
function oddities(row: SwissRow, item: Item, priorOnly: boolean): string[] {
  if (notAnswered(row) !== null) return []
  const { correctness: c, groundedness: g, retrieval_accuracy: r, error_class: named } = row
  const found = retrievesGold(item.golds, publishedPassages(row, item)).document
  const due = publishedClass(c, g, r, priorOnly)
  return [
    ...(priorOnly || typeof r !== 'boolean' || found === null || r === found
      ? []
      : [`\`retrieval_accuracy\` is ${r}, its ids give ${found}`]),
    ...(typeof named !== 'string' || due === null || due === named
      ? []
      : [`\`error_class\` is ${JSON.stringify(named)}, its verdicts give "${due}"`]),
    ...(['correctness', 'groundedness'] as const)
      .filter((field) => row[field] === false && row.judge_notes?.[field] === '' && !(priorOnly && field === 'groundedness'))
      .map((field) => `\`${field}\` is false without a reason, as a judge that failed leaves it`),
  ]
}

function publishedClass(c: unknown, g: unknown, r: unknown, priorOnly: boolean): string | null {
  if (typeof c !== 'boolean' || typeof g !== 'boolean' || typeof r !== 'boolean') return null
  if (priorOnly) return c ? 'correct' : 'hallucination'
  if (!g) return 'hallucination'
  if (c) return 'correct'
  return r ? 'reasoning' : 'retrieval'
}
