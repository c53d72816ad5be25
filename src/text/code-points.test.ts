import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codePointText } from './code-points.js'

describe('codePointText', () => {
  it.each([
    ['plain', 'Fee: ten.', 5, 8, 'ten'],
    ['behind a character beyond the BMP', '𝔉ee: ten.', 5, 8, 'ten'],
    ['that character itself', 'a𝔉b', 1, 2, '𝔉'],
    ['between two', '😀a😀b', 1, 3, 'a😀'],
    ['a combining accent is a character of its own', 'e\u0301a', 1, 3, '\u0301a'],
    ['a BOM is one', '\ufeffab', 1, 2, 'a'],
    ['nothing', 'ab', 1, 1, ''],
    ['all of it', 'a😀', 0, 2, 'a😀'],
  ])('cuts %s', (_, text, start, end, expected) => {
    expect(codePointText(text).slice(start, end)).toBe(expected)
  })

  it('cuts as an array of all characters would', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(), fc.nat(), (text, a, b) => {
        const characters = Array.from(text)
        const cut = codePointText(text)
        expect(cut.length).toBe(characters.length)
        const [start, end] = [a % (cut.length + 1), b % (cut.length + 1)].toSorted((x, y) => x - y) as [number, number]
        expect(cut.slice(start, end)).toBe(characters.slice(start, end).join(''))
      }),
    )
  })

  it.each([
    ['past the end', 0, 4],
    ['turned round', 2, 1],
    ['negative', -1, 2],
    ['not whole', 0.5, 2],
    ['no number', Number.NaN, 2],
  ])('refuses a span that is %s', (_, start, end) => {
    expect(() => codePointText('a😀b').slice(start, end)).toThrow(/^expected 0 <= start <= end <= 3, received \[/)
  })
})
