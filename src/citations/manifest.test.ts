import { describe, expect, it } from 'vitest'
import type { GoldSource } from '../schema/item.js'
import { existenceOf } from './existence.js'
import { manifestOf } from './manifest.test-util.js'
import { parseCitations } from './parse-citations.js'
import { resolveGold } from './resolve-gold.js'

describe('manifestEntry', () => {
  it('takes category where there is no doc_type, and the title where there is neither', () => {
    const manifest = manifestOf(
      '{"id":"b","title":"In re Baker","category":"caselaw"}\n{"id":"c","title":"2031 VSC 14 — A v. B"}',
    )
    expect(manifest.entries.map(({ kind }) => kind)).toEqual(['decision', 'decision'])
  })
})

it('a decision is found by the citation that its row gives, wherever its title and id say nothing', () => {
  const manifest = manifestOf('{"id":"doe","title":"Doe v Roe","doc_type":"decision","citation":"[2033] NVSC 4"}')
  const gold = (citation: string): GoldSource => ({ kind: 'decision', citation, optional: false })
  expect(resolveGold(gold('2033 NVSC 4'), manifest)).toMatchObject({ how: 'exact', entries: [{ id: 'doe' }] })
  expect(resolveGold(gold('[2033] NVSC 40'), manifest).how).toBe('none')
  const exists = (text: string) => existenceOf(parseCitations(text), { corpus: manifest }).map((one) => one.exists)
  expect([exists('See [2033] NVSC 4.'), exists('See [2033] NVSC 40.')]).toEqual([[true], [false]])
})

const corpus = manifestOf(
  [
    { id: 1, title: 'Companies Act, 2017' },
    { id: 2, title: 'Companies (Appointment of Legal Advisers) Act, 1974' },
    { id: 3, title: 'Protection of Women at the Work Place Act, 2010' },
    { id: 4, title: 'Pakistan Penal Code (PPC),1860 (Under Review)' },
    { id: 5, title: 'Sale of Goods (Retail) Act, 2029' },
    { id: 6, title: 'Sale of Goods (Export) Act, 2029' },
    { id: 7, title: '2031 VSC 14 — A v. B', doc_type: 'judgment' },
    { id: 8, title: 'Handbook' },
    { id: 9, title: 'Handbook' },
  ]
    .map((row) => JSON.stringify(row))
    .join('\n'),
)

describe('resolveGold', () => {
  const statute = (title: string): GoldSource => ({ kind: 'statute', title, optional: false })
  it.each<[string, GoldSource, string, string[], string]>([
    ['exact title', statute('Companies Act 2017'), 'exact', ['1'], ''],
    ['fault 49: a title that fits several: the one with equal words', statute('Companies Act'), 'rule', ['1'], ''],
    ['the title rule', statute('Pakistan Penal Code 1860'), 'rule', ['4'], ''],
    [
      'joined words',
      statute('Protection of Women at the Workplace Act 2010'),
      'joined',
      ['3'],
      'Protection of Women at the Work Place Act, 2010',
    ],
    ['fault 49: several fit, none has equal words', statute('Sale of Goods Act 2029'), 'ambiguous', [], 'fits 2 corpus titles'],
    ['another year', statute('Companies Act 1913'), 'none', [], 'is not in the corpus'],
    ['a judgment is no act', statute('2031 VSC 14 — A v. B'), 'none', [], 'is not in the corpus'],
    ['a decision', { kind: 'decision', citation: '[2031] VSC 14', optional: false }, 'exact', ['7'], ''],
    ['a prefix of a decision', { kind: 'decision', citation: '2031 VSC 1', optional: false }, 'none', [], 'is not in the corpus'],
    ['fault 50: a document that is there twice', { kind: 'document', id: '8', optional: false }, 'exact', ['8', '9'], '2 times'],
    ['a span', { kind: 'span', document: '5', start: 0, end: 3, optional: false }, 'exact', ['5'], ''],
    ['a passage alone says nothing of its document', { kind: 'passage', id: 'p1', optional: false }, 'none', [], ''],
  ])('%s', (_, gold, how, ids, warning) => {
    const found = resolveGold(gold, corpus)
    expect(found.how).toBe(how)
    expect(found.entries.map(({ id }) => id)).toEqual(ids)
    expect(found.warnings.join('\n')).toContain(warning)
    expect(found.warnings.length).toBe(warning === '' ? 0 : 1)
  })
})
