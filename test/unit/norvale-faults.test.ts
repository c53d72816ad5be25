import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Item } from '../../src/schema/item.js'
import { ROOT } from './docs.js'
import { documentFaults, readmeFaults } from './norvale-document-faults.js'
import { itemFaults } from './norvale-item-faults.js'
import { type LawDocument, readNorvale } from './norvale-law.js'

const { items, law } = readNorvale()
const spansOf = (item: Item) => item.golds.filter((gold) => gold.kind === 'span')

/** Every way in which data was found to be breakable without a test that failed. */
const BROKEN: readonly [what: string, id: string, change: (item: Item) => Partial<Item>, fault: RegExp][] = [
  [
    'rubbish for absent words',
    'P-UNA-01',
    ({ meta }) => ({ meta: { ...meta, absent: ['qwxyz', 'zzyzx'] } }),
    /no absent word is its own/,
  ],
  [
    'one absent word of rubbish',
    'P-UNA-01',
    ({ meta }) => ({ meta: { ...meta, absent: ['cannabis', 'zzyzx'] } }),
    /nobody asks about "zzyzx"/,
  ],
  [
    'an absent word that the law has',
    'P-UNA-01',
    ({ meta }) => ({ meta: { ...meta, absent: ['cannabis', 'punish'] } }),
    /the law has "punish"/,
  ],
  ['one absent word', 'P-UNA-01', ({ meta }) => ({ meta: { ...meta, absent: ['cannabis'] } }), /fewer than two/],
  ['no absent words', 'P-UNA-01', ({ meta }) => ({ meta: without(meta, 'absent') }), /neither absent words/],
  [
    'a false premise that nothing answers, unproved',
    'E-FAL-07',
    ({ meta }) => ({ meta: without(meta, 'falseSource') }),
    /neither absent words/,
  ],
  ['a wrong year without falseSource', 'T-FAL-01', ({ meta }) => ({ meta: without(meta, 'falseSource') }), /no falseSource/],
  ['a wrong code without falseSource', 'T-FAL-02', ({ meta }) => ({ meta: without(meta, 'falseSource') }), /no falseSource/],
  [
    'a fictional section without falseSource',
    'T-FAL-03',
    ({ meta }) => ({ meta: without(meta, 'falseSource') }),
    /no falseSource/,
  ],
  [
    'a fictional section of no act',
    'T-FAL-03',
    falsely({ title: 'Residential Tenancies Act 2039', section: '52' }),
    /does not exist/,
  ],
  ['a fictional section without its number', 'T-FAL-03', falsely({ title: 'Residential Tenancies Act 2029' }), /no section/],
  [
    'a fictional section that exists',
    'T-FAL-03',
    falsely({ title: 'Residential Tenancies Act 2029', section: '12' }),
    /has a section 12/,
  ],
  [
    'a fictional section that nobody asks about',
    'T-FAL-03',
    falsely({ title: 'Residential Tenancies Act 2029', section: '99' }),
    /not asked about/,
  ],
  ['a wrong year that is right', 'T-FAL-01', falsely({ title: 'Residential Tenancies Act 2029' }), /exists/],
  ['a wrong year of no act', 'T-FAL-01', falsely({ title: 'Tenancy Act 2027' }), /wrong year/],
  ['a wrong code that exists', 'T-FAL-02', falsely({ title: 'Penal Code 2026' }), /exists/],
  ['a wrong code that is a wrong year', 'T-FAL-02', falsely({ title: 'Penal Code 2029' }), /wrong code/],
  ['a false rule with a falseSource', 'T-FAL-04', falsely({ title: 'Housing Code' }), /falseSource of false rule/],
  ['a premise lost', 'T-FAL-04', () => ({ premise: 'true' }), /premise true of false-premise/],
  ['a premise too many', 'T-REC-01', () => ({ premise: 'false' }), /premise false of recall/],
  ['an unanswerable item that is answered', 'P-UNA-01', () => ({ answerable: true }), /answerable true/],
  ['an answered item that is not', 'T-REC-01', () => ({ answerable: false }), /answerable false/],
  ['another type', 'T-REC-01', () => ({ type: 'recal' }), /type recal/],
  ['another detail', 'P-UNA-01', ({ meta }) => ({ meta: { ...meta, detail: 'false rule' } }), /detail false rule/],
  ['no detail', 'P-UNA-01', ({ meta }) => ({ meta: without(meta, 'detail') }), /detail undefined/],
  ['a detail too many', 'T-REC-01', ({ meta }) => ({ meta: { ...meta, detail: 'prediction' } }), /detail prediction of recall/],
  ['another person', 'T-REC-01', () => ({ persona: 'judge' }), /persona judge/],
  ['another jurisdiction', 'T-REC-01', () => ({ jurisdiction: 'NV-CST' }), /jurisdiction NV-CST/],
  ['no difficulty', 'T-REC-01', () => ({ difficulty: undefined }), /difficulty undefined/],
  ['a German twin in English', 'T-REC-01-de', () => inWordsOf('T-REC-01'), /reads as en/],
  ['a French twin in German', 'T-REC-01-fr', () => inWordsOf('T-REC-01-de'), /reads as de/],
  ['a twin in romanised Urdu in English', 'T-REC-01-ur', () => inWordsOf('T-REC-01'), /reads as en/],
  ['a twin of another type', 'T-REC-01-de', () => ({ type: 'holding' }), /type is not that of/],
  ['a gold of unrelated law', 'T-REC-01', () => ({ golds: law.items.get('P-HOL-01')?.golds ?? [] }), /unrelated/],
  ['a gold with its note', 'C-TIM-02-F1', withNote, /a rule and a note/],
  ['an official text of another section', 'T-REC-01', withEqualsOf('T-REC-03'), /another section/],
  ['a claim of nothing', 'T-REC-01', ({ meta }) => ({ meta: { ...meta, claims: ['It is.'] } }), /too short/],
  [
    'a claim of something else',
    'T-REC-01',
    ({ meta }) => ({ meta: { ...meta, claims: ['Murder never prescribes.'] } }),
    /not in the reference/,
  ],
  ['a point of nothing', 'T-REC-01', () => ({ answerPoints: ['x'] }), /too short/],
  ['a point of something else', 'T-REC-01', () => ({ answerPoints: ['murder never prescribes'] }), /not in the reference/],
  [
    'changed facts and the old question',
    'T-HOL-02-F1',
    ({ variantOf }) => ({ question: law.items.get(variantOf ?? '')?.question ?? '' }),
    /question is that of/,
  ],
  [
    'changed facts and the old reference',
    'T-HOL-02-F1',
    ({ variantOf }) => ({ reference: law.items.get(variantOf ?? '')?.reference }),
    /reference is that of/,
  ],
  [
    'changed facts and the old points',
    'T-HOL-02-F1',
    ({ variantOf }) => ({ answerPoints: law.items.get(variantOf ?? '')?.answerPoints ?? [] }),
    /answerPoints is that of/,
  ],
  ['a variant of persona by the same person', 'T-REC-01-P1', () => ({ persona: 'layperson' }), /persona is that of/],
]

function without(meta: Item['meta'], field: string): Item['meta'] {
  return Object.fromEntries(Object.entries(meta).filter(([name]) => name !== field))
}

function falsely(falseSource: { title: string; section?: string }) {
  return ({ meta }: Item): Partial<Item> => ({ meta: { ...meta, falseSource } })
}

function inWordsOf(id: string): Partial<Item> {
  const { question = '', reference } = law.items.get(id) ?? {}
  return { question, reference }
}

function withNote({ golds }: Item): Partial<Item> {
  return {
    golds: golds.map((gold) =>
      gold.kind === 'span' ? { ...gold, text: `${gold.text} [As amended by Act No. 12 of 2033.]` } : gold,
    ),
  }
}

function withEqualsOf(id: string) {
  const equals = spansOf(law.items.get(id) as Item).flatMap((gold) => (gold.kind === 'span' ? (gold.equals ?? []) : []))
  return ({ golds }: Item): Partial<Item> => ({ golds: golds.map((gold) => (gold.kind === 'span' ? { ...gold, equals } : gold)) })
}

describe('data that is broken is found', () => {
  it.each(BROKEN)('%s (%s)', (_, id, change, fault) => {
    const item = law.items.get(id)
    if (item === undefined) throw new Error(`no item ${id}`)
    expect(itemFaults(item, law)).toEqual([])
    expect(itemFaults({ ...item, ...change(item) }, law).join('\n')).toMatch(fault)
  })

  it.each<[string, string, (document: LawDocument) => Partial<LawDocument>, RegExp]>([
    ['an act without its day', 'penal-code-2026', () => ({ in_force: undefined }), /in force undefined/],
    ['an act of another day', 'penal-code-2026', () => ({ in_force: '2026-01-01' }), /in force 2026-01-01/],
    ['a German text of another day', 'employment-act-2028-de', () => ({ in_force: '2028-01-01' }), /in force 2028-01-01/],
    ['a repealed act that is not', 'residential-tenancies-act-2019', () => ({ repealed: undefined }), /repealed undefined/],
    ['an act that is not repealed', 'penal-code-2026', () => ({ repealed: '2030-01-01' }), /repealed 2030-01-01/],
    ['a decision without its date', '2033-nvtt-45', () => ({ date: undefined }), /date undefined/],
    ['a decision of another date', '2033-nvtt-45', () => ({ date: '2033-05-13' }), /date 2033-05-13/],
    ['another citation', '2033-nvtt-45', () => ({ citation: '[2033] NVTT 145' }), /citation/],
    ['another title', 'penal-code-2026', () => ({ title: 'Penal Code 2027' }), /title/],
    ['another language', 'employment-act-2028-fr', () => ({ language: 'de' }), /language de/],
    ['a text of no act', 'employment-act-2028-fr', () => ({ text_of: undefined }), /of no English act/],
    ['a section that is cut', 'employment-act-2028-de', (document) => ({ sections: cut(document, 5) }), /section 6 is cut/],
    ['a section that is lacking', 'employment-act-2028-de', ({ sections }) => ({ sections: sections.slice(1) }), /no section 1/],
    [
      'a subsection that is lacking',
      'employment-act-2028-de',
      ({ text }) => ({ text: text.replaceAll('\n(2) ', '\n(1) ') }),
      /other subsections/,
    ],
  ])('%s (%s)', (_, id, change, fault) => {
    const document = law.documents.get(id)
    if (document === undefined) throw new Error(`no document ${id}`)
    expect(documentFaults({ ...document, ...change(document) }, law).join('\n')).toMatch(fault)
  })

  it('a page of other numbers', () => {
    const readme = readFileSync(`${ROOT}/fixtures/norvale/README.md`, 'utf8')
    // A row of the table that is wrong, that is missing, that is of no type; the sentence above it.
    expect(readmeFaults(readme.replace('`recall` | ', '`recall` | 1'), items)).toHaveLength(1)
    expect(readmeFaults(readme.replace('`recall` |', '`call` |'), items)).toHaveLength(2)
    expect(readmeFaults(readme.replace(/\(\d+ each\)/, '(7 each)'), items)).toHaveLength(1)
    expect(readmeFaults(readme, items.slice(1))).not.toEqual([])
  })
})

/** The nth section, a tenth as long. */
function cut({ sections }: LawDocument, nth: number): LawDocument['sections'] {
  return sections.map((one, at) => (at === nth ? { ...one, end: one.start + Math.floor((one.end - one.start) / 10) } : one))
}
