import type { Unrecorded } from '../cassettes/cassettes.js'
import { countKinds, lengthOf } from '../metrics/claims.js'
import { classify } from '../metrics/decomposition.js'
import { nearestPassage, passageName, withText, worstClaim } from '../metrics/evidence.js'
import { type Groundedness, groundedness, passageState, standing } from '../metrics/groundedness.js'
import { polled } from '../metrics/polled.js'
import type { GoldSource, Item } from '../schema/item.js'
import { CaseRecord, type Failure, type Signal, type Task, type UnscoredReason } from '../schema/record.js'
import type { Passage, Response } from '../schema/response.js'
import type { Outcome, Verdict } from '../schema/verdict.js'
import { oneLine } from '../text/clip.js'
import { sumCosts } from './cost.js'
import { itemHash } from './item-hash.js'
import type { Slot } from './turns.js'
import { tallyUnrecorded } from './unrecorded.js'

/** Where a case stands in its suite, known before it runs. */
export interface CaseFrame {
  suite: string
  file: string
  title: string
  item: Item
  position: number
  /** Number of the repetition, from 0. */
  trial: number
  /** @default 'answer' */
  task?: Task
  group: string
  place?: { file: string; line: number } | undefined
  /** What attempts before this one cost. */
  spentBefore?: CaseRecord['cost'] | undefined
}

/** What came of a case: everything its record is made from. */
export interface CaseFindings {
  frame: CaseFrame
  slot: Slot | null
  durationMs: number | null
  response: Response | null
  verdict: Verdict | null
  /** null where the system failed or was not asked. */
  outcome: Outcome | null
  failure?: Failure | undefined
  /** Why there is no verdict on an answer that should have one, or why there is no answer to judge. */
  notJudged?: UnscoredReason | undefined
  /** Why no further call was made, where the budget is spent. */
  budget?: string | undefined
  golds: GoldFindings
  scores: CaseRecord['scores']
  /** What k counts in scores of the ranking. */
  ranked?: CaseRecord['ranked']
  authorities: CaseRecord['authorities']
  rewrite: CaseRecord['rewrite']
  latencyMs: number | null
  systemLive: boolean
  /** When the answer was recorded, if it was replayed from a recording of a live system. */
  systemRecordedAt?: string | undefined
  judgeRecorded: boolean
  costs: CaseRecord['cost']
  warnings: string[]
  /** Replies and answers that could not be recorded. */
  unrecorded?: Unrecorded[]
}

export interface GoldFindings {
  required: number
  /** Required golds that name a section. */
  sections: number
  citedDocument: Signal
  citedSection: Signal
  /** Of the golds that were not put into the context. */
  retrieved: Signal
  /** Required golds that are in the context because they were put there. */
  byConstruction: number
  reason?: string | undefined
}

/** What names a case in its suite: the item's id, for a later trial with its number behind it. */
export function caseId(item: string, trial: number): string {
  return trial === 0 ? item : `${item}#${trial + 1}`
}

const EXCERPT = 280

/** Puts the compact record of a case together: signals, class, evidence, cost. Pure; throws only on a record that is not JSON. */
export function buildRecord(findings: CaseFindings): CaseRecord {
  const { frame, response, verdict, outcome, failure, golds } = findings
  const { item } = frame
  const { passages, ground, unscored, c, g } = readVerdict(findings)
  const signals = { c, g, r: golds.retrieved }
  const { errorClass, cause } = classify({ ...item, failure, outcome, signals })

  return CaseRecord.parse({
    suite: frame.suite,
    file: frame.file,
    id: caseId(item.id, frame.trial),
    item: item.id,
    hash: itemHash(item),
    trial: frame.trial,
    title: oneLine(item.question, EXCERPT),
    position: frame.position,
    sequence: findings.slot?.sequence ?? null,
    startedAt: findings.slot?.startedAt ?? null,
    durationMs: findings.durationMs,
    type: item.type,
    language: item.language,
    answerable: item.answerable,
    premise: item.premise,
    group: frame.group,
    twinOf: item.twinOf === undefined ? undefined : caseId(item.twinOf, frame.trial),
    variantOf: item.variantOf === undefined ? undefined : caseId(item.variantOf, frame.trial),
    axis: item.axis,
    persona: item.persona,
    jurisdiction: item.jurisdiction,
    difficulty: item.difficulty,
    source: item.source,
    place: frame.place,
    outcome,
    outcomeReason: verdict?.outcomeReason,
    signals,
    errorClass,
    cause,
    unscored,
    failure,
    budget: findings.budget === undefined ? undefined : oneLine(findings.budget, EXCERPT),
    claims: verdict === null || ground === null ? null : { ...ground.counts, ...countKinds(verdict.claims, passages) },
    answer: response === null ? null : lengthOf(response.answer),
    judging: verdict === null ? null : judging(verdict),
    systemModel: response?.usage?.model,
    retrieval: {
      passages: response?.passages?.length ?? null,
      withText: response?.passages === undefined ? null : withText(response.passages).length,
      byConstruction: golds.byConstruction,
    },
    ranked: findings.ranked,
    scores: findings.scores,
    authorities: findings.authorities,
    rewrite: findings.rewrite,
    citation: {
      document: golds.citedDocument,
      section: golds.citedSection,
      golds: golds.required,
      sections: golds.sections,
      reason: golds.reason,
    },
    evidence: evidence(findings),
    latencyMs: findings.latencyMs,
    cost: withEarlier(findings.costs, frame.spentBefore),
    replayed: {
      judge: verdict !== null && (findings.judgeRecorded || verdict.recordedAt !== undefined),
      system: response !== null && (!findings.systemLive || findings.systemRecordedAt !== undefined),
      recordedAt: verdict?.recordedAt,
      systemRecordedAt: findings.systemRecordedAt,
    },
    takenFrom: undefined,
    warnings: findings.warnings,
    unrecorded: tallyUnrecorded(findings.unrecorded ?? []),
  } satisfies { [Key in keyof CaseRecord]: unknown })
}

type Judging = Pick<CaseFindings, 'frame' | 'response' | 'verdict' | 'outcome' | 'notJudged'>

/** What a verdict says of an answer: its signals, and per signal why it is not known. */
export function readVerdict(findings: Judging) {
  const { response, verdict } = findings
  const passages = passageState(response?.passages)
  const ground = verdict === null ? null : groundedness(verdict.claims, passages, wholeAnswer(response, verdict))
  const unscored = unknownSignals(findings, ground)
  const c = unscored.c === undefined ? (verdict?.correct ?? null) : null
  return { passages, ground, unscored, c, g: ground?.g ?? null }
}

/** What a judge said of the whole answer, which it can only know where retrieval was reported. */
function wholeAnswer(response: Response | null, { grounded }: Verdict): boolean | null | undefined {
  return response?.passages === undefined ? undefined : grounded
}

function judging({ parts = 1, notes, panel, confirmation }: Verdict): CaseRecord['judging'] {
  return {
    parts,
    notes: notes.map((note) => oneLine(note, EXCERPT)),
    panel: panel === undefined ? null : polled(panel, 'panel'),
    confirmation: confirmation === undefined ? null : polled(confirmation, 'confirmation'),
  }
}

function withEarlier(costs: CaseRecord['cost'], earlier: CaseRecord['cost'] | undefined): CaseRecord['cost'] {
  if (earlier === undefined) return costs
  return { judge: sumCosts([earlier.judge, costs.judge]), system: sumCosts([earlier.system, costs.system]) }
}

/** Per signal, why it is null. A refusal and a non-answer have no signals to be unknown. */
function unknownSignals(findings: Judging, ground: Groundedness | null): CaseRecord['unscored'] {
  const { outcome, notJudged = 'undetermined' } = findings
  // The system failed, which is no signal that is unknown; or it was not asked.
  if (outcome === null) return findings.notJudged === undefined ? {} : { g: notJudged, c: notJudged, outcome: notJudged }
  if (outcome === 'refused' || outcome === 'non-answer') return {}
  const g = ground === null ? notJudged : ground.reason
  const c = unknownCorrectness(findings)
  return {
    ...(g === undefined ? {} : { g }),
    ...(c === undefined ? {} : { c }),
    ...(outcome === 'undetermined' ? { outcome: notJudged } : {}),
  }
}

function unknownCorrectness({ frame, verdict, notJudged = 'undetermined' }: Judging): UnscoredReason | undefined {
  if (verdict === null) return notJudged
  if (frame.item.reference === undefined && frame.item.answerPoints.length === 0) return 'no reference'
  return verdict.correct === null ? 'undetermined' : undefined
}

/**
 * What a person needs to see of a case that is among the worst: the claim against the answer, and the passage that comes nearest; of retrieval alone,
 * what was to be found and what came first.
 */
function evidence({ response, verdict, frame: { item, task } }: CaseFindings): CaseRecord['evidence'] {
  if (response === null) return {}
  if (task === 'retrieval') return retrievalEvidence(item, response)
  const answer = oneLine(response.answer, EXCERPT)
  if (verdict === null) return { answer }
  const worst = worstClaim(verdict.claims, passageState(response.passages))
  if (worst !== undefined) {
    const nearest = nearestPassage(worst, response.passages)
    const named = nearest && [passageName(nearest), nearest.text].filter(Boolean).join(': ')
    const kind = standing(worst, passageState(response.passages)) === 'unsupported' ? worst.kind : undefined
    return {
      answer,
      ...(kind === undefined ? {} : { kind }),
      ...excerpts({ claim: worst.text, reason: worst.reason, nearest: named }),
    }
  }
  const { grounded, groundedReason, correct, correctReason, referenceClaims } = verdict
  if (grounded === false && verdict.claims.length === 0)
    return { answer, ...excerpts({ reason: groundedReason ?? correctReason }) }
  // What is wrong with an answer that claims nothing false is what it leaves out: the answer is shown, and not that in its place.
  const missed = correct === false ? referenceClaims.find((claim) => claim.answer !== 'entailment') : undefined
  const left = missed === undefined ? undefined : `not in the answer: ${missed.text}`
  return { answer, ...excerpts({ reason: correctReason ?? missed?.reason ?? left }) }
}

/** Ids that are misspelt are seen where both stand as they are compared. */
function retrievalEvidence({ golds }: Item, { passages }: Response): CaseRecord['evidence'] {
  const required = golds.filter(({ optional }) => !optional).map(goldText)
  const first = passages?.slice(0, MOST_RETRIEVED).map((passage, index) => `${index + 1}. ${passageText(passage)}`)
  const more = (passages?.length ?? 0) - MOST_RETRIEVED
  const retrieved = first === undefined ? undefined : [...first, ...(more > 0 ? [`and ${more} more`] : [])].join('; ')
  return excerpts({
    gold: required.length === 0 ? undefined : required.join('; '),
    retrieved: retrieved === '' ? 'nothing' : retrieved,
  })
}

const MOST_RETRIEVED = 5

function goldText(gold: GoldSource): string {
  switch (gold.kind) {
    case 'statute':
      return [gold.title, gold.section].filter(Boolean).join(', ')
    case 'decision':
      return [gold.citation, gold.section].filter(Boolean).join(', ')
    case 'document':
      return gold.id
    case 'passage':
      return [gold.id, ...(gold.document === undefined ? [] : [`of ${gold.document}`])].join(' ')
    case 'span':
      return `${gold.document} [${gold.start}, ${gold.end}]`
  }
}

/** By all that it can be told by: `act-12 of act, Rent Act 2031 [0, 120]`. */
function passageText({ id, document, title, citation, section, url, start, end }: Passage): string {
  const ids = id === undefined || document === undefined || document === id ? (id ?? document) : `${id} of ${document}`
  // A title often holds the citation, which is often the id.
  const names = [ids, title, citation]
    .filter((name) => name?.trim())
    .filter((name, i, all) => !all.some((other, j) => other?.includes(name ?? '') && (other !== name || j < i)))
  const offsets = start === undefined || end === undefined ? '' : ` [${start}, ${end}]`
  return `${[names.join(', ') || url || 'without a name', section].filter(Boolean).join(', ')}${offsets}`
}

function excerpts(texts: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([name, text]) => (text === undefined ? [] : [[name, oneLine(text, EXCERPT)]])),
  )
}
