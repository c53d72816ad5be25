import type { Corpus, CorpusDocument, CorpusSection } from '../../datasets/corpus.js'
import { OptionError } from '../../errors.js'
import { refuseUnknown } from '../known-options.js'
import { checkCorpus } from './checked-input.js'
import { type Cut, cutText } from './cut-text.js'
import { languageOfDocument } from './document-language.js'
import type { Retrieved } from './stages.js'

/** Characters of a document of the corpus, as a passage: its offsets are code points, and its text is what the document has there. */
export type Chunk = Retrieved & { id: string; document: string; start: number; end: number }

export interface ChunkOptions {
  /** The most code points of a chunk, 256 to 32,768. @default 1024 */
  size?: number
  /** How many code points of the chunk before a chunk may begin with, from 0 to below half of `size`. @default 128, or a quarter of `size` where that is less */
  overlap?: number
}

const KNOWN = ['size', 'overlap'] satisfies (keyof ChunkOptions)[]
const [SMALLEST, LARGEST] = [256, 32_768]

/**
 * The documents of a corpus cut recursively: at blank lines, line ends, sentence ends, white space, anywhere, at the coarsest that makes pieces that fit.
 * A chunk names in `section`, as "12, 12A", the sections that it holds at least half of or that hold at least half of it; else those that it touches. Language (as the text
 * looks, where the document does not say it), jurisdiction and kind of the document are under `meta`. Chunks hold every character that is not white space; an empty document has none.
 *
 * @throws OptionError on an option that there is not, or out of its range.
 */
export function chunkCorpus(corpus: Corpus, options: ChunkOptions = {}): Chunk[] {
  const sizes = checked('chunkCorpus', corpus, options)
  return corpus.documents.flatMap((document) =>
    cutText(document.text, { ...sizes, language: sentencesOf(document) }).map((cut) =>
      chunkOf(document, cut, namedSections(document.sections, cut)),
    ),
  )
}

/**
 * The documents of a corpus by their sections, a chunk each; one longer than `size` is cut as {@link chunkCorpus} does, and so is what stands outside of all
 * sections, such as a preamble, and a document whose sections are not known. Errors as there.
 */
export function sectionChunks(corpus: Corpus, options: ChunkOptions = {}): Chunk[] {
  const sizes = checked('sectionChunks', corpus, options)
  return corpus.documents.flatMap((document) => {
    const characters = Array.from(document.text)
    const language = sentencesOf(document)
    return stretches(document.sections, characters.length).flatMap(({ section, start, end }) =>
      cutText(characters.slice(start, end).join(''), { ...sizes, language }).map((cut) =>
        chunkOf(document, { text: cut.text, start: start + cut.start, end: start + cut.end }, section === null ? [] : [section]),
      ),
    )
  })
}

/** The sections and what lies between them, in the order of the text. */
function stretches(sections: readonly CorpusSection[], length: number): { section: string | null; start: number; end: number }[] {
  const found: { section: string | null; start: number; end: number }[] = []
  let at = 0
  for (const { section, start, end } of sections.toSorted((a, b) => a.start - b.start)) {
    if (start > at) found.push({ section: null, start: at, end: start })
    found.push({ section, start, end })
    at = Math.max(at, end)
  }
  return at < length ? [...found, { section: null, start: at, end: length }] : found
}

/** The sections that a chunk names: those that it holds at least half of, or that hold at least half of it; if there is none, those that it touches. */
export function namedSections(sections: readonly CorpusSection[], { start, end }: Pick<Cut, 'start' | 'end'>): string[] {
  const touched = sections
    .map((section) => ({ ...section, shared: Math.min(end, section.end) - Math.max(start, section.start) }))
    .filter(({ shared }) => shared > 0)
  const named = touched.filter((one) => 2 * one.shared >= Math.min(end - start, one.end - one.start))
  return (named.length > 0 ? named : touched).map(({ section }) => section)
}

/** What a passage of a document says of it, apart from its text and its place. */
export function labelsOf(document: CorpusDocument) {
  const { id, title, citation, jurisdiction, kind } = document
  const meta = { language: languageOfDocument(document), ...(jurisdiction === undefined ? {} : { jurisdiction }), kind }
  return { document: id, title, ...(citation === undefined ? {} : { citation }), meta }
}

function chunkOf(document: CorpusDocument, { text, start, end }: Cut, sections: readonly string[]): Chunk {
  const { meta, ...labels } = labelsOf(document)
  const section = sections.length === 0 ? {} : { section: [...new Set(sections)].join(', ') }
  return { id: `${document.id}#${start}-${end}`, ...labels, ...section, text, start, end, meta }
}

/** Whose sentence ends are looked for. */
function sentencesOf(document: CorpusDocument): string {
  const language = languageOfDocument(document)
  return language === 'und' ? 'en' : language
}

function checked(who: string, corpus: Corpus, options: ChunkOptions): Required<ChunkOptions> {
  refuseUnknown(who, options, KNOWN)
  checkCorpus(who, corpus)
  const { size = 1024 } = options
  if (!Number.isInteger(size) || size < SMALLEST || size > LARGEST)
    throw new OptionError(`${who}: expected \`size\` to be a whole number from ${SMALLEST} to ${LARGEST}, received ${size}`)
  const { overlap = Math.min(128, Math.floor(size / 4)) } = options
  if (!Number.isInteger(overlap) || overlap < 0 || 2 * overlap >= size)
    throw new OptionError(
      `${who}: expected \`overlap\` to be a whole number from 0 to below half of \`size\`, ${size}, received ${overlap}`,
    )
  return { size, overlap }
}
