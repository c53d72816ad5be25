import { describe, expect, it } from 'vitest'
import { ComparedCase } from '../../schema/baseline.js'
import { pairCases } from './pair.js'

const one = (id: string, hash = id, trial = 0) =>
  ComparedCase.parse({
    id,
    hash,
    trial,
    group: id,
    outcome: 'answered',
    errorClass: 'correct',
    c: true,
    g: true,
    r: true,
    metrics: {},
  })
const ids = (base: ReturnType<typeof one>[], now: ReturnType<typeof one>[], leftOut?: string[]) => {
  const { pairs, ...rest } = pairCases(base, now, new Set(leftOut))
  return { pairs: pairs.map(({ base, now }) => [base.id, now.id]), ...rest }
}
const NONE = { added: [], removed: [], edited: [], renamed: [] }

describe('pairing of the cases of two runs', () => {
  it('pairs by content, in the order of the later run', () => {
    expect(ids([one('A'), one('B')], [one('B'), one('A')])).toEqual({
      ...NONE,
      pairs: [
        ['B', 'B'],
        ['A', 'A'],
      ],
      shared: 2,
      of: 2,
    })
  })

  it('lists what was added, removed and edited, an edited one once', () => {
    expect(ids([one('A'), one('B', 'old'), one('C')], [one('A'), one('B', 'new'), one('D')])).toEqual({
      pairs: [['A', 'A']],
      added: ['D'],
      removed: ['C'],
      edited: ['B'],
      renamed: [],
      shared: 1,
      of: 4,
    })
  })

  it('pairs an item that was renamed', () => {
    expect(ids([one('old', 'h')], [one('new', 'h')])).toEqual({
      ...NONE,
      pairs: [['old', 'new']],
      renamed: [{ before: 'old', now: 'new' }],
      shared: 1,
      of: 1,
    })
  })

  it('of items with the same content pairs those of one id first', () => {
    const { pairs } = ids([one('A', 'h'), one('B', 'h')], [one('B', 'h'), one('C', 'h')])
    expect(pairs).toEqual([
      ['B', 'B'],
      ['A', 'C'],
    ])
  })

  it('swapped contents are two renamed items, not two edited ones', () => {
    const { pairs, edited } = ids([one('A', 'x'), one('B', 'y')], [one('A', 'y'), one('B', 'x')])
    expect(pairs).toEqual([
      ['B', 'A'],
      ['A', 'B'],
    ])
    expect(edited).toEqual([])
  })

  it('fault 57: pairs trial with trial', () => {
    const { pairs, added } = ids(
      [one('A', 'h', 0), one('A#2', 'h', 1)],
      [one('A', 'h', 0), one('A#2', 'h', 1), one('A#3', 'h', 2)],
    )
    expect(pairs).toEqual([
      ['A', 'A'],
      ['A#2', 'A#2'],
    ])
    expect(added).toEqual(['A#3'])
  })

  it('fault 57: pairs trial with trial of a renamed item, in whatever order they come', () => {
    const { pairs } = ids([one('A', 'h', 0), one('A#2', 'h', 1)], [one('B#2', 'h', 1), one('B', 'h', 0)])
    expect(pairs).toEqual([
      ['A#2', 'B#2'],
      ['A', 'B'],
    ])
  })

  it('what the design of the later run leaves out is not removed', () => {
    expect(ids([one('A'), one('B'), one('C')], [one('A')], ['B'])).toMatchObject({ removed: ['C'], shared: 1, of: 2 })
  })

  it('two runs without cases share none of none', () => {
    expect(ids([], [])).toEqual({ ...NONE, pairs: [], shared: 0, of: 0 })
  })
})
