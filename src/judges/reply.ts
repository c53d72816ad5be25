import { z } from 'zod'
import { readJson } from '../providers/read-json.js'
import { issueText } from '../schema/issue.js'
import type { Json } from '../schema/json.js'
import { EntailmentLabel, HarmlessKind, Outcome, ReferenceKind, UnsupportedKind } from '../schema/verdict.js'
import { MOST_CLAIMS } from './reply-limits.js'

const label = EntailmentLabel
const labelOrNone = z.enum([...EntailmentLabel.options, 'none'])
const numbers = z.array(z.int())
const kind = z.enum([...UnsupportedKind.options, 'none'])
const referenceKind = z.enum([...ReferenceKind.options, 'none'])
const against = { entailedBy: numbers, contradictedBy: numbers, undeterminedBy: numbers }

const ClaimReply = z.object({
  id: z.int(),
  text: z.string().min(1),
  support: label,
  ...against,
  cited: labelOrNone,
  reference: labelOrNone,
  harmless: z.enum([...HarmlessKind.options, 'none']),
  kind,
  referenceKind,
  nearest: z.int().nullable(),
  reason: z.string(),
})
const ReferenceReply = z.object({ point: z.int(), text: z.string(), answer: label, ...against, reason: z.string() })
const fields = {
  correct: z.boolean().nullable(),
  correctReason: z.string(),
  outcome: Outcome,
  outcomeReason: z.string(),
}
const FullReply = z.object({ claims: z.array(ClaimReply), referenceClaims: z.array(ReferenceReply), ...fields })

const FurtherClaim = z.object({
  id: z.int(),
  support: label,
  ...against,
  cited: labelOrNone,
  kind,
  nearest: z.int().nullable(),
  reason: z.string(),
})
const FurtherReference = z.object({ id: z.int(), ...against })
const FurtherReplyShape = z.object({ claims: z.array(FurtherClaim), referenceClaims: z.array(FurtherReference) })

export type ClaimReply = z.output<typeof ClaimReply>
export type ReferenceReply = z.output<typeof ReferenceReply>
type FurtherClaim = z.output<typeof FurtherClaim>
type FurtherReference = z.output<typeof FurtherReference>

/** What a call asked about: a reply about anything else is refused. */
export interface Asked {
  /** Numbers of the passages that the message showed. */
  passages: ReadonlySet<number>
  answerPoints: number
  /** Whether there is a reference answer beside them. */
  reference: boolean
  falsePremise: boolean
}

/** What could be read of a reply. A field that could not is undefined; `problems` says why, and is empty for a whole reply. */
export interface Reply {
  claims: ClaimReply[] | undefined
  /** false: the list of claims was cut off or too long, or some of it was refused. */
  claimsWhole: boolean
  referenceClaims: ReferenceReply[]
  correct: boolean | null | undefined
  correctReason: string | undefined
  outcome: Outcome | undefined
  outcomeReason: string | undefined
  problems: string[]
}

export interface FurtherReply {
  /** Numbers of the passages that were asked about. */
  passages: ReadonlySet<number>
  claims: FurtherClaim[]
  referenceClaims: FurtherReference[]
  problems: string[]
}

/** JSON Schemas for the providers' structured output: every field required, no other allowed, no keyword that a provider refuses. */
export const REPLY_SCHEMA = schemaOf(FullReply)
export const FURTHER_REPLY_SCHEMA = schemaOf(FurtherReplyShape)

/** Reads a reply as far as it can be read: every claim on its own. null where there is nothing to read. */
export function parseReply(text: string, asked: Asked): Reply | null {
  const read = readJson(text, Object.keys(FullReply.shape))
  if (read === null) return null
  const { value, whole } = read
  const problems = whole ? [] : ['the reply is cut off']
  const given = atMost(MOST_CLAIMS, 'claims', value, problems)
  const said = withKinds(given.list, { kind, referenceKind }, problems)
  const claims = readList('claims', said, ClaimReply, problems, (claim) => numbersProblem(claim, asked.passages))
  const kept = distinct('claims', claims?.kept ?? [], (claim) => claim.id, problems)
  const { list } = atMost(MOST_CLAIMS + asked.answerPoints, 'referenceClaims', value, problems)
  const points = readList('referenceClaims', list, ReferenceReply, problems, (claim) => pointProblem(claim, asked))
  const referenceClaims = distinct(
    'referenceClaims',
    points?.kept ?? [],
    (claim) => (claim.point > 0 ? claim.point : claim),
    problems,
  )
  if (points !== undefined) {
    const missing = range(asked.answerPoints).filter((point) => !referenceClaims.some((claim) => claim.point === point))
    if (missing.length > 0) problems.push(`referenceClaims: nothing on answer point ${missing.join(', ')}`)
  }
  const outcome = readField(value, 'outcome', fields.outcome, problems)
  const offered = outcome === undefined || asked.falsePremise || !outcome.startsWith('premise-')
  if (!offered) problems.push(`outcome: ${outcome} was not asked about`)
  return {
    claims: claims === undefined ? undefined : kept,
    claimsWhole: claims?.whole === true && given.whole && kept.length === claims.kept.length && read.cut !== 'claims',
    referenceClaims,
    correct: readField(value, 'correct', fields.correct, problems),
    correctReason: readField(value, 'correctReason', fields.correctReason, problems),
    outcome: offered ? outcome : undefined,
    outcomeReason: readField(value, 'outcomeReason', fields.outcomeReason, problems),
    problems,
  }
}

/** Reads a reply about claims that were given: for other ids it is refused, and every id that is missing is a problem. */
export function parseFurtherReply(
  text: string,
  asked: { passages: ReadonlySet<number>; claims: ReadonlySet<number>; referenceClaims: ReadonlySet<number> },
): FurtherReply | null {
  const read = readJson(text, Object.keys(FurtherReplyShape.shape))
  if (read === null) return null
  const problems = read.whole ? [] : ['the reply is cut off']
  const list = <Entry extends FurtherClaim | FurtherReference>(name: 'claims' | 'referenceClaims', schema: z.ZodType<Entry>) => {
    const ids = asked[name]
    const problemOf = (entry: Entry) =>
      ids.has(entry.id) ? numbersProblem(entry, asked.passages) : `id ${entry.id} was not asked about`
    const said = name === 'claims' ? withKinds(read.value[name], { kind }, problems) : read.value[name]
    const kept = distinct(name, readList(name, said, schema, problems, problemOf)?.kept ?? [], (entry) => entry.id, problems)
    const missing = [...ids].filter((id) => !kept.some((entry) => entry.id === id))
    if (missing.length > 0) problems.push(`${name}: nothing on id ${missing.join(', ')}`)
    return kept
  }
  const { passages } = asked
  return { passages, claims: list('claims', FurtherClaim), referenceClaims: list('referenceClaims', FurtherReference), problems }
}

function readList<Entry>(
  name: string,
  value: unknown,
  schema: z.ZodType<Entry>,
  problems: string[],
  problemOf: (entry: Entry) => string | null,
): { kept: Entry[]; whole: boolean } | undefined {
  if (!Array.isArray(value)) {
    problems.push(`${name}: ${value === undefined ? 'missing' : 'expected a list'}`)
    return undefined
  }
  const kept: Entry[] = []
  for (const [index, element] of value.entries()) {
    const parsed = schema.safeParse(element)
    const problem = parsed.success ? problemOf(parsed.data) : issueText(parsed.error)
    if (parsed.success && problem === null) kept.push(parsed.data)
    else problems.push(`${name}.${index}: ${problem}`)
  }
  return { kept, whole: kept.length === value.length }
}

/** A list, as far as it is read: what no answer needs would be paid for again with each further part. */
function atMost(
  most: number,
  name: string,
  { [name]: list }: Record<string, unknown>,
  problems: string[],
): { list: unknown; whole: boolean } {
  if (!Array.isArray(list) || list.length <= most) return { list, whole: true }
  problems.push(`${name}: ${list.length} were given, the first ${most} are read`)
  return { list: list.slice(0, most), whole: false }
}

/** A kind only says more of a label: one that cannot be read is asked for again, and does not cost the claim its labels. */
function withKinds(list: unknown, kinds: Record<string, z.ZodType>, problems: string[]): unknown {
  if (!Array.isArray(list)) return list
  return list.map((element: unknown, index) => {
    if (element === null || typeof element !== 'object') return element
    const read: Record<string, unknown> = { ...element }
    for (const [name, schema] of Object.entries(kinds)) {
      if (schema.safeParse(read[name]).success) continue
      problems.push(`claims.${index}.${name}: expected one of the kinds that were named, or "none"`)
      read[name] = 'none'
    }
    return read
  })
}

function readField<Value>(
  value: Record<string, unknown>,
  name: string,
  schema: z.ZodType<Value>,
  problems: string[],
): Value | undefined {
  if (!Object.hasOwn(value, name)) {
    problems.push(`${name}: missing`)
    return undefined
  }
  const parsed = schema.safeParse(value[name])
  if (parsed.success) return parsed.data
  problems.push(`${name}: ${issueText(parsed.error)}`)
  return undefined
}

/** Of two verdicts on one id neither is taken: there is no telling which was meant. */
function distinct<Entry>(name: string, entries: Entry[], idOf: (entry: Entry) => unknown, problems: string[]): Entry[] {
  const counts = new Map<unknown, number>()
  for (const entry of entries) counts.set(idOf(entry), (counts.get(idOf(entry)) ?? 0) + 1)
  const twice = [...counts].filter(([, count]) => count > 1).map(([id]) => id)
  if (twice.length > 0) problems.push(`${name}: more than one verdict on ${twice.join(', ')}`)
  return entries.filter((entry) => counts.get(idOf(entry)) === 1)
}

function pointProblem(claim: ReferenceReply, asked: Asked): string | null {
  if (claim.point === 0 && !asked.reference) return 'there is no reference answer'
  if (claim.point < 0 || claim.point > asked.answerPoints) return `there is no answer point ${claim.point}`
  if (claim.point === 0 && claim.text.trim() === '') return 'text: expected the statement of the reference answer'
  return numbersProblem(claim, asked.passages)
}

function numbersProblem(
  entry: { entailedBy: number[]; contradictedBy: number[]; undeterminedBy: number[]; nearest?: number | null },
  passages: ReadonlySet<number>,
): string | null {
  const named = [
    ...entry.entailedBy,
    ...entry.contradictedBy,
    ...entry.undeterminedBy,
    ...(entry.nearest == null ? [] : [entry.nearest]),
  ]
  const foreign = named.filter((number) => !passages.has(number))
  return foreign.length === 0 ? null : `there is no passage ${[...new Set(foreign)].join(', ')}`
}

function schemaOf(schema: z.ZodType): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    override: ({ jsonSchema }) => {
      for (const keyword of ['minimum', 'maximum', 'minLength'] as const) delete jsonSchema[keyword]
    },
  })
  return json as Json
}

const range = (length: number) => Array.from({ length }, (_, index) => index + 1)
