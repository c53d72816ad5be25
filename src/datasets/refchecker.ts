import { z } from 'zod'
import { type DataFault, DatasetError, OptionError } from '../errors.js'
import { textId } from './dataset.js'
import { entailmentLabel, type HumanLabel } from './entailment-label.js'
import { issueFaults } from './issues.js'
import { readJsonRows, within } from './json-document.js'
import { unknownOptions } from './option-faults.js'
import { uniqueIds } from './unique-ids.js'

export interface RefcheckerOptions {
  /** Whose claims are read where a file has those of several: `claude2` for `claude2_response_kg`. @default the only one */
  extractor?: string
  /** The field of a claim that holds its label. @default 'human_label' */
  label?: string
}

export interface RefcheckerClaim {
  /** Subject, predicate and object; one entry where the claim is a sentence. */
  parts: string[]
  /** The parts joined by spaces. */
  text: string
  /** null for a word that is none of the three, and where there is none. */
  label: HumanLabel | null
  /** The label as it stands; null where there is none. */
  written: string | null
}

export interface RefcheckerResponse {
  /** Text as written: ids of Natural Questions go beyond 2^53, and some are negative. */
  id: string
  response: string
  /** Empty where the model abstained, or where nothing was extracted: the files do not tell which. */
  claims: RefcheckerClaim[]
}

export interface RefcheckerFile {
  file: string
  /** Who extracted the claims, by the name of their field. It is not who answered. */
  extractor: string
  responses: RefcheckerResponse[]
  /** Labels that are none of the three, as they stand, with how many. */
  outside: Record<string, number>
}

const KEY = /^(.+)_response_kg$/u
const part = z.union([z.string(), z.number()]).transform(String)
const Row = z.looseObject({ id: z.preprocess(textId, z.string().min(1)), response: z.string() })
const Claim = z.looseObject({ triplet: z.union([z.array(part), z.string().transform((text) => [text])]).optional() })

/**
 * The human annotations of RefChecker: a list of responses with `<extractor>_response_kg`, triplets with a label each. Neither question nor reference
 * is in them, so they are no items; `refcheckerShares` adds them up. Throws an `OptionError` for an unknown option, and one `DatasetError` with every
 * fault, such as a file with the claims of several extractors where none is named.
 */
export function refcheckerResponses(path: string | URL, options: RefcheckerOptions = {}): RefcheckerFile {
  const unknown = unknownOptions(Object.keys(options), ['extractor', 'label'] satisfies (keyof RefcheckerOptions)[])
  if (unknown.length > 0) throw new OptionError(`refcheckerResponses: ${unknown.join('; ')}; its options are extractor, label`)
  const { file, rows, faults } = readJsonRows(path)
  if (faults.length > 0) throw new DatasetError(file, faults)
  const extractor = extractorOf(
    rows.map(({ value }) => value),
    file,
    options.extractor,
  )
  const takeId = uniqueIds(faults)
  const responses = rows.flatMap(({ value, place, at }): RefcheckerResponse[] => {
    const fault = (field: string, message: string): DataFault => ({ ...place, field: within(at, field), message })
    const row = Row.safeParse(value)
    const { claims, faults: found } = claimsOf(
      value[`${extractor}_response_kg`],
      `${extractor}_response_kg`,
      options.label ?? 'human_label',
    )
    const issues = row.success ? [] : issueFaults(row.error.issues, value)
    faults.push(...[...issues, ...found].map(({ field, message }) => fault(field, message)))
    if (!row.success || !takeId(row.data.id, place, at)) return []
    return [{ id: row.data.id, response: row.data.response, claims }]
  })
  if (faults.length > 0) throw new DatasetError(file, faults)
  if (responses.length === 0) throw new DatasetError(`${file}: no responses`)
  return { file, extractor, responses, outside: outsideOf(responses) }
}

function extractorOf(rows: readonly Record<string, unknown>[], file: string, wanted: string | undefined): string {
  const found = [...new Set(rows.flatMap((row) => Object.keys(row).flatMap((key) => KEY.exec(key)?.[1] ?? [])))]
  const [only] = found
  if (wanted !== undefined && found.includes(wanted)) return wanted
  if (wanted === undefined && only !== undefined && found.length === 1) return only
  const has = found.length === 0 ? 'claims of none' : `claims of ${found.join(', ')}`
  const expected = wanted === undefined ? 'one field `<extractor>_response_kg`' : `claims of ${JSON.stringify(wanted)}`
  throw new DatasetError(`${file}: expected ${expected}, received ${has}${found.length > 1 ? '; name one as `extractor`' : ''}`)
}

function claimsOf(given: unknown, field: string, labelField: string) {
  const faults: { field: string; message: string }[] = []
  const list = z.array(Claim).safeParse(given)
  if (!list.success) {
    faults.push(...issueFaults(list.error.issues, given).map((fault) => ({ ...fault, field: within(field, fault.field) })))
  }
  const claims = (list.data ?? []).flatMap((claim, index): RefcheckerClaim[] => {
    const parts = claim.triplet?.map((one) => one.trim()) ?? []
    if (parts.join('') === '') {
      faults.push({ field: `${field}.${index}.triplet`, message: 'expected a triplet as a list of texts, or a sentence' })
      return []
    }
    const word = claim[labelField]
    const written = word === undefined || word === null ? null : typeof word === 'string' ? word : JSON.stringify(word)
    return [{ parts, text: parts.join(' '), label: entailmentLabel(word), written }]
  })
  return { claims, faults }
}

function outsideOf(responses: readonly RefcheckerResponse[]): Record<string, number> {
  const counts = new Map<string, number>()
  for (const { label, written } of responses.flatMap(({ claims }) => claims)) {
    if (label === null && written !== null) counts.set(written, (counts.get(written) ?? 0) + 1)
  }
  return Object.fromEntries(counts)
}
