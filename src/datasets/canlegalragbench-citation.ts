const NEUTRAL = /\b((?:19|20)\d\d\s+[A-Z]{2,}\s+\d+)\b/u
const CANLII = /\b((?:19|20)\d\d\s+CanLII\s+\d+(?:\s*\([^)]+\))?)/u
const LOWER_CASE = /^(?:19|20)\d\d\s+[A-Za-z]{2,}\s+\d+$/u
/** The dot of an abbreviation ("S.C.", "c. 23"); not one of a number ("s 27.1"), nor one at the end. */
const ABBREVIATION_DOT = /(?<=[A-Za-z])\.(?=[A-Za-z\s,])/gu

/**
 * A Canadian citation as CanLegalRAGBench writes its document ids: the first neutral citation in the text ("2014 SCC 13"), else the first of
 * CanLII ("2000 CanLII 15292 (FC)"), else the text without the dots of abbreviations ("SC 1996, c 23" for "S.C. 1996, c. 23"). White space
 * is single. A text that is a neutral citation and nothing else may be in lower case. The benchmark does this when it is built, and compares
 * whole strings afterwards.
 */
export function canLegalRagBenchCitation(text: string): string {
  const whole = single(text)
  const undotted = single(whole.replace(ABBREVIATION_DOT, ''))
  // "2014 S.C.C. 13" is a neutral citation once its dots are gone.
  const found = inside(whole) ?? inside(undotted)
  if (found !== undefined) return found
  return LOWER_CASE.test(undotted) ? undotted.toUpperCase() : undotted
}

function inside(text: string): string | undefined {
  return NEUTRAL.exec(text)?.[1] ?? CANLII.exec(text)?.[1]
}

function single(text: string): string {
  return text.trim().split(/\s+/u).join(' ')
}
