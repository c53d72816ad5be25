import type { HarmlessKind } from '../../schema/verdict.js'
import { isHeading, isListItem, stripMarkdown } from '../../text/markdown.js'
import { fold } from '../../text/normalise.js'
import { numbersIn } from '../../text/numbers.js'
import { splitSentences } from '../../text/sentences.js'
import { contentTokens } from '../../text/tokens.js'
import { answerBody } from './body.js'
import { spokenLanguage } from './language.js'
import { classifyBody } from './refusal.js'
import { indexSource } from './source-index.js'
import { checkClaim } from './support.js'

interface Claims {
  claims: { text: string; harmless?: HarmlessKind; harmlessReason?: string }[]
  /** Sentences about the sources themselves, or that decline: nothing a passage could support. */
  aboutSources: string[]
}

// List items shorter than this say nothing without the line that they belong to.
const SHORT_ITEM = 4

/**
 * The checkable sentences of an answer. Left out: lists of sources, disclaimers, headings, courtesies, questions, and sentences
 * that speak of the sources or decline. Short list items are joined to the line before them. Empty when nothing checkable is said.
 */
export function claimsOf(answer: string, question: string, language: string): Claims {
  const body = answerBody(answer)
  const spoken = spokenLanguage(language, body)
  const raw = splitSentences(withoutHeadings(body), spoken)
  const texts: string[] = []
  const aboutSources: string[] = []
  let open = false
  for (const sentence of raw) {
    const text = stripMarkdown(sentence)
    const kinds = classifyBody(text, spoken).flatMap(({ clauses }) => clauses.map(({ kind }) => kind))
    if (kinds.every((kind) => kind === 'pleasantry') || /[?؟？]["'”’)\]]*$/u.test(text)) continue
    if (kinds.every((kind) => kind !== 'substance')) {
      aboutSources.push(text)
      continue
    }
    const previous = texts.at(-1)
    const short = isListItem(sentence) && contentTokens(text, spoken).length < SHORT_ITEM
    if (short && open && previous !== undefined) texts[texts.length - 1] = `${previous} ${text}`
    else if (/[\p{L}\p{N}]/u.test(text)) {
      texts.push(text)
      open = /[:：]$/u.test(text)
    }
  }
  return { claims: texts.map((text, at) => ({ text, ...harmless(text, texts.slice(0, at), question, spoken) })), aboutSources }
}

function withoutHeadings(body: string): string {
  return body
    .split('\n')
    .map((line) => (isHeading(line) ? '' : line))
    .join('\n')
}

const ASKS =
  /^(?:you (?:ask|asked|want to know|are asking)|(?:your|the) question (?:is|was|concerns|asks)|sie (?:fragen|möchten wissen|wollen wissen)|(?:ihre|die) frage (?:ist|lautet|betrifft)|vous (?:demandez|souhaitez savoir)|(?:votre|la) question (?:est|porte|concerne)|(?:lei |ci )?chiede\b|la (?:sua )?domanda (?:è|riguarda)|aap (?:ne|ka) (?:poocha|pucha|sawal)|آپ نے پوچھا|آپ کا سوال)/u
const CONCLUDES =
  /^(?:therefore|thus|hence|accordingly|consequently|in (?:summary|short|conclusion|sum|brief)|to (?:summari[sz]e|conclude|sum up)|overall|as a result|so,|daher|somit|folglich|demnach|zusammenfassend|kurz gesagt|insgesamt|im ergebnis|also,|en (?:résumé|conclusion|bref|somme)|par conséquent|donc|ainsi,|in (?:sintesi|conclusione|breve|definitiva)|pertanto|quindi|dunque|lihaza|is liye|khulasa|mukhtasar(?:an)?|خلاصہ|لہٰذا|لہذا|اس لیے|مختصر)(?=$|[^\p{L}])/u
const LEAD_IN_WORDS = 3

/** Conservative: what is not surely harmless must be supported like any other claim. */
function harmless(
  text: string,
  before: readonly string[],
  question: string,
  language: string,
): { harmless?: HarmlessKind; harmlessReason?: string } {
  const folded = fold(text).replace(/^[^\p{L}\p{N}]+/u, '')
  const tokens = contentTokens(text, language)
  const numbers = numbersIn(text, language)
  const asked = new Set(contentTokens(question, language).map(({ stem }) => stem))
  const askedNumbers = new Set(numbersIn(question, language))
  const onlyAsked =
    tokens.every(({ stem }) => asked.has(stem)) && numbers.every((number) => askedNumbers.has(number)) && tokens.length > 0
  // "A minor can contract" uses only words of "Can a minor contract?" and yet answers it: the sentence must say that it restates.
  const frame = ASKS.exec(folded)
  if (frame !== null) {
    const rest = contentTokens(folded.slice(frame[0].length), language)
    if (rest.every(({ stem }) => asked.has(stem)) && numbers.every((number) => askedNumbers.has(number))) {
      return { harmless: 'restates-question', harmlessReason: 'restates the question' }
    }
  }
  const leadsIn = /[:：]$/u.test(text)
  if (leadsIn && numbers.length === 0 && !tokens.some(({ negates }) => negates)) {
    if (onlyAsked) return { harmless: 'restates-question', harmlessReason: 'a lead-in in the words of the question' }
    if (tokens.length <= LEAD_IN_WORDS) return { harmless: 'connects-or-concludes', harmlessReason: 'a lead-in to what follows' }
  }
  const connective = CONCLUDES.exec(folded)
  if (connective !== null && before.length > 0) {
    const rest = folded.slice(connective[0].length).replace(/^[\s,:]+/u, '')
    if (contentTokens(rest, language).length === 0 && numbers.length === 0) {
      return { harmless: 'connects-or-concludes', harmlessReason: 'only a connecting phrase' }
    }
    if (checkClaim(rest, indexSource([before.join('\n\n')], language)).label === 'entailment') {
      return { harmless: 'connects-or-concludes', harmlessReason: 'says again what the answer said before' }
    }
  }
  return {}
}
