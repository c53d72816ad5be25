import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { failed, simulatedRecord, withOutage } from '../../bench/simulated-runs.js'
import { publishedData } from '../../test/unit/data.js'
import { seeded } from '../random.js'
import type { CaseRecord } from '../schema/record.js'
import { positionalCheck } from './positional.js'

const { folder, absent, whetherSkipped } = publishedData('paklegalqa')

const Row = z.object({
  question_id: z.string(),
  answer: z.string(),
  mode: z.string(),
  refused: z.boolean().nullable(),
  sources: z.array(z.unknown()),
})
const Question = z.object({ id: z.string(), type: z.string(), answerable: z.boolean() })

/** The published reading of a closed-book answer. */
const REFUSAL =
  /i do not know|i don't know|cannot verify|can't verify|unable to confirm|not confident|do not have (reliable|verified|that) information|نہیں معلوم|معلوم نہیں/i

function lines<T>(file: string, schema: z.ZodType<T>): T[] {
  const text = readFileSync(join(folder, file), 'utf8')
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => schema.parse(JSON.parse(line)))
}

/** The rows in the order of the benchmark; an error row is an infrastructure error, or under `published` the refusal that it shows. */
function recorded(run: string, reading: 'sound' | 'published' = 'sound'): CaseRecord[] {
  const questions = new Map(lines('benchmark/all-360.jsonl', Question).map((question) => [question.id, question]))
  return lines(`runs/${run}.jsonl`, Row).map(({ question_id: id, mode, refused, answer, sources }, position) => {
    const { type, answerable } = questions.get(id) ?? {}
    const record = simulatedRecord({
      id,
      position,
      type,
      answerable: answerable ?? true,
      outcome: (refused ?? REFUSAL.test(answer.slice(0, 300))) ? 'refused' : 'answered',
      retrieval: { passages: mode === 'cb' ? null : sources.length, withText: 0, byConstruction: 0 },
    })
    return mode === 'error' && reading === 'sound' ? failed(record) : record
  })
}

describe.skipIf(absent)(`positional check on PakLegalQA${whetherSkipped}`, () => {
  it.each(['sound', 'published'] as const)('fault 59: names rows 223 to 359 of the spoilt run, %s reading', (reading) => {
    const { suspects } = positionalCheck(recorded('prod-sol-contaminated', reading))
    const [first, ...others] = suspects
    expect(first).toMatchObject({ signal: 'refused or error', order: 'dispatch', from: 223, to: 359, observed: 137 })
    expect(first?.ids).toHaveLength(137)
    expect([first?.ids.at(0), first?.ids.at(-1)]).toEqual(['S-REC-224', 'RU-360'])
    expect(first?.expected).toBeLessThan(30)
    // Each other signal that the reading knows of shows the outage once, within it.
    expect(others.map(({ signal }) => signal)).toEqual(reading === 'sound' ? ['error', 'empty retrieval'] : ['empty retrieval'])
    for (const { from, to } of others) expect([from >= 223, to <= 359]).toEqual([true, true])
  })

  it.each(['prod-sol', 'prod-4o', 'cb-sol'])('is quiet on %s, in either reading', (run) => {
    expect(positionalCheck(recorded(run)).suspects).toEqual([])
    expect(positionalCheck(recorded(run, 'published')).suspects).toEqual([])
  })

  it('is quiet on a closed-book run though its retrieval is empty throughout', () => {
    const { examined } = positionalCheck(recorded('cb-sol'))
    expect(examined).toEqual(['refused or error'])
  })

  it('finds a total outage of 15 rows in a recorded run, wherever it falls', { timeout: 60_000 }, () => {
    const random = seeded(1)
    for (const run of ['prod-sol', 'prod-4o']) {
      const healthy = recorded(run)
      for (const kind of ['error', 'empty refusal'] as const) {
        const places = Array.from({ length: 24 }, (_, i) => i * 15)
        const missed = places.filter((from) => {
          const { suspects } = positionalCheck(withOutage(healthy, { kind, from, length: 15, strength: 1 }, random))
          return !suspects.some((range) => range.from <= from + 2 && range.to >= from + 12)
        })
        expect(missed, `${run}, ${kind}`).toEqual([])
      }
    }
  })
})
