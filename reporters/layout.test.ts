import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plainText } from '../src/text/plain-text.js'
import { clip, displayWidth, pad, wrap } from './layout.js'

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc
    .array(fc.constantFrom('東京', 'کرایہ', '👨‍👩‍👧', 'e\u0301\u0302', 'notice', ' ', '🇩🇪', '\u0600'))
    .map((parts) => parts.join('')),
)

describe('clip', () => {
  it.each([
    ['short enough', 'notice', 6, 'notice'],
    ['too long', 'notices', 6, 'notic…'],
    ['a wide character that does not fit whole', '東京都', 4, '東…'],
    ['a space before the cut', 'notice of', 8, 'notice…'],
    ['a family is one character', '👨‍👩‍👧👨‍👩‍👧', 3, '👨‍👩‍👧…'],
    ['an isolate is closed', '\u2068کرایہ دار\u2069', 4, '\u2068کرا…\u2069'],
    ['no room', 'a', 0, ''],
  ])('%s', (_, text, width, expected) => {
    expect(clip(text, width)).toBe(expected)
  })

  it('never exceeds the width', () => {
    fc.assert(
      fc.property(anyText, fc.nat(40), (text, width) => {
        expect(displayWidth(clip(plainText(text), width))).toBeLessThanOrEqual(width)
      }),
    )
  })
})

describe('pad', () => {
  it('fills up in display cells', () => {
    expect(pad('東', 4)).toBe('東  ')
    expect(pad('1', 3, 'right')).toBe('  1')
    expect(pad('long', 2)).toBe('long')
  })

  it('fault 53: gives every text the same width', () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom('left' as const, 'right' as const), (text, align) => {
        expect(displayWidth(pad(clip(plainText(text), 20), 20, align))).toBe(20)
      }),
    )
  })
})

describe('wrap', () => {
  it.each([
    ['at spaces', 'the notice period is three months', 12, ['the notice', 'period is', 'three months']],
    ['a word that is too long', 'see Mietrechtsverordnung now', 10, ['see', 'Mietrechts', 'verordnung', 'now']],
    ['nothing', '', 10, ['']],
    ['right-to-left text, each line isolated', '\u2068کرایہ دار کو\u2069', 6, ['\u2068کرایہ\u2069', '\u2068دار کو\u2069']],
  ])('%s', (_, text, width, expected) => {
    expect(wrap(text, width)).toEqual(expected)
  })

  it('cuts after the most lines allowed', () => {
    expect(wrap('one two three four five', 9, 2)).toEqual(['one two', 'three fo…'])
  })

  it('loses no letter and exceeds no width', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 4, max: 40 }), (text, width) => {
        const plain = plainText(text)
        const lines = wrap(plain, width)
        for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(width)
        const letters = (value: string) => value.replace(/[\s\u2068\u2069]/gu, '')
        expect(letters(lines.join(''))).toBe(letters(plain))
      }),
    )
  })
})
