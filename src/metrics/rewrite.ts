import { citesGold } from '../citations/cites-gold.js'
import { parseCitations } from '../citations/parse-citations.js'
import type { ParsedCitation } from '../citations/parsed-citation.js'
import type { GoldSource } from '../schema/item.js'
import { fold } from '../text/normalise.js'
import { jurisdictionsIn, jurisdictionsOfLabel, wholeOf } from './jurisdictions.js'

export interface Rewrite {
  question: string
  /** The query as it was rewritten for retrieval. */
  rewritten: string
  golds: readonly GoldSource[]
  /** The item's own jurisdiction: a name, or a country code. */
  jurisdiction?: string | undefined
}

/** What a rewrite brought in, each once, in the order of the rewritten query. */
export interface Added {
  authorities: ParsedCitation[]
  /** By their English names. */
  jurisdictions: string[]
}

/**
 * The authorities and jurisdictions that a rewritten query names, and neither the question nor any gold (required or optional) nor the item's own
 * jurisdiction: what the rewrite made of its own accord. A section of an act that only the act's name stands for is added; an act of which a section
 * is named is not, nor the country of a canton, province or state that is. Both empty where nothing was added. Never throws.
 */
export function addedByRewrite({ question, rewritten, golds, jurisdiction = '' }: Rewrite): Added {
  const texts = [question, ...golds.flatMap(textsOf)]
  const named = texts.flatMap((text) => parseCitations(text))
  const authorities = parseCitations(rewritten).filter(
    (citation) => !named.some((one) => covers(one, citation)) && !golds.some((gold) => isGold(gold, citation)),
  )
  const places = [...texts.flatMap(jurisdictionsIn), ...jurisdictionsOfLabel(jurisdiction)]
  const known = new Set(places.flatMap((place) => [place, wholeOf(place)]))
  return {
    authorities: authorities.filter(({ id }, at) => authorities.findIndex((one) => one.id === id) === at),
    jurisdictions: jurisdictionsIn(rewritten).filter((place) => !known.has(place)),
  }
}

/** Whether a citation that is named says what another one does: the same authority, or a section of the act that the other names alone. */
function covers(named: ParsedCitation, { id, kind, act, section }: ParsedCitation): boolean {
  if (named.id === id) return true
  if (kind !== 'statute' || named.kind !== 'statute' || section !== undefined) return false
  return named.id.startsWith(`${id} `) || (act !== undefined && named.act !== undefined && fold(act) === fold(named.act))
}

/** A gold's title may be no citation in form. A section must be the gold's. */
function isGold(gold: GoldSource, { text, section }: ParsedCitation): boolean {
  const { matched } = citesGold([{ ...gold, optional: false }], [{ text }])
  return matched.some((match) => section === undefined || gold.kind !== 'statute' || match.section === true)
}

/** A gold as one would write it. */
function textsOf(gold: GoldSource): string[] {
  switch (gold.kind) {
    case 'statute': {
      const { title, section } = gold
      return section === undefined ? [title] : [`${section} ${title}`, `s. ${section} ${title}`, `Art. ${section} ${title}`]
    }
    case 'decision':
      return [gold.citation, ...(gold.title === undefined ? [] : [gold.title])]
    case 'document':
      return [gold.id, ...(gold.equals ?? []), ...(gold.title === undefined ? [] : [gold.title])]
    case 'passage':
      return [gold.id, ...(gold.equals ?? []), ...(gold.document === undefined ? [] : [gold.document])]
    case 'span':
      return [gold.document]
  }
}
