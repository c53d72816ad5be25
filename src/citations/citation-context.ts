/** How far in front of a number a word may stand that makes a docket number of it. */
const REACH = 60
const WORD =
  'Urteil\\p{L}*|Beschl[uü]ss\\p{L}*|Entscheid\\p{L}*|Verfügung|arrêts?|jugements?|décisions?|ordonnance|sentenz[ae]|decision[ei]|judgments?|docket|Geschäfts-?Nr|Geschäftsnummer|Verfahren|procédure|incarto|\\p{L}*[Gg]ericht(?:e?s)?|Tribunal\\p{L}*|Cour|Court|Gerichtshof|[OHVK]Ger|AppGer|BGer|BVGer|TF|TFA|EVG|vgl|siehe|voir|cfr?'
const CONTEXT = new RegExp(`(?<![\\p{L}\\p{N}])(?:${WORD})(?![\\p{L}])[^!?\\n]{0,40}$`, 'iu')

/** Whether the words in front speak of a decision: some docket numbers are none without. A number that is all of the text needs none. */
export function speaksOfDecision(text: string, from: number, to: number): boolean {
  if (
    /^[^\p{L}\p{N}]*$/u.test(text.slice(Math.max(0, from - REACH), from)) &&
    /^[^\p{L}\p{N}]*$/u.test(text.slice(to, to + REACH))
  )
    return true
  return CONTEXT.test(text.slice(Math.max(0, from - REACH), from))
}

/** What has numbers of the same look. */
const THING =
  /(?<![\p{L}\p{N}])(?:Invoice|Rechnung|Facture|Fattura|Bestellung|Modell\p{L}*|Mod[eè]l\p{L}*|Typ\p{L}{0,2}|Serie\p{L}?|Patent|Ticket|Offerte)(?: (?:No\.?|Nr\.?|n°))?:? $/u

/** Whether the word in front says that a number is no docket's: "Invoice INV/2023/12". */
export function isThing(text: string, from: number): boolean {
  return THING.test(text.slice(Math.max(0, from - 30), from))
}
