import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { balanceIsolates, isolateOpen, plainText } from './plain-text.js'

describe('plainText', () => {
  it.each([
    ['a colour', '\u001B[31mred\u001B[0m', 'red'],
    ['a link of a terminal', '\u001B]8;;https://example.org\u0007text\u001B]8;;\u0007', 'text'],
    ['a lone escape', 'a\u001B', 'a␛'],
    ['a bell and a delete', 'a\u0007b\u007F', 'a␇b␡'],
    ['a C1 control', 'a\u0085b\u0090c', 'a\uFFFDb\uFFFDc'],
    ['line breaks and tabs', ' a\r\n\tb\u2028c ', 'a b c'],
    ['a workflow command', '::error::broken', ': :error: :broken'],
    ['a workflow command on a new line', 'fine\n  ::set-output name=x::y', 'fine : :set-output name=x: :y'],
    ['a command of older runners', 'x ##[error]broken ##vso[task.complete]', 'x # #[error]broken # #vso[task.complete]'],
    ['direction controls', 'a\u202Eb\u202C\u2066c\u2069\u200F', 'abc'],
    ['invisible characters', 'a\u00ADb\u2060c\u{E0041}d\u200Be', 'abcde'],
    ['half a surrogate pair', 'a\uD83D', 'a\uFFFD'],
    ['right-to-left text', 'کرایہ ۳ ماہ', '\u2068کرایہ ۳ ماہ\u2069'],
    ['a number before right-to-left text', '3. کرایہ', '\u20683. کرایہ\u2069'],
    [
      'right-to-left text in a sentence',
      'system کرایہ دار, ۳ of 5 (کل)',
      'system \u2068کرایہ دار, ۳\u2069 of 5 (\u2068کل\u2069)',
    ],
    ['foreign words in right-to-left text', 'کرایہ PECA دار', '\u2068کرایہ PECA دار\u2069'],
    ['joiners that Urdu and emoji need', 'می\u200Cخواهم', '\u2068می\u200Cخواهم\u2069'],
    ['ordinary text', 'Art. 12 § 3: “six months” – Zürich 東京', 'Art. 12 § 3: “six months” – Zürich 東京'],
  ])('%s', (_, text, expected) => {
    expect(plainText(text)).toBe(expected)
  })

  it('is one harmless line whatever comes in, and stays so', () => {
    const odd = fc.array(
      fc.constantFrom(':', '::', '##[', '\u001B[2J', '\n', '\u202E', '\u2068', '\u2069', 'ک', '東', 'a', ' ', '\u0301', '\uD83D'),
    )
    fc.assert(
      fc.property(
        fc.oneof(
          odd.map((parts) => parts.join('')),
          fc.string({ unit: 'binary' }),
        ),
        (text) => {
          const plain = plainText(text)
          expect(plain).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u202A-\u202E]|::|##\w*\[/u)
          expect(plainText(plain)).toBe(plain)
        },
      ),
      { numRuns: 500 },
    )
  })

  it('cuts what is endless', () => {
    expect(plainText('a'.repeat(1_000_000))).toHaveLength(4000)
  })
})

describe('isolates', () => {
  it.each([
    ['none', 'abc', false, false],
    ['open', 'a\u2068b', false, true],
    ['closed', '\u2068a\u2069b', false, false],
    ['open from before', 'a', true, true],
    ['closed from before', 'a\u2069', true, false],
    ['closed and open again', 'a\u2069b\u2068', true, true],
  ])('%s', (_, text, before, after) => {
    expect(isolateOpen(text, before)).toBe(after)
  })

  it('are closed where a line ends and open where it goes on', () => {
    expect(balanceIsolates(['x \u2068ک', 'ر', 'ا\u2069 y'])).toEqual(['x \u2068ک\u2069', '\u2068ر\u2069', '\u2068ا\u2069 y'])
  })
})
