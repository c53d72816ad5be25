import snowball from 'snowball-stemmers'
import { baseLanguage } from './languages.js'
import { fold } from './normalise.js'
import { MULTIPLIERS, readNumberWords } from './number-words.js'
import { NEGATIONS, STOP_WORDS } from './stop-words.js'

/** A content word: as it stands in the folded text, its stem, and whether it negates. */
export interface Token {
  word: string
  stem: string
  negates: boolean
}

const STEMMERS: Readonly<Record<string, string>> = { en: 'english', de: 'german', fr: 'french', it: 'italian' }
const stems = new Map<string, (word: string) => string>()
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u
const ELISION = /^(?:l|d|j|m|t|s|c|qu|n|jusqu|lorsqu|puisqu|un|dell|all|nell|sull|dall|quell|quest)$/u

/** All words of a text in order, folded; numbers as digits are among them. Text written without spaces is cut by the platform's dictionary. */
export function words(text: string, language: string): string[] {
  const base = baseLanguage(language)
  const found = fold(text).match(/[\p{L}\p{M}\p{N}]+(?:'[\p{L}\p{M}]+)*/gu) ?? []
  return found.flatMap((word) => {
    if (UNSPACED.test(word)) return cutUnspaced(word)
    if (!word.includes("'")) return [word]
    const [head = '', ...rest] = word.split("'")
    if (ELISION.test(head) && base !== 'en') return [head, ...rest]
    // don't, won't: the negation must stay readable.
    return word.endsWith("n't") ? [word] : [word.replace(/'s?$|'(?:s|d|ll|re|ve)$/u, '')]
  })
}

/**
 * Content words in order: without stop words, digits and number words, with every negation. Stemmed by Snowball in en, de, fr and
 * it; elsewhere a stem is the word itself.
 */
export function contentTokens(text: string, language: string): Token[] {
  const base = baseLanguage(language)
  const stop = STOP_WORDS[base]
  const negations = NEGATIONS[base]
  const list = words(text, base)
  const tokens: Token[] = []
  for (let at = 0; at < list.length; at += 1) {
    const word = list[at] ?? ''
    const number = readNumberWords(list, at, base)
    if (number !== null) {
      at += number.length - 1
      continue
    }
    if (/\p{N}/u.test(word) || (MULTIPLIERS.has(word) && /\p{N}/u.test(list[at - 1] ?? ''))) continue
    // "No. 4" is a number, not a negation.
    const negates = (negations?.has(word) ?? false) && !(word === 'no' && /^\p{N}/u.test(list[at + 1] ?? ''))
    if (negates) tokens.push({ word, stem: word, negates })
    else if (word.length > 1 || UNSPACED.test(word)) {
      if (!(stop?.has(word) ?? false) && word !== 'no') tokens.push({ word, stem: stemOf(word, base), negates })
    }
  }
  return tokens
}

/** The Snowball stem in en, de, fr and it; the word itself elsewhere. Expects a folded word and a language as `baseLanguage` has it. */
export function stemOf(word: string, language: string): string {
  let stem = stems.get(language)
  if (stem === undefined) {
    const name = STEMMERS[language]
    const stemmer = name === undefined ? null : snowball.newStemmer(name)
    const known = new Map<string, string>()
    stem = (input) => {
      if (stemmer === null) return input
      const before = known.get(input)
      if (before !== undefined) return before
      const result = stemmer.stem(input)
      if (known.size > 200_000) known.clear()
      known.set(input, result)
      return result
    }
    stems.set(language, stem)
  }
  return stem(word)
}

const wordSegmenter = new Intl.Segmenter('ja', { granularity: 'word' })
// The platform copies the whole text for each word of it; so much without a space or a mark is no word in any script.
const LONGEST_UNSPACED = 200
function cutUnspaced(run: string): string[] {
  const found: string[] = []
  for (let at = 0; at < run.length; at += LONGEST_UNSPACED) {
    for (const { segment, isWordLike } of wordSegmenter.segment(run.slice(at, at + LONGEST_UNSPACED))) {
      if (isWordLike) found.push(segment)
    }
  }
  return found
}
