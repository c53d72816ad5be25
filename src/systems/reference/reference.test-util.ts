import { readFileSync } from 'node:fs'
import { indexManifest } from '../../citations/manifest.js'
import type { Corpus, CorpusDocument } from '../../datasets/corpus.js'
import { groupBy } from '../../group-by.js'
import { Item, type ItemInput } from '../../schema/item.js'
import type { SystemRequest } from '../system.js'
import type { Retrieved, Retriever } from './stages.js'

/** A corpus of documents that are written as their sections: each begins a paragraph. */
export function corpusOf(
  ...documents: (Omit<Partial<CorpusDocument>, 'sections'> & { id: string; parts: [section: string, text: string][] })[]
): Corpus {
  const whole = documents.map(({ parts, ...document }): CorpusDocument => {
    let text = ''
    const sections = parts.map(([section, part]) => {
      if (text !== '') text += '\n\n'
      const start = Array.from(text).length
      text += part
      return { section, start, end: start + Array.from(part).length }
    })
    return { title: document.id, kind: 'statute', language: 'en', ...document, text, sections }
  })
  const entries = whole.map(({ id, title, kind }) => ({ id, title, kind }))
  return { documents: whole, manifest: indexManifest(entries, 'corpus.jsonl') }
}

export function request(question: string, item: Partial<ItemInput> = {}, more: Partial<SystemRequest> = {}): SystemRequest {
  const parsed = Item.parse({ id: 'q', language: 'en', ...item, question })
  return { question, item: parsed, trial: 0, signal: new AbortController().signal, ...more }
}

/** A retriever that finds passages by what is asked, in the order given, and keeps the queries and counts that it was asked with. */
export function retriever(
  name: string,
  found: (query: string) => Retrieved[],
  usage?: { model?: string; calls?: number; inputTokens?: number },
) {
  const asked: [query: string, k: number][] = []
  const made: Retriever = {
    name,
    async retrieve(query, k) {
      asked.push([query, k])
      return { passages: found(query).slice(0, k), ...(usage === undefined ? {} : { usage }) }
    },
  }
  return { ...made, asked }
}

const VERDANIA = new URL('../../../fixtures/verdania/', import.meta.url)

function rowsOf(name: string): unknown[] {
  const lines = readFileSync(new URL(name, VERDANIA), 'utf8').split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as unknown)
}

/** The passages of the fixture Verdania as documents. */
export function verdaniaCorpus(): Corpus {
  const passages = rowsOf('corpus.jsonl') as {
    document: string
    title: string
    section: string
    citation?: string
    text: string
  }[]
  const documents = [...groupBy(passages, ({ document }) => document)].map(([id, parts]) => {
    const { title = id, citation } = parts[0] ?? {}
    const labels = citation === undefined ? { title } : { title, citation, kind: 'decision' as const }
    return { id, ...labels, parts: parts.map(({ section, text }): [string, string] => [section, text]) }
  })
  return corpusOf(...documents)
}

export function verdaniaItems(): Item[] {
  return rowsOf('items.jsonl').map((row) => Item.parse(row))
}
