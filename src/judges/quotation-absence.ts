import { citationCorpus, documentsCited } from '../citations/citation-corpus.js'
import { courtsIn } from '../citations/courts-in.js'
import { existenceOf } from '../citations/existence.js'
import { normalTitle } from '../citations/normalise.js'
import { parseCitations } from '../citations/parse-citations.js'
import type { ParsedCitation } from '../citations/parsed-citation.js'
import { pinpointOutside } from '../citations/pinpoints.js'
import { sectionsIn, takeSections } from '../citations/section-forms.js'
import type { Corpus, CorpusDocument } from '../datasets/corpus.js'
import { statedGaps } from './offline/refusal.js'

/** What a sentence says the corpus lacks. */
export interface Absence {
  /** Whether the corpus lacks all of it. */
  isTrue: boolean
  /** What tells each of the sources from others, such as the number of a section or the year of an act, in small letters. */
  marks: string[]
}

/** Reads what a sentence says the corpus lacks, and holds it against the corpus; null where it says no such thing, or of nothing that can be looked up. */
export type ReadAbsence = (sentence: string, language: string) => Absence | null

export function absencesIn({ documents, manifest }: Corpus): ReadAbsence {
  const parts = documents.map(({ id, title, citation, sections }) => ({
    id,
    title,
    citation,
    pinpoints: sections.map(({ section }) => section),
  }))
  const index = citationCorpus(parts)
  const courts = courtsIn(index)
  const isLacking = (citation: ParsedCitation) => {
    if (citation.kind !== 'statute') return documentsCited(citation, index).length === 0
    const [known] = existenceOf([citation], { corpus: manifest })
    return known?.exists === false || pinpointOutside(citation, parts) === true
  }
  return (sentence, language) => {
    const gaps = statedGaps(sentence, language).join('. ')
    const cited = parseCitations(gaps, { courts })
    if (cited.length === 0) return readTitle(gaps, documents)
    return { isTrue: cited.every(isLacking), marks: cited.flatMap(marksOf) }
  }
}

function marksOf({ kind, id, text, section }: ParsedCitation): string[] {
  if (kind !== 'statute') return id.match(/\d+/gu) ?? []
  if (section !== undefined) return [section.number.toLowerCase()]
  const years = yearsIn(text)
  return years.length > 0 ? years : [normalTitle(text)]
}

/** An act by its title with another year, or with a section behind it, as in "Mietgesetz 2031, § 52": in languages whose titles are not told from running text. */
function readTitle(text: string, documents: readonly CorpusDocument[]): Absence | null {
  const { sections, rest } = takeSections(text)
  const years = yearsIn(rest)
  const spoken = ` ${normalTitle(withoutYears(rest))} `
  const named = documents.filter(({ title }) => spoken.includes(` ${normalTitle(withoutYears(title))} `))
  if (named.length === 0) return null
  const same = named.filter(({ title }) => yearsIn(title).every((year) => years.includes(year)))
  if (same.length === 0) return years.length === 0 ? null : { isTrue: true, marks: years }
  const numbers = new Set(
    same.flatMap((document) => document.sections.flatMap(({ section }) => sectionsIn(section))).map(({ number }) => number),
  )
  return {
    isTrue: sections.length > 0 && sections.every(({ number }) => !numbers.has(number)),
    marks: sections.map(({ number }) => number.toLowerCase()),
  }
}

const YEAR = /(?<!\d)(?:1[6-9]|20)\d\d(?!\d)/gu

function yearsIn(text: string): string[] {
  return text.match(YEAR) ?? []
}

function withoutYears(text: string): string {
  return text.replace(YEAR, ' ')
}
