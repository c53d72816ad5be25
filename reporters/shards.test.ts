import { describe, expect, it } from 'vitest'
import type { SuiteHeader } from '../src/schema/record.js'
import { makeHeader, times } from './fixtures.test-util.js'
import { type SuitePart, shardFaults, wholeHeader } from './shards.js'

/** Part `index` of a suite of 8 items in 4 shards, which holds two of them. */
function part(index: number, change: Partial<SuiteHeader> = {}, cases?: SuitePart['cases']): SuitePart {
  const own = cases ?? times(2, (i) => ({ id: `T-${index}-${i}`, done: true }))
  const shard = { index, count: 4, cases: 2 }
  return { header: makeHeader({ suite: 'Leases', total: 8, selected: 8, shard, ...change }), cases: own }
}

const whole = times(4, (i) => part(i + 1))
const without = (...indices: number[]) => whole.filter((_, i) => !indices.includes(i + 1))
const half = { done: true }

describe('what is wrong with the shards of a suite', () => {
  it.each<[string, SuitePart[], string[]]>([
    ['nothing', whole, []],
    ['nothing, in any order', whole.toReversed(), []],
    ['nothing, where no part is a shard', [part(1, { shard: null })], []],
    ['nothing, where there is none', [], []],
    ['one is missing', without(3), ['shard 3/4 of "Leases" is missing']],
    ['several are missing', without(1, 4), ['shards 1/4, 4/4 of "Leases" are missing']],
    ['one is there twice', [...whole, part(2)], ['shard 2/4 of "Leases" is there 2 times']],
    [
      'one is missing and another there twice',
      [...without(1), part(2)],
      ['shard 1/4 of "Leases" is missing', 'shard 2/4 of "Leases" is there 2 times'],
    ],
    [
      'a case has no result',
      [
        ...without(4),
        part(4, {}, [
          { id: 'T-1', ...half },
          { id: 'T-2', done: false },
        ]),
      ],
      ['shard 4/4 of "Leases" is incomplete: 1 of its 2 cases has no result (T-2)'],
    ],
    [
      'no case has a result, and it is said why',
      [
        ...without(4),
        part(
          4,
          {},
          times(2, (i) => ({ id: `T-${i}`, done: false, why: 'the run does not start' })),
        ),
      ],
      ['shard 4/4 of "Leases" is incomplete: 2 of its 2 cases have no result (T-0, T-1): the run does not start'],
    ],
    [
      'a case that was declared is not in the report',
      [...without(4), part(4, {}, [{ id: 'T-1', ...half }])],
      ['shard 4/4 of "Leases" is incomplete: 1 of its 2 cases has no result'],
    ],
    [
      'shards of 4 and of 5',
      [...without(1), part(1, { shard: { index: 1, count: 5, cases: 2 } })],
      ['"Leases" comes in shards of 4 and of 5: merge the shards of one run, and nothing else'],
    ],
    [
      'a shard and the whole',
      [part(1), part(1, { shard: null })],
      ['"Leases" is whole in 1 report of the 2 that are merged: merge the shards of one run, and nothing else'],
    ],
    [
      'another gate and another judge',
      [...without(1), part(1, { policy: 'report', judge: { name: 'other', offline: false, members: [] } })],
      ['the shards of "Leases" are not of one version of it: `policy`, `judge` differ'],
    ],
    [
      'an item that was changed',
      [...without(4), part(4, { data: 'other data' })],
      ['the shards of "Leases" are not of one version of it: `data` differs'],
    ],
    [
      'nothing, where no shard recorded its data',
      whole.map(({ header, cases }) => ({ header: { ...header, data: null }, cases })),
      [],
    ],
    [
      'other data: a case in two shards',
      [
        ...without(4),
        part(
          4,
          {},
          times(2, (i) => ({ id: `T-1-${i}`, ...half })),
        ),
      ],
      ['the shards of "Leases" hold 6 of 8 cases, 2 of them twice: their data are not the same'],
    ],
    [
      'other data: too few',
      [...without(4), part(4, { shard: { index: 4, count: 4, cases: 1 } }, [{ id: 'T-4-0', ...half }])],
      ['the shards of "Leases" hold 7 of 8 cases: their data are not the same'],
    ],
    [
      'nothing, where a limit leaves out cases and one part is empty',
      [
        ...times(3, (i) => part(i + 1, { partial: ['`limit` 6'] })),
        part(4, { partial: ['`limit` 6'], shard: { index: 4, count: 4, cases: 0 } }, []),
      ],
      [],
    ],
    ['nothing, where only what they came upon differs', [...without(1), part(1, { warnings: ['odd'] })], []],
  ])('%s', (_, parts, expected) => {
    expect(shardFaults(parts)).toEqual(expected)
  })

  it('leaves a declaration of no shard, with the warnings of all', () => {
    const header = wholeHeader([part(1, { warnings: ['a', 'b'] }), part(2, { warnings: ['b', 'c'] })].map((one) => one.header))
    expect(header).toMatchObject({ suite: 'Leases', shard: null, warnings: ['a', 'b', 'c'] })
  })
})
