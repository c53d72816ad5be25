import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeHeader } from '../../reporters/fixtures.test-util.js'
import { recordedVerdicts } from '../../test/unit/fixtures.js'
import { loadDataset } from '../datasets/dataset.js'
import { jsonl } from '../datasets/jsonl.js'
import { loadManifest } from '../datasets/manifest.js'
import { JudgeError } from '../errors.js'
import type { Judge } from '../judges/judge.js'
import { CaseLine, RECORD_VERSION } from '../schema/record.js'
import { functionSystem } from '../systems/function.js'
import { recordedRun } from '../systems/recorded.js'
import { type Evaluation, evaluateCase } from './evaluate.js'
import { goldFinder } from './golds.js'
import type { CaseFrame } from './record.js'
import { caseScorer } from './scores/score-case.js'
import { takenCase } from './taken-case.js'

const at = (path: string) => fileURLToPath(new URL(`../../fixtures/${path}`, import.meta.url))
const golds = { corpus: loadManifest(at('verdania/manifest.jsonl')) }
const findGolds = goldFinder(golds)
const score = caseScorer({ task: 'answer', k: [1, 5, 10], ...golds })
const RUN = '2026-11-30T10-00-00-000Z-1a2b'

const recorded = recordedRun(at('abstractive/run.jsonl'), {
  name: 'abstractive',
  map: (row) => (row['status'] === 'error' ? { failure: String(row['error']) } : row['response']),
})

/** What came of a case, as its line comes out of a run's file. */
function lineOf(frame: CaseFrame, { record, response, verdict, raw, recordings }: Evaluation): CaseLine {
  const line = {
    schemaVersion: RECORD_VERSION,
    kind: 'case',
    project: 'p',
    record,
    item: frame.item,
    response,
    verdict,
    raw,
    recordings,
  }
  return CaseLine.parse(JSON.parse(JSON.stringify(line)))
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
const take = (frame: CaseFrame, line: CaseLine) =>
  takenCase(frame, { run: RUN, header: makeHeader(), line }, { findGolds, score })

let frames: CaseFrame[]
beforeAll(async () => {
  const { items } = await loadDataset(jsonl(at('abstractive/items.jsonl')))
  frames = items.map(({ item, place }, position) => ({
    ...{ suite: 's', file: 's.suite.ts', title: item.question, item, position, trial: 0, task: 'answer' as const },
    ...{ group: item.id, place },
  }))
})

function evaluate(frame: CaseFrame, judge: Judge, system = recorded, signal = new AbortController().signal) {
  const slot = { sequence: frame.position, startedAt: 1_790_000_000_000 + frame.position }
  return evaluateCase(frame, slot, { system, judge, findGolds, score }, { signal })
}

const failing = (error: Error): Judge => ({
  name: 'failing',
  assess: async () => {
    throw error
  },
})

describe('a case that an earlier run settled', () => {
  it.each<[string, () => Judge]>([
    ['of verdicts by people', () => recordedVerdicts('abstractive')],
    ['of a judge that fails', () => failing(new JudgeError('provider', 'overloaded', { raw: 'not JSON' }))],
  ])('has the record that it had, of each of the 60 answers %s', { timeout: 60_000 }, async (_, judge) => {
    const judging = judge()
    for (const frame of frames) {
      const ran = await evaluate(frame, judging)
      const taken = take(frame, lineOf(frame, ran))
      expect(plain(taken)).toEqual(plain({ ...ran, record: { ...ran.record, takenFrom: RUN } }))
    }
    expect(frames).toHaveLength(60)
  })

  it.each<[string, unknown]>([
    ['an empty answer', { answer: ' ' }],
    ['a refusal by flag', { answer: 'No.', refused: true }],
    ['a refusal in words', { answer: 'I cannot answer this question from the sources that I have.' }],
    ['no passages', { answer: 'Three months.' }],
    ['what it used', { answer: 'Three months.', usage: { model: 'm', inputTokens: 3, outputTokens: 2, usd: 0.25 } }],
    ['a failure', 7],
  ])('and so of a live system that gave %s', async (_, response) => {
    const [frame] = frames
    if (frame === undefined) throw new Error('no frame')
    const system = functionSystem(() => response)
    const judge: Judge = {
      name: 'paid',
      assess: async ({ answer }, { onCost }) => {
        onCost?.({ calls: 1, inputTokens: 10, outputTokens: 1, usd: 0.5 })
        return { claims: [{ text: answer, support: 'neutral' }], correct: false, outcome: 'answered', judge: { name: 'paid' } }
      },
    }
    const ran = await evaluate(frame, judge, system)
    expect(plain(take(frame, lineOf(frame, ran)).record)).toEqual(plain({ ...ran.record, takenFrom: RUN }))
  })

  it('stands where the suite now has it: place, labels and group are those of the present data', async () => {
    const [frame] = frames
    if (frame === undefined) throw new Error('no frame')
    const line = lineOf(frame, await evaluate(frame, recordedVerdicts('abstractive')))
    const moved = {
      ...frame,
      position: 9,
      group: 'g',
      place: { file: 'other.jsonl', line: 3 },
      item: { ...frame.item, persona: 'tenant' },
    }
    expect(take(moved, line).record).toMatchObject({
      position: 9,
      group: 'g',
      place: { line: 3 },
      persona: 'tenant',
      sequence: 0,
    })
  })

  it('names the run that it ran in, also where that was gone on with before', async () => {
    const [frame] = frames
    if (frame === undefined) throw new Error('no frame')
    const line = lineOf(frame, await evaluate(frame, recordedVerdicts('abstractive')))
    const first = { ...line, record: { ...line.record, takenFrom: 'the first run' } }
    expect(take(frame, first).record.takenFrom).toBe('the first run')
  })

  it('gives each callback a response of its own', async () => {
    const [frame] = frames
    if (frame === undefined) throw new Error('no frame')
    const line = lineOf(frame, await evaluate(frame, recordedVerdicts('abstractive')))
    const { response } = take(frame, line)
    if (response !== null) response.answer = 'changed'
    expect(take(frame, line).response?.answer).not.toBe('changed')
  })
})
