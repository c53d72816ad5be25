import type { CaseRecord } from '../../schema/record.js'
import type { SuspectRange } from '../../schema/report.js'

export type PositionalSignal = SuspectRange['signal']

/** What the positional check looks at, in the report's order: true, false, or null where the record cannot say. */
export const POSITIONAL_SIGNALS = {
  'refused or error': (record) => {
    if (systemFailed(record)) return true
    return record.outcome === null || record.outcome === 'undetermined' ? null : record.outcome === 'refused'
  },
  error: (record) => systemFailed(record) || (record.failure?.stage === 'run' || record.outcome === null ? null : false),
  'empty retrieval': ({ retrieval }) => (retrieval.passages === null ? null : retrieval.passages === 0),
} as const satisfies Record<PositionalSignal, (record: CaseRecord) => boolean | null>

function systemFailed({ failure }: CaseRecord): boolean {
  return failure?.stage === 'system'
}
