import { describe, expect, it } from 'vitest'
import { displayWidth } from '../../reporters/layout.js'
import type { FileState } from '../datasets/catalogue/survey.js'
import { checkText, isFaulty } from './fetch-check-text.js'

const hash = (digit: string) => digit.repeat(64)
const FILES: FileState[] = [
  { path: 'a.txt', state: 'missing', optional: false },
  { path: 'b.txt', state: 'differs', held: 'catalogue', expected: hash('1'), received: hash('2') },
  { path: 'c.txt', state: 'right' },
  { path: 'd.txt', state: 'missing', optional: true },
  { path: 'e.txt', state: 'differs', held: 'lock', expected: '4 bytes', received: '5 bytes' },
  { path: 'f.txt', state: 'absent' },
  { path: 'g.txt', state: 'unheld' },
]

describe('what is there', () => {
  it('is a line a file, those that differ at the end, with what was expected and received', () => {
    const text = checkText('made-up', 'data/made-up', FILES)
    expect(text.split('\n')).toEqual([
      'made-up: 1 file right, 1 without a known hash, 1 absent, 2 missing, 2 differs, in data/made-up',
      '  right    c.txt',
      '  no hash  g.txt',
      '  absent   f.txt (not there upstream)',
      '  missing  a.txt',
      '  missing  d.txt (optional)',
      '  differs  b.txt',
      `    expected ${hash('1')}`,
      `    received ${hash('2')}`,
      '  differs  e.txt (from docket.lock.json)',
      '    expected 4 bytes',
      '    received 5 bytes',
    ])
    expect(
      text
        .split('\n')
        .slice(1)
        .filter((line) => displayWidth(line) > 80),
    ).toEqual([])
  })

  it('counts files that are right where they are many, and no others', () => {
    const many = (state: 'right' | 'unheld', n: number) =>
      Array.from({ length: n }, (_, i): FileState => ({ path: `${i}`, state }))
    expect(checkText('made-up', 'data', many('right', 13)).split('\n')).toEqual([
      'made-up: 13 files right, in data',
      '  right    13 files',
    ])
    expect(checkText('made-up', 'data', many('right', 12)).split('\n')).toHaveLength(13)
    expect(checkText('made-up', 'data', many('unheld', 13)).split('\n')).toHaveLength(14)
  })

  it('is said to be nothing where it is', () => {
    const text = 'made-up: nothing is there, in data; `vitest-docket fetch made-up` downloads it'
    expect(checkText('made-up', 'data', [{ path: 'a.txt', state: 'missing', optional: false }])).toBe(text)
    expect(checkText('made-up', 'data', [])).toBe(text)
  })

  it('is wrong where a file differs, or is missing and not optional', () => {
    expect(FILES.filter(isFaulty).map(({ path }) => path)).toEqual(['a.txt', 'b.txt', 'e.txt'])
  })
})
