import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { swissCrossLingualItems } from '../../src/datasets/swiss-cross-lingual.js'
import { swissLegalRagBenchItems } from '../../src/datasets/swiss-legal-rag-bench.js'
import { offlineJudge } from '../../src/judges/offline.js'
import { swissLegalRagBenchVerdicts } from '../../src/judges/swiss-legal-rag-bench.js'
import type { CaseRecord } from '../../src/schema/record.js'
import type { SuiteReport } from '../../src/schema/report.js'
import { swissCrossLingualRun } from '../../src/systems/swiss-cross-lingual-run.js'
import { swissLegalRagBenchRun } from '../../src/systems/swiss-legal-rag-bench-run.js'
import { publishedData } from './data.js'
import { replay } from './replay.js'

const FIXTURE = resolve(import.meta.dirname, '../../fixtures/formats/swiss-legal-rag-bench')
const { folder: data, absent, whetherSkipped } = publishedData('swiss-legal-rag-bench')
const COMPAT = 'swiss-legal-rag-bench'

type Reading = { compat?: typeof COMPAT }

const replayRun = (questions: string, run: string, reading: Reading = {}) =>
  replay({
    items: swissLegalRagBenchItems(questions),
    system: swissLegalRagBenchRun(run, reading),
    judge: swissLegalRagBenchVerdicts(run, reading),
    golds: reading,
  })

const fixture = (run: string, reading?: Reading) => replayRun(`${FIXTURE}/questions.jsonl`, `${FIXTURE}/${run}`, reading)

const replayQueries = (queries: string, run: string) =>
  replay({
    items: swissCrossLingualItems(queries),
    system: swissCrossLingualRun(run),
    judge: offlineJudge(),
    header: { task: 'retrieval' },
  })

const classesOf = (records: readonly CaseRecord[]) => Object.fromEntries(records.map(({ id, errorClass }) => [id, errorClass]))

/** Classes of a suite that are not empty. */
const counts = ({ decomposition }: SuiteReport) =>
  Object.fromEntries(decomposition.filter(({ count }) => count > 0).map(({ errorClass, count }) => [errorClass, count]))

/** The published aggregate, by the same arithmetic: shares of the rows that are there, in per cent with one decimal. */
function published(records: readonly CaseRecord[]) {
  const there = records.filter(({ errorClass }) => errorClass !== 'missing')
  const percent = (signal: 'c' | 'g' | 'r') =>
    Number(((100 * there.filter(({ signals }) => signals[signal] === true).length) / Math.max(1, there.length)).toFixed(1))
  return { n: there.length, correct_pct: percent('c'), grounded_pct: percent('g'), retrieval_pct: percent('r') }
}

const byLanguage = (records: readonly CaseRecord[]) =>
  Object.fromEntries(
    ['de', 'fr', 'it'].map((language) => [language, published(records.filter((one) => one.language === language))]),
  )

const aggregateOf = (path: string) => JSON.parse(readFileSync(path, 'utf8')).aggregate

const mean = ({ means }: { means: SuiteReport['means'] }, name: string) => means[name]?.value

describe('fixture', () => {
  it('has every class; what holds by construction is no retrieval', async () => {
    const { records, suite } = await fixture('run.json')
    expect(classesOf(records)).toEqual({
      'tal-1': 'correct',
      'tal-2': 'hallucination',
      // Wrong, and its only gold was put into the context: whether retrieval or reasoning failed cannot be said.
      'tal-3': 'unattributed error',
      'tal-4': 'correct',
      'tal-5': 'retrieval error',
      'tal-6': 'reasoning error',
      'tal-7': 'hallucination',
      'tal-8': 'missing',
    })
    expect(records.map(({ signals }) => signals.r)).toEqual([null, null, null, true, false, true, false, null])
    expect(suite.metrics['goldRetrieved']).toMatchObject({ count: 2, scored: 4 })
    expect(suite.warnings).toEqual([])
  })

  it('fault 58: as published, the statutes that were put there are hits', async () => {
    const { records, suite } = await fixture('run.json', { compat: COMPAT })
    expect(records.map(({ signals }) => signals.r)).toEqual([true, true, true, true, false, true, false, null])
    expect(classesOf(records)['tal-3']).toBe('reasoning error')
    const { error_decomposition: classes, by_language } = aggregateOf(`${FIXTURE}/run.json`)
    expect(counts(suite)).toEqual({
      correct: classes.correct,
      hallucination: classes.hallucination,
      'retrieval error': classes.retrieval,
      'reasoning error': classes.reasoning,
      missing: 1,
    })
    expect(byLanguage(records)).toEqual(by_language)
  })

  it('without retrieval, groundedness and retrieval do not apply', async () => {
    const { records } = await fixture('prior-only.json')
    for (const { signals, unscored, retrieval } of records) {
      expect([signals.g, signals.r, retrieval.passages, unscored.g]).toEqual([null, null, null, 'no passages'])
    }
    expect(records.map(({ signals }) => signals.c)).toEqual([true, false, true, false, true, true, true, true])
  })

  it('without retrieval, as published: the class is by correctness alone', async () => {
    const { suite } = await fixture('prior-only.json', { compat: COMPAT })
    const { correct, hallucination } = aggregateOf(`${FIXTURE}/prior-only.json`).error_decomposition
    expect(counts(suite)).toEqual({ correct, hallucination })
  })

  it('a question that crashed and a generator without a key are no wrong answers', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'docket-swiss-e2e-'))
    try {
      const document = JSON.parse(readFileSync(`${FIXTURE}/run.json`, 'utf8'))
      document.per_question.splice(0, 1)
      document.per_question[0].answer = '[generator unavailable: ANTHROPIC_API_KEY not set]'
      writeFileSync(join(folder, 'run.json'), JSON.stringify(document))
      const { records } = await replayRun(`${FIXTURE}/questions.jsonl`, join(folder, 'run.json'))
      expect(records.slice(0, 2).map(({ errorClass }) => errorClass)).toEqual(['missing', 'infrastructure'])
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it('cross-lingual: the target is found at its rank, listed or not', async () => {
    const { records, suite } = await replayQueries(`${FIXTURE}/cross-lingual.jsonl`, `${FIXTURE}/cross-lingual-run.json`)
    const ranks = records.map(({ scores }) => scores['mrr']?.value)
    expect(ranks).toEqual([1, 1 / 2, 1 / 4, 0, 1, 1 / 3])
    expect(mean(suite, 'hit@10')).toBeCloseTo(5 / 6, 12)
    expect(suite.groups).toBe(2)
  })
})

describe.skipIf(absent)(`the published run of 2026-04-28${whetherSkipped}`, () => {
  const questions = `${data}/questions.jsonl`
  const run = `${data}/results/run_2026-04-28.json`

  it('30 questions: 18 in German, 8 in French, 4 in Italian, with their golds', () => {
    const items = swissLegalRagBenchItems(questions)().items.map(({ item }) => item)
    const per = (language: string) => items.filter((item) => item.language === language).length
    expect([items.length, per('de'), per('fr'), per('it')]).toEqual([30, 18, 8, 4])
    expect(items.filter(({ golds }) => golds.every(({ kind }) => kind === 'statute'))).toHaveLength(14)
    expect(items.every(({ golds }) => golds.some(({ kind }) => kind === 'statute'))).toBe(true)
  })

  it('9 correct and 1 hallucination of the 10 rows; the other 20 questions are missing', async () => {
    const { records, suite } = await replayRun(questions, run)
    expect(counts(suite)).toEqual({ correct: 9, hallucination: 1, missing: 20 })
    expect(records.find(({ errorClass }) => errorClass === 'hallucination')).toMatchObject({
      id: 'q-001',
      signals: { c: true, g: false },
      evidence: { reason: expect.stringMatching(/^groundedness: Art\. 41 OR text/) },
    })
    expect(suite.warnings).toEqual([])
  })

  it('fault 58: 7 of the 7 published hits hold by construction, and of what could be retrieved 0 of 3 was', async () => {
    const [sound, compat] = await Promise.all([replayRun(questions, run), replayRun(questions, run, { compat: COMPAT })])
    const hits = compat.records.filter(({ signals }) => signals.r === true).map(({ id }) => id)
    expect(hits).toHaveLength(7)
    const byConstruction = sound.records.filter(({ retrieval, citation }) => retrieval.byConstruction === citation.golds)
    expect(byConstruction.map(({ id }) => id)).toEqual(hits)
    expect(sound.records.filter(({ id }) => hits.includes(id)).map(({ signals }) => signals.r)).toEqual(hits.map(() => null))
    expect(sound.suite.metrics['goldRetrieved']).toMatchObject({ count: 0, scored: 3 })
    expect(compat.suite.metrics['goldRetrieved']).toMatchObject({ count: 7, scored: 10 })
  })

  it('the aggregate by language comes out as published, and every row without a warning', async () => {
    const { records, suite } = await replayRun(questions, run, { compat: COMPAT })
    const { by_language, correctness_pct, groundedness_pct, retrieval_accuracy_pct } = aggregateOf(run)
    expect(byLanguage(records)).toEqual(by_language)
    expect(published(records)).toEqual({
      n: 10,
      correct_pct: correctness_pct,
      grounded_pct: groundedness_pct,
      retrieval_pct: retrieval_accuracy_pct,
    })
    expect(byLanguage(records)['de']).toEqual({ n: 6, correct_pct: 100, grounded_pct: 83.3, retrieval_pct: 66.7 })
    expect(suite.warnings).toEqual([])
  })
})

describe.skipIf(absent)(`the published cross-lingual run${whetherSkipped}`, () => {
  const CELLS: [string, number, number, number][] = [
    ['de_to_de', 38, 0.617, 0.7895],
    ['de_to_fr', 12, 0.3333, 0.3333],
    ['fr_to_de', 38, 0.5664, 0.7632],
    ['fr_to_fr', 12, 0.7847, 1],
    ['it_to_de', 38, 0.7762, 1],
    ['it_to_fr', 12, 0.5486, 1],
  ]

  it('MRR and hits, overall and by cell, as published', async () => {
    const { suite } = await replayQueries(`${data}/cross_lingual_v1.jsonl`, `${data}/results/cross_lingual_v1.json`)
    expect([suite.n, suite.groups, suite.warnings]).toEqual([150, 50, []])
    expect(mean(suite, 'mrr')).toBeCloseTo(0.6297, 4)
    expect(mean(suite, 'hit@1')).toBeCloseTo(0.54, 4)
    expect(mean(suite, 'hit@10')).toBeCloseTo(0.8333, 4)
    const cells = suite.slices.type?.map((row) => [row.slice.type, row.n, mean(row, 'mrr'), mean(row, 'hit@10')])
    expect(cells?.toSorted((a, b) => String(a[0]).localeCompare(String(b[0])))).toEqual(
      CELLS.map(([type, n, mrr, hit]) => [type, n, expect.closeTo(mrr, 4), expect.closeTo(hit, 4)]),
    )
  })

  it('every decision is sought in three languages, from its own one', () => {
    const items = swissCrossLingualItems(`${data}/cross_lingual_v1.jsonl`)().items.map(({ item }) => item)
    const bases = items.filter(({ twinOf }) => twinOf === undefined)
    expect(bases).toHaveLength(50)
    expect(bases.every(({ language, meta }) => language === meta['target_lang'])).toBe(true)
    for (const { id, group } of bases) {
      expect(items.filter(({ twinOf }) => twinOf === id).map((twin) => twin.group)).toEqual([group, group])
    }
  })
})
