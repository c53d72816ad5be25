import { clip } from '../text/clip.js'

/** Most claims that are read of one reply, and most statements beside the answer points: each goes into every call for a further part. */
export const MOST_CLAIMS = 200

const SHOWN_PROBLEMS = 5
const PROBLEM_LENGTH = 200
const RAW_LENGTH = 20_000

/** What is wrong with a reply, for a note or for the judge that is asked again: the first five, 200 characters of each, and how many more. */
export function problemsText(problems: readonly string[]): string {
  return firstOf(problems.map((problem) => clip(problem, PROBLEM_LENGTH))).join('; ')
}

/** The first five, and how many more there are. */
export function firstOf(texts: readonly string[]): string[] {
  const more = texts.length - SHOWN_PROBLEMS
  return more > 0 ? [...texts.slice(0, SHOWN_PROBLEMS), `and ${more} more`] : [...texts]
}

/** Replies as they are kept where they could not be read: 20,000 characters over all, in equal shares, and how many more each had. */
export function rawText(texts: readonly string[]): string {
  const share = Math.floor(RAW_LENGTH / texts.length)
  return texts.map((text) => cut(text, share)).join('\n---\n')
}

function cut(text: string, most: number): string {
  if (text.length <= most) return text
  const end = /[\uD800-\uDBFF]/.test(text.charAt(most - 1)) ? most - 1 : most
  return `${text.slice(0, end)}… (${text.length - end} more characters)`
}
