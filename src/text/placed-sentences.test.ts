import fc from 'fast-check'
import { expect, it } from 'vitest'
import { placedSentences } from './placed-sentences.js'
import { splitSentences } from './sentences.js'

const bare = (text: string) => text.replace(/\s+/gu, ' ')

it.each([
  ['(1) A notice is void.\n(2) It may be given\nagain.', 'en'],
  ['  One. \r\n\r\n\u00a0Two.\u3000这是第一句。这是第二句！', 'en'],
  ['', 'en'],
])('%j', (text, language) => {
  const placed = placedSentences(text, language)
  expect(placed.map(({ start, end }) => bare(text.slice(start, end)))).toEqual(splitSentences(text, language).map(bare))
})

it('a sentence stands where its characters are', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom(
      'The rent is due. ',
      '\n',
      '\r\n',
      '\n\n',
      '- ',
      '1. ',
      ' ',
      '\u00a0',
      '\u2028',
      '\u0085',
      '\ufeff',
      '😀',
      '۔',
      '。',
      'Art. 5 ',
    ),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
      const text = pieces.join('')
      const placed = placedSentences(text, 'en')
      const without = (value: string) => value.replace(/\s+/gu, '')
      expect(placed.map(({ start, end }) => without(text.slice(start, end)))).toEqual(splitSentences(text, 'en').map(without))
      const gaps = [...placed, { start: text.length, end: 0 }].map(({ start }, at) => text.slice(placed[at - 1]?.end ?? 0, start))
      expect(gaps.join('').trim()).toBe('')
    }),
  )
})
