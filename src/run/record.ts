import { classify } from '../metrics/decomposition.js'
import { groundedness, passageState, standing } from '../metrics/groundedness.js'
import type { Item } from '../schema/item.js'
import { CaseRecord, type Failure, type Signal, type UnscoredReason } from '../schema/record.js'
import type { Response } from '../schema/response.js'
import type { Outcome, Verdict } from '../schema/verdict.js'
import { sumCosts } from './cost.js'
import type { Slot } from './turns.js'

/** Where a case stands in its suite, known before it runs. */
export interface CaseFrame {
  suite: string
  file: string
  title: string
  item: Item
  position: number
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
  /** null where the system failed. */
  outcome: Outcome | null
  failure?: Failure | undefined
  /** Why there is no verdict on an answer that should have one. */
  notJudged?: UnscoredReason | undefined
  golds: GoldFindings
  latencyMs: number | null
  systemLive: boolean
  judgeRecorded: boolean
  costs: CaseRecord['cost']
  warnings: string[]
}

export interface GoldFindings {
  required: number
  /** Required golds that name a section. */
  sections: number
  citedDocument: Signal
  citedSection: Signal
  retrieved: Signal
  reason?: string | undefined
}

const EXCERPT = 280

/** Puts the compact record of a case together: signals, class, evidence, cost. Pure; throws only on a record that is not JSON. */
export function buildRecord(findings: CaseFindings): CaseRecord {
  const { frame, response, verdict, outcome, failure, golds } = findings
  const { item } = frame
  const passages = passageState(response?.passages)
  const ground = verdict === null ? null : groundedness(verdict.claims, passages)
  const unscored: CaseRecord['unscored'] = {}
  if (outcome !== null && outcome !== 'refused' && outcome !== 'non-answer') {
    const g = ground?.reason ?? (ground === null ? (findings.notJudged ?? 'undetermined') : undefined)
    const c = reasonForUnknownCorrectness(findings)
    if (g !== undefined) unscored.g = g
    if (c !== undefined) unscored.c = c
    if (outcome === 'undetermined') unscored.outcome = findings.notJudged ?? 'undetermined'
  }
  const signals = {
    c: unscored.c === undefined ? (verdict?.correct ?? null) : null,
    g: ground?.g ?? null,
    r: golds.retrieved,
  }
  const { errorClass, cause } = classify({ ...item, failure, outcome, signals })

  return CaseRecord.parse({
    suite: frame.suite,
    file: frame.file,
    id: item.id,
    title: clip(item.question) ?? item.id,
    position: frame.position,
    sequence: findings.slot?.sequence ?? null,
    startedAt: findings.slot?.startedAt ?? null,
    durationMs: findings.durationMs,
    type: item.type,
    language: item.language,
    answerable: item.answerable,
    premise: item.premise,
    group: frame.group,
    twinOf: item.twinOf,
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
    claims: ground?.counts ?? null,
    retrieval: {
      passages: response?.passages?.length ?? null,
      withText: response?.passages?.filter((passage) => passage.text?.trim()).length ?? null,
    },
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
      system: !findings.systemLive && response !== null,
      recordedAt: verdict?.recordedAt,
    },
    warnings: findings.warnings,
  } satisfies { [Key in keyof CaseRecord]: unknown })
}

function withEarlier(costs: CaseRecord['cost'], earlier: CaseRecord['cost'] | undefined): CaseRecord['cost'] {
  if (earlier === undefined) return costs
  return { judge: sumCosts([earlier.judge, costs.judge]), system: sumCosts([earlier.system, costs.system]) }
}

function reasonForUnknownCorrectness({ frame, verdict, notJudged }: CaseFindings): UnscoredReason | undefined {
  if (verdict === null) return notJudged ?? 'undetermined'
  if (frame.item.reference === undefined && frame.item.answerPoints.length === 0) return 'no reference'
  return verdict.correct === null ? 'undetermined' : undefined
}

/** The claim that speaks most against the answer, with the passage that comes nearest to it. */
function evidence({ response, verdict, frame }: CaseFindings): CaseRecord['evidence'] {
  if (response === null) return {}
  const answer = { answer: clip(response.answer) }
  if (verdict === null) return answer
  const state = passageState(response.passages)
  const worst =
    verdict.claims.find((claim) => standing(claim, state) === 'unsupported') ??
    verdict.claims.find((claim) => standing(claim, state) === 'undetermined')
  if (worst === undefined) {
    const missed = verdict.referenceClaims.find((claim) => claim.answer !== 'entailment')
    return {
      ...answer,
      claim: clip(missed?.text ?? frame.item.reference ?? frame.item.answerPoints[0]),
      reason: clip(verdict.correctReason ?? missed?.reason),
    }
  }
  const judged = (response.passages ?? []).filter((passage) => passage.text?.trim())
  const nearest = worst.nearest === undefined ? undefined : judged[worst.nearest]
  const name =
    nearest === undefined ? '' : [nearest.title ?? nearest.citation ?? nearest.id, nearest.section].filter(Boolean).join(', ')
  return {
    ...answer,
    claim: clip(worst.text),
    reason: clip(worst.reason),
    nearest: nearest === undefined ? undefined : clip(`${name ? `${name}: ` : ''}${nearest.text ?? ''}`),
  }
}

function clip(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const line = text.replace(/\s+/g, ' ').trim()
  const points = Array.from(line)
  return points.length <= EXCERPT ? line : `${points.slice(0, EXCERPT - 1).join('')}…`
}
