// Makes the bundled benchmark of what its authors wrote: fixtures/norvale/documents.jsonl, with the sections of every document, and items.jsonl, with the
// offsets of every quotation. `--check` only compares, and exits 1 where a file differs. A quotation that its document does not have exactly once is an error.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

const FOLDER = new URL('../fixtures/norvale/', import.meta.url)
const FIELDS = ['tenancy', 'employment', 'commerce', 'penal']
const HEADINGS = {
  en: /^(\d+[A-Z]*)\. \S/,
  de: /^§ (\d+[A-Z]*) \S/,
  fr: /^Art\. (\d+[A-Z]*) \S/,
}
const PARAGRAPH = /^\[(\d+)\] /

const faults = []
const documents = FIELDS.flatMap((field) => rowsOf(`source/documents-${field}.jsonl`)).map(readDocument)
const byId = new Map(documents.map((document) => [document.id, document]))
if (byId.size < documents.length) faults.push('a document is there twice')
for (const name of readdirSync(new URL('documents/', FOLDER)))
  if (!documents.some(({ file }) => file === `documents/${name}`)) faults.push(`documents/${name} is of no document`)

const authored = FIELDS.flatMap((field) => rowsOf(`source/${field}.jsonl`).map((row) => ({ ...row, source: field })))
const rows = new Map(authored.map((row) => [row.id, row]))
if (rows.size < authored.length) faults.push('an id is there twice')
const items = authored.map(itemOf)
if (faults.length > 0) {
  console.error(faults.join('\n'))
  process.exit(1)
}

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } })
const made = {
  'documents.jsonl': documents.map(({ text: _text, places: _places, ...row }) => row),
  'items.jsonl': items,
}
for (const [name, lines] of Object.entries(made)) {
  const path = new URL(name, FOLDER)
  const text = `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`
  if (!values.check) writeFileSync(path, text)
  else if (readFileSync(path, 'utf8') !== text) {
    console.error(`fixtures/norvale/${name} is not what its sources make: run \`node scripts/norvale.mjs\` and commit it`)
    process.exitCode = 1
  }
}

function rowsOf(name) {
  const text = readFileSync(new URL(name, FOLDER), 'utf8')
  return text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [JSON.parse(line)]))
}

function readDocument({ id, title, kind, citation, jurisdiction, language, inForce, date, repealed, textOf, file }) {
  const text = readFileSync(new URL(file, FOLDER), 'utf8')
  return {
    id,
    title,
    doc_type: kind,
    ...(citation === undefined ? {} : { citation }),
    jurisdiction,
    language,
    ...(inForce === undefined ? {} : { in_force: inForce }),
    ...(date === undefined ? {} : { date }),
    ...(repealed === undefined ? {} : { repealed }),
    ...(textOf === undefined ? {} : { text_of: textOf }),
    file,
    sections: sectionsOf(text, kind === 'decision' ? PARAGRAPH : HEADINGS[language]),
    text,
  }
}

/** A section goes from its heading to the next heading, or to the heading of the next part, without the blank lines between. */
function sectionsOf(text, heading) {
  const sections = []
  let at = 0
  let blank = true
  let open
  for (const line of text.split('\n')) {
    const number = blank ? heading.exec(line)?.[1] : undefined
    if (number !== undefined) {
      open = { section: number, start: at, end: at + line.length }
      sections.push(open)
    } else if (line.trim() !== '') {
      // What follows a blank line and is no numbered part is the heading of a part, and belongs to none.
      if (blank) open = undefined
      if (open !== undefined) open.end = at + line.length
    }
    blank = line.trim() === ''
    at += line.length + 1
  }
  return sections.map(({ section, start, end }) => ({ section, start: codePoints(text, start), end: codePoints(text, end) }))
}

function codePoints(text, offset) {
  return [...text.slice(0, offset)].length
}

function itemOf(row) {
  const base = row.twinOf ?? row.variantOf
  const of = base === undefined ? undefined : rows.get(base)
  if (base !== undefined && of === undefined) faults.push(`${row.id}: no item ${base}`)
  const { points = [], ...whole } = { ...of, ...row }
  const golds = points.flatMap((point) => goldsOf(row.id, point))
  const required = new Set(golds.filter(({ optional }) => !optional).map(nameOf))
  const wanted = golds.filter((gold) => !gold.optional || !required.has(nameOf(gold)))
  const distinct = [...new Map(wanted.map((gold) => [nameOf(gold), gold])).values()]
  const { id, question, language, type, persona, jurisdiction, difficulty, reference, source } = whole
  return {
    id,
    question,
    language,
    type,
    persona,
    jurisdiction,
    difficulty,
    source,
    ...(whole.answerable === false ? { answerable: false } : {}),
    ...(whole.premise === 'false' ? { premise: 'false' } : {}),
    ...(row.twinOf === undefined ? {} : { twinOf: row.twinOf }),
    ...(row.variantOf === undefined ? {} : { variantOf: row.variantOf, axis: row.axis }),
    golds: [...distinct.filter(({ kind }) => kind !== 'span'), ...distinct.filter(({ kind }) => kind === 'span')],
    reference,
    answerPoints: points.map(({ text }) => text),
    meta: metaOf(whole),
  }
}

function nameOf({ optional: _optional, ...gold }) {
  return JSON.stringify(gold)
}

function metaOf({ claims = [], detail, falseSource, absent }) {
  return {
    ...(detail === undefined ? {} : { detail }),
    ...(claims.length === 0 ? {} : { claims }),
    ...(falseSource === undefined ? {} : { falseSource }),
    ...(absent === undefined ? {} : { absent }),
  }
}

/** The first quotation is the gold, as a section or a decision and as a span; the others say the same. */
function goldsOf(id, { text: point, quotes = [] }) {
  const places = quotes.flatMap((quote) => placeOf(id, point, quote))
  const [first, ...others] = places
  if (first === undefined) return []
  const equals = others.map(({ document, start, end, text }) => ({ document: document.id, start, end, text }))
  const sources = others.flatMap((other) => (sameWork(other.document, first.document) ? [] : [sourceOf(other, true)]))
  const { document, start, end, text } = first
  return [
    sourceOf(first, false),
    ...sources,
    { kind: 'span', document: document.id, start, end, text, ...(equals.length === 0 ? {} : { equals }) },
  ]
}

function sameWork(one, other) {
  return (one.text_of ?? one.id) === (other.text_of ?? other.id)
}

function placeOf(id, point, { document: name, text }) {
  const document = byId.get(name)
  const fault = (message) => {
    faults.push(`${id}, ${JSON.stringify(point)}: ${message}`)
    return []
  }
  if (document === undefined) return fault(`no document ${name}`)
  const at = document.text.indexOf(text)
  if (at < 0) return fault(`${name} has no ${JSON.stringify(text)}`)
  if (document.text.indexOf(text, at + 1) >= 0) return fault(`${name} has ${JSON.stringify(text)} twice`)
  const start = codePoints(document.text, at)
  return [{ document, start, end: start + [...text].length, text }]
}

function sourceOf({ document, start, end }, optional) {
  const section = document.sections.find((one) => one.start <= start && end <= one.end)?.section
  const part = { ...(section === undefined ? {} : { section }), ...(optional ? { optional: true } : {}) }
  if (document.doc_type === 'decision') return { kind: 'decision', citation: document.citation, title: document.title, ...part }
  const titles = documents.filter((one) => sameWork(one, document) && one !== document).map(({ title }) => title)
  return { kind: 'statute', title: document.title, ...(titles.length === 0 ? {} : { equals: titles }), ...part }
}
