import { indexManifest } from '../../../src/citations/manifest.js'
import type { Corpus } from '../../../src/datasets/corpus.js'
import { OptionError } from '../../../src/errors.js'
import { type ChunkOptions, chunkCorpus, namedSections } from '../../../src/systems/reference/chunks.js'
import { readTable, runTable } from './table.js'

type Border = [number, number]

interface TextRow {
  name: string
  text: [string, number][]
  size?: number
  overlap?: number
  language?: string
  expected: Border[]
  alternatives?: Border[][]
  derivation: string
}

interface OptionsRow {
  size: number
  overlap: number | null
  allowed: boolean
  derivation: string
}

interface SectionsRow {
  name: string
  sections: Record<string, Border>
  chunk: Border
  expected: string[]
  derivation: string
}

function corpusOf(text: string, language: string): Corpus {
  const document = { id: 'd', title: 'D', kind: 'statute', text, language, sections: [] } as const
  return { documents: [document], manifest: indexManifest([{ id: 'd', title: 'D', kind: 'statute' }], 'd.jsonl') }
}

const isSpace = (character: string | undefined) => character !== undefined && /^\s$/u.test(character)

/** What holds of all chunks, whatever the borders: a line a fault. */
function faults(text: readonly string[], chunks: ReturnType<typeof chunkCorpus>, size: number, overlap: number): string[] {
  const held = new Set<number>()
  const found = chunks.flatMap((chunk, index) => {
    for (let at = chunk.start; at < chunk.end; at++) held.add(at)
    const before = chunks[index - 1]
    return [
      chunk.text === text.slice(chunk.start, chunk.end).join('') ? [] : [`${index} is another text`],
      chunk.end - chunk.start <= size ? [] : [`${index} is too long`],
      chunk.text.trim() === '' ? [`${index} is white space only`] : [],
      before === undefined || chunk.start >= before.end - overlap ? [] : [`${index} begins too early`],
      before === undefined || (chunk.start > before.start && chunk.end > before.end) ? [] : [`${index} does not go on`],
    ].flat()
  })
  return [...found, ...text.flatMap((character, at) => (isSpace(character) || held.has(at) ? [] : [`${at} is in no chunk`]))]
}

/** Without the white space at either end. */
function border(text: readonly string[], start: number, end: number): Border {
  let from = start
  let to = end
  while (isSpace(text[from])) from++
  while (isSpace(text[to - 1])) to--
  return [from, to]
}

const { cases, options, sections } = readTable<{ cases: TextRow[]; options: OptionsRow[]; sections: SectionsRow[] }>('chunks')

runTable('expected borders of chunks', {
  rows: cases,
  nameOf: ({ name }) => name,
  compare({ text, size, overlap, language = 'en', expected, alternatives = [] }) {
    const whole = text.map(([string, times]) => string.repeat(times)).join('')
    const given: ChunkOptions = { ...(size === undefined ? {} : { size }), ...(overlap === undefined ? {} : { overlap }) }
    const characters = [...whole]
    const chunks = chunkCorpus(corpusOf(whole, language), given)
    const borders = chunks.map(({ start, end }) => border(characters, start, end))
    const other = alternatives.find((borders_) => JSON.stringify(borders_) === JSON.stringify(borders))
    return {
      received: { borders, faults: faults(characters, chunks, size ?? 1024, overlap ?? 128) },
      expected: { borders: other ?? expected, faults: [] },
    }
  },
})

runTable('expected options of chunks', {
  rows: options,
  nameOf: ({ size, overlap }) => `${size} with ${overlap ?? 'the default'}`,
  compare({ size, overlap, allowed }) {
    let received: unknown = true
    try {
      chunkCorpus(corpusOf('The tenant pays.', 'en'), overlap === null ? { size } : { size, overlap })
    } catch (error) {
      received = error instanceof OptionError ? false : error
    }
    return { received, expected: allowed }
  },
})

runTable('expected sections of chunks', {
  rows: sections,
  nameOf: ({ name }) => name,
  compare: ({ sections, chunk: [start, end], expected }) => ({
    received: namedSections(
      Object.entries(sections)
        .map(([section, [start, end]]) => ({ section, start, end }))
        .sort((one, other) => one.start - other.start || other.end - one.end),
      { start, end },
    ),
    expected,
  }),
})
