import type { EntailmentLabel, VerdictInput } from '../schema/verdict.js'
import type { PassageState } from './groundedness.js'
import { entails, type Known } from './share.js'

/** What was said of the claims of a response and of its reference; null where that was not judged. */
export interface RagcheckerInput {
  /** What the reference says of each response claim (`answer2response`). */
  answerToReference: readonly EntailmentLabel[] | null
  /** What the response says of each reference claim (`response2answer`). */
  referenceToAnswer: readonly EntailmentLabel[] | null
  /** Per response claim, what each passage says of it (`retrieved2response`). */
  passagesToAnswerClaims: readonly (readonly EntailmentLabel[])[] | null
  /** Per reference claim, what each passage says of it (`retrieved2answer`). */
  passagesToReferenceClaims: readonly (readonly EntailmentLabel[])[] | null
}

/** What is read of a verdict, as a judge gives it or as it is stored. */
export type JudgedClaims = Pick<VerdictInput, 'claims' | 'referenceClaims'>

/**
 * What a verdict says, as RAGChecker's input. A claim that was not judged against what other claims were is `undetermined` there; where no claim
 * was, the input is null. Harmless claims are claims like any other here. `passages` is what the judge had to go by: where none was found, claims have
 * no labels of passages, and need none.
 */
export function ragcheckerInput({ claims, referenceClaims = [] }: JudgedClaims, passages?: PassageState): RagcheckerInput {
  const none = passages === 'none found'
  return {
    answerToReference: labels(claims.map(({ reference }) => reference)),
    referenceToAnswer: referenceClaims.map(({ answer }) => answer),
    passagesToAnswerClaims: matrix(claims.map(({ passages = none ? [] : undefined }) => passages)),
    passagesToReferenceClaims: matrix(referenceClaims.map(({ passages = none ? [] : undefined }) => passages)),
  }
}

function labels(given: readonly (EntailmentLabel | undefined)[]): EntailmentLabel[] | null {
  if (given.length > 0 && given.every((label) => label === undefined)) return null
  return given.map((label) => label ?? 'undetermined')
}

function matrix(rows: readonly (readonly EntailmentLabel[] | undefined)[]): (readonly EntailmentLabel[])[] | null {
  const judged = rows.find((row) => row !== undefined)
  if (rows.length > 0 && judged === undefined) return null
  const unjudged = judged?.map(() => 'undetermined' as const) ?? []
  return rows.map((row) => row ?? unjudged)
}

/** The labels as yes, no or unknown, and how many passages there are; null where no row says. */
export interface Judged {
  a: Known[] | null
  b: Known[] | null
  r: Known[][] | null
  g: Known[][] | null
  passages: number | null
}

/** @throws RangeError where lists that belong together differ in length. */
export function readJudged(input: RagcheckerInput, compat: boolean): Judged {
  const known = (label: EntailmentLabel): Known => (compat ? label === 'entailment' : entails(label))
  const a = input.answerToReference?.map(known) ?? null
  const b = input.referenceToAnswer?.map(known) ?? null
  const r = input.passagesToAnswerClaims?.map((row) => row.map(known)) ?? null
  const g = input.passagesToReferenceClaims?.map((row) => row.map(known)) ?? null
  sameLength('passagesToAnswerClaims', r, 'answerToReference', a)
  sameLength('passagesToReferenceClaims', g, 'referenceToAnswer', b)
  const rows = [...named('passagesToAnswerClaims', r), ...named('passagesToReferenceClaims', g)]
  const passages = rows[0]?.length ?? null
  for (const { name, length } of rows) {
    if (length !== passages)
      throw new RangeError(`expected ${passages} labels in \`${name}\`, as in the first row, received ${length}`)
  }
  return { a, b, r, g, passages }
}

function sameLength(name: string, matrix: Known[][] | null, other: string, list: Known[] | null): void {
  if (matrix === null || list === null || matrix.length === list.length) return
  throw new RangeError(
    `expected a row of \`${name}\` for each of the ${list.length} labels of \`${other}\`, received ${matrix.length}`,
  )
}

function named(name: string, matrix: Known[][] | null): { name: string; length: number }[] {
  return (matrix ?? []).map((row, index) => ({ name: `${name}[${index}]`, length: row.length }))
}
