import { groupBy } from '../../src/group-by.js'
import type { Item } from '../../src/schema/item.js'
import { guessLanguage } from '../../src/text/languages.js'
import { words } from '../../src/text/tokens.js'
import { type Law, sectionAt, sectionText, termsOf } from './norvale-law.js'

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
// Two terms that one section in 25 has, or more of commoner ones. Of every hundred golds swapped for one of another document of their
// field 94 share less, of another field 98.
const RELATED = 2 * Math.log(25)

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
