import { describe, expect, it } from 'vitest'
import { seeded } from '../random.js'
import { bootstrapInterval, resample } from './bootstrap.js'
import { wilson } from './wilson.js'

const mean = (groups: readonly (readonly number[])[]) => {
  const values = groups.flat()
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length
}
const groupsOf = (values: readonly number[], size = 1) =>
  Array.from({ length: values.length / size }, (_, i) => values.slice(i * size, (i + 1) * size))

describe('bootstrapInterval', () => {
  const values = Array.from({ length: 400 }, (_, i) => (i % 5 === 0 ? 1 : 0))

  it('is near the interval of a formula where there is one', () => {
    const interval = bootstrapInterval(groupsOf(values), mean, { seed: 1 })
    const expected = wilson(80, 400)
    expect(interval?.low).toBeCloseTo(expected?.low ?? Number.NaN, 1)
    expect(interval?.high).toBeCloseTo(expected?.high ?? Number.NaN, 1)
  })

  it('is the same for the same seed, and another for another', () => {
    const of = (seed: number) => bootstrapInterval(groupsOf(values), mean, { seed })
    expect(of(1)).toEqual(of(1))
    expect([of(2), of(3), of(4)]).not.toEqual([of(1), of(1), of(1)])
  })

  it('is as wide as the groups are few: ten equal values in a group are one', () => {
    const sorted = [...values].sort()
    const width = (interval: ReturnType<typeof bootstrapInterval>) => (interval === null ? 0 : interval.high - interval.low)
    const single = width(bootstrapInterval(groupsOf(sorted), mean, { seed: 1 }))
    const grouped = width(bootstrapInterval(groupsOf(sorted, 10), mean, { seed: 1 }))
    expect(grouped / single).toBeGreaterThan(2.5)
    expect(grouped / single).toBeLessThan(4)
  })

  it.each([
    ['no group', []],
    ['one group', [[1, 0]]],
  ])('is null with %s', (_, groups) => {
    expect(bootstrapInterval(groups, mean, { seed: 1 })).toBeNull()
  })

  it('is null where the statistic is mostly undefined', () => {
    expect(bootstrapInterval(groupsOf(values), () => null, { seed: 1 })).toBeNull()
  })
})

describe('resample', () => {
  it('draws as many as there are, only from what is there, and some twice', () => {
    const drawn = resample(
      Array.from({ length: 100 }, (_, i) => i),
      seeded(1),
    )
    expect(drawn).toHaveLength(100)
    expect(drawn.every((value) => Number.isInteger(value) && value >= 0 && value < 100)).toBe(true)
    expect(new Set(drawn).size).toBeLessThan(80)
    expect(new Set(drawn).size).toBeGreaterThan(50)
  })
})
