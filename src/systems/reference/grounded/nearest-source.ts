import { parseLabel } from '../../../citations/parse-label.js'
import type { ParsedCitation } from '../../../citations/parsed-citation.js'
import { sectionsIn } from '../../../citations/section-forms.js'
import { compareNumbers, numberParts } from '../../../citations/section-number.js'
import type { Section } from '../../../citations/section-unit.js'
import { parseStatuteTitle } from '../../../citations/statute-title.js'
import type { CorpusDocument } from '../../../datasets/corpus.js'
import { languageOfDocument } from '../document-language.js'
import { stemsOf } from './spoken-acts.js'

/**
 * The act whose title is nearest to one that there is not: the larger the share of words that both have, then one of the same year, then of the same kind. Without
 * a common word it must be of the same year and kind; else there is none.
 */
export function nearestAct(name: string, acts: readonly CorpusDocument[]): CorpusDocument | undefined {
  const sought = parseStatuteTitle(name)
  let best: CorpusDocument | undefined
  let most = 0
  for (const act of acts) {
    const read = parseStatuteTitle(act.title)
    const language = languageOfDocument(act)
    const [held, words] = [stemsOf(read.words, language), stemsOf(sought.words, language)]
    const common = words.filter((word) => held.includes(word)).length
    const sameYear = sought.year !== null && read.year === sought.year
    const sameKind = sought.kind !== null && read.kind === sought.kind
    if (common === 0 && !(sameYear && sameKind)) continue
    const rating = common / new Set([...held, ...words]).size + (sameYear ? 0.1 : 0) + (sameKind ? 0.05 : 0)
    if (rating > most) [best, most] = [act, rating]
  }
  return best
}

/** The section of a document nearest to one that it has not: one of the same number with another letter, else the last below it, else the first above. */
export function nearestSection({ number }: Pick<Section, 'number'>, { sections }: CorpusDocument): string | undefined {
  const sought = numberParts(number)
  const known = sections.flatMap(({ section }) => {
    const [place] = sectionsIn(section)
    const parts = place === undefined ? null : numberParts(place.number)
    return place === undefined || parts === null ? [] : [{ section, number: place.number, base: parts[0] }]
  })
  if (sought === null) return undefined
  const order = known.toSorted((a, b) => compareNumbers(a.number, b.number))
  const before = order.findLast((one) => compareNumbers(one.number, number) < 0)
  const behind = order.find((one) => compareNumbers(one.number, number) > 0)
  if (behind?.base === sought[0] && before?.base !== sought[0]) return behind.section
  return (before ?? behind)?.section
}

/** The decision of the same court nearest in number within the year; else one of the same number in another year. */
export function nearestDecision(cited: ParsedCitation, decisions: readonly CorpusDocument[]): CorpusDocument | undefined {
  const [year, number, court] = partsOf(cited.id)
  const known = decisions.flatMap((document) => {
    const [read] = parseLabel(document.citation ?? document.title)
    if (read?.kind !== 'neutral') return []
    const [itsYear, itsNumber, itsCourt] = partsOf(read.id)
    return itsCourt === court ? [{ document, year: itsYear, distance: Math.abs(itsNumber - number) }] : []
  })
  const within = known.filter((one) => one.year === year).sort((a, b) => a.distance - b.distance)
  return (within[0] ?? known.find((one) => one.distance === 0))?.document
}

/** Of "2033 VSC 84". */
function partsOf(id: string): [year: number, number: number, court: string] {
  const parts = id.split(' ')
  return [Number(parts[0]), Number(parts.at(-1)), parts.slice(1, -1).join(' ')]
}
