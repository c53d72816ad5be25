import {
  claimRecall,
  contradictionShare,
  faithfulness,
  hallucinationShare,
  misgroundedShare,
} from '../../../src/metrics/claim-scores.js'
import { type AnswerClaim, type EntailmentLabel, Verdict } from '../../../src/schema/verdict.js'
import { type ExpectedScore, scoresOf } from './scores.js'
import { readTable, runTable } from './table.js'

interface Row {
  id: string
  claims: Omit<AnswerClaim, 'text'>[]
  referenceAnswers: EntailmentLabel[]
  expected: Record<string, ExpectedScore>
  derivation: string
}

runTable('expected shares of claims', {
  rows: readTable<{ cases: Row[] }>('claim-scores').cases,
  nameOf: ({ id }) => id,
  compare({ claims, referenceAnswers, expected }) {
    const verdict = Verdict.parse({
      claims: claims.map((claim, i) => ({ text: `claim ${i}`, ...claim })),
      referenceClaims: referenceAnswers.map((answer, i) => ({ text: `reference claim ${i}`, answer })),
      correct: null,
      outcome: 'answered',
      judge: { name: 'table' },
    })
    return scoresOf(
      {
        hallucinationShare: hallucinationShare(verdict),
        faithfulness: faithfulness(verdict),
        contradictionShare: contradictionShare(verdict),
        misgroundedShare: misgroundedShare(verdict),
        claimRecall: claimRecall(verdict),
      },
      expected,
    )
  },
})
