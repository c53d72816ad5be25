import { wordsOf } from '../../../citations/normalise.js'
import { parseStatuteTitle } from '../../../citations/statute-title.js'
import type { CorpusDocument } from '../../../datasets/corpus.js'
import { searchTerms } from '../../../text/search-terms.js'
import { languageOfDocument } from '../document-language.js'

/** The acts whose whole titles a question says, in any case; one that is a part of another that is said as well is not meant: "Sale of Goods Act" in "Sale of Goods Act 2027". */
export function actsInWords(question: string, acts: readonly CorpusDocument[]): CorpusDocument[] {
  const spoken = ` ${wordsOf(question).join(' ')} `
  const named = acts
    .map((document) => ({ document, words: wordsOf(document.title).join(' ') }))
    .filter(({ words }) => words !== '' && spoken.includes(` ${words} `))
  return named
    .filter((one) => !named.some((other) => other.words !== one.words && ` ${other.words} `.includes(` ${one.words} `)))
    .map(({ document }) => document)
}

/** Between the name of an act and its year. */
const OF_YEAR = new Set('of from the year von vom aus dem jahr jahre de du l an année di del della anno saal ka ki ke'.split(' '))
const YEAR = /^(?:1[5-9]|20)\d\d$/u

/** The acts that a question names with another year than any of the name has, in any case and language: the act and its title with that year. */
export function ofOtherYears(question: string, acts: readonly CorpusDocument[]): { document: CorpusDocument; title: string }[] {
  const spoken = wordsOf(question)
  const named = acts.flatMap((document) => {
    const year = wordsOf(document.title).findLast((word) => YEAR.test(word))
    const name = wordsOf(document.title).filter((word) => word !== year)
    if (year === undefined || name.length === 0) return []
    return placesOf(name, spoken).flatMap((end) => {
      const behind = spoken.slice(end, end + 4).find((word) => !OF_YEAR.has(word)) ?? ''
      return YEAR.test(behind) ? [{ document, name: name.join(' '), year, spoken: behind }] : []
    })
  })
  return named
    .filter((one) => !named.some((other) => other.name === one.name && other.year === one.spoken))
    .filter((one, at) => named.findIndex((other) => other.name === one.name && other.spoken === one.spoken) === at)
    .map(({ document, year, spoken: other }) => ({ document, title: document.title.replace(year, other) }))
}

/** Where the words of a name end that stand in a question, one behind another; a German genitive is the same word. */
function placesOf(name: readonly string[], spoken: readonly string[]): number[] {
  const isSame = (word: string, said: string | undefined) =>
    said === word || (word.length > 5 && (said === `${word}s` || said === `${word}es`))
  return spoken.flatMap((_, at) => (name.every((word, nth) => isSame(word, spoken[at + nth])) ? [at + name.length] : []))
}

/** Content words of a title as stems: "Tenancy" is "Tenancies". */
export function stemsOf(words: readonly string[], language: string): string[] {
  return [...new Set(words.flatMap((word) => searchTerms(word, language)))]
}

/** The acts whose titles have all words of a name that is short of one, as people say it: "the Tenancy Act". Year and kind agree where both name one. */
export function actsSpoken(name: string, acts: readonly CorpusDocument[]): CorpusDocument[] {
  const sought = parseStatuteTitle(name)
  return acts.filter((act) => {
    const read = parseStatuteTitle(act.title)
    const language = languageOfDocument(act)
    const held = stemsOf(read.words, language)
    const words = stemsOf(sought.words, language)
    const agrees = <Part>(a: Part | null, b: Part | null) => a === null || b === null || a === b
    return (
      agrees(sought.year, read.year) &&
      agrees(sought.kind, read.kind) &&
      words.length > 0 &&
      words.every((word) => held.includes(word))
    )
  })
}

/** "RTA" is the Residential Tenancies Act. */
export function byInitials(short: string, acts: readonly CorpusDocument[]): CorpusDocument[] {
  const sought = short.replaceAll('.', '').toLowerCase()
  return acts.filter(({ title }) => {
    const letters = wordsOf(title).filter((word) => /^\p{L}/u.test(word))
    const initials = (list: readonly string[]) => list.map((word) => word.charAt(0)).join('')
    const small = new Set(['of', 'and', 'the', 'for', 'to', 'in', 'on'])
    return initials(letters) === sought || initials(letters.filter((word) => !small.has(word))) === sought
  })
}
