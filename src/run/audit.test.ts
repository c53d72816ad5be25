import { describe, expect, it } from 'vitest'
import { makeRecord } from '../../test/unit/records.js'
import { readAuditSheet, writeAuditSheet } from '../judges/calibration/audit-sheet.js'
import { type CaseLine, type CaseRecord, RECORD_VERSION, type RunLine } from '../schema/record.js'
import { sampleForAudit } from './audit.js'

function line(id: string, over: { record?: Partial<CaseRecord>; text?: string | undefined; judged?: boolean } = {}): CaseLine {
  const text = 'text' in over ? over.text : 'a passage'
  return {
    schemaVersion: RECORD_VERSION,
    kind: 'case',
    project: 'docket',
    record: makeRecord({ id, group: `g-${id}`, ...over.record }),
    item: {
      id,
      question: `q ${id}`,
      language: 'en',
      answerable: true,
      premise: 'true',
      golds: [],
      answerPoints: [],
      meta: {},
      reference: 'r',
    },
    response: { answer: `a ${id}`, passages: [{ ...(text === undefined ? {} : { text }) }] },
    verdict:
      over.judged === false
        ? null
        : {
            claims: [
              { text: `first of ${id}`, support: 'neutral', reason: 'SECRET' },
              { text: `second of ${id}`, support: 'entailment' },
            ],
            referenceClaims: [],
            correct: false,
            outcome: 'answered',
            notes: [],
            judge: { name: 'SECRET' },
          },
    recordings: [],
  }
}
const many = (n: number) => Array.from({ length: n }, (_, i) => line(`T-${i}`))
const ids = (lines: readonly RunLine[], over: object = {}) =>
  sampleForAudit(lines, { size: 10, seed: 1, unit: 'answer', ...over }).rows.map(({ id }) => id)

describe('sampleForAudit', () => {
  it('is the same for the same seed, whatever the order of the lines, and another for another', () => {
    const lines = many(40)
    expect(ids(lines)).toHaveLength(10)
    expect(ids(lines.toReversed())).toEqual(ids(lines))
    expect(ids(lines, { seed: 2 })).not.toEqual(ids(lines))
    expect(new Set(ids(lines, { size: 100 }))).toHaveLength(40)
  })

  it('takes answers given that were judged and whose passages can be read, each once, as they last were', () => {
    const refused = line('refused', { record: { outcome: 'refused', errorClass: 'over-refusal' } })
    const lines = [
      line('twice', { judged: false }),
      line('twice'),
      line('not-judged', { judged: false }),
      line('no-text', { text: undefined }),
      refused,
      line('unsure', { record: { outcome: 'undetermined', errorClass: 'unscored' } }),
    ]
    const sample = sampleForAudit(lines, { size: 10, seed: 1, unit: 'answer' })
    expect(sample.rows.map(({ id }) => id).sort()).toEqual(['twice', 'unsure'])
    expect(sample).toMatchObject({ of: 2, withoutText: 1 })
  })

  it('may take claims, those of one answer in its group, and one suite alone', () => {
    const lines = [line('a'), line('b', { record: { suite: 'other' } })]
    const rows = sampleForAudit(lines, { size: 10, seed: 1, unit: 'claim', suite: 'other' }).rows
    expect(rows.map(({ id, group, claim }) => [id, group, claim]).sort()).toEqual([
      ['b/1', 'g-b', 'first of b'],
      ['b/2', 'g-b', 'second of b'],
    ])
  })

  it.each(['answer', 'claim'] as const)('makes a sheet of %ss that says nothing of the verdicts, and is read back', (unit) => {
    const { rows } = sampleForAudit(many(3), { size: 10, seed: 1, unit })
    const sheet = writeAuditSheet(unit, rows)
    expect(sheet).not.toMatch(/SECRET|neutral|entailment|ungrounded/)
    expect(() => readAuditSheet('audit.csv', sheet)).not.toThrow()
    expect(readAuditSheet('audit.csv', sheet)).toMatchObject({ unit, examples: [], leftOut: { 'not labelled': rows.length } })
  })
})
