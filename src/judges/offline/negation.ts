import type { Token } from '../../text/tokens.js'

const REACH = 3

/**
 * The negations that one side has and the other lacks, among the words that both share: "not liable" against "liable". A negation
 * speaks of the three content words on either side of it. Empty when the two agree.
 */
export function negationMismatch(
  claim: readonly Token[],
  source: readonly Token[],
): { side: 'claim' | 'source'; word: string; about: string }[] {
  return [
    ...unmatched(claim, source).map((found) => ({ side: 'claim' as const, ...found })),
    ...unmatched(source, claim).map((found) => ({ side: 'source' as const, ...found })),
  ]
}

function unmatched(from: readonly Token[], to: readonly Token[]): { word: string; about: string }[] {
  const shared = new Set(to.filter(({ negates }) => !negates).map(({ stem }) => stem))
  const answered = new Set(scopes(to).flatMap(({ stems }) => stems.map(({ stem }) => stem)))
  const found: { word: string; about: string }[] = []
  for (const { word, stems } of scopes(from)) {
    const common = stems.filter(({ stem }) => shared.has(stem))
    const nearest = common[0]
    if (nearest === undefined || common.some(({ stem }) => answered.has(stem))) continue
    found.push({ word, about: nearest.word })
  }
  return found
}

/** Each negation with the words that it may speak of, those after it first. */
function scopes(tokens: readonly Token[]): { word: string; stems: Token[] }[] {
  return tokens.flatMap((token, at) => {
    if (!token.negates) return []
    const after = tokens.slice(at + 1, at + 1 + REACH)
    const before = tokens.slice(Math.max(0, at - REACH), at).reverse()
    return [{ word: token.word, stems: [...after, ...before].filter(({ negates }) => !negates) }]
  })
}
