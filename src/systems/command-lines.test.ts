import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lineReader } from './command-lines.js'

/** What a reader makes of bytes that come in these chunks: lines, and "…" where one was too long. */
function linesOf(chunks: readonly Buffer[], most = 1_000): string[] {
  const lines: string[] = []
  const reader = lineReader(
    most,
    (line) => lines.push(line.toString('utf8')),
    () => lines.push('…'),
  )
  for (const chunk of chunks) reader.read(chunk)
  reader.end()
  return lines
}

/** The bytes, cut before each of these places. */
function cutAt(bytes: Buffer, places: readonly number[]): Buffer[] {
  const borders = [0, ...places.map((place) => place % (bytes.length + 1)), bytes.length].sort((a, b) => a - b)
  return borders.slice(1).map((border, index) => bytes.subarray(borders[index], border))
}

test('lines are the same wherever the chunks end, inside a character too', () => {
  const line = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('\n', ' '))
  fc.assert(
    fc.property(fc.array(line), fc.array(fc.nat()), (lines, places) => {
      // The last has no end of its own: what is left when the stream ends is a line.
      expect(linesOf(cutAt(Buffer.from(lines.join('\n')), places))).toEqual(lines.length === 0 ? [''] : lines)
    }),
  )
})

test.each<[string, string[], string[]]>([
  ['at the limit', ['12345\n6'], ['12345', '6']],
  ['above it', ['123456\n7\n'], ['…', '7', '']],
  ['above it over many chunks, said once', ['1234', '56', '789', '0\n', '1\n2'], ['…', '1', '2']],
  ['above it, the last', ['1\n123', '456'], ['1', '…']],
  ['two above it', ['123456\n123456\n'], ['…', '…', '']],
])('a line %s', (_, chunks, expected) => {
  expect(
    linesOf(
      chunks.map((chunk) => Buffer.from(chunk)),
      5,
    ),
  ).toEqual(expected)
})
