import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { DatasetError, JudgeError, OptionError } from '../errors.js'
import type { JudgeRequest } from './judge.js'
import { type SwissVerdictsOptions, swissLegalRagBenchVerdicts } from './swiss-legal-rag-bench.js'

const folder = mkdtempSync(join(tmpdir(), 'docket-swiss-verdicts-'))
afterAll(() => rmSync(folder, { recursive: true }))

const row = {
  question_id: 'q',
  retrieved_decision_ids: ['d'],
  retrieved_statute_ids: [],
  answer: 'A.',
  correctness: true,
  groundedness: false,
  retrieval_accuracy: false,
  judge_notes: { correctness: 'fits', groundedness: 'stands nowhere', language: 'de' },
}
const prior = {
  ...row,
  retrieved_decision_ids: [],
  judge_notes: { ...row.judge_notes, groundedness: '(prior-only: no passages)' },
}

function judge(rows: readonly object[], options: SwissVerdictsOptions = {}, head: object = {}) {
  const path = join(folder, 'run.json')
  writeFileSync(path, JSON.stringify({ ...head, per_question: rows }, null, 1))
  return swissLegalRagBenchVerdicts(path, options)
}

const request: JudgeRequest = {
  suite: 's',
  id: 'q',
  question: 'Q?',
  language: 'de',
  answer: ' A.\n',
  passages: [],
  citations: null,
  reference: null,
  answerPoints: [],
  falsePremise: false,
  trial: 0,
}
const assess = (...given: Parameters<typeof judge>) => judge(...given).assess(request, { signal: new AbortController().signal })

describe('verdicts', () => {
  test('are those of the row, what speaks against the answer first', async () => {
    expect(await assess([row], {}, { evaluator: { judge_model: 'judge-1' } })).toEqual({
      claims: [],
      correct: true,
      correctReason: 'groundedness: stands nowhere — correctness: fits',
      grounded: false,
      outcome: 'answered',
      notes: [],
      judge: { name: 'swiss-legal-rag-bench', model: 'judge-1' },
    })
    expect(judge([row])).toMatchObject({ recorded: true, files: [join(folder, 'run.json')] })
  })

  test.each([
    ['null', null, 'null'],
    ['a word', 'yes', '"yes"'],
    ['a number', 1, '1'],
    ['nothing', undefined, 'not given'],
  ])('that are no booleans are not known: %s', async (_, value, shown) => {
    expect(await assess([{ ...row, correctness: value, groundedness: value }])).toMatchObject({
      correct: null,
      grounded: null,
      notes: [`\`correctness\` is no boolean: ${shown}`, `\`groundedness\` is no boolean: ${shown}`],
    })
  })

  test('without notes have no reason', async () => {
    const { judge_notes: _, ...bare } = row
    expect(await assess([bare])).not.toHaveProperty('correctReason')
  })
})

describe('a run without retrieval', () => {
  test('groundedness does not apply', async () => {
    expect(await assess([prior])).toMatchObject({
      correct: true,
      correctReason: 'correctness: fits',
      grounded: null,
      notes: ['a run without retrieval: groundedness does not apply'],
    })
  })

  test.each([true, false])('as published, its class is by correctness alone: %s', async (correctness) => {
    const verdict = await assess([{ ...prior, correctness }], { compat: 'swiss-legal-rag-bench' })
    expect(verdict).toMatchObject({ correct: correctness, grounded: correctness })
  })
})

describe('no verdict', () => {
  test.each([
    ['no row', [{ ...row, question_id: 'p' }], /has no verdict for "q"/],
    ['another answer', [{ ...row, answer: 'B.' }], /run\.json:3 per_question\.0: the verdict is for another answer of "q"/],
    ['no answer', [{ ...row, answer: null }], /for another answer/],
  ])('%s', async (_, rows, message) => {
    const error = await assess(rows).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(JudgeError)
    expect(error).toMatchObject({ kind: 'replay', message: expect.stringMatching(message) })
  })

  test('a file with faults, each named, at every call', async () => {
    const broken = judge([row, row, { ...row, question_id: 'p', answer: 7 }])
    for (const _ of [1, 2]) {
      const error = await broken.assess(request, { signal: new AbortController().signal }).catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(DatasetError)
      expect(String(error)).toMatch(/2 faults\n.*question_id: duplicate id "q".*\n.*per_question\.2\.answer: expected a string/)
    }
  })

  test('an option that is none', () => {
    expect(() => judge([row], { compat: 'paklegalqa' } as never)).toThrow(OptionError)
  })
})
