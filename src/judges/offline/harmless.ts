import type { HarmlessKind } from '../../schema/verdict.js'
import { fold } from '../../text/normalise.js'
import { numbersIn } from '../../text/numbers.js'
import { contentTokens } from '../../text/tokens.js'
import { LIMITS } from './limits.js'
import type { Steps } from './pace.js'
import { indexSteps } from './source-index.js'
import { checkSteps, readClaim } from './support.js'

const ASKS =
  /^(?:you (?:ask|asked|want to know|are asking)|(?:your|the) question (?:is|was|concerns|asks)|sie (?:fragen|möchten wissen|wollen wissen)|(?:ihre|die) frage (?:ist|lautet|betrifft)|vous (?:demandez|souhaitez savoir)|(?:votre|la) question (?:est|porte|concerne)|(?:lei |ci )?chiede\b|la (?:sua )?domanda (?:è|riguarda)|aap (?:ne|ka) (?:poocha|pucha|sawal)|آپ نے پوچھا|آپ کا سوال)/u
const CONCLUDES =
  /^(?:therefore|thus|hence|accordingly|consequently|in (?:summary|short|conclusion|sum|brief)|to (?:summari[sz]e|conclude|sum up)|overall|as a result|so,|daher|somit|folglich|demnach|zusammenfassend|kurz gesagt|insgesamt|im ergebnis|also,|en (?:résumé|conclusion|bref|somme)|par conséquent|donc|ainsi,|in (?:sintesi|conclusione|breve|definitiva)|pertanto|quindi|dunque|lihaza|is liye|khulasa|mukhtasar(?:an)?|خلاصہ|لہٰذا|لہذا|اس لیے|مختصر)(?=$|[^\p{L}])/u
const LEAD_IN_WORDS = 3

export interface Harmless {
  harmless: HarmlessKind
  harmlessReason: string
}

/**
 * What each claim of an answer is where it is harmless, else null; in the order of the claims. Of conclusions the first
 * `LIMITS.conclusions` are held against the sentences before them.
 */
export function* harmlessSteps(claims: readonly string[], question: string, language: string): Steps<(Harmless | null)[]> {
  const asked = {
    stems: new Set(contentTokens(question, language).map(({ stem }) => stem)),
    numbers: new Set(numbersIn(question, language)),
  }
  const kinds: (Harmless | null)[] = []
  let conclusions = 0
  for (const [at, text] of claims.entries()) {
    yield
    const kind = harmless(text, at > 0, asked, language)
    if (kind === null || 'harmless' in kind) {
      kinds.push(kind)
      continue
    }
    conclusions += 1
    const before = claims.slice(Math.max(0, at - LIMITS.sentencesBeforeConclusion), at)
    kinds.push(conclusions <= LIMITS.conclusions && (yield* standsIn(kind.conclusion, before, language)) ? REPEATS : null)
  }
  return kinds
}

const REPEATS: Harmless = { harmless: 'connects-or-concludes', harmlessReason: 'says again what the answer said before' }

function* standsIn(claim: string, before: readonly string[], language: string): Steps<boolean> {
  const index = yield* indexSteps([before.join('\n\n')], language)
  return (yield* checkSteps(readClaim(claim, index), index)).label === 'entailment'
}

/**
 * Conservative: what is not surely harmless (null) must be supported like any other claim. A conclusion is harmless if it says again what
 * stands before it, which is not looked at here.
 */
function harmless(
  text: string,
  follows: boolean,
  asked: { stems: ReadonlySet<string>; numbers: ReadonlySet<string> },
  language: string,
): Harmless | { conclusion: string } | null {
  const folded = fold(text).replace(/^[^\p{L}\p{N}]+/u, '')
  const tokens = contentTokens(text, language)
  const numbers = numbersIn(text, language)
  const inQuestion = (rest: typeof tokens) =>
    rest.every(({ stem }) => asked.stems.has(stem)) && numbers.every((number) => asked.numbers.has(number))
  // "A minor can contract" uses only words of "Can a minor contract?" and yet answers it: the sentence must say that it restates.
  const frame = ASKS.exec(folded)
  if (frame !== null) {
    const rest = contentTokens(folded.slice(frame[0].length), language)
    if (inQuestion(rest)) return { harmless: 'restates-question', harmlessReason: 'restates the question' }
  }
  const leadsIn = /[:：]$/u.test(text)
  if (leadsIn && numbers.length === 0 && !tokens.some(({ negates }) => negates)) {
    if (tokens.length > 0 && inQuestion(tokens))
      return { harmless: 'restates-question', harmlessReason: 'a lead-in in the words of the question' }
    if (tokens.length <= LEAD_IN_WORDS) return { harmless: 'connects-or-concludes', harmlessReason: 'a lead-in to what follows' }
  }
  const connective = CONCLUDES.exec(folded)
  if (connective !== null && follows) {
    const rest = folded.slice(connective[0].length).replace(/^[\s,:]+/u, '')
    if (contentTokens(rest, language).length === 0 && numbers.length === 0) {
      return { harmless: 'connects-or-concludes', harmlessReason: 'only a connecting phrase' }
    }
    return { conclusion: rest }
  }
  return null
}
