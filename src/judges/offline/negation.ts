import type { Token } from '../../text/tokens.js'

interface NegationMismatch {
  side: 'claim' | 'source'
  /** The negating word, and the content word beside it. */
  word: string
  about: string
}

interface Negation {
  word: string
  before: Token | undefined
  after: Token | undefined
}

/**
 * The negations that one side has and the other lacks. A negation speaks of the content words next to it, before or after, since
 * languages differ ("not liable", "haftet nicht"); it is matched one to one with a negation beside the same word, and counts only
 * where the other side has that word at all. Empty when the two sides agree.
 */
export function negationMismatch(claim: readonly Token[], source: readonly Token[]): NegationMismatch[] {
  const free = negationsOf(source)
  const unmatched: Negation[] = []
  for (const negation of negationsOf(claim)) {
    const at = free.findIndex((other) => sameWord(negation.after, other.after) || sameWord(negation.before, other.before))
    if (at >= 0) free.splice(at, 1)
    else unmatched.push(negation)
  }
  return [...lacking('claim', unmatched, source), ...lacking('source', free, claim)]
}

function lacking(side: NegationMismatch['side'], negations: readonly Negation[], other: readonly Token[]): NegationMismatch[] {
  const stems = new Set(other.filter(({ negates }) => !negates).map(({ stem }) => stem))
  return negations.flatMap(({ word, before, after }) => {
    const about = [after, before].find((token) => token !== undefined && stems.has(token.stem))
    return about === undefined ? [] : [{ side, word, about: about.word }]
  })
}

function negationsOf(tokens: readonly Token[]): Negation[] {
  const found: Negation[] = []
  let open: Negation[] = []
  let before: Token | undefined
  for (const token of tokens) {
    if (token.negates) {
      const negation: Negation = { word: token.word, before, after: undefined }
      found.push(negation)
      open.push(negation)
    } else {
      for (const negation of open) negation.after = token
      open = []
      before = token
    }
  }
  return found
}

const sameWord = (a: Token | undefined, b: Token | undefined): boolean => a !== undefined && b !== undefined && a.stem === b.stem
