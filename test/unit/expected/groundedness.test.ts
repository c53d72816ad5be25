import { type ClaimCounts, groundedness, passageState } from '../../../src/metrics/groundedness.js'
import type { AnswerClaim } from '../../../src/schema/verdict.js'
import { readTable, runTable } from './table.js'

interface Row {
  id: string
  passages: { reported: number; withText: number }
  claims: Omit<AnswerClaim, 'text'>[]
  expected: { g: boolean | null; reason?: string; claims: ClaimCounts }
  derivation: string
}

runTable('expected groundedness', {
  rows: readTable<Row[]>('groundedness'),
  nameOf: ({ id }) => id,
  // The table never looks at a harmless claim; the code counts one that is supported among the supported.
  disputed: {
    g19: 'harmless and supported, alone: no claims by the table, grounded by the code ("else true")',
    g27: 'harmless and supported, beside another: counted as harmless by the table, as supported by the code',
  },
  compare({ passages, claims, expected }) {
    const given = Array.from({ length: passages.reported }, (_, i) => (i < passages.withText ? { text: 'text' } : {}))
    const result = groundedness(
      claims.map((claim, i) => ({ text: `claim ${i}`, ...claim })),
      passageState(given),
    )
    return { received: { g: result.g, reason: result.reason, claims: result.counts }, expected }
  },
})
