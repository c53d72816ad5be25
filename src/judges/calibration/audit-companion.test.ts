import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { DatasetError } from '../../errors.js'
import type { JudgeRequest } from '../judge.js'
import { companionOf, readCompanion, writeCompanion } from './audit-companion.js'
import { type AuditRow, checkOf, writeAuditSheet } from './audit-sheet.js'
import { readLabelled } from './read.js'
import { filledIn } from './sheet.test-util.js'

const request: JudgeRequest = {
  suite: 'Tenancy',
  id: 'T-1',
  question: 'How long is the notice?',
  language: 'en',
  answer: 'Three months;\n\n in writing.',
  passages: [{ id: 'p1', document: 'act', title: 'Tenancy Act', section: '12', text: ' Notice is three months. ', score: 0.5 }],
  citations: [{ text: 's 12', title: 'Tenancy Act' }],
  reference: 'Three months.',
  answerPoints: ['three  months'],
  falsePremise: true,
  trial: 0,
}
const { question, answer, reference } = request
const row = (id: string): AuditRow => ({
  ...{ suite: 'Tenancy', id, group: id, language: 'en', question, answer, reference, claim: null },
  passages: [...request.passages],
  answerPoints: [...request.answerPoints],
})

/** A labelled sheet of these rows, and beside it the companion's lines. */
function written(rows: readonly AuditRow[], companion: string | null, unit: 'answer' | 'claim' = 'answer'): string {
  const sheet = join(mkdtempSync(join(tmpdir(), 'docket-companion-')), 'audit.csv')
  const label: Record<string, string> = unit === 'claim' ? { label: 'neutral' } : { grounded: 'no' }
  writeFileSync(
    sheet,
    filledIn(writeAuditSheet(unit, rows), () => label),
  )
  if (companion !== null) writeFileSync(companionOf(sheet), companion)
  return sheet
}
const lineOf = (one: AuditRow, over: Partial<JudgeRequest> = {}) =>
  writeCompanion([{ check: checkOf(one), request: { ...request, ...over } }])

describe('the companion of an audit sheet', () => {
  it.each([
    ['audit.csv', 'audit.jsonl'],
    ['a.b/audit.filled.csv', 'a.b/audit.filled.jsonl'],
    ['a.b/audit', 'a.b/audit.jsonl'],
    ['..\\x.y\\.csv', '..\\x.y\\.csv.jsonl'],
  ])('of %s is %s', (sheet, companion) => expect(companionOf(sheet)).toBe(companion))

  it('gives every labelled row the request of its run, to the byte', () => {
    const data = readLabelled(written([row('T-1')], lineOf(row('T-1'))))
    expect(data.notReplayed).toBeNull()
    expect(data.examples).toMatchObject([{ id: 'Tenancy T-1', passages: request.passages, truth: { grounded: false } }])
    expect(data.examples[0]?.request).toEqual(request)
  })

  it('says of which rows it knows nothing, and of a sheet without it why', () => {
    const rows = [row('T-1'), row('T-2')]
    const some = readLabelled(written(rows, lineOf(row('T-1'))))
    expect(some.examples.map((one) => one.request?.id)).toEqual(['T-1', undefined])
    expect(some.notReplayed).toMatch(/^1 of 2 rows are not in audit\.jsonl, and the sheet alone holds neither citations/)
    const none = readLabelled(written(rows, null))
    expect(none.examples.some((one) => 'request' in one)).toBe(false)
    expect(none.notReplayed).toMatch(/^audit\.jsonl, which `audit` wrote beside the sheet, is not there, and the sheet alone/)
  })

  it('of claims holds what a claim is judged by, which no run recorded', () => {
    const claim = { ...row('T-1/1'), claim: 'Three months.', reference: null, answerPoints: [] }
    const asked = { id: 'T-1/1', answer: 'Three months.', reference: null, answerPoints: [] }
    const data = readLabelled(written([claim], lineOf(claim, asked), 'claim'))
    expect(data.examples[0]?.request).toEqual({ ...request, ...asked })
    expect(data.notReplayed).toMatch(/^a run judges whole answers/)
  })

  it.each([
    ['answer', { answer: 'Two months.' }],
    ['passages', { passages: [{ title: 'Tenancy Act', section: '13', text: 'Notice is three months.' }] }],
    ['reference', { reference: null }],
  ] as const)('is refused where its %s is not what was labelled', (field, over) => {
    const sheet = written([row('T-1')], lineOf(row('T-1'), over))
    expect(() => readLabelled(sheet)).toThrow(DatasetError)
    expect(() => readLabelled(sheet)).toThrow(new RegExp(`${field}: audit\\.jsonl has another text of this row than the sheet`))
  })

  it('is refused with the lines that are not as they were written', () => {
    const sheet = written([row('T-1')], `${lineOf(row('T-1'))}{"check":\n\n{"check":"x","request":{}}\n`)
    expect(() => readCompanion(sheet)).toThrow(/audit\.jsonl is not as `vitest-docket audit` wrote it.*: 2 faults/)
    expect(() => readCompanion(sheet)).toThrow(
      /audit\.jsonl:2: expected one JSON object a line\n.*audit\.jsonl:4: request\.suite/,
    )
  })

  it('is not taken for the sheet', () => {
    const sheet = written([row('T-1')], lineOf(row('T-1')))
    expect(() => readLabelled(companionOf(sheet))).toThrow(/audit\.jsonl is what `audit` wrote beside a sheet.*: give the sheet/)
  })
})
