import type { CorpusDocument } from '../../src/datasets/corpus.js'
import { groupBy, tally } from '../../src/group-by.js'
import type { Item } from '../../src/schema/item.js'
import { codePointText } from '../../src/text/code-points.js'
import { takeDates } from '../../src/text/dates.js'
import { guessLanguage } from '../../src/text/languages.js'
import { fold } from '../../src/text/normalise.js'
import { contentTokens, words } from '../../src/text/tokens.js'

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

/** Types of question, each with the details that it may have. */
const DETAILS: Readonly<Record<string, readonly string[]>> = {
  recall: [],
  interpretation: [],
  holding: [],
  facts: [],
  time: [],
  jurisdiction: [],
  'multi-hop': [],
  'false-premise': ['wrong year', 'wrong code', 'fictional section', 'false rule'],
  unanswerable: ['other law', 'current affairs', 'prediction'],
}
const KNOWN = {
  persona: ['layperson', 'official', 'lawyer'],
  jurisdiction: ['NV', 'NV-HGH', 'NV-SEY'],
  difficulty: ['easy', 'medium', 'hard'],
} as const
// Two terms that one section in 25 has, or more of commoner ones. Of every hundred golds swapped for a passage of another document some 94 share less.
const RELATED = 2 * Math.log(25)

export function lawOf(items: readonly Item[], documents: readonly LawDocument[]): Law {
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

/** What is wrong with an item, in words; its golds' offsets are proved elsewhere. */
export function itemFaults(item: Item, law: Law): string[] {
  const faults = [...kindFaults(item), ...premiseFaults(item, law), ...absentFaults(item, law), ...relationFaults(item, law)]
  const guessed = guessLanguage(`${item.question} ${item.reference}`)
  if (guessed !== item.language) faults.push(`says ${item.language} and reads as ${guessed}`)
  if (item.twinOf === undefined) faults.push(...statementFaults(item), ...spanFaults(item, law))
  return faults
}

function kindFaults(item: Item): string[] {
  const faults = Object.entries(KNOWN).flatMap(([field, known]) => {
    const value = item[field as keyof typeof KNOWN]
    return value !== undefined && (known as readonly string[]).includes(value) ? [] : [`${field} ${value}`]
  })
  const details = DETAILS[item.type ?? '']
  const { detail } = item.meta
  if (details === undefined) faults.push(`type ${item.type}`)
  else if (details.length === 0 ? detail !== undefined : !details.includes(String(detail)))
    faults.push(`detail ${detail} of ${item.type}`)
  if ((item.type === 'false-premise') !== (item.premise === 'false')) faults.push(`premise ${item.premise} of ${item.type}`)
  // Law may be silent on what a false premise is about; what else is not answered is of the type that says so.
  if (item.answerable ? item.type === 'unanswerable' : item.premise === 'true' && item.type !== 'unanswerable')
    faults.push(`answerable ${item.answerable} of ${item.type}`)
  return faults
}

/** A wrong year has another year in the corpus, a wrong code has none, a fictional section is lacking in an act that exists: each as the question names it. */
function premiseFaults({ meta, question, twinOf }: Item, { documents }: Law): string[] {
  const { detail } = meta
  const source = meta['falseSource'] as { title: string; section?: string } | undefined
  if (detail !== 'wrong year' && detail !== 'wrong code' && detail !== 'fictional section')
    return source === undefined ? [] : [`falseSource of ${detail}`]
  if (source === undefined) return ['no falseSource']
  const { title, section } = source
  const faults: string[] = []
  const named = [...documents.values()].filter((document) => document.title === title || document.citation === title)
  if (detail === 'fictional section') {
    if (named.length === 0) faults.push(`${title} does not exist, so a section that it lacks proves nothing`)
    if (section === undefined) faults.push('no section')
    for (const { sections } of named)
      if (sections.some((one) => one.section === section)) faults.push(`${title} has a section ${section}`)
    if (twinOf === undefined && !words(question, 'en').includes(String(section).toLowerCase()))
      faults.push(`section ${section} is not asked about`)
  } else {
    const otherYear = [...documents.values()].some((document) => withoutYear(document.title) === withoutYear(title))
    if (named.length > 0) faults.push(`${title} exists`)
    if (otherYear !== (detail === 'wrong year')) faults.push(`${title}: ${detail}`)
  }
  if (twinOf === undefined && !question.includes(title)) faults.push(`${title} is not asked about`)
  return faults
}

function withoutYear(title: string): string {
  return title.replace(/ \d{4}$/, '')
}

/** What proves that nothing answers: words that the item, a twin or a variant has and no document, at least one of five letters and more its own. */
function absentFaults(item: Item, { items, text }: Law): string[] {
  const absent = item.meta['absent'] as string[] | undefined
  if (absent === undefined)
    return item.answerable || item.meta['falseSource'] !== undefined ? [] : ['neither absent words nor a falseSource']
  const base = items.get(item.twinOf ?? item.variantOf ?? item.id) ?? item
  const kin = [...items.values()].filter(({ twinOf, variantOf }) => (twinOf ?? variantOf) === base.id)
  const asked = saidBy(base)
  const all = [base, item, ...kin].map(saidBy).join('\n')
  const faults = absent.flatMap((word) => [
    ...(text.includes(word) ? [`the law has "${word}"`] : []),
    ...(all.includes(word) ? [] : [`nobody asks about "${word}"`]),
  ])
  if (absent.length < 2) faults.push('fewer than two absent words')
  if (!absent.some((word) => word.length >= 5 && asked.includes(word))) faults.push('no absent word is its own')
  return faults
}

function saidBy({ question, reference }: Item): string {
  return `${question}\n${reference}`.toLowerCase()
}

/** A twin differs in its language, a variant of persona in the person, one of facts in all that is due; the rest is as it was. */
function relationFaults(item: Item, { items }: Law): string[] {
  const of = item.twinOf ?? item.variantOf
  if (of === undefined) return []
  const base = items.get(of)
  if (base === undefined) return [`no item ${of}`]
  const differs = new Set(['question'])
  if (item.twinOf !== undefined) differs.add('language').add('reference')
  if (item.axis === 'persona') differs.add('persona')
  if (item.axis === 'facts') differs.add('reference').add('answerPoints')
  const free = item.axis === 'facts' ? ['jurisdiction', 'golds', 'meta'] : []
  const fields = [
    'question',
    'language',
    'reference',
    'answerPoints',
    'golds',
    'type',
    'persona',
    'jurisdiction',
    'difficulty',
    'meta',
  ] as const
  return fields.flatMap((field) => {
    const same = JSON.stringify(item[field]) === JSON.stringify(base[field])
    if (free.includes(field) || same !== differs.has(field)) return []
    return [`${field} is ${same ? '' : 'not '}that of ${base.id}`]
  })
}

/** Points have two words and more, claims three, and share a content word or a number with the reference. */
function statementFaults(item: Item): string[] {
  const reference = termsOf(item.reference ?? '', item.language)
  const claims = (item.meta['claims'] ?? []) as string[]
  const statements = [...item.answerPoints.map((text) => ({ text, least: 2 })), ...claims.map((text) => ({ text, least: 3 }))]
  return statements.flatMap(({ text, least }) => {
    if (words(text, item.language).length < least) return [`too short: "${text}"`]
    return [...termsOf(text, item.language)].some((term) => reference.has(term)) ? [] : [`not in the reference: "${text}"`]
  })
}

/** A gold, with the heading of its section, speaks of what the points and the reference say; official texts state it in the same section. */
function spanFaults(item: Item, law: Law): string[] {
  const said = termsOf([item.reference, ...item.answerPoints].join(' '), item.language)
  return item.golds.flatMap((gold) => {
    if (gold.kind !== 'span') return []
    const { text = '', equals = [] } = gold
    const faults: string[] = []
    const document = law.documents.get(gold.document)
    const place = sectionAt(law, gold)
    const heading = document?.kind === 'statute' && place !== undefined ? sectionText(document, place).split('\n', 1) : []
    const shared = [...termsOf([text, ...heading].join(' '), document?.language)].filter((term) => said.has(term))
    if (shared.reduce((sum, term) => sum + law.rarity(term), 0) < RELATED) faults.push(`unrelated: "${text}"`)
    for (const one of [gold, ...equals]) if (mixesRuleAndNote(one.text ?? '')) faults.push(`a rule and a note: "${one.text}"`)
    // Other sections of it may say the same, but its own one does.
    const official = equals.filter((one) => law.documents.get(one.document)?.text_of === gold.document)
    for (const [id, places] of groupBy(official, (one) => one.document))
      if (!places.some((one) => sectionAt(law, one)?.section === place?.section))
        faults.push(`another section of ${id}: "${text}"`)
    return faults
  })
}

/** What was amended and when stands in brackets, and is no part of the rule. */
function mixesRuleAndNote(text: string): boolean {
  const note = /\[(?!\d)[^\]]*\]/.exec(text)?.[0]
  return note !== undefined && note !== text
}

/** What is wrong with a document: its first lines against its row, an official text against the English one. */
export function documentFaults(document: LawDocument, { documents }: Law): string[] {
  const { kind, language = 'und', title, text } = document
  const [first, second = '', third = ''] = text.split('\n')
  const faults = first === title ? [] : [`title ${title}`]
  if (guessLanguage(text) !== language) faults.push(`language ${language}`)
  if (kind === 'decision') {
    if (second !== document.citation) faults.push(`citation ${document.citation}`)
    if (datesOf(third, language)[0] !== document.date) faults.push(`date ${document.date}`)
    return faults
  }
  const force = /(?:in force from|in Kraft seit|en vigueur depuis) .*/.exec(second)?.[0] ?? ''
  if (document.in_force === undefined || datesOf(force, language)[0] !== document.in_force)
    faults.push(`in force ${document.in_force}`)
  const repeal = /repealed with effect from .*/.exec(second)?.[0] ?? ''
  if (datesOf(repeal, language)[0] !== document.repealed) faults.push(`repealed ${document.repealed}`)
  if (language !== 'en' && document.text_of === undefined) faults.push('of no English act')
  if (document.text_of !== undefined) faults.push(...officialFaults(document, documents.get(document.text_of)))
  return faults
}

function officialFaults(document: LawDocument, english: LawDocument | undefined): string[] {
  if (english === undefined) return [`text of ${document.text_of}`]
  const faults = english.in_force === document.in_force ? [] : ['in force on another day than the English text']
  for (const one of english.sections) {
    const other = document.sections.find(({ section }) => section === one.section)
    if (other === undefined) faults.push(`no section ${one.section}`)
    // The shortest is nine tenths as long.
    else if (other.end - other.start < (one.end - one.start) / 2) faults.push(`section ${one.section} is cut`)
    else if (subsections(document, other) !== subsections(english, one))
      faults.push(`section ${one.section} has other subsections`)
  }
  return faults
}

function subsections(document: LawDocument, section: CorpusDocument['sections'][number]): string {
  return (sectionText(document, section).match(/^\(\d+[A-Z]*\)/gm) ?? []).join()
}

/** Where README.md tells other numbers than the items do. */
export function readmeFaults(readme: string, items: readonly Item[]): string[] {
  const own = items.filter(({ twinOf, variantOf }) => twinOf === undefined && variantOf === undefined)
  const told = Object.fromEntries(
    [...readme.matchAll(/^\| `([a-z-]+)` \| (\d+) \|/gm)].map(([, type = '', count]) => [type, Number(count)]),
  )
  const types = tally(own.flatMap(({ type }) => type ?? []))
  const faults = [...new Set([...Object.keys(types), ...Object.keys(told)])].flatMap((type) =>
    types[type] === told[type] ? [] : [`${type}: ${told[type]} for ${types[type]}`],
  )
  const twins = [
    ...new Set(Object.values(tally(items.flatMap(({ twinOf, language }) => (twinOf === undefined ? [] : language))))),
  ]
  const { persona, situation, facts } = tally(items.flatMap(({ axis }) => axis ?? []))
  for (const phrase of [
    `${items.length} items, ${own.length} of their own`,
    `(${twins.join()} each)`,
    `persona (${persona}), situation (${situation}) and facts (${facts})`,
  ])
    if (!readme.includes(phrase)) faults.push(`does not say "${phrase}"`)
  return faults
}

function termsOf(text: string, language = 'und'): Set<string> {
  const content = contentTokens(text, language).flatMap(({ stem, negates }) => (negates ? [] : [stem]))
  return new Set([...content, ...words(text, language).filter((word) => /\p{N}/u.test(word))])
}

function datesOf(line: string, language: string): string[] {
  return takeDates(fold(line), language).dates
}

function sectionAt({ documents }: Law, { document, start, end }: { document: string; start: number; end: number }) {
  return documents.get(document)?.sections.find((one) => one.start <= start && end <= one.end)
}

function sectionText({ text }: LawDocument, { start, end }: { start: number; end: number }): string {
  return codePointText(text).slice(start, end)
}
