import { CANTONAL, cantonOf, FEDERAL_NAMES, federalCourt } from './swiss-courts.js'

/** A court that the words around a citation say decided it. */
export interface NamedCourt {
  /** `BGer`, `BVGer`, `BStGer` or `BPatGer`; null for a cantonal one. */
  federal: string | null
  /** As written, or the federal court's abbreviation. */
  name: string
  canton?: string
}

const COURT = `(?:${FEDERAL_NAMES}|${CANTONAL})`
const START = '(?<![\\p{L}\\p{N}])'
const NOUN =
  '(?:Urteil|Entscheid|Leitentscheid|Beschluss|arrêt|jugement|sentenza|decisione|decision|judgment|Nr\\.|n°|no\\.|Verfahren)'
const IN_FRONT = new RegExp(`${START}${COURT}(?:,? \\(?${NOUN}){0,2}[,:]? ?\\(?$`, 'iu')
/** "The Federal Court holds in …": a verb lies between, and the number belongs to the court that speaks. */
const HOLDS = new RegExp(
  `${START}${FEDERAL_NAMES}(?![\\p{L}])(?<between>[^.;!?\\n]{0,60}) (?:in|im|dans|nella|nell')(?: ?(?:dem|seinem|ihrem|einem|son|sa|sua|l'|la|the|its))? ?(?:${NOUN} ?)?$`,
  'iu',
)
/** Whose decision is spoken of is open where it is appealed against, confirmed or set aside. */
const ANOTHER = /gegen|contre|contro|against|bestätig|aufgehoben|aufheb|\bhob\b|confirm|annul|verweis|renvo|refer|\bcit/iu
const BEHIND = new RegExp(`^,? (?:des|der|du|de la|de l'|del|della|dell'|of the) (?:schweizerischen )?${COURT}(?![\\p{L}])`, 'iu')

const REACH = 140

/** The court right in front of a citation, or right behind it; undefined where none is named so near. */
export function courtBeside(text: string, start: number, from: number, to: number, end: number): NamedCourt | undefined {
  return (
    named(BEHIND.exec(text.slice(to, Math.min(end, to + REACH)))) ??
    named(IN_FRONT.exec(text.slice(Math.max(start, from - REACH), from)))
  )
}

/** The federal court that is the subject of the sentence ("Das Bundesgericht hält in … fest"); undefined where another may be meant. */
export function courtThatHolds(text: string, start: number, from: number): NamedCourt | undefined {
  const match = HOLDS.exec(text.slice(Math.max(start, from - REACH), from))
  return match && !ANOTHER.test(match.groups?.['between'] ?? '') ? named(match) : undefined
}

function named(match: RegExpExecArray | null): NamedCourt | undefined {
  const { federal, cantonalCourt, canton } = match?.groups ?? {}
  if (federal !== undefined) {
    const court = federalCourt(federal)
    return court === undefined ? undefined : { federal: court, name: court }
  }
  const code = canton === undefined ? undefined : cantonOf(canton)
  return cantonalCourt === undefined
    ? undefined
    : {
        federal: null,
        name: canton === undefined ? cantonalCourt : `${cantonalCourt} ${canton}`,
        ...(code ? { canton: code } : {}),
      }
}
