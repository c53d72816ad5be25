/** The published expression, which the benchmark's scripts search in the first 300 characters of a closed-book answer. */
const REFUSAL =
  /i do not know|i don't know|cannot verify|can't verify|unable to confirm|not confident|do not have (?:reliable|verified|that) information|نہیں معلوم|معلوم نہیں/i

/**
 * Whether PakLegalQA's scripts count a closed-book answer as a refusal. Kept to reproduce the published figures: it misses most
 * wordings of other languages, and some in English.
 */
export function publishedRefusal(answer: string): boolean {
  // Characters are code points there.
  return REFUSAL.test([...answer.slice(0, 600)].slice(0, 300).join(''))
}
