import { spreadOf } from '../src/metrics/claims.js'
import { isAnswerGiven } from '../src/metrics/outcome.js'
import type { CaseRecord } from '../src/schema/record.js'
import type { ClaimTable } from '../src/schema/report.js'

type Claims = NonNullable<CaseRecord['claims']>

const NOT_CLASSIFIED = 'not classified'

/** The claims of the answers given; null where none of them has known claims. */
export function claimTable(records: readonly CaseRecord[]): ClaimTable | null {
  const given = records.filter(({ outcome }) => outcome !== null && isAnswerGiven(outcome))
  const claims = given.flatMap((record) => record.claims ?? [])
  if (claims.length === 0) return null
  const total = (count: (of: Claims) => number) => claims.reduce((sum, of) => sum + count(of), 0)
  const unsupported = total((of) => of.unsupported)
  const againstReference = total((of) => of.againstReference)
  return {
    answers: claims.length,
    claims: total((of) => of.total),
    supported: total((of) => of.supported),
    unsupported,
    undetermined: total((of) => of.undetermined),
    harmless: total((of) => of.harmless),
    cited: total((of) => of.cited),
    misgrounded: total((of) => of.misgrounded),
    kinds: byKind(
      claims.map(({ kinds }) => kinds),
      unsupported,
    ),
    againstReference,
    referenceKinds: byKind(
      claims.map(({ referenceKinds }) => referenceKinds),
      againstReference,
    ),
    perAnswer: spreadOf(claims.map((of) => of.total)),
    words: spreadOf(given.flatMap(({ answer }) => answer?.words ?? [])),
  }
}

/** Counts by kind, the most frequent first; what no judge gave a kind comes last, so that it is seen and not ranked. */
function byKind(counts: readonly Partial<Record<string, number>>[], all: number): Record<string, number> {
  const sums = new Map<string, number>()
  for (const [kind, count = 0] of counts.flatMap((of) => Object.entries(of))) sums.set(kind, (sums.get(kind) ?? 0) + count)
  const ranked = [...sums].filter(([, count]) => count > 0).sort(([, a], [, b]) => b - a)
  const rest = all - ranked.reduce((sum, [, count]) => sum + count, 0)
  return Object.fromEntries([...ranked, ...(rest > 0 ? [[NOT_CLASSIFIED, rest] as const] : [])])
}
