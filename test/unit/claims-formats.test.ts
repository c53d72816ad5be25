import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { claimRagLawItems } from '../../src/datasets/claimrag-law.js'
import { ragcheckerItems } from '../../src/datasets/ragchecker.js'
import { ragcheckerVerdicts } from '../../src/judges/ragchecker.js'
import { recordedJudge } from '../../src/judges/recorded.js'
import { claimRagLawSystem } from '../../src/systems/claimrag-law-system.js'
import { ragcheckerRun } from '../../src/systems/ragchecker-run.js'
import { recordedRun } from '../../src/systems/recorded.js'
import { replay } from './replay.js'

// The fixtures of claims, from their files to classes and scores: what a suite of these formats prints.
const FORMATS = resolve(import.meta.dirname, '../../fixtures/formats')
const CLAIMRAG = `${FORMATS}/claimrag-law`

function claimRag(part: string, run: string, options = {}) {
  return replay({
    items: claimRagLawItems(`${CLAIMRAG}/${part}-RAG-LAW.json`, {
      ...{ language: part === 'CIVIL' ? 'fr' : 'en', claims: `${CLAIMRAG}/${part}-CLAIM-LAW.json` },
      ...options,
    }),
    system: claimRagLawSystem(recordedRun(`${CLAIMRAG}/${run}-run.jsonl`)),
    judge: recordedJudge({ path: `${CLAIMRAG}/${run}-verdicts.jsonl` }, '.'),
  })
}
type Records = Awaited<ReturnType<typeof replay>>['evaluations']
const classes = (evaluations: Records) => evaluations.map(({ record }) => record.errorClass)
const scoresOf = (evaluations: Records, name: string) => evaluations.map(({ record }) => record.scores[name]?.value)

describe('ClaimRAG-LAW', () => {
  it('a wrong or partly right reference makes no answer right or wrong; a false premise has a class of its own', async () => {
    const { evaluations } = await claimRag('VERDANIA', 'verdania')
    expect(classes(evaluations)).toEqual([
      ...['correct', 'correct', 'hallucination', 'premise accepted', 'unscored', 'unscored'],
      ...['non-answer', 'hallucination', 'over-refusal'],
    ])
    expect(evaluations.flatMap(({ record }) => (record.unscored.c === 'no reference' ? record.id : []))).toEqual(['5', '6'])
  })

  it('a false premise is of no other class where it is said to be unanswerable', async () => {
    const { evaluations } = await claimRag('VERDANIA', 'verdania', { falsePremise: 'unanswerable' })
    expect(evaluations[3]?.record).toMatchObject({ answerable: false, premise: 'false', errorClass: 'premise accepted' })
  })

  it('fault 45: French golds are found whatever the normal form, apostrophes, spaces and case of the passages', async () => {
    const { evaluations } = await claimRag('CIVIL', 'civil')
    expect(classes(evaluations)).toEqual(['correct', 'correct', 'correct', 'premise corrected', 'unscored', 'correct'])
    expect(scoresOf(evaluations, 'hit@1')).toEqual([1, 1, 0, 1, 0, 1])
    expect(scoresOf(evaluations, 'hit@5')).toEqual([1, 1, 1, 1, 0, 1])
    expect(evaluations.map(({ record }) => record.citation.document)).toEqual([true, true, true, true, false, true])
  })
})

describe('RAGChecker', () => {
  const path = `${FORMATS}/ragchecker/checking_outputs.json`
  const checked = (golds = {}) =>
    replay({
      items: ragcheckerItems(path, { language: 'en' }),
      system: ragcheckerRun(path),
      judge: ragcheckerVerdicts(path),
      golds,
    })

  it('labels give groundedness and the scores of claims, and no correctness', async () => {
    const { evaluations } = await checked()
    expect(evaluations.map(({ record }) => record.signals.g)).toEqual([false, false, false, null, false])
    expect(evaluations.map(({ record }) => record.signals.c)).toEqual([null, null, null, null, null])
    expect(scoresOf(evaluations, 'faithfulness')).toEqual([2 / 3, 0, 0, null, null])
    expect(scoresOf(evaluations, 'answerRecall')).toEqual([1, 0, 1, null, 1])
  })

  it('fault 5: where nothing was retrieved, context precision is unknown, and 0 only as published', async () => {
    expect(scoresOf((await checked()).evaluations, 'contextPrecision')[2]).toBeNull()
    expect(scoresOf((await checked({ compat: 'ragchecker' })).evaluations, 'contextPrecision')[2]).toBe(0)
  })
})
