import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plainText } from '../src/text/plain-text.js'
import { displayWidth } from './layout.js'
import { textTable } from './text-table.js'

describe('textTable', () => {
  it('aligns columns', () => {
    const table = {
      columns: [{ header: 'type' }, { header: 'n', align: 'right' as const }],
      rows: [
        ['notice', '100'],
        ['東京', '7'],
      ],
    }
    expect(textTable(table, 80)).toEqual(['type      n', 'notice  100', '東京      7'])
  })

  it('breaks a short header over lines', () => {
    const table = { columns: [{ header: 'type' }, { header: 'over-refusal', short: 'over-\nrefusal' }], rows: [['a', '1']] }
    expect(textTable(table, 80)).toEqual(['type  over-', '      refusal', 'a     1'])
  })

  it('wraps where that costs the fewest lines, and never a figure', () => {
    const table = {
      columns: [{ header: 'metric' }, { header: 'value', align: 'right' as const }, { header: 'scored' }, { header: 'gate' }],
      rows: [
        ['answered', '91.0%', '300 of 300 items', ''],
        ['correct', '90.0%', '280 of 280 items', '≤ 3.0% undecided'],
      ],
    }
    expect(textTable(table, 46)).toEqual([
      'metric    value  scored            gate',
      'answered  91.0%  300 of 300 items',
      'correct   90.0%  280 of 280 items  ≤ 3.0%',
      '                                   undecided',
    ])
  })

  it('splits into blocks that repeat the first column where wrapping is not enough', () => {
    const columns = [{ header: 'type' }, ...['aaaa', 'bbbb', 'cccc'].map((header) => ({ header, align: 'right' as const }))]
    expect(textTable({ columns, rows: [['x', '1', '2', '3']] }, 16)).toEqual([
      'type  aaaa  bbbb',
      'x        1     2',
      '',
      'type  cccc',
      'x        3',
    ])
  })

  it('fault 53: wide, combining and right-to-left text keep columns straight', () => {
    const cell = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 12 }),
      fc
        .array(fc.constantFrom('東京', 'کرایہ دار', '👨‍👩‍👧', 'e\u0301\u0302', 'abc', '\u0600', '\u202E'), { maxLength: 3 })
        .map((parts) => parts.join(' ')),
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 6 }), (cells) => {
        const rows = cells.map((row) => [...row.map(plainText), '|'])
        const lines = textTable({ columns: [{ header: 'a' }, { header: 'b' }, { header: '|' }], rows }, 200)
        const bars = lines.map((line) => displayWidth(line.slice(0, line.lastIndexOf('|'))))
        expect(new Set(bars).size).toBe(1)
      }),
    )
  })
})
