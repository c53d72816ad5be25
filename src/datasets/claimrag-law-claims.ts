import { z } from 'zod'
import { DatasetError } from '../errors.js'
import { tally } from '../group-by.js'
import type { Json } from '../schema/json.js'
import { textId } from './dataset.js'
import { entailmentLabel, type HumanLabel } from './entailment-label.js'
import { issueFaults } from './issues.js'
import { readJsonRows, within } from './json-document.js'

const part = z.union([z.string(), z.number()]).transform(String)

/** The names of a triple's parts are not documented: a list of three, or an object with subject, predicate and object, or a text. */
const Parts = z.union([
  z.tuple([part, part, part]),
  z
    .looseObject({ subject: part, predicate: part, object: part })
    .transform(({ subject, predicate, object }) => [subject, predicate, object]),
  z.string().transform((text) => [text]),
])
export const NO_TRIPLE = 'expected a triple: a list of three, or `subject`, `predicate` and `object`, or a sentence'

/** One claim as published: a triple under `triple` or `claim`, or its three parts beside the labels. */
export const ClaimRagClaim = z.looseObject({ claim_correctness: z.json().nullish(), claim_entailment: z.json().nullish() })
export type ClaimRagClaim = z.output<typeof ClaimRagClaim>

const Row = z.looseObject({ query_id: z.preprocess(textId, z.string().min(1)).nullish(), claims: z.array(ClaimRagClaim) })

export interface ClaimRagLawClaim {
  /** null where the record has none: its claims are of no item. */
  queryId: string | null
  /** Subject, predicate and object; one entry where the claim is a sentence. */
  parts: string[]
  /** The parts, joined by spaces. */
  text: string
  /** Whether the claim was extracted rightly; null where that is not labelled, or by another word than Correct and Incorrect. */
  correct: boolean | null
  /** What the relevant chunk says of it; null where that is not labelled, or by a word that is none of the three. */
  entailment: HumanLabel | null
  /** The labels as they stand; null where there is none. */
  written: { correctness: Json; entailment: Json }
}

export interface ClaimRagLawClaims {
  file: string
  claims: ClaimRagLawClaim[]
  counts: {
    /** Claims by label, each as it is written; those without one are in neither. */
    correctness: Record<string, number>
    entailment: Record<string, number>
    /** Claims with a label that is none of the scheme's. */
    outside: number
    withoutCorrectness: number
    /** Claims without `claim_entailment`, which is only given for correct ones: of those it is missing, of others it is not due. */
    withoutEntailment: { correct: number; other: number }
  }
}

/**
 * The labelled claims of ClaimRAG-LAW (*-CLAIM-LAW.json). No label is coerced: one that is outside the scheme, such as an empty one, stays as it
 * is written, is null as a label, and is counted. Throws one `DatasetError` with every fault; a file without claims is one.
 */
export function claimRagLawClaims(path: string | URL): ClaimRagLawClaims {
  const { file, rows, faults } = readJsonRows(path)
  const claims = rows.flatMap(({ value, place, at }) => {
    const row = Row.safeParse(value)
    if (!row.success) {
      const found = issueFaults(row.error.issues, value)
      faults.push(...found.map(({ field, message }) => ({ ...place, field: within(at, field), message })))
      return []
    }
    return row.data.claims.flatMap((claim, index) => {
      const parts = claimParts(claim)
      if (parts !== null) return [toClaim(row.data.query_id ?? null, parts, claim)]
      faults.push({ ...place, field: within(at, `claims.${index}`), message: NO_TRIPLE })
      return []
    })
  })
  if (faults.length > 0) throw new DatasetError(file, faults)
  if (claims.length === 0) throw new DatasetError(`${file}: no claims`)
  return { file, claims, counts: countsOf(claims) }
}

/** Subject, predicate and object, or the sentence; null where a claim is neither, or says nothing. */
export function claimParts(claim: ClaimRagClaim): string[] | null {
  const read = Parts.safeParse(claim['triple'] ?? claim['claim'] ?? claim)
  const parts = read.data?.map((one) => one.trim()) ?? []
  return parts.join('') === '' ? null : parts
}

/** true for Correct, false for Incorrect, null for any other word. */
export function claimCorrectness(word: unknown): boolean | null {
  if (word === 'Correct') return true
  return word === 'Incorrect' ? false : null
}

function toClaim(queryId: string | null, parts: string[], claim: ClaimRagClaim): ClaimRagLawClaim {
  const correctness = claim.claim_correctness ?? null
  const entailment = claim.claim_entailment ?? null
  return {
    ...{ queryId, parts, text: parts.join(' ') },
    correct: claimCorrectness(correctness),
    entailment: entailmentLabel(entailment),
    written: { correctness, entailment },
  }
}

function countsOf(claims: readonly ClaimRagLawClaim[]): ClaimRagLawClaims['counts'] {
  const unlabelled = claims.filter(({ written }) => written.entailment === null)
  const outside = ({ correct, entailment, written }: ClaimRagLawClaim) =>
    (correct === null && written.correctness !== null) || (entailment === null && written.entailment !== null)
  return {
    correctness: tallyWords(claims.map(({ written }) => written.correctness)),
    entailment: tallyWords(claims.map(({ written }) => written.entailment)),
    outside: claims.filter(outside).length,
    withoutCorrectness: claims.filter(({ written }) => written.correctness === null).length,
    withoutEntailment: {
      correct: unlabelled.filter(({ correct }) => correct === true).length,
      other: unlabelled.filter(({ correct }) => correct !== true).length,
    },
  }
}

function tallyWords(words: readonly Json[]): Record<string, number> {
  return tally(words.flatMap((word) => (word === null ? [] : [typeof word === 'string' ? word : JSON.stringify(word)])))
}
