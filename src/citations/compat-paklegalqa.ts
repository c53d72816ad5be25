import type { GoldSource } from '../schema/item.js'

const STOP = new Set(['act', 'ordinance', 'order', 'code', 'the', 'of', 'and', 'pakistan', 'west'])
/** The published list enumerates thirty years; any year of these centuries gives the same counts on every published run. */
const YEAR = /^(?:1[89]|20)\d\d$/

/**
 * The matching that PakLegalQA published (Irshad 2026), on titles alone. A judgment: the title starts with the citation and a space. A
 * statute: the gold title's `[a-z0-9]+` tokens, without a stop list and years, are a subset of the source title's, so that
 * another act, another year and a judgment can match too. Other kinds of gold do not exist there and give null.
 */
export function paklegalqaMatches(gold: GoldSource, title: string): boolean | null {
  if (gold.kind === 'decision') return title.startsWith(`${gold.citation} `)
  if (gold.kind !== 'statute') return null
  const found = new Set(tokens(title))
  return tokens(gold.title).every((token) => STOP.has(token) || YEAR.test(token) || found.has(token))
}

function tokens(title: string): string[] {
  return title.toLowerCase().match(/[a-z0-9]+/g) ?? []
}
