import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeRecord } from '../../test/unit/records.js'
import type { Axis } from '../schema/item.js'
import type { CaseRecord, ErrorClass } from '../schema/record.js'
import { VariantTable } from '../schema/report.js'
import type { Outcome } from '../schema/verdict.js'
import { agreement, variantTables } from './variants.js'

interface Fate {
  outcome?: Outcome | null
  errorClass?: ErrorClass
  r?: boolean | null
  golds?: number
}

const item = (
  id: string,
  { outcome = 'answered', errorClass = 'correct', r = true, golds = 1 }: Fate = {},
  over = {},
): CaseRecord =>
  makeRecord({
    id,
    outcome,
    errorClass,
    signals: { c: true, g: true, r },
    citation: { document: null, section: null, golds, sections: 0 },
    group: 'A',
    ...over,
  })
const variant = (id: string, axis: Axis, fate: Fate = {}, over = {}) => item(id, fate, { variantOf: 'A', axis, ...over })
const REFUSED: Fate = { outcome: 'refused', errorClass: 'over-refusal' }
const only = (records: CaseRecord[], leftOut: Parameters<typeof variantTables>[1] = []): VariantTable => {
  const tables = variantTables(records, leftOut)
  expect(tables).toHaveLength(1)
  return VariantTable.parse(tables[0])
}

describe('a variant against its base', () => {
  it.each<[string, Fate, Fate, [number, number], [number, number], [number, number]]>([
    ['the same in all', {}, {}, [1, 1], [1, 1], [1, 1]],
    ['another outcome', {}, REFUSED, [0, 1], [0, 1], [1, 1]],
    ['another class, the same outcome', {}, { errorClass: 'hallucination' }, [1, 1], [0, 1], [1, 1]],
    ['another retrieval alone', {}, { r: false }, [1, 1], [1, 1], [0, 1]],
    ['the gold in neither', { r: false }, { r: false }, [1, 1], [1, 1], [1, 1]],
    ['an outcome that nobody knows', {}, { outcome: 'undetermined', errorClass: 'unscored' }, [0, 0], [0, 0], [1, 1]],
    ['retrieval that was not reported', {}, { r: null }, [1, 1], [1, 1], [0, 0]],
  ])('%s', (_, base, other, ...expected) => {
    const { outcome, errorClass, goldRetrieved, pairs } = only([item('A', base), variant('A-p', 'persona', other)])
    expect(pairs).toBe(1)
    expect([outcome, errorClass, goldRetrieved].map(({ count, scored }) => [count, scored])).toEqual(expected)
    for (const { total, unknown, scored } of [outcome, errorClass, goldRetrieved])
      expect([total, unknown]).toEqual([1, 1 - scored])
  })

  it('names what differs, and how', () => {
    const records = [item('A'), variant('A-p', 'persona', { ...REFUSED, r: false }), variant('A-q', 'persona')]
    expect(only(records).differing).toEqual([
      {
        base: 'A',
        variant: 'A-p',
        outcome: ['answered', 'refused'],
        errorClass: ['correct', 'over-refusal'],
        goldRetrieved: ['retrieved', 'not retrieved'],
      },
    ])
  })

  it('fault 3: what did not run or was not judged is lost, not unknown', () => {
    const failed = item(
      'A-p',
      { outcome: null, errorClass: 'infrastructure', r: null },
      { variantOf: 'A', axis: 'persona', failure: { stage: 'system', kind: 'http', message: '503' } },
    )
    const { outcome, errorClass, goldRetrieved, differing } = only([item('A'), failed])
    for (const { lost, unknown, scored } of [outcome, errorClass, goldRetrieved])
      expect([lost, unknown, scored]).toEqual([1, 0, 0])
    expect(differing).toEqual([])
  })

  it.each<[string, Fate]>([
    ['an undetermined outcome', { outcome: 'undetermined', errorClass: 'unscored' }],
    ['retrieval that was not reported', { r: null }],
  ])('%s is not listed as differing', (_, other) => {
    expect(only([item('A'), variant('A-p', 'persona', other)]).differing).toEqual([])
    expect(only([item('A', other), variant('A-p', 'persona')]).differing).toEqual([])
    expect(only([item('A'), variant('A-p', 'persona', { ...other, errorClass: 'hallucination' })]).differing).toEqual([
      { base: 'A', variant: 'A-p', outcome: null, errorClass: ['correct', 'hallucination'], goldRetrieved: null },
    ])
  })

  it('without a required gold on either side there is no retrieval to compare', () => {
    const none = { r: null, golds: 0 }
    expect(only([item('A', none), variant('A-p', 'persona', none)]).goldRetrieved).toMatchObject({ total: 0, value: null })
  })

  it('pairs of one base are one group, as those of bases that share one', () => {
    const many = ['p', 'q', 'r'].map((name) => variant(`A-${name}`, 'persona'))
    expect(only([item('A'), ...many]).outcome).toMatchObject({ count: 3, scored: 3, groups: 1 })
  })
})

describe('axes', () => {
  it('each has a table, in order; a twin is a variant on the axis language', () => {
    const records = [
      item('A'),
      variant('A-f', 'facts', REFUSED),
      variant('A-s', 'situation'),
      item('A-ur', REFUSED, { twinOf: 'A' }),
    ]
    const tables = variantTables(records, [])
    expect(tables.map(({ axis, mayDiffer, pairs }) => [axis, mayDiffer, pairs])).toEqual([
      ['language', false, 1],
      ['situation', false, 1],
      ['facts', true, 1],
    ])
    expect(tables.map(({ outcome }) => [outcome.value, outcome.better])).toEqual([
      [0, 'higher'],
      [1, 'higher'],
      [0, null],
    ])
  })

  it('a twin that is also declared a variant on the axis language is one pair', () => {
    expect(only([item('A'), variant('A-ur', 'language', {}, { twinOf: 'A' })]).pairs).toBe(1)
  })

  it('no variants, no tables', () => expect(variantTables([item('A'), item('B')], [{ id: 'C' }])).toEqual([]))
})

describe('three members or more', () => {
  const members = (...fates: Fate[]) => [item('A'), ...fates.map((fate, i) => variant(`A-${i}`, 'language', fate))]
  it.each<[string, CaseRecord[], object]>([
    ['all agree', members({}, {}), { count: 1, scored: 1 }],
    ['one differs', members({}, REFUSED), { count: 0, scored: 1 }],
    ['the variants agree with each other, not with the base', members(REFUSED, REFUSED), { count: 0, scored: 1 }],
    ['one is not known, the others agree', members({}, { outcome: 'undetermined' }), { scored: 0, unknown: 1 }],
    ['one is not known, two differ', members(REFUSED, { outcome: 'undetermined' }), { count: 0, scored: 1 }],
  ])('%s', (_, records, expected) => {
    const { sets, pairs } = only(records)
    expect(pairs).toBe(2)
    expect(sets?.sets).toBe(1)
    expect(sets?.outcome).toMatchObject(expected)
  })

  it('two members are no set', () => expect(only([item('A'), variant('A-p', 'persona')]).sets).toBeNull())
})

describe('variants that are no pair', () => {
  it.each<[string, CaseRecord[], Parameters<typeof variantTables>[1], string, string, string]>([
    ['fault 47: its base is in no data, or left out by -t', [variant('A-p', 'persona')], [], 'A', 'A-p', 'A is not in this run'],
    ['fault 47: its base is filtered out', [variant('A-p', 'persona')], [{ id: 'A' }], 'A', 'A-p', 'A is not in this run'],
    ['fault 47: of itself', [variant('A', 'persona')], [], 'A', 'A', 'is its own variant'],
    [
      'fault 47: it is filtered out',
      [item('A')],
      [{ id: 'A-p', variantOf: 'A', axis: 'persona' }],
      'A',
      'A-p',
      'A-p is not in this run',
    ],
    [
      'fault 47: a later trial, whose base is filtered out',
      [variant('A-p#2', 'persona', {}, { item: 'A-p', trial: 1, variantOf: 'A#2' })],
      [{ id: 'A' }],
      'A#2',
      'A-p#2',
      'A#2 is not in this run',
    ],
  ])('%s', (_, records, leftOut, base, name, reason) => {
    const table = only(records, leftOut)
    expect(table).toMatchObject({ pairs: 0, outcome: { total: 0, value: null }, sets: null })
    expect(table.leftOut).toEqual([{ base, variant: name, reason }])
  })

  it('fault 47: two that name each other are one pair', () => {
    const records = [item('A', {}, { twinOf: 'B' }), item('B', REFUSED, { twinOf: 'A' })]
    const table = only(records)
    expect(table).toMatchObject({ pairs: 1, outcome: { count: 0, scored: 1 }, leftOut: [], sets: null })
    expect(variantTables(records.toReversed(), [])).toMatchObject([{ pairs: 1, differing: table.differing }])
  })
})

describe('agreement', () => {
  it.each<[(string | boolean | null)[], boolean | null]>([
    [['answered', 'answered'], true],
    [['answered', 'refused'], false],
    [['answered', null], null],
    [['answered', 'undetermined'], null],
    [['undetermined', 'undetermined'], null],
    [['answered', null, 'refused'], false],
    [[true, true, true], true],
    [['answered'], null],
    [[], null],
  ])('%j: %s', (values, expected) => expect(agreement(values)).toBe(expected))
})

describe('properties', () => {
  const fate = fc.record({
    outcome: fc.constantFrom<Outcome | null>('answered', 'refused', 'undetermined', null),
    errorClass: fc.constantFrom<ErrorClass>('correct', 'over-refusal', 'unscored', 'missing'),
    r: fc.constantFrom(true, false, null),
  })
  it('every pair is accounted for, and the order of records changes no count', () => {
    const id = fc.constantFrom('a', 'b', 'c', 'd', 'x')
    const some = fc.uniqueArray(fc.record({ id: fc.constantFrom('a', 'b', 'c', 'd'), base: id, fate }), {
      selector: (one) => one.id,
    })
    fc.assert(
      fc.property(some, (given) => {
        const records = given.map((one) => item(one.id, one.fate, { variantOf: one.base, axis: 'persona' }))
        for (const table of variantTables(records, [])) {
          VariantTable.parse(table)
          const mutual = records.filter((one) =>
            records.some((o) => o.id === one.variantOf && o.variantOf === one.id && o.id < one.id),
          )
          expect(table.pairs + table.leftOut.length + mutual.length).toBe(records.length)
          for (const { total, count, scored } of [table.outcome, table.errorClass, table.goldRetrieved]) {
            expect(total).toBe(table.pairs)
            expect(count).toBeLessThanOrEqual(scored)
          }
          const [other] = variantTables(records.toReversed(), [])
          expect(other?.pairs).toBe(table.pairs)
          expect(other?.outcome).toEqual(table.outcome)
          expect(other?.sets?.outcome).toEqual(table.sets?.outcome)
        }
      }),
    )
  })
})
