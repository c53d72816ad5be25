import { describe, expect, it } from 'vitest'
import { readingFor } from '../../src/metrics/compat.js'
import { metricLabel } from '../../src/metrics/standings.js'
import { metricNames } from '../../src/run/gates/names.js'
import type { CaseRecord, SuiteHeader } from '../../src/schema/record.js'
import { makeCase, makeFacts, makeHeader, times } from '../fixtures.test-util.js'
import { chooseMetrics } from './choose-metrics.js'
import { comparableSuites } from './comparable.js'

const known = (value: number) => ({ value })
const SCORES = {
  'hit@1': known(1),
  'hit@10': known(1),
  'recall@1': known(1),
  'recall@10': known(1),
  mrr: known(1),
  map: known(1),
}

function casesOf(input: Partial<CaseRecord>, header: Partial<Omit<SuiteHeader, 'gates'>> = {}) {
  const facts = makeFacts([{ header: makeHeader(header), cases: times(4, (i) => makeCase(i, input)) }])
  return comparableSuites(facts).flatMap(({ suite }) => suite.cases)
}

function choose(asked: readonly string[], input: Partial<CaseRecord> = { scores: SCORES }) {
  return chooseMetrics(casesOf(input), { suite: 'Tenancy', reading: readingFor(null), k: [1, 10], asked })
}

const LEADING = ['hallucinationRate', 'answered', 'overRefusal', 'correct', 'goldCited', 'goldRetrieved']

describe('metrics that are compared', () => {
  it('are by default what a report is read for, the others being named', () => {
    const { names, others } = choose([])
    expect(names).toEqual([...LEADING, 'hit@10', 'recall@10', 'mrr'])
    expect(others).toEqual(expect.arrayContaining(['nonAnswer', 'goldCitedSection', 'hit@1', 'map']))
    expect(choose(['all'])).toEqual({ names: expect.arrayContaining([...names, ...others]), others: [] })
    expect(choose(['answered', 'all']).others).toEqual([])
  })

  it('answers that are right by themselves where more is known of them than of their grounds', () => {
    const silent = { signals: { c: true, g: null, r: null }, claims: null }
    expect(choose([], silent).names).toContain('answerCorrect')
  })

  it('of retrieval alone its means', () => {
    const reading = readingFor(null, 'retrieval')
    const cases = casesOf({ scores: SCORES }, { task: 'retrieval' })
    const { names } = chooseMetrics(cases, { suite: 'Tenancy', reading, k: [1, 10], asked: [] })
    expect(names).toEqual(['goldRetrieved', 'hit@10', 'recall@10', 'mrr'])
  })

  it.each([
    ['its name', 'overRefusal'],
    ['its label', 'over-refusal'],
    ['its label in other words', 'Over refusal'],
    ['its name as it is said', 'over_refusal_rate'],
  ])('by %s: %s', (_, asked) => {
    expect(choose([asked]).names).toEqual(['overRefusal'])
  })

  it.each([
    ['MRR', ['mrr']],
    ['recall@10', ['recall@10']],
    ['gold cited, section', ['goldCitedSection']],
  ])('a label of any kind: %s', (asked, names) => {
    expect(choose([asked]).names).toEqual(names)
  })

  it.each([
    ['halucination', ', did you mean "hallucinationRate"?; expected all, or one of hallucinationRate, answered'],
    ['overrefusall', ', did you mean "overRefusal"?'],
    ['over-refsal', ', did you mean "overRefusal"?'],
    ['claim recall of the answr', ', did you mean "answerRecall"?'],
    ['qqqqqq', '; expected all, or one of hallucinationRate'],
  ])('none called %s', (asked, message) => {
    expect(() => choose([asked])).toThrow(`\`--metric\`: Tenancy has no metric ${JSON.stringify(asked)}${message}`)
  })

  it('no name or label means two metrics, however it is spaced', () => {
    const plain = (text: string) =>
      text
        .toLowerCase()
        .replace(/[^a-z0-9@]/g, '')
        .replace(/rate$/, '')
    const meant = new Map<string, string>()
    for (const name of metricNames(readingFor(null), [1, 5, 10])) {
      for (const text of [name, metricLabel(name, readingFor(null))?.label ?? name]) {
        expect([text, meant.get(plain(text)) ?? name]).toEqual([text, name])
        meant.set(plain(text), name)
      }
    }
    expect(meant.size).toBeGreaterThan(60)
  })
})
