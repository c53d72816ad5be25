import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DatasetError } from '../../errors.js'
import { type AuditRow, LONGEST_CELL, overlong, readAuditSheet, writeAuditSheet } from './audit-sheet.js'
import { filledIn, readRfc4180 } from './sheet.test-util.js'

const row: AuditRow = {
  suite: 'Tenancy',
  id: 'T-1',
  group: 'T-1',
  language: 'en',
  question: 'How long is the notice?',
  answer: 'Three months; see "section 12".\nIn writing.',
  claim: null,
  passages: [
    { title: 'Tenancy Act 2031', section: '12', text: 'Notice is three months.\n\n[2] as amended\nIt is in writing.' },
    { text: 'Another passage, with a comma.' },
  ],
  reference: 'Three months.',
  answerPoints: ['three months', 'in writing'],
}
const BOM = '\uFEFF'

/** Cells of one column are filled in. */
const filled = (sheet: string, column: string, words: readonly string[]) =>
  filledIn(sheet, (_, i) => ({ [column]: words[i] ?? '' }))

describe('an audit sheet', () => {
  it('is CSV that a spreadsheet opens: BOM, CRLF between rows, no verdict in it, empty cells to fill in', () => {
    const sheet = writeAuditSheet('answer', [row])
    expect(sheet.startsWith(BOM)).toBe(true)
    const header = (text: string) => readRfc4180(text.slice(1))[0]?.join(',')
    expect(header(sheet)).toBe(
      'suite,id,group,language,question,answer,claim,passages,reference,answer points,grounded,correct,comment,check',
    )
    expect(sheet).toMatch(/,,,,"sha256:[0-9a-f]{16}"\r\n$/)
    expect(header(writeAuditSheet('claim', [{ ...row, claim: 'Three months.' }]))).toMatch(/,label,comment,check$/)
  })

  it('is CSV for any reader: a cell with nothing but a line feed in it ends no record', () => {
    const bare = { ...row, answer: 'Three months\nin writing', answerPoints: ['three months', 'in writing'] }
    const records = readRfc4180(writeAuditSheet('answer', [bare, { ...bare, id: 'T-2' }]).slice(1))
    expect(records.map((record) => record.length)).toEqual([14, 14, 14])
    expect(records[2]?.slice(4, 10)).toEqual([
      row.question,
      'Three months\nin writing',
      '',
      expect.stringMatching(/^\[1\] Tenancy Act 2031, 12\nNotice is three months\./),
      row.reference,
      'three months\nin writing',
    ])
  })

  it('is read by another language’s library as it is by us, and back from its semicolons', ({ skip }) => {
    const script = [
      'import csv, io, sys',
      "sheet = io.TextIOWrapper(sys.stdin.buffer, encoding='utf-8-sig', newline='')",
      'header, *rows = csv.reader(sheet, strict=True)',
      'assert all(len(row) == len(header) for row in rows)',
      "for row in rows: row[header.index('grounded')] = 'nein'",
      "out = io.TextIOWrapper(sys.stdout.buffer, encoding='utf-8', newline='')",
      "csv.writer(out, delimiter=';').writerows([header] + rows)",
    ].join('\n')
    const rows = [row, { ...row, id: 'T-2', answer: 'One line\nanother', question: '=1;2' }]
    const read = spawnSync('python3', ['-c', script], { input: writeAuditSheet('answer', rows), encoding: 'utf8' })
    skip(read.error !== undefined, 'python3 is not there')
    expect(read.stderr).toBe('')
    const { examples } = readAuditSheet('a.csv', read.stdout)
    expect(examples.map(({ answer, question, truth }) => [answer, question, truth])).toEqual(
      rows.map(({ answer, question }) => [answer, question, { unit: 'answer', grounded: false, correct: null }]),
    )
  })

  it('numbers the passages, and no line of a text passes for another passage', () => {
    const sheet = writeAuditSheet('answer', [row])
    expect(sheet).toContain('[1] Tenancy Act 2031, 12\nNotice is three months.\n\n [2] as amended')
    expect(sheet).toContain('[2] \nAnother passage, with a comma.')
  })

  it.each(['=HYPERLINK("https://evil.example")', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '＝1+1', "'=1", "''=1"])(
    'makes the formula %j harmless, and reads it back as it was',
    (question) => {
      const sheet = writeAuditSheet('claim', [{ ...row, claim: 'c', question }])
      expect(sheet).toMatch(/,"'/)
      const data = readAuditSheet('a.csv', filled(sheet, 'label', ['neutral']))
      expect(data.examples[0]?.question).toBe(question.replaceAll('\r\n', '\n'))
    },
  )

  it('is read back with the texts that were shown', () => {
    const data = readAuditSheet('a.csv', filled(writeAuditSheet('answer', [row]), 'grounded', ['yes']))
    expect(data).toMatchObject({ unit: 'answer', leftOut: {} })
    expect(data.examples).toEqual([
      {
        id: 'Tenancy T-1',
        group: 'T-1',
        language: 'en',
        question: row.question,
        answer: row.answer,
        passages: [
          { title: 'Tenancy Act 2031, 12', text: 'Notice is three months.\n\n [2] as amended\nIt is in writing.' },
          { text: 'Another passage, with a comma.' },
        ],
        reference: 'Three months.',
        answerPoints: ['three months', 'in writing'],
        truth: { unit: 'answer', grounded: true, correct: null },
      },
    ])
  })

  it('comes back whole whatever the texts hold', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1 }).filter((one) => one.trim() === one && !/\r/.test(one))
    fc.assert(
      fc.property(text, text, fc.array(text, { minLength: 1 }), (claim, question, passages) => {
        const given = { ...row, claim, question, passages: passages.map((text) => ({ text })) }
        const data = readAuditSheet('a.csv', filled(writeAuditSheet('claim', [given]), 'label', ['contradiction']))
        expect(data.examples[0]).toMatchObject({ answer: claim, question })
        expect(data.examples[0]?.passages.map((one) => one.text.replace(/^ (?=\[\d+\])/gm, '').trim())).toEqual(
          passages.map((one) => one.replace(/^ (?=\[\d+\])/gm, '').trim()),
        )
      }),
    )
  })

  it.each([
    ['yes', true],
    ['YES ', true],
    ['ja', true],
    ['oui', true],
    ['1', true],
    ['true', true],
    ['no', false],
    ['Nein', false],
    ['non', false],
    ['0', false],
    ['FALSE', false],
  ])('understands %j', (word, grounded) => {
    const data = readAuditSheet('a.csv', filled(writeAuditSheet('answer', [row]), 'grounded', [word]))
    expect(data.examples[0]?.truth).toEqual({ unit: 'answer', grounded, correct: null })
  })

  it('leaves out what nobody labelled, and counts it', () => {
    const rows = [row, { ...row, id: 'T-2' }, { ...row, id: 'T-3' }]
    const data = readAuditSheet('a.csv', filled(writeAuditSheet('answer', rows), 'correct', ['', 'no', '']))
    expect(data.examples.map(({ id }) => id)).toEqual(['Tenancy T-2'])
    expect(data.leftOut).toEqual({ 'not labelled': 2 })
  })

  it('is read with the semicolons of a European spreadsheet, without the BOM, and with a row of nothing', () => {
    const sheet = writeAuditSheet('claim', [{ ...row, claim: 'c', answer: 'a', question: 'q', passages: [{ text: 'p' }] }])
    const semicolons = `${filledIn(sheet, () => ({ label: 'Entailment' }), ';')};;;\r\n`
    expect(readAuditSheet('a.csv', semicolons).examples[0]).toMatchObject({ answer: 'c', truth: { label: 'entailment' } })
  })

  it('refuses a text that was changed or cut since, and words that are no label, each with its line', () => {
    const rows = [row, { ...row, id: 'T-2' }, { ...row, id: 'T-3' }]
    const sheet = filled(writeAuditSheet('answer', rows), 'grounded', ['yes', 'maybe', 'no']).replace(
      'Three months; see',
      'Two months; see',
    )
    try {
      readAuditSheet('a.csv', sheet)
      expect.unreachable()
    } catch (error) {
      expect((error as DatasetError).faults.map(({ field, message }) => `${field}: ${message}`)).toEqual([
        expect.stringMatching(/^check: a text of this row is not as it was written/),
        'grounded: expected yes or no, received "maybe"',
      ])
      expect((error as DatasetError).faults.every(({ line }) => line !== undefined && line > 1)).toBe(true)
    }
  })

  it.each([
    [
      'another table',
      'a,b\r\n1,2\r\n',
      /expected an audit sheet .* lacks the columns id, language, passages, check, label, or grounded and correct/,
    ],
    ['a quote that is never closed', 'id,language,passages,check,label\r\n"a', /expected CSV/],
  ])('refuses %s', (_, text, message) => {
    expect(() => readAuditSheet('a.csv', text)).toThrow(DatasetError)
    expect(() => readAuditSheet('a.csv', text)).toThrow(message)
  })

  it('names the rows that some spreadsheets cut', () => {
    expect(overlong([row, { ...row, id: 'long', passages: [{ text: 'x'.repeat(LONGEST_CELL) }] }])).toEqual(['long'])
  })
})
