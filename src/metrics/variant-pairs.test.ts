import { describe, expect, it } from 'vitest'
import { makeRecord } from '../../test/unit/records.js'
import type { CaseRecord } from '../schema/record.js'
import { readingFor } from './compat.js'
import { variantPairs } from './variant-pairs.js'

const reading = readingFor(null)
const right = (id: string, over: Partial<CaseRecord> = {}) => makeRecord({ id, ...over })
const wrong = (id: string, over: Partial<CaseRecord> = {}) =>
  makeRecord({ id, signals: { c: false, g: true, r: true }, errorClass: 'reasoning error', ...over })
const persona = (variantOf: string) => ({ variantOf, axis: 'persona', group: variantOf }) as const

describe('pairs within a run', () => {
  it('are a variant and what it is a variant of, the base first', () => {
    const records = [right('A'), wrong('A-lay', persona('A')), right('B')]
    expect(variantPairs('correct', records, reading, 'persona')).toEqual([{ id: 'A-lay', group: 'A', base: 1, now: 0 }])
  })

  it('are of the axis that is asked for; a twin is a variant on language', () => {
    const records = [
      right('A'),
      wrong('A-de', { twinOf: 'A', group: 'A' }),
      right('A-fr', { variantOf: 'A', axis: 'language', group: 'A' }),
      right('A-lay', persona('A')),
    ]
    const ids = (axis: 'language' | 'persona' | 'facts') => variantPairs('correct', records, reading, axis).map(({ id }) => id)
    expect(ids('language')).toEqual(['A-de', 'A-fr'])
    expect(ids('persona')).toEqual(['A-lay'])
    expect(ids('facts')).toEqual([])
  })

  it('leave out what is its own base, and a base that is not in the run', () => {
    expect(variantPairs('correct', [right('A', { twinOf: 'A' }), right('B', { twinOf: 'gone' })], reading, 'language')).toEqual(
      [],
    )
  })

  it('hold what the metric says of each side: unknown, lost, and undefined where it does not count the case', () => {
    const refused = (id: string, over: Partial<CaseRecord>) =>
      makeRecord({
        id,
        outcome: 'refused',
        signals: { c: null, g: null, r: null },
        errorClass: 'over-refusal',
        cause: 'policy',
        ...over,
      })
    const open = (id: string, over: Partial<CaseRecord>) =>
      makeRecord({ id, signals: { c: true, g: null, r: null }, errorClass: 'unscored', unscored: { g: 'undetermined' }, ...over })
    const lost = (id: string, over: Partial<CaseRecord>) =>
      makeRecord({
        id,
        outcome: null,
        signals: { c: null, g: null, r: null },
        errorClass: 'infrastructure',
        failure: { stage: 'system', kind: 'http', message: '503' },
        ...over,
      })
    const twin = { twinOf: 'A', group: 'A' }
    const records = [right('A'), refused('A-1', twin), open('A-2', twin), lost('A-3', twin)]
    expect(variantPairs('hallucinationRate', records, reading, 'language').map(({ base, now }) => [base, now])).toEqual([
      [0, undefined],
      [0, null],
      [0, 'lost'],
    ])
  })
})
