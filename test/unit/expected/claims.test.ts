import { describe, expect, it } from 'vitest'
import { countKinds, lengthOf, spreadOf } from '../../../src/metrics/claims.js'
import { groundedness } from '../../../src/metrics/groundedness.js'
import { measure } from '../../../src/metrics/measure.js'
import { RATES } from '../../../src/metrics/rates.js'
import type { CaseRecord } from '../../../src/schema/record.js'
import type { AnswerClaim, Outcome } from '../../../src/schema/verdict.js'
import { makeRecord } from '../records.js'
import { near, readTable, runTable } from './table.js'

interface Row {
  id: string
  outcome: Outcome
  claims: Omit<AnswerClaim, 'text'>[]
  expected: {
    claims: number
    unsupported: number
    /** Those of harmless claims among them, which the record counts apart. */
    kinds: Record<string, number>
    notClassified: number
    harmless: number
    referenceUnsupported: number
    referenceKinds: Record<string, number>
    referenceNotClassified: number
    misgrounded: number
    misgroundedRate: 'so' | 'not so' | 'out'
  }
  derivation: string
}

interface Table {
  cases: Row[]
  rates: {
    id: string
    of: string[]
    expected: { count: number; scored: number; value: number | null; misgroundedClaims: number }
    derivation: string
  }[]
  texts: { id: string; text: string; expected: { words: number; characters: number }; derivation: string }[]
  lengths: {
    id: string
    values: number[]
    expected: { n: number; median: number | null; p95: number | null }
    derivation: string
  }[]
}

const table = readTable<Table>('claims')
const sum = (counts: Record<string, number>) => Object.values(counts).reduce((total, count) => total + count, 0)

function recordOf({ id, outcome, claims: given }: Row): CaseRecord {
  const claims = given.map((claim, i) => ({ text: `claim ${i}`, ...claim }))
  const { counts } = groundedness(claims, 'all with text')
  return makeRecord({ id, outcome, claims: { ...counts, ...countKinds(claims, 'all with text') } })
}

runTable('expected counts of claims', {
  rows: table.cases,
  nameOf: ({ id }) => id,
  disputed: {
    v08: 'undetermined and harmless: no kind of an unsupported claim by the table, a harmless claim by the code, as in groundedness.json',
    v25: 'outcome undetermined: out by the table, unknown by the code, as in every rate of answers given',
  },
  compare({ expected, ...row }) {
    const record = recordOf({ expected, ...row })
    const { claims } = record
    if (claims === null) throw new Error('expected claims')
    const kinds = Object.entries(expected.kinds).filter(
      ([kind]) => !['restates-question', 'connects-or-concludes'].includes(kind),
    )
    const standing = RATES.misgrounded.standing(record)
    return {
      received: {
        claims: claims.total,
        unsupported: claims.unsupported + claims.harmless,
        kinds: claims.kinds,
        notClassified: claims.unsupported - sum(claims.kinds),
        harmless: claims.harmless,
        referenceUnsupported: claims.againstReference,
        referenceKinds: claims.referenceKinds,
        referenceNotClassified: claims.againstReference - sum(claims.referenceKinds),
        misgrounded: claims.misgrounded,
        misgroundedRate: standing === true ? 'so' : standing === false ? 'not so' : standing,
      },
      expected: { ...expected, kinds: Object.fromEntries(kinds) },
    }
  },
})

runTable('expected misgrounded rates', {
  rows: table.rates,
  nameOf: ({ id }) => id,
  compare({ of, expected }) {
    const records = table.cases.filter(({ id }) => of.includes(id)).map(recordOf)
    const { count, scored, value } = measure(records, RATES.misgrounded).metric
    const misgroundedClaims = records.reduce((total, { claims }) => total + (claims?.misgrounded ?? 0), 0)
    return { received: { count, scored, value, misgroundedClaims }, expected: { ...expected, value: near(expected.value) } }
  },
})

runTable('expected lengths of texts', {
  rows: table.texts,
  nameOf: ({ id }) => id,
  compare: ({ text, expected }) => ({ received: lengthOf(text), expected }),
})

runTable('expected spreads', {
  rows: table.lengths,
  nameOf: ({ id }) => id,
  compare({ values, expected }) {
    const { n, p50, p95 } = spreadOf(values)
    return {
      received: { n, median: p50, p95 },
      expected: { n: expected.n, median: near(expected.median), p95: near(expected.p95) },
    }
  },
})

describe('counts of claims by what the passages are', () => {
  const claims: AnswerClaim[] = [
    { text: 'a', support: 'neutral', kind: 'other' },
    { text: 'b', support: 'entailment', cited: 'neutral' },
  ]

  it.each([
    ['all with text', { kinds: { other: 1 }, cited: 1 }, 1],
    // Nothing supports, so nothing is misgrounded.
    ['none found', { kinds: { other: 1 }, cited: 0 }, 0],
    // What a passage without text says is not known.
    ['some without text', { kinds: {}, cited: 1 }, 1],
    ['not reported', { kinds: {}, cited: 1 }, 1],
  ] as const)('%s', (state, expected, misgrounded) => {
    expect(countKinds(claims, state)).toMatchObject(expected)
    const { counts } = groundedness(claims, state)
    expect(counts.misgrounded).toBe(misgrounded)
    expect(counts.unsupported).toBeGreaterThanOrEqual(sum(countKinds(claims, state).kinds))
  })
})
