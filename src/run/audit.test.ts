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
  sampleForAudit(lines, { take: { size: 10 }, seed: 1, unit: 'answer', ...over }).rows.map(({ id }) => id)

describe('sampleForAudit', () => {
  it('is the same for the same seed, whatever the order of the lines, and another for another', () => {
    const lines = many(40)
    expect(ids(lines)).toHaveLength(10)
    expect(ids(lines.toReversed())).toEqual(ids(lines))
    expect(ids(lines, { seed: 2 })).not.toEqual(ids(lines))
    expect(new Set(ids(lines, { take: { size: 100 } }))).toHaveLength(40)
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
    const sample = sampleForAudit(lines, { take: { size: 10 }, seed: 1, unit: 'answer' })
    expect(sample.rows.map(({ id }) => id).sort()).toEqual(['twice', 'unsure'])
    expect(sample).toMatchObject({ of: 2, withoutText: 1 })
  })

  it('takes an answer that several trials gave once, and counts the others', () => {
    const trial = (n: number, answer: string, text = 'a passage'): CaseLine => {
      const one = line(n === 0 ? 'T' : `T#${n + 1}`, { record: { item: 'T', trial: n, group: 'g-T' } })
      return { ...one, response: { answer, passages: [{ text, score: n }] } }
    }
    const lines = [trial(0, 'a'), trial(1, 'a'), trial(2, 'b'), trial(3, 'a', 'another passage'), line('other')]
    for (const order of [lines, lines.toReversed()]) {
      const sample = sampleForAudit(order, { take: { size: 10 }, seed: 1, unit: 'answer' })
      expect(sample.rows.map(({ id }) => id).sort()).toEqual(['T', 'T#3', 'T#4', 'other'])
      expect(sample).toMatchObject({ of: 4, repeated: 1 })
      expect(sampleForAudit(order, { take: { size: 10 }, seed: 1, unit: 'claim' })).toMatchObject({ of: 8, repeated: 1 })
    }
  })

  it('may take so many of each language, and sums up what the judge made of all there are', () => {
    const of = (language: string, n: number, g: boolean | null) =>
      Array.from({ length: n }, (_, i) =>
        line(`${language}-${g}-${i}`, { record: { language, signals: { c: true, g, r: null } } }),
      )
    const lines = [...of('de', 3, true), ...of('de', 9, false), ...of('de', 2, null), ...of('en', 4, true)]
    const { rows, languages } = sampleForAudit(lines, { take: { perLanguage: 6 }, seed: 1, unit: 'answer' })
    expect(rows).toHaveLength(10)
    expect(languages).toEqual([
      { language: 'de', rows: 6, of: 14, ungrounded: 9, grounded: 3 },
      { language: 'en', rows: 4, of: 4, ungrounded: 0, grounded: 4 },
    ])
    const claims = sampleForAudit(lines, { take: { perLanguage: 6 }, seed: 1, unit: 'claim' }).languages
    expect(claims[1]).toEqual({ language: 'en', rows: 6, of: 8, ungrounded: 4, grounded: 4 })
  })

  it('knows what the judge was asked of each row: of a claim, what it would be asked', () => {
    const one = { ...line('a'), response: { answer: 'x', passages: [{ id: 'p', text: 't' }], citations: [{ text: 's 1' }] } }
    const [answer] = sampleForAudit([one], { take: { size: 1 }, seed: 1, unit: 'answer' }).rows
    const asked = { suite: 'suite', id: 'a', question: 'q a', language: 'en', falsePremise: false, trial: 0 }
    const shown = { passages: [{ id: 'p', text: 't' }], citations: [{ text: 's 1' }] }
    expect(answer?.request).toEqual({ ...asked, ...shown, answer: 'x', reference: 'r', answerPoints: [] })
    const claims = sampleForAudit([one], { take: { size: 2 }, seed: 1, unit: 'claim' }).rows.map(({ request }) => request)
    expect(claims.find(({ id }) => id === 'a/1')).toEqual({
      ...asked,
      ...shown,
      ...{ id: 'a/1', answer: 'first of a', reference: null, answerPoints: [] },
    })
  })

  it('may take claims, those of one answer in its group, and one suite alone', () => {
    const lines = [line('a'), line('b', { record: { suite: 'other' } })]
    const rows = sampleForAudit(lines, { take: { size: 10 }, seed: 1, unit: 'claim', suite: 'other' }).rows
    expect(rows.map(({ id, group, claim }) => [id, group, claim]).sort()).toEqual([
      ['b/1', 'g-b', 'first of b'],
      ['b/2', 'g-b', 'second of b'],
    ])
  })

  it.each(['answer', 'claim'] as const)('makes a sheet of %ss that says nothing of the verdicts, and is read back', (unit) => {
    const { rows } = sampleForAudit(many(3), { take: { size: 10 }, seed: 1, unit })
    const sheet = writeAuditSheet(unit, rows)
    expect(sheet).not.toMatch(/SECRET|neutral|entailment|ungrounded/)
    expect(() => readAuditSheet('audit.csv', sheet)).not.toThrow()
    expect(readAuditSheet('audit.csv', sheet)).toMatchObject({ unit, examples: [], leftOut: { 'not labelled': rows.length } })
  })
})
