import { readFileSync } from 'node:fs'
import type { CorpusDocument } from '../../src/datasets/corpus.js'
import { norvaleCorpus, norvaleItems } from '../../src/datasets/norvale.js'
import type { Item } from '../../src/schema/item.js'
import { codePointText } from '../../src/text/code-points.js'
import { contentTokens, words } from '../../src/text/tokens.js'
import { ROOT } from './docs.js'

/** A document with what the rows of documents.jsonl say and a corpus does not carry. */
export interface LawDocument extends CorpusDocument {
  in_force?: string
  date?: string
  repealed?: string
  text_of?: string
}

export interface Law {
  items: ReadonlyMap<string, Item>
  documents: ReadonlyMap<string, LawDocument>
  /** All documents, in lower case. */
  text: string
  /** How rare a term is: the logarithm of the number of sections to one that has it. */
  rarity(term: string): number
}

function lawOf(items: readonly Item[], documents: readonly LawDocument[]): Law {
  const sections = documents.flatMap((document) =>
    document.sections.map((one) => termsOf(sectionText(document, one), document.language)),
  )
  const having = new Map<string, number>()
  for (const terms of sections) for (const term of terms) having.set(term, (having.get(term) ?? 0) + 1)
  return {
    items: new Map(items.map((item) => [item.id, item])),
    documents: new Map(documents.map((document) => [document.id, document])),
    text: documents.map(({ text }) => text.toLowerCase()).join('\n'),
    rarity: (term) => Math.log(sections.length / (having.get(term) ?? 1)),
  }
}

/** The bundled benchmark. */
export function readNorvale() {
  const corpus = norvaleCorpus()
  const { items: placed, warnings } = norvaleItems()()
  const items = placed.map(({ item }) => item)
  const lines = readFileSync(`${ROOT}/fixtures/norvale/documents.jsonl`, 'utf8').trimEnd().split('\n')
  const rows = new Map(lines.map((line): [string, LawDocument] => [JSON.parse(line).id, JSON.parse(line)]))
  const documents = corpus.documents.map((document) => ({ ...rows.get(document.id), ...document }))
  return { corpus, items, warnings, law: lawOf(items, documents) }
}

/** Stems of content words, and numbers. */
export function termsOf(text: string, language = 'und'): Set<string> {
  const content = contentTokens(text, language).flatMap(({ stem, negates }) => (negates ? [] : [stem]))
  return new Set([...content, ...words(text, language).filter((word) => /\p{N}/u.test(word))])
}

export function sectionAt({ documents }: Law, { document, start, end }: { document: string; start: number; end: number }) {
  return documents.get(document)?.sections.find((one) => one.start <= start && end <= one.end)
}

export function sectionText({ text }: LawDocument, { start, end }: { start: number; end: number }): string {
  return codePointText(text).slice(start, end)
}
