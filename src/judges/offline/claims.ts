import { isHeading, isListItem, stripMarkdown } from '../../text/markdown.js'
import { sentencesOf } from '../../text/sentences.js'
import { contentTokens } from '../../text/tokens.js'
import { answerBody } from './body.js'
import { type Harmless, harmlessSteps } from './harmless.js'
import { spokenLanguage } from './language.js'
import type { Steps } from './pace.js'
import { classifyBody } from './refusal.js'

export interface Claims {
  claims: ({ text: string } & Partial<Harmless>)[]
  /** Sentences about the sources themselves, or that decline: nothing a passage could support. */
  aboutSources: string[]
}

// List items shorter than this say nothing without the line that they belong to.
const SHORT_ITEM = 4
// Characters of a claim after which a list makes another one.
const LONG_CLAIM = 4_000

/**
 * The checkable sentences of an answer. Left out: lists of sources, disclaimers, headings, courtesies, questions, and sentences
 * that speak of the sources or decline. Short list items are joined to the line before them. Empty when nothing checkable is said.
 */
export function* claimSteps(answer: string, question: string, language: string): Steps<Claims> {
  const body = answerBody(answer)
  const spoken = spokenLanguage(language, body)
  const texts: string[] = []
  const aboutSources: string[] = []
  let open = false
  for (const sentence of sentencesOf(withoutHeadings(body), spoken)) {
    yield
    const text = stripMarkdown(sentence)
    const kinds = Array.from(classifyBody(text, spoken)).flatMap(({ clauses }) => clauses.map(({ kind }) => kind))
    if (kinds.every((kind) => kind === 'pleasantry') || /[?؟？]["'”’)\]]*$/u.test(text)) continue
    if (kinds.every((kind) => kind !== 'substance')) {
      aboutSources.push(text)
      continue
    }
    const previous = texts.at(-1)
    const short = isListItem(sentence) && contentTokens(text, spoken).length < SHORT_ITEM
    if (short && open && previous !== undefined && previous.length < LONG_CLAIM) texts[texts.length - 1] = `${previous} ${text}`
    else if (/[\p{L}\p{N}]/u.test(text)) {
      texts.push(text)
      open = /[:：]$/u.test(text)
    }
  }
  const kinds = yield* harmlessSteps(texts, question, spoken)
  return { claims: texts.map((text, at) => ({ text, ...kinds[at] })), aboutSources }
}

function withoutHeadings(body: string): string {
  return body
    .split('\n')
    .map((line) => (isHeading(line) ? '' : line))
    .join('\n')
}
