import type { CaseRecord } from '../src/schema/record.js'
import { oneLine } from '../src/text/clip.js'

/** A value of a case as tools read it: null where it is not known, or there is none. */
export type FieldValue = string | number | boolean | null

const LONGEST_TEXT = 500

/** What tools read of a case beside its scores, in this order. */
export const CASE_FIELDS = {
  id: ({ id }) => id,
  item: ({ item }) => item,
  trial: ({ trial }) => trial,
  hash: ({ hash }) => hash,
  question: ({ title }) => title,
  dataFile: ({ place }) => place?.file ?? null,
  dataLine: ({ place }) => place?.line ?? null,
  type: ({ type = null }) => type,
  language: ({ language }) => language,
  jurisdiction: ({ jurisdiction = null }) => jurisdiction,
  difficulty: ({ difficulty = null }) => difficulty,
  persona: ({ persona = null }) => persona,
  source: ({ source = null }) => source,
  answerable: ({ answerable }) => answerable,
  premise: ({ premise }) => premise,
  group: ({ group }) => group,
  twinOf: ({ twinOf = null }) => twinOf,
  variantOf: ({ variantOf = null }) => variantOf,
  axis: ({ axis = null }) => axis,
  class: ({ errorClass }) => errorClass,
  cause: ({ cause = null }) => cause,
  outcome: ({ outcome }) => outcome,
  c: ({ signals }) => signals.c,
  g: ({ signals }) => signals.g,
  r: ({ signals }) => signals.r,
  reason: unknownReason,
  failure: ({ failure }) => (failure === undefined ? null : clipped(`${failure.stage} ${failure.kind}: ${failure.message}`)),
  goldCited: ({ citation }) => citation.document,
  goldCitedSection: ({ citation }) => citation.section,
  passages: ({ retrieval }) => retrieval.passages,
  claimCount: ({ claims }) => claims?.total ?? null,
  unsupportedClaimCount: ({ claims }) => claims?.unsupported ?? null,
  durationMs: ({ durationMs }) => durationMs,
  latencyMs: ({ latencyMs }) => latencyMs,
  judgeCalls: ({ cost }) => cost.judge.calls,
  judgeInputTokens: ({ cost }) => cost.judge.inputTokens,
  judgeOutputTokens: ({ cost }) => cost.judge.outputTokens,
  judgeUsd: ({ cost }) => cost.judge.usd,
  systemCalls: ({ cost }) => cost.system.calls,
  systemInputTokens: ({ cost }) => cost.system.inputTokens,
  systemOutputTokens: ({ cost }) => cost.system.outputTokens,
  systemUsd: ({ cost }) => cost.system.usd,
  systemModel: ({ systemModel = null }) => systemModel,
  answerReplayed: ({ replayed }) => replayed.system,
  verdictReplayed: ({ replayed }) => replayed.judge,
  sequence: ({ sequence }) => sequence,
  startedAt: ({ startedAt }) => (startedAt === null ? null : new Date(startedAt).toISOString()),
  takenFrom: ({ takenFrom = null }) => takenFrom,
} as const satisfies Record<string, (record: CaseRecord) => FieldValue>

/** Why something about a case is not known, `c: no reference; g: no passages`; null where no reason is needed, or known. */
export function unknownReason({ unscored, citation, failure }: CaseRecord): string | null {
  const reasons = [
    ...Object.entries(unscored).map(([signal, reason]) => `${signal}: ${reason}`),
    ...(citation.reason === undefined ? [] : [`citation: ${citation.reason}`]),
    ...(failure?.kind === 'missing' ? ['missing from the recorded run'] : []),
  ]
  return reasons.length === 0 ? null : clipped(reasons.join('; '))
}

/** Why scores have no value, `recall@5: nothing relevant`; null where all have one. */
export function scoreReasons({ scores }: CaseRecord): string | null {
  const unknown = Object.entries(scores).filter(([, { value }]) => value === null)
  return unknown.length === 0 ? null : unknown.map(([name, { reason }]) => `${name}: ${reason ?? 'not known'}`).join('; ')
}

function clipped(text: string): string {
  return oneLine(text, LONGEST_TEXT)
}
