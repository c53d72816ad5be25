import fc from 'fast-check'
import { expect, it } from 'vitest'
import { PieceTable } from './piece-table.js'

const bytes = (text: string) => new TextEncoder().encode(text)

it('gives a piece the value that was made of it, until there are too many', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 3 }), { maxLength: 60 }), fc.integer({ min: 1, max: 40 }), (pieces, most) => {
      const table = new PieceTable<string>(most)
      let made = new Set<string>()
      for (const piece of pieces) {
        const text = bytes(`x${piece}y`)
        const isNew = !made.has(piece)
        if (isNew && made.size >= most) made = new Set()
        let calls = 0
        const value = table.get(text, 1, text.length - 1, () => {
          calls += 1
          return piece
        })
        expect([value, calls]).toEqual([piece, isNew ? 1 : 0])
        made.add(piece)
      }
    }),
  )
})

it('grows', () => {
  const table = new PieceTable<number>(100_000)
  for (let round = 0; round < 2; round += 1) {
    for (let nth = 0; nth < 20_000; nth += 1) {
      const text = bytes(`piece ${nth}`)
      expect(table.get(text, 0, text.length, () => nth + round)).toBe(nth)
    }
  }
})
