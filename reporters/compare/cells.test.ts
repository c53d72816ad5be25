import { describe, expect, it } from 'vitest'
import { measureDifference } from '../../src/metrics/difference.js'
import { differenceCell } from './cells.js'

const CORRECT = { label: 'correct', better: 'higher' } as const
const cell = (name: string, difference: number | null, low: number | null = null, high: number | null = null) =>
  differenceCell(name, { ...measureDifference([], CORRECT), difference, low, high })

describe('the cell of a difference', () => {
  it.each([
    [-0.055, '−5.5'],
    [0.0005, '+0.1'],
    [0.0004, '+0.04'],
    [-0.00005, '−0.01'],
    [0.00004, '+<0.01'],
    [-0.00004, '−<0.01'],
    [0, '0.0'],
    [null, '–'],
  ])('of %d never looks like nothing where it is something: %s', (difference, text) => {
    expect(cell('correct', difference)).toBe(text)
  })

  it('has the interval in the same unit: points of a rate, decimals of a mean', () => {
    expect(cell('correct', -0.055, -0.086, -0.0003)).toBe('−5.5 [−8.6, −0.03]')
    expect(cell('mrr', -0.055, -0.086, 0.026)).toBe('−.055 [−.086, +.026]')
  })
})
