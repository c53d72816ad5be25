import { existsSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { z } from 'zod'
import { indexManifest, type Manifest, manifestEntry } from '../citations/manifest.js'
import { type DataFault, DatasetError } from '../errors.js'
import { LanguageTag } from '../schema/language.js'
import { text } from '../schema/text.js'
import { codePointText } from '../text/code-points.js'
import { textId } from './dataset.js'
import { issueFaults } from './issues.js'
import { locate, readBytes, readJsonl } from './lines.js'
import { nearest } from './nearest.js'
import { uniqueIds } from './unique-ids.js'

/** A numbered part of a document: a section of an act, a paragraph of a decision. Offsets are code points of the text, end exclusive. */
const CorpusSection = z
  .strictObject({ section: text, start: z.int().min(0), end: z.int().min(1) })
  .refine(({ start, end }) => start < end, { message: 'expected a start before the end', path: ['end'] })
export type CorpusSection = z.output<typeof CorpusSection>

const Row = z.looseObject({
  id: z.preprocess(textId, text),
  title: text,
  text: z.string().optional(),
  file: text.optional(),
  citation: text.optional(),
  language: LanguageTag.optional(),
  jurisdiction: text.optional(),
  sections: z.array(CorpusSection).default([]),
})

/** Every field that is read, by what it tells: where that is told already, no other name is a misspelling of it. */
const FIELDS = [
  ['id'],
  ['title'],
  ['doc_type', 'category'],
  ['text', 'file'],
  ['citation'],
  ['language'],
  ['jurisdiction'],
  ['sections'],
]

/** One document of a corpus with its text. */
export interface CorpusDocument {
  id: string
  title: string
  kind: 'statute' | 'decision'
  text: string
  /** How a decision is cited. */
  citation?: string
  /** @default 'und' */
  language?: string
  jurisdiction?: string
  /** In the order of the text; empty where its parts are not known. */
  sections: readonly CorpusSection[]
  /** Where its text was read from, if not from its row: a path from the root. Watch mode looks at it. */
  file?: string
}

/** Documents with their texts, for systems that retrieve; and the manifest that golds are looked up in. */
export interface Corpus {
  documents: readonly CorpusDocument[]
  manifest: Manifest
}

/**
 * Reads a corpus from a JSONL file, one document a line: the fields of a manifest (`id`, `title`, `doc_type`), its `text` or the `file` that holds it
 * (UTF-8, from the JSONL file's folder), and where they are known `citation`, `language`, `jurisdiction` and `sections`. Other fields are left alone, unless
 * they look like one of these misspelt. Throws a `DatasetError` with every fault; a corpus without documents is one.
 */
export function loadCorpus(path: string | URL): Corpus {
  const { file, rows, faults: found } = readJsonl(path)
  const folder = pathToFileURL(locate(path).full)
  const faults: DataFault[] = [...found]
  const takeId = uniqueIds(faults)
  const documents: CorpusDocument[] = []
  for (const { value, place } of rows) {
    const before = faults.length
    const fault = (field: string, message: string) => faults.push({ ...place, field, message })
    const parsed = Row.safeParse(value)
    if (!parsed.success) for (const { field, message } of issueFaults(parsed.error.issues, value)) fault(field, message)
    const entry = manifestEntry(value, (field, message) => {
      if (field === 'doc_type') fault(field, message)
    })
    for (const [field, message] of misspelt(value)) fault(field, message)
    const type = value['doc_type']
    if (entry?.kind === 'statute' && typeof type === 'string' && type.trim().toLowerCase() !== 'statute')
      fault('doc_type', `expected "statute", "decision", "judgment" or "case", received ${JSON.stringify(type)}`)
    if (!parsed.success || entry === null || !takeId(entry.id, place)) continue
    const { text: given, file: named, citation, language, jurisdiction, sections } = parsed.data
    if ((given === undefined) === (named === undefined))
      fault('text', `expected \`text\` or \`file\`, received ${given === undefined ? 'neither' : 'both'}`)
    const path = named === undefined ? undefined : new URL(encodePath(named), folder)
    const content = given ?? (path === undefined ? null : readText(path, (message) => fault('file', `${named}: ${message}`)))
    if (content === null) continue
    for (const message of sectionFaults(sections, content)) fault('sections', message)
    if (faults.length > before) continue
    documents.push({
      ...entry,
      text: content,
      ...(citation === undefined ? {} : { citation }),
      ...(language === undefined ? {} : { language }),
      ...(jurisdiction === undefined ? {} : { jurisdiction }),
      sections,
      ...(path === undefined ? {} : { file: locate(path).file }),
    })
  }
  if (rows.length === 0 && faults.length === 0)
    faults.push({ file, field: '', message: 'expected at least one document, received none' })
  if (faults.length > 0) throw new DatasetError(`the corpus ${file}`, faults)
  const entries = documents.map(({ id, title, kind, citation }) => ({
    id,
    title,
    kind,
    ...(citation === undefined ? {} : { citation }),
  }))
  return { documents, manifest: indexManifest(entries, file) }
}

/** A path is taken literally: `%20` and `#` are characters of a name. */
function encodePath(path: string): string {
  return path.split(/[\\/]/).map(encodeURIComponent).join('/')
}

/** Fields that are none, and near one that the row lacks; the first letter is seldom what is misspelt. */
function misspelt(row: Record<string, unknown>): [field: string, message: string][] {
  const lacking = FIELDS.filter((names) => !names.some((name) => Object.hasOwn(row, name))).flat()
  return Object.keys(row).flatMap((key) => {
    if (FIELDS.flat().includes(key)) return []
    const meant =
      key === 'kind'
        ? 'doc_type'
        : nearest(
            key,
            lacking.filter((name) => name[0] === key[0]?.toLowerCase()),
          )
    return meant !== undefined && lacking.includes(meant)
      ? [[key, `unknown field; did you mean \`${meant}\`? If not, call it something less like it`]]
      : []
  })
}

/** The text of a document's own file; null, after naming the fault, where it cannot be read. */
function readText(path: URL, fault: (message: string) => void): string | null {
  const full = fileURLToPath(path)
  if (!existsSync(full)) {
    fault(`no such file beside the JSONL file (looked for ${full})`)
    return null
  }
  const { bytes, faults } = readBytes(path)
  for (const { message } of faults) fault(message)
  if (bytes === null) return null
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    fault('expected UTF-8, received bytes that are not')
    return null
  }
}

function sectionFaults(sections: readonly CorpusSection[], text: string): string[] {
  const { length } = codePointText(text)
  return sections.flatMap(({ section, start, end }, index) => {
    const before = sections[index - 1]
    const first = sections.findIndex((other) => other.section === section)
    return [
      ...(end > length ? [`section ${section} ends at ${end}, and the text has ${length} code points`] : []),
      ...(before !== undefined && start < before.end ? [`section ${section} begins before section ${before.section} ends`] : []),
      ...(first < index ? [`section ${section} is there twice, from ${sections[first]?.start} and from ${start}`] : []),
    ]
  })
}
