import { describe, expect, it } from 'vitest'
import { fitBytes } from './fit-bytes.js'

const parts = [
  { name: 'head', text: 'head\n', rank: 0 },
  { name: 'table', text: `${'ä'.repeat(10)}\n`, rank: 1 },
  { name: 'details', text: `${'d'.repeat(40)}\n`, rank: 2 },
]
const note = (names: string) => `cut: ${names}\n`

describe('fitBytes', () => {
  it.each([
    ['all of it', 67, 'head\nääääääääää\ndddddddddddddddddddddddddddddddddddddddd\n'],
    ['without what is needed least', 66, 'head\nääääääääää\ncut: details\n'],
    ['the head and a note', 38, 'head\ncut: table; details\n'],
  ])('keeps %s', (_, maxBytes, expected) => {
    const text = fitBytes(parts, maxBytes, note)
    expect(text).toBe(expected)
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(maxBytes)
  })

  it('names ten of what is cut', () => {
    const many = Array.from({ length: 13 }, (_, i) => ({ name: `part ${i}`, text: 'x'.repeat(100), rank: 1 }))
    expect(fitBytes(many, 200, note)).toMatch(/part 10; and 2 more\n$/u)
  })
})
