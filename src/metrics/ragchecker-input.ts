import { entailmentLabel } from '../datasets/entailment-label.js'
import type { EntailmentLabel, VerdictInput } from '../schema/verdict.js'
import type { PassageState } from './groundedness.js'
import { shown } from './score.js'
import { entails, type Known } from './share.js'

/** A label as a judge says it, or as it is published. Case does not matter. */
export type LabelWord = EntailmentLabel | Capitalize<EntailmentLabel>

/** What was said of the claims of a response and of its reference; null where that was not judged. */
export interface RagcheckerInput<Label extends string = LabelWord> {
  /** What the reference says of each response claim (`answer2response`). */
  answerToReference: readonly Label[] | null
  /** What the response says of each reference claim (`response2answer`). */
  referenceToAnswer: readonly Label[] | null
  /** Per response claim, what each passage says of it (`retrieved2response`). */
  passagesToAnswerClaims: readonly (readonly Label[])[] | null
  /** Per reference claim, what each passage says of it (`retrieved2answer`). */
  passagesToReferenceClaims: readonly (readonly Label[])[] | null
}

/** What is read of a verdict, as a judge gives it or as it is stored. */
export type JudgedClaims = Pick<VerdictInput, 'claims' | 'referenceClaims'>

/**
 * What a verdict says, as RAGChecker's input. A claim that was not judged against what other claims were is `undetermined` there; where no claim
 * was, the input is null. Harmless claims are claims like any other here. `passages` is what the judge had to go by: where none was found, claims have
 * no labels of passages, and need none.
 */
export function ragcheckerInput(
  { claims, referenceClaims = [] }: JudgedClaims,
  passages?: PassageState,
): RagcheckerInput<EntailmentLabel> {
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

/** @throws RangeError where lists that belong together differ in length, and but under `compat` on a word that is no label. */
export function readJudged(input: RagcheckerInput, compat: boolean): Judged {
  const known = (name: string) => (word: LabelWord, index: number) => readLabel(word, `${name}[${index}]`, compat)
  const row = (name: string) => (words: readonly LabelWord[], index: number) => words.map(known(`${name}[${index}]`))
  const a = input.answerToReference?.map(known('answerToReference')) ?? null
  const b = input.referenceToAnswer?.map(known('referenceToAnswer')) ?? null
  const r = input.passagesToAnswerClaims?.map(row('passagesToAnswerClaims')) ?? null
  const g = input.passagesToReferenceClaims?.map(row('passagesToReferenceClaims')) ?? null
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

/** In the published code whatever is not entailment is false. */
function readLabel(word: LabelWord, place: string, compat: boolean): Known {
  const label = entailmentLabel(word)
  if (compat) return label === 'entailment'
  if (label !== null) return entails(label)
  if (typeof word === 'string' && word.toLowerCase() === 'undetermined') return null
  throw new RangeError(
    `\`${place}\`: expected entailment, neutral, contradiction or undetermined, in any case, got ${shown(word)}`,
  )
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
