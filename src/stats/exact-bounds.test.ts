import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MaybeGroupedValue } from './effective-n.js'
import { exactBounds, exactPValues } from './exact-bounds.js'

type Rows = readonly (readonly [times: number, values: readonly (number | null)[]])[]

function grouped(rows: Rows): MaybeGroupedValue[] {
  let group = 0
  return rows.flatMap(([times, values]) =>
    Array.from({ length: times }, () => {
      group += 1
      return values.map((value) => ({ value, group: `g${group}` }))
    }).flat(),
  )
}

const values = fc.array(
  fc.record({ value: fc.option(fc.double({ min: 0, max: 1, noNaN: true })), group: fc.constantFrom('a', 'b', 'c', 'd', 'e') }),
  { minLength: 1 },
)

describe('exact bounds on an effective n', () => {
  // By a program of its own: scipy 1.17.1, stats.beta, on the effective n of Korn and Graubard (1998).
  it.each<{ title: string; rows: Rows; rate: number; bounds: [number, number]; p: [number, number] }>([
    {
      title: '3 of 60',
      rows: [
        [3, [1]],
        [57, [0]],
      ],
      rate: 0.05,
      bounds: [0.013765157568283046, 0.12418721047743608],
      p: [0.5825642313398343, 0.647281011601339],
    },
    { title: '0 of 60', rows: [[60, [0]]], rate: 0.05, bounds: [0, 0.04870291331009749], p: [1, 0.04606979898695207] },
    { title: '60 of 60', rows: [[60, [1]]], rate: 0.9, bounds: [0.9512970866899025, 1], p: [0.0017970102999144337, 1] },
    {
      title: 'twins that agree in part: 120 as 81.7',
      rows: [
        [3, [1, 1]],
        [6, [1, 0]],
        [51, [0, 0]],
      ],
      rate: 0.05,
      bounds: [0.05117610907581995, 0.17225040783138812],
      p: [0.04462022940235039, 0.9823223974802195],
    },
    {
      title: 'twins that always agree: 120 as 60',
      rows: [
        [6, [1, 1]],
        [54, [0, 0]],
      ],
      rate: 0.05,
      bounds: [0.04445296776894624, 0.18785738198898227],
      p: [0.0787192645766845, 0.9703058980451167],
    },
    {
      title: 'unknown ones, false below and true above',
      rows: [
        [3, [1]],
        [91, [0]],
        [6, [null]],
      ],
      rate: 0.1,
      bounds: [0.00822582910765269, 0.1517954286135935],
      p: [0.99805511534812, 0.4512901654420035],
    },
    {
      title: 'scores',
      rows: [
        [10, [0.5]],
        [5, [0.25, 0.75]],
        [3, [1]],
        [2, [0]],
      ],
      rate: 0.5,
      bounds: [0.3413886634290744, 0.6948703203488412],
      p: [0.5, 0.6549810171127319],
    },
    { title: 'nothing known', rows: [[5, [null]]], rate: 0.5, bounds: [0, 1], p: [1, 1] },
  ])('$title', ({ rows, rate, bounds, p }) => {
    const given = grouped(rows)
    expect(exactBounds(given)).toEqual({ lower: expect.closeTo(bounds[0], 9), upper: expect.closeTo(bounds[1], 9) })
    expect(exactPValues(given, rate)).toEqual({ above: expect.closeTo(p[0], 9), below: expect.closeTo(p[1], 9) })
  })

  it('is null of nothing', () => {
    expect(exactBounds([])).toBeNull()
    expect(exactPValues([], 0.5)).toBeNull()
  })

  it('holds the mean however the unknown ones turn out, and never has width zero', () => {
    fc.assert(
      fc.property(values, fc.infiniteStream(fc.boolean()), (given, guesses) => {
        const { lower, upper } = exactBounds(given) ?? { lower: Number.NaN, upper: Number.NaN }
        const guessed = given.map(({ value }) => value ?? Number(guesses.next().value))
        const mean = guessed.reduce((sum, value) => sum + value, 0) / guessed.length
        expect(lower).toBeLessThanOrEqual(mean + 1e-12)
        expect(upper).toBeGreaterThanOrEqual(mean - 1e-12)
        expect(upper - lower).toBeGreaterThan(0)
        expect(lower).toBeGreaterThanOrEqual(0)
        expect(upper).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('shows a rate to be beyond a limit where the bound is, and only there', () => {
    fc.assert(
      fc.property(values, fc.double({ min: 0.01, max: 0.99, noNaN: true }), (given, rate) => {
        const bounds = exactBounds(given)
        const p = exactPValues(given, rate)
        if (bounds === null || p === null) throw new Error('no bounds')
        if (Math.abs(bounds.lower - rate) > 1e-9) expect(p.above < 0.05).toBe(bounds.lower > rate)
        if (Math.abs(bounds.upper - rate) > 1e-9) expect(p.below < 0.05).toBe(bounds.upper < rate)
      }),
    )
  })
})
