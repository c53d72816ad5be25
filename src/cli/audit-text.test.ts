import { describe, expect, it } from 'vitest'
import { displayWidth } from '../../reporters/layout.js'
import type { AuditSample, LanguageTally } from '../run/audit.js'
import { auditText } from './audit-text.js'

const tally = (language: string, rows: number, of: number, ungrounded: number, grounded = of - ungrounded): LanguageTally => ({
  ...{ language, rows, of, ungrounded, grounded },
})
const files = { unit: 'answer', sheet: 'audit.csv', companion: 'audit.jsonl' } as const

function text(languages: LanguageTally[], over: Partial<AuditSample> = {}, columns = 80) {
  const of = languages.reduce((sum, one) => sum + one.of, 0)
  const lines = auditText({ rows: [], languages, of, withoutText: 0, repeated: 0, ...over }, files, columns)
  return { lines, flat: lines.join('\n').replace(/\s+/g, ' ') }
}

describe('auditText', () => {
  it('says by language what is to be expected, in sums that tell no row', () => {
    const { lines } = text([tally('de', 100, 200, 80), tally('en', 40, 80, 0), tally('fr', 40, 80, 77), tally('it', 9, 9, 4)])
    expect(lines.slice(lines.findIndex((line) => line.startsWith('  language')))).toEqual([
      '  language  rows  in the run  ungrounded  grounded',
      '  de         100         200    about 40  about 60',
      '  en          40          80     under 5   over 35',
      '  fr          40          80     over 35   under 5',
      '  it           9           9     under 5    over 4',
      'All of this run is not likely to calibrate en (under 5 ungrounded), fr (under 5',
      'grounded), it (9 answers): draw the sheet from one of more items, or of a system',
      'that brings more of what is missing.',
      '',
      'Then:',
      'npx vitest-docket calibrate audit.csv',
    ])
  })

  it('says nothing more where every language will do', () => {
    expect(text([tally('en', 100, 100, 40)]).flat).not.toMatch(/Too few|not likely/)
  })

  it.each([
    // 36 of 40% are 90 rows of 200; the other language has enough. 90 of 200 are 180 of 400.
    [
      [tally('de', 50, 200, 80), tally('en', 80, 200, 100)],
      'Too few rows for de (ungrounded): 30 or more take about `--per-language 90` or `--size 180`.',
    ],
    [[tally('de', 50, 200, 120)], 'Too few rows for de (grounded): 30 or more take about `--per-language 90` or `--size 90`.'],
    // No more than there are.
    [[tally('de', 50, 100, 32)], 'Too few rows for de (ungrounded): 30 or more take about `--per-language 100` or `--size 100`.'],
  ])('says which size would do: %j', (languages, message) => expect(text(languages).flat).toContain(message))

  it('knows nothing where the judge spoke of nothing', () => {
    const { flat } = text([tally('en', 70, 70, 0, 0)])
    expect(flat).toContain('en 70 70 not known not known')
    expect(flat).toContain('not likely to calibrate en (no verdict)')
  })

  it('keeps to the width, and breaks no command', () => {
    const { lines } = text([tally('de', 50, 200, 80), tally('en', 40, 40, 0)], { withoutText: 1, repeated: 12 }, 50)
    expect(lines.filter((line) => displayWidth(line) > 50)).toEqual([])
    expect(lines.join(' ')).toMatch(/Left out: 12 answers that another trial.*Left out: 1 answer whose/)
    expect(lines.at(-1)).toBe('npx vitest-docket calibrate audit.csv')
  })
})
