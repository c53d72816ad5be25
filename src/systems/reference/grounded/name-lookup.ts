import type { Corpus, CorpusDocument } from '../../../datasets/corpus.js'
import { normalise } from '../../../text/normalise.js'

const VERSUS = /\s(?:v\.?|vs\.?|versus|gegen|c\.|contre)\s/iu
/** Words of parties that are no names. */
const NO_NAME = new Set(
  'the of and for a an state crown republic people minister ministry director department commissioner authority attorney general prosecutor public government municipality city town council board commission tribunal bank trust company ltd limited inc plc llc llp corp co gmbh ag sa kg sarl srl spa another others anor ors mr mrs ms dr re ex parte in matter estate housing union association society fund office service services group holdings'.split(
    ' ',
  ),
)
const WORD = /\p{L}[\p{L}\p{M}'-]*/gu

interface Party {
  document: string
  words: readonly string[]
}

/**
 * The decisions whose parties a question names, in the order of the corpus: by a name that stands in the title of no more than two decisions, and in
 * no text of the corpus as a common word. What says who the party is ("Ltd", "State") is no name. A question that names both parties of one decision means that one.
 */
export function nameLookup({ documents }: Corpus): (question: string) => string[] {
  const decisions = documents.filter(({ kind, title }) => kind === 'decision' && VERSUS.test(title))
  const parties = decisions.flatMap(partiesOf)
  const held = new Map<string, Set<string>>()
  for (const { document, words } of parties) {
    for (const word of words) held.set(word, (held.get(word) ?? new Set()).add(document))
  }
  const common = commonWords(documents, held)
  const isName = (word: string) => (held.get(word)?.size ?? 0) <= 2 && !common.has(word)
  return (question) => {
    const asked = new Set(namesIn(question))
    const named = parties.filter(({ words }) => words.some((word) => isName(word) && asked.has(word)))
    const times = new Map<string, number>()
    for (const { document } of named) times.set(document, (times.get(document) ?? 0) + 1)
    const most = Math.max(0, ...times.values())
    return decisions.filter(({ id }) => (times.get(id) ?? 0) === most && most > 0).map(({ id }) => id)
  }
}

function partiesOf({ id, title }: CorpusDocument): Party[] {
  return normalise(title)
    .split(VERSUS)
    .map((name) => ({ document: id, words: namesIn(name).filter((word) => !NO_NAME.has(word)) }))
}

/** Words in lower case, without "'s". In romanised Urdu, and where people type in haste, names are small too. */
function namesIn(text: string): string[] {
  return (normalise(text).match(WORD) ?? []).map((word) => word.toLowerCase().replace(/'s?$/u, ''))
}

/** Those words of names that a text has in small letters, so that they may be words: "mills". */
function commonWords(documents: readonly CorpusDocument[], names: ReadonlyMap<string, unknown>): ReadonlySet<string> {
  const common = new Set<string>()
  for (const { text } of documents) for (const [word] of text.matchAll(WORD)) if (names.has(word)) common.add(word)
  return common
}
