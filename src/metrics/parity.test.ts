import { describe, expect, it } from 'vitest'
import { makeRecord } from '../../test/unit/records.js'
import { measureTwinParity } from './measure.js'
import { twinPairs, twinTable } from './parity.js'

const refused = (id: string, over = {}) =>
  makeRecord({
    id,
    outcome: 'refused',
    errorClass: 'over-refusal',
    cause: 'policy',
    signals: { c: null, g: null, r: true },
    ...over,
  })
const answered = (id: string, over = {}) => makeRecord({ id, ...over })
const failed = (id: string, over = {}) =>
  makeRecord({
    id,
    outcome: null,
    errorClass: 'infrastructure',
    signals: { c: null, g: null, r: null },
    failure: { stage: 'system', kind: 'http', message: '503' },
    ...over,
  })

describe('twins whose partner is not there', () => {
  it('fault 47: missing from the data set: counted and listed, never a pair', () => {
    const records = [refused('A-ur', { twinOf: 'A' })]
    expect(twinPairs(records)).toEqual([])
    expect(twinTable(records, [])).toEqual({
      pairs: 0,
      disagreeing: [],
      leftOut: [{ base: 'A', twin: 'A-ur', reason: 'A is not in this run' }],
    })
    expect(measureTwinParity(records).metric).toMatchObject({ count: 0, scored: 0, total: 0, value: null, low: null, high: null })
  })

  it('fault 47: itself', () => {
    const records = [answered('A', { twinOf: 'A' })]
    expect(twinPairs(records)).toEqual([])
    expect(twinTable(records, []).leftOut).toEqual([{ base: 'A', twin: 'A', reason: 'is its own twin' }])
  })

  it.each([
    ['the base', [answered('A-ur', { twinOf: 'A' })], [{ id: 'A' }], 'A is not in this run'],
    ['the twin', [answered('A')], [{ id: 'A-ur', twinOf: 'A' }], 'A-ur is not in this run'],
    ['both', [answered('B')], [{ id: 'A' }, { id: 'A-ur', twinOf: 'A' }], 'A-ur is not in this run'],
  ])('fault 47: %s filtered out', (_which, records, leftOut, reason) => {
    const table = twinTable(records, leftOut)
    expect(table.pairs).toBe(0)
    expect(table.leftOut).toEqual([{ base: 'A', twin: 'A-ur', reason }])
  })

  it('fault 47: a twin of a twin is a pair with it, and the chain is one group where it shares one', () => {
    const records = [
      answered('A', { group: 'A' }),
      refused('A-ur', { twinOf: 'A', group: 'A' }),
      refused('A-de', { twinOf: 'A-ur', group: 'A' }),
    ]
    expect(twinPairs(records).map(({ base, twin, same }) => [base.id, twin.id, same])).toEqual([
      ['A', 'A-ur', false],
      ['A-ur', 'A-de', true],
    ])
    expect(measureTwinParity(records).metric).toMatchObject({ count: 1, scored: 2, total: 2, groups: 1 })
  })
})

describe('pairs', () => {
  it.each([
    ['the twin was refused', true, answered('A'), refused('A-ur'), 'twin'],
    ['the base was refused', true, refused('A'), answered('A-ur'), 'base'],
    ['the twin was refused, and should be', false, answered('A'), refused('A-ur'), 'base'],
    ['the base was refused, and should be', false, refused('A'), answered('A-ur'), 'twin'],
  ])('%s (answerable: %s): which side is worse', (_what, answerable, base, twin, worse) => {
    const records = [
      { ...base, answerable },
      { ...twin, answerable, twinOf: 'A' },
    ]
    expect(twinTable(records, []).disagreeing).toMatchObject([{ base: 'A', twin: 'A-ur', worse }])
  })

  it('whose sides ask for different behaviour blame neither', () => {
    const records = [answered('A'), refused('A-ur', { twinOf: 'A', answerable: false })]
    expect(twinTable(records, []).disagreeing).toMatchObject([{ worse: 'neither' }])
  })

  it('with a side of unknown outcome are unscored and named with the reason', () => {
    const open = makeRecord({ id: 'B-ur', twinOf: 'B', outcome: 'undetermined', unscored: { outcome: 'empty answer' } })
    const records = [failed('A'), refused('A-ur', { twinOf: 'A' }), answered('B'), open]
    expect(measureTwinParity(records).metric).toMatchObject({ count: 0, scored: 0, total: 2, unknown: 1, lost: 1, value: null })
    expect(twinTable(records, []).leftOut).toEqual([
      { base: 'A', twin: 'A-ur', reason: 'A: http' },
      { base: 'B', twin: 'B-ur', reason: 'B-ur: empty answer' },
    ])
  })

  it('that agree by a non-answer and an answer agree: neither was refused', () => {
    const records = [answered('A'), makeRecord({ id: 'A-ur', twinOf: 'A', outcome: 'non-answer', errorClass: 'non-answer' })]
    expect(measureTwinParity(records).metric).toMatchObject({ count: 1, scored: 1 })
  })
})
