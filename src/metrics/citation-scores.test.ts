import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { indexManifest } from '../citations/manifest.js'
import type { GoldSource } from '../schema/item.js'
import type { Citation } from '../schema/response.js'
import { goldCitationPrecision, goldCitationRecall } from './citation-scores.js'

const gold = (id: string, optional = false): GoldSource => ({ kind: 'document', id, optional })
const cited = (...ids: string[]): Citation[] => ids.map((id) => ({ id }))

describe('golds that are cited, citations that are golds', () => {
  it.each<[string, GoldSource[], Citation[] | null, unknown, unknown]>([
    ['one of two, and one citation of three', [gold('a'), gold('b')], cited('a', 'x', 'y'), [1, 2], [1, 3]],
    ['a gold cited twice is recalled once', [gold('a'), gold('b')], cited('a', 'a'), [1, 2], [2, 2]],
    ['fault 48: a repeated gold counts once', [gold('a'), gold('a')], cited('a'), [1, 1], [1, 1]],
    ['fault 48: an optional gold is no miss and no slip', [gold('a'), gold('o', true)], cited('a', 'o'), [1, 1], [2, 2]],
    ['fault 48: required and optional: required', [gold('a'), gold('a', true)], cited('x'), [0, 1], [0, 1]],
    ['nothing cited: nothing recalled, nothing to be precise about', [gold('a')], [], [0, 1], 'no citation'],
    ['fault 50: a gold under its other id', [{ ...gold('a'), equals: ['a2'] } as GoldSource], cited('a2'), [1, 1], [1, 1]],
    ['citations not reported', [gold('a')], null, 'citations not reported', 'citations not reported'],
    ['no gold', [], cited('a'), 'no required gold', 'no required gold'],
    ['fault 48: only optional golds', [gold('o', true)], cited('o'), 'no required gold', 'no required gold'],
    ['fault 49: an id that begins like the gold is another', [gold('act-1')], cited('act-10'), [0, 1], [0, 1]],
  ])('%s', (_, golds, citations, recall, precision) => {
    const recalled = goldCitationRecall(golds, citations)
    const precise = goldCitationPrecision(golds, citations)
    expect(recalled.parts ?? recalled.reason).toEqual(recall)
    expect(precise.parts ?? precise.reason).toEqual(precision)
    for (const { value, parts } of [recalled, precise]) expect(value).toBe(parts === undefined ? null : parts[0] / parts[1])
  })

  it('statutes and decisions match as they do for "gold cited"', () => {
    const golds: GoldSource[] = [
      { kind: 'statute', title: 'Tenancy Act 2031', section: '12', optional: false },
      { kind: 'decision', citation: '2031 ABC 7', optional: false },
    ]
    const citations: Citation[] = [
      { text: 'section 12 of the Tenancy Act 2031' },
      { text: '[2031] ABC 7' },
      { text: '2031 ABC 70' },
    ]
    expect(goldCitationRecall(golds, citations).parts).toEqual([2, 2])
    expect(goldCitationPrecision(golds, citations).parts).toEqual([2, 3])
  })

  it('fault 49: a citation that may be a gold makes both unknown', () => {
    const corpus = indexManifest(
      [
        { id: '1', title: 'Sale of Goods (Retail) Act, 2029', kind: 'statute' },
        { id: '2', title: 'Sale of Goods (Wholesale) Act, 2029', kind: 'statute' },
      ],
      'corpus.jsonl',
    )
    const golds: GoldSource[] = [{ kind: 'statute', title: 'Sale of Goods Act 2029', optional: false }]
    const citations: Citation[] = [{ title: 'Sale of Goods (Retail) Act, 2029' }]
    expect(goldCitationRecall(golds, citations, { corpus })).toEqual({ value: null, reason: 'undetermined' })
    expect(goldCitationPrecision(golds, citations, { corpus })).toEqual({ value: null, reason: 'undetermined' })
  })

  it('within 0 and 1, whatever the order; one citation more never lowers recall', () => {
    const id = fc.constantFrom('a', 'b', 'c', 'd')
    const golds = fc.array(fc.record({ id, optional: fc.boolean() }), { maxLength: 5 })
    fc.assert(
      fc.property(golds, fc.array(id, { maxLength: 6 }), id, (given, ids, more) => {
        const these = given.map((one) => gold(one.id, one.optional))
        const recall = goldCitationRecall(these, cited(...ids))
        expect(goldCitationRecall(these.toReversed(), cited(...ids.toReversed()))).toEqual(recall)
        expect(goldCitationPrecision(these, cited(...ids.toReversed()))).toEqual(goldCitationPrecision(these, cited(...ids)))
        const precision = goldCitationPrecision(these, cited(...ids)).value
        expect(precision === null || (precision >= 0 && precision <= 1)).toBe(true)
        if (recall.value === null) return
        expect(recall.value).toBeLessThanOrEqual(1)
        expect(goldCitationRecall(these, cited(...ids, more)).value).toBeGreaterThanOrEqual(recall.value)
      }),
    )
  })
})
