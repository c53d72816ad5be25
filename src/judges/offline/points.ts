import { stripMarkdown } from '../../text/markdown.js'
import { missingNumbers, numberSet, numbersIn } from '../../text/numbers.js'
import { sentencesOf } from '../../text/sentences.js'
import { contentTokens, words } from '../../text/tokens.js'
import { hasRules } from './language.js'
import type { Steps } from './pace.js'

/** A sentence of an answer, ready to be searched for points that stand in it. */
interface Said {
  words: string
  negations: string[]
  numbers: Set<string>
}

/** The statements of an answer: its questions say nothing. Empty in a language whose negations would not be seen. */
export function* saidSteps(body: string, language: string): Steps<Said[]> {
  const said: Said[] = []
  if (!hasRules(language)) return said
  for (const sentence of sentencesOf(body, language)) {
    yield
    const text = stripMarkdown(sentence)
    if (/[?؟？]["'”’)\]]*$/u.test(text.slice(-10))) continue
    said.push({
      words: run(text, language),
      negations: negationsOf(text, language),
      numbers: numberSet(numbersIn(text, language)),
    })
  }
  return said
}

/**
 * Whether the words of a point stand side by side in one sentence, with its numbers, and no negation there that the point lacks. A point
 * without a content word of its own ("no") stands everywhere and so nowhere.
 */
export function standsWordForWord(point: string, said: readonly Said[], language: string): boolean {
  if (said.length === 0 || !contentTokens(point, language).some(({ negates }) => !negates)) return false
  const wanted = run(point, language)
  const numbers = numbersIn(point, language)
  const own = negationsOf(point, language)
  return said.some(
    (sentence) =>
      sentence.words.includes(wanted) &&
      // The 30 of "30 days" is in "10.30 days", and the three of "three years" in "twenty-three years".
      missingNumbers(numbers, sentence.numbers).length === 0 &&
      isPart(sentence.negations, own),
  )
}

const run = (text: string, language: string): string => ` ${words(text, language).join(' ')} `

const negationsOf = (text: string, language: string): string[] =>
  contentTokens(text, language).flatMap(({ negates, word }) => (negates ? [word] : []))

function isPart(some: readonly string[], all: readonly string[]): boolean {
  const left = [...all]
  return some.every((word) => {
    const at = left.indexOf(word)
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  })
}
