/** Words between the parts of a citation that are no abbreviation of an act. */
const UNITS =
  /^(?:art(?:t|ikel|icle|icles|icolo|icoli)?|abs(?:atz)?|al(?:in[eé]a)?|cpv|lit|let|bst|ziff(?:er)?|ch|n|nr|no|bis|ter|quater|quinquies|sexies|septies|octies|s?s|ff?|segg)$/iu
const WORD = /(?<![\p{L}\p{N}])\p{L}[\p{L}\p{N}-]*\.?/gu

/**
 * Act and article of a statute id, whichever comes first: "OR_41", "41_OR", "Art. 41 Abs. 2 OR", "OR 41", "257e_CO". null where it does not
 * name exactly one act and an article.
 */
export function readStatuteId(id: string): { act: string; article: string } | null {
  const text = id
    .replace(/[_/:,;|§]|(?<=\p{L})-(?=\d)|(?<=\d\p{Ll}?)-(?=\p{Lu})|(?<=\p{L}{2})(?=\d)|(?<=\d)(?=\p{Lu}{2})/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
  const acts = [...text.matchAll(WORD)].filter(([word], index, words) => !isUnit(word, words[index - 1]))
  const [act, ...others] = acts
  if (act === undefined || others.length > 0) return null
  const article = `${text.slice(0, act.index)} ${text.slice(act.index + act[0].length)}`
    .replace(/^\s*art(?:t|ikel|icle|icolo)?(?![\p{L}])\.?/iu, '')
    .trim()
  return /^\d/u.test(article) ? { act: act[0].replace(/\.$/u, ''), article } : null
}

/** "lit. a": a letter behind a unit is its number. */
function isUnit(word: string, before: RegExpExecArray | undefined): boolean {
  const bare = word.replace(/\.$/u, '')
  return UNITS.test(bare) || (bare.length === 1 && before !== undefined && UNITS.test(before[0].replace(/\.$/u, '')))
}
