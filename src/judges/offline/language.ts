import { baseLanguage, guessLanguage } from '../../text/languages.js'
import { fold } from '../../text/normalise.js'
import { readNumberWords } from '../../text/number-words.js'
import { NEGATIONS, STOP_WORDS } from '../../text/stop-words.js'
import { words } from '../../text/tokens.js'

const list = (words: string): ReadonlySet<string> => new Set(fold(words).split(' '))

/** Words that short answers are made of, beside the stop words, negations and number words. */
const ANSWER_WORDS: Readonly<Record<string, ReadonlySet<string>>> = {
  en: list(
    'yes sorry know knows apply applies within days day weeks week months month years year hours percent section sections article act law court code rule judge due daily monthly yearly annually void valid invalid liable allowed required written writing notice contract agreement payment paid tenant landlord',
  ),
  de: list(
    'ja nein leider weiss tage tagen tag wochen monate monaten monat jahre jahren jahr innert innerhalb artikel gesetz gericht frist',
  ),
  fr: list('oui désolé jours jour semaines mois ans an année années délai article loi tribunal selon'),
  it: list('sì giorni giorno settimane mesi mese anni anno entro articolo legge tribunale secondo'),
  'ur-Latn': list('haan jee ji din hafte mahine mahinay saal andar dafa qanoon adalat maloom'),
}

/** The commonest words of languages that the offline judge has no rules for, so that they do not pass for one that it has. */
const OTHER_LANGUAGES: Readonly<Record<string, ReadonlySet<string>>> = {
  es: list(
    'el la los las un una unos unas de del al en y o que se no si sí por para con sin su sus lo le les es son está están ser hay como más pero este esta esto ese esa muy también puede pueden puedo debe deben sobre entre cuando siento sé tengo días meses años según artículo ley qué cuál',
  ),
  pt: list(
    'o os as um uma de do da dos das em no na nos nas e ou que se não sim por para com sem seu sua lhe é são está estão ser há como mais mas este esta isto esse essa muito também pode podem posso deve devem sobre entre quando sei tenho dias meses anos artigo lei qual pelo pela ao à desculpe',
  ),
  ca: list(
    'el la els les un una de del al en i o que es no sí per amb sense seu seva és són està com més però aquest aquesta pot puc ha han què dies mesos anys tinc',
  ),
  ro: list(
    'și sau de la în din cu pe pentru că nu este sunt care un o se mai ca al ale să poate trebuie fi am această acest zile luni ani nici',
  ),
  nl: list(
    'de het een en of van in op te voor met zijn is dat die niet geen aan er maar om ook als bij uit naar door wordt worden kan kunnen moet ik we deze dit dagen maanden jaar binnen weet helaas',
  ),
  sv: list(
    'och att det som en ett på är av för med den till inte om har de kan ska vid jag vi från eller dagar månader år ej vet inom',
  ),
  da: list(
    'og at det er en et til på som af for med den ikke de der har kan skal vil jeg vi fra eller dage måneder år ved inden beklager',
  ),
  no: list(
    'og at det er en et til på som av for med den ikke de har kan skal vil jeg vi fra eller dager måneder år vet innen beklager',
  ),
  fi: list('ja on ei en se että voi ole mutta tai sekä joka kuin hän tämä ovat myös jos niin vuotta'),
  pl: list(
    'i w z na do nie jest to że się o jak po za od przez dla są oraz lub być może który która tym dni lat roku przepraszam wiem',
  ),
  cs: list('a v na se je že to s z do o k i jako za pro po by jsou nebo může být který není dnů let roku nevím'),
  hu: list('a az és nem hogy is egy van ez de meg csak el ha vagy lehet kell nap év'),
  tr: list('ve bir bu da de için ile olarak olan değil ne çok daha gibi kadar var yok veya gün ay yıl bilmiyorum'),
  id: list(
    'dan yang di ke dari untuk dengan tidak ini itu adalah atau pada dalam akan dapat bisa saya kami hari bulan tahun maaf',
  ),
  vi: list('và của là có không được trong cho với các một này đó người tôi những ngày tháng năm xin lỗi'),
}

/**
 * The language that a text is plainly in, short or long: en, de, fr, it, ur or ur-Latn, or the tag of another one that it must not be
 * taken for. null where its words do not tell; nothing is guessed from names and figures.
 */
export function languageOf(text: string): string | null {
  const guessed = guessLanguage(text)
  if (guessed === 'ur' || guessed?.startsWith('und-') === true) return guessed
  const { count, hits } = hitsOf(text)
  const [first, second] = hits
  if (first === undefined || first.count === 0 || first.count === second?.count) return null
  return first.count >= count * (first.language === guessed ? LONG_SHARE : PLAIN_SHARE) ? first.language : null
}

/** The language of a text of which one is expected, unless the text is surely in another; `und` where it does not tell either. */
export function languageUnless(text: string, expected: string): string {
  const guessed = guessLanguage(text)
  if (guessed !== null && guessed === expected) return expected
  const plain = languageOf(text)
  if (plain !== null && (!hasRules(plain) || plain === guessed)) return plain
  return expected === 'und' ? (plain ?? 'und') : expected
}

/** The declared language as the rules know it, or where none is declared the one that the text is plainly in; `und` without either. */
export function spokenLanguage(declared: string, text: string): string {
  const base = baseLanguage(declared)
  return base === 'und' ? (languageOf(text) ?? 'und') : base
}

/** Whether the offline judge has rules for a language: stop words, negations, refusals. */
export function hasRules(language: string): boolean {
  return Object.hasOwn(STOP_WORDS, language)
}

/**
 * Whether the words are plainly of a language with rules, be it of one of several, as those of "The landlord pays." are: what such rules
 * do not find in them is not there.
 */
export function isReadable(text: string): boolean {
  const language = languageOf(text)
  if (language !== null) return hasRules(language)
  const { count, hits } = hitsOf(text)
  const [own = 0, other = 0] = [true, false].map((known) =>
    Math.max(...hits.filter((hit) => hasRules(hit.language) === known).map((hit) => hit.count)),
  )
  // "No." is the same in many languages, and figures are in all.
  return own === count || (own > other && own >= count * PLAIN_SHARE)
}

// Of a language that is not listed some words are in any list by accident; of a text in its own, every third word is.
const PLAIN_SHARE = 0.3
// Names and terms thin them out in a long text, where the number of hits speaks instead.
const LONG_SHARE = 0.12

const FEW_WORDS = 30
// Enough to tell a language by, and no time is lost on long passages.
const SAMPLE = 1_500

/** How many words there are, and how many of them are in the lists of each language, most first. */
function hitsOf(text: string): { count: number; hits: { language: string; count: number }[] } {
  const spoken = words(text.slice(0, SAMPLE), 'und').filter((word) => /^\p{L}/u.test(word))
  const own = Object.keys(STOP_WORDS)
    .filter((language) => language !== 'ur')
    .map((language) => ({ language, count: countOwn(spoken, language) }))
  const others = Object.entries(OTHER_LANGUAGES).map(([language, known]) => ({
    language,
    count: spoken.filter((word) => word.length > 1 && known.has(word)).length,
  }))
  return { count: spoken.length, hits: [...own, ...others].sort((a, b) => b.count - a.count) }
}

function countOwn(spoken: readonly string[], language: string): number {
  let count = 0
  for (let at = 0; at < spoken.length; at += 1) {
    const word = spoken[at] ?? ''
    // What tells "three years" from "tres años" makes no difference in a long text, and takes time there.
    const number = spoken.length > FEW_WORDS ? null : readNumberWords(spoken, at, language)
    if (number !== null) {
      count += number.length
      at += number.length - 1
    } else if (word.length > 1 && [STOP_WORDS, NEGATIONS, ANSWER_WORDS].some((lists) => lists[language]?.has(word) === true))
      count += 1
  }
  return count
}
