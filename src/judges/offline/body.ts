import { normalise } from '../../text/normalise.js'

const SOURCES =
  /^[\W_]*(?:sources?(?: cited| used)?|references|citations?|authorities|quellen(?:angaben)?|nachweise|références|fonti|riferimenti|حوالہ جات|ذرائع|hawala ?jaat|hawale)[\s*_]*[:：]/iu
const SOURCES_ALONE =
  /^\s*(?:#{1,6}\s*|\*\*|__)(?:sources?(?: cited| used)?|references|citations?|authorities|quellen(?:angaben)?|nachweise|références|fonti|riferimenti|حوالہ جات)[\s*_:]*$/iu
const SOURCE_ENTRY = /^\s*(?:[-*+•]|\(?\d{1,3}[.)]|\[\d{1,3}\])\s*\S|^\s*(?:https?:|<http)/u
const DISCLAIMER = new RegExp(
  [
    String.raw`\b(?:not|n't|never) (?:\w+ )?(?:legal|professional) (?:advice|opinion|counsel)`,
    String.raw`(?:this|the above|it) is (?:\w+ ){0,4}(?:for )?(?:general |legal )?(?:information|research)(?:al)?(?: purposes| assistance)? only`,
    String.raw`\bresearch assistance\b`,
    String.raw`consult (?:a|an|your|with a) (?:\w+ ){0,2}(?:lawyer|attorney|advocate|solicitor|legal professional)`,
    'confirm the current wording',
    String.raw`keine rechtsberatung|ersetzt keine (?:\w+ )?beratung|stellt keine rechts`,
    "(?:ne constitue|ne remplace|n'est) (?:pas|en rien) (?:un |une )?(?:avis|conseil|consultation)s? juridique",
    'non (?:costituisce|sostituisce|è) (?:un |una )?(?:parere|consulenza|consiglio) legale',
    'قانونی مشورہ نہیں',
    'qanooni mashwara nah',
  ].join('|'),
  'iu',
)

/**
 * The answer without the list of sources and the disclaimers that stand at its end: what is left is what the answer itself says.
 * May be empty.
 */
export function answerBody(answer: string): string {
  const lines = answer.split(/\r\n|\n|\r/u)
  const kept: string[] = []
  let inSources = false
  for (const line of lines) {
    if (SOURCES_ALONE.test(line) || (SOURCES.test(line) && isSourcesLine(line))) {
      inSources = true
      continue
    }
    if (inSources && (line.trim() === '' || SOURCE_ENTRY.test(line))) continue
    // What follows a list of sources is a paragraph of its own.
    if (inSources) kept.push('')
    inSources = false
    kept.push(line)
  }
  while (kept.length > 0 && (kept.at(-1) ?? '').trim() === '') kept.pop()
  return dropDisclaimers(kept.join('\n').trim())
}

/** "Sources:" alone or with references after it; "Sources: the Act and custom are the sources of law." is a sentence. */
function isSourcesLine(line: string): boolean {
  const after = line.slice(line.search(/[:：]/u) + 1).replace(/^[\s*_]+/u, '')
  return after === '' || !/[.!?۔]\s*$/u.test(after)
}

// As it is written, with marks and white space.
const LONG_PARAGRAPH = 2_000

function dropDisclaimers(text: string): string {
  const paragraphs = text.split(/\n\s*\n/u)
  while (paragraphs.length > 0) {
    const written = paragraphs.at(-1) ?? ''
    const last = written.length > LONG_PARAGRAPH ? null : normalise(written).replace(/^[\W_]+/u, '')
    // A paragraph that also says something of substance is left for the sentences to sort out.
    if (last === null || last.length > 400 || !DISCLAIMER.test(last) || paragraphs.length === 1) break
    paragraphs.pop()
  }
  return paragraphs.join('\n\n').trim()
}

/** A sentence that only limits liability or sends the reader to a lawyer. */
export function isDisclaimer(sentence: string): boolean {
  if (sentence.length > LONG_PARAGRAPH) return false
  const text = normalise(sentence)
  return text.length <= 300 && DISCLAIMER.test(text)
}
