import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clip, oneLine } from './clip.js'

describe('clip', () => {
  it.each([
    ['abc', 3, 'abc'],
    ['abcd', 3, 'ab…'],
    ['', 3, ''],
    ['a  b\n', 5, 'a  b\n'],
    ['😀😀😀', 3, '😀😀😀'],
    ['😀😀😀😀', 3, '😀😀…'],
    ['ab', 1, '…'],
  ])('%j to %i characters is %j', (text, most, clipped) => {
    expect(clip(text, most)).toBe(clipped)
  })

  it('never passes its limit, splits no pair, and leaves alone what fits', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 20 }), (text, most) => {
        const clipped = clip(text, most)
        expect(Array.from(clipped).length).toBeLessThanOrEqual(most)
        expect(clipped).not.toMatch(/\p{Surrogate}/u)
        if (Array.from(text).length <= most) expect(clipped).toBe(text)
      }),
    )
  })
})

describe('oneLine', () => {
  it.each([
    ['  two\r\n\tlines\u2028and\u00a0more  ', 40, 'two lines and more'],
    ['a    b', 3, 'a b'],
    [' \n ', 5, ''],
    ['one\n😀😀😀', 6, 'one 😀…'],
  ])('%j to %i characters is %j', (text, most, line) => {
    expect(oneLine(text, most)).toBe(line)
  })
})
