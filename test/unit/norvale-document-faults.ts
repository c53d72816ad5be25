import type { CorpusDocument } from '../../src/datasets/corpus.js'
import { tally } from '../../src/group-by.js'
import type { Item } from '../../src/schema/item.js'
import { takeDates } from '../../src/text/dates.js'
import { guessLanguage } from '../../src/text/languages.js'
import { fold } from '../../src/text/normalise.js'
import { type Law, type LawDocument, sectionText } from './norvale-law.js'

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

function datesOf(line: string, language: string): string[] {
  return takeDates(fold(line), language).dates
}
