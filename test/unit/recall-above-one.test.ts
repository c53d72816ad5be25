import { describe, expect, it } from 'vitest'
import { renderJson } from '../../reporters/json.js'
import { renderMarkdown } from '../../reporters/markdown.js'
import { renderTerminal } from '../../reporters/terminal.js'
import type { Compat } from '../../src/schema/compat.js'
import { Gate } from '../../src/schema/gate.js'
import { CaseRecord } from '../../src/schema/record.js'
import { Report } from '../../src/schema/report.js'
import { functionSystem } from '../../src/systems/function.js'
import { judgeSaying } from './judge.js'
import { replay } from './replay.js'

// Chunks of documents in rank order. Published, recall@5 counts chunks: 3/1, 1/1, 0/1, 2/2; soundly 1, 1, 0, 1/2.
const CHUNKS: Record<string, [golds: string[], chunks: string[]]> = {
  Q1: [['D'], ['D', 'D', 'D', 'E']],
  Q2: [['D'], ['E', 'E', 'D']],
  Q3: [['D'], ['E', 'F', 'G']],
  Q4: [
    ['D', 'E'],
    ['D', 'D'],
  ],
}

const run = (compat: Compat | undefined, task: 'answer' | 'retrieval') =>
  replay({
    items: Object.entries(CHUNKS).map(([id, [golds]]) => ({
      id,
      language: 'en',
      question: 'Q?',
      source: id < 'Q3' ? 'ON' : 'BC',
      golds: golds.map((gold) => ({ kind: 'document' as const, id: gold })),
    })),
    system: functionSystem(({ item }) => ({
      answer: 'A.',
      passages: (CHUNKS[item.id]?.[1] ?? []).map((document, i) => ({ id: `${document}#${i}`, document, text: 'A.' })),
    })),
    judge: judgeSaying({ claims: [{ text: 'A.', support: 'entailment' }] }),
    ...(compat === undefined ? {} : { golds: { compat } }),
    header: {
      task,
      k: [5],
      policy: 'gate',
      gates: ['recall@5', 'hit@5'].map((metric) => Gate.parse({ metric, min: 0.01 })),
    },
  })

describe.each(['answer', 'retrieval'] as const)('fault 1: a published recall above 1, task %s', (task) => {
  it('goes through records, means, gates and every rendering', async () => {
    const { records, report, suite } = await run('canlegalragbench', task)
    expect(records.map(({ scores }) => scores['recall@5']?.value)).toEqual([3, 1, 0, 1])
    expect(records.every((record) => CaseRecord.safeParse(record).success)).toBe(true)
    expect(suite.means['recall@5']).toMatchObject({
      value: 1.25,
      low: null,
      high: null,
      micro: { numerator: 6, denominator: 5, value: 1.2 },
      weighted: {
        value: 1.25,
        parts: [
          { source: 'ON', value: 2 },
          { source: 'BC', value: 0.5 },
        ],
      },
    })
    expect(suite.gates[0]).toMatchObject({
      status: 'closed',
      message: expect.stringContaining('no interval: a published reading is above 1'),
    })
    expect(suite.gates[1]?.status).toBe('pass')
    expect(Report.safeParse(JSON.parse(renderJson(report))).error).toBeUndefined()
    const printed = renderTerminal(report, { columns: 80, color: false })
    expect(printed).toContain('1.250')
    expect(printed).not.toMatch(/NaN|undefined|null|125\.0%/)
    expect(printed.split('\n').filter((line) => [...line].length > 80)).toEqual([])
    expect(renderMarkdown(report)).toContain('1.250')
  })

  it('is never there without the reading', async () => {
    const { records, suite } = await run(undefined, task)
    expect(records.map(({ scores }) => scores['recall@5']?.value)).toEqual([1, 1, 0, 0.5])
    expect(suite.means['recall@5']).toMatchObject({ value: 0.625, micro: { numerator: 3, denominator: 5, value: 0.6 } })
    expect(suite.means['recall@5']?.high).toBeLessThanOrEqual(1)
  })
})
