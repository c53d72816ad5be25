import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { resolveGold } from '../../src/citations/resolve-gold.js'
import { norvaleCorpus, norvaleItems } from '../../src/datasets/norvale.js'
import { groupBy, tally } from '../../src/group-by.js'
import type { GoldSource, Item } from '../../src/schema/item.js'
import { ROOT } from './docs.js'
import { documentFaults, itemFaults, type LawDocument, lawOf, readmeFaults } from './norvale-faults.js'

const corpus = norvaleCorpus()
const { items: rows, warnings } = norvaleItems()()
const items = rows.map(({ item }) => item)
const byId = new Map(items.map((item) => [item.id, item]))
const documents = new Map(corpus.documents.map((document) => [document.id, document]))
const own = items.filter(({ twinOf, variantOf }) => twinOf === undefined && variantOf === undefined)
const rowsById = new Map(
  readFileSync(`${ROOT}/fixtures/norvale/documents.jsonl`, 'utf8')
    .split('\n')
    .flatMap((line): [string, Pick<LawDocument, 'in_force' | 'date' | 'repealed' | 'text_of'>][] => {
      if (line === '') return []
      const { id, in_force, date, repealed, text_of } = JSON.parse(line)
      return [[id, { in_force, date, repealed, text_of }]]
    }),
)
const law = lawOf(
  items,
  corpus.documents.map((document) => ({ ...document, ...rowsById.get(document.id) })),
)
const spansOf = (item: Item) => item.golds.filter((gold) => gold.kind === 'span')

/** Where a source names what the corpus does not have; empty where all is there. */
function lacking(gold: GoldSource): string[] {
  if (gold.kind === 'span') {
    return [gold, ...(gold.equals ?? [])].flatMap(({ document, start, end, text }) => {
      const points = [...(documents.get(document)?.text ?? '')]
      return text !== undefined && points.slice(start, end).join('') === text ? [] : [`${document} ${start}–${end}`]
    })
  }
  const { how, entries } = resolveGold(gold, corpus.manifest)
  if (how !== 'exact') return [`${JSON.stringify(gold)} is not in the corpus`]
  const section = 'section' in gold ? gold.section : undefined
  const there = entries.some(({ id }) => documents.get(id)?.sections.some((one) => one.section === section))
  return section === undefined || there ? [] : [`${JSON.stringify(gold)} has no such section`]
}

describe('the bundled benchmark', () => {
  it('is what its sources make', () => {
    expect(() => execFileSync('node', ['scripts/norvale.mjs', '--check'], { cwd: ROOT, stdio: 'pipe' })).not.toThrow()
  })

  it('has 15,000 words of law and more, two acts in three languages, amendments and decisions', () => {
    const english = corpus.documents.filter(({ language }) => language === 'en')
    const words = english.reduce((sum, { text }) => sum + text.split(/\s+/).length, 0)
    expect(words).toBeGreaterThan(15_000)
    const languages = groupBy(corpus.documents, ({ language }) => language ?? 'und')
    expect(languages.get('de')).toHaveLength(2)
    expect(languages.get('fr')).toHaveLength(2)
    expect(english.filter(({ title }) => /\(Amendment\) Act/.test(title)).length).toBeGreaterThanOrEqual(4)
    expect(english.filter(({ kind }) => kind === 'decision').length).toBeGreaterThanOrEqual(25)
  })

  it('has sections for all of its text, and the same ones in every language', () => {
    for (const { id, sections, text } of corpus.documents) {
      expect(sections.length, id).toBeGreaterThan(2)
      expect(new Set(sections.map(({ section }) => section)).size, id).toBe(sections.length)
      const covered = sections.reduce((sum, { start, end }) => sum + end - start, 0)
      expect(covered / [...text].length, id).toBeGreaterThan(0.7)
    }
    for (const id of ['residential-tenancies-act-2029', 'employment-act-2028']) {
      const numbers = ['', '-de', '-fr'].map((language) => documents.get(id + language)?.sections.map(({ section }) => section))
      expect(numbers[1]).toEqual(numbers[0])
      expect(numbers[2]).toEqual(numbers[0])
    }
  })

  it('has documents that are what their first lines say, and official texts as long as the English ones', () => {
    for (const document of law.documents.values()) expect(documentFaults(document, law), document.id).toEqual([])
  })

  it('names a place in every language of the acts that have several', () => {
    const texts = ['residential-tenancies-act-2029', 'employment-act-2028']
    const open = items.flatMap((item) =>
      spansOf(item).flatMap((gold) => {
        const act = texts.find((id) => gold.document.startsWith(id) && /^(?:|-de|-fr)$/.test(gold.document.slice(id.length)))
        const places = new Set([gold, ...(gold.equals ?? [])].map(({ document }) => document))
        return act === undefined || ['', '-de', '-fr'].every((language) => places.has(act + language))
          ? []
          : [`${item.id}: ${gold.text}`]
      }),
    )
    expect(open).toEqual([])
  })

  it('has 120 items and more of every type and person', () => {
    expect(own.length).toBeGreaterThanOrEqual(120)
    const types = tally(own.flatMap(({ type }) => type ?? []))
    for (const type of 'recall interpretation holding facts time jurisdiction multi-hop false-premise unanswerable'.split(' '))
      expect(types[type], type).toBeGreaterThanOrEqual(12)
    expect(Object.keys(tally(own.flatMap(({ persona }) => persona ?? []))).sort()).toEqual(['lawyer', 'layperson', 'official'])
    const details = tally(own.flatMap(({ meta }) => (typeof meta['detail'] === 'string' ? meta['detail'] : [])))
    for (const detail of ['wrong year', 'wrong code', 'fictional section', 'other law', 'current affairs', 'prediction'])
      expect(details[detail], detail).toBeGreaterThanOrEqual(3)
  })

  it('has 30 twins and more in each language, and variants', () => {
    const twins = tally(items.flatMap(({ twinOf, language }) => (twinOf === undefined ? [] : language)))
    expect(Object.keys(twins).sort()).toEqual(['de', 'fr', 'ur-Latn'])
    for (const [language, count] of Object.entries(twins)) expect(count, language).toBeGreaterThanOrEqual(30)
    const axes = tally(items.flatMap(({ axis }) => axis ?? []))
    expect(Object.keys(axes).sort()).toEqual(['facts', 'persona', 'situation'])
    for (const item of items) {
      const base = byId.get(item.twinOf ?? item.variantOf ?? item.id)
      expect(base, item.id).toBeDefined()
      // The same is asked, unless a fact was changed.
      if (item.axis !== 'facts') expect(item.golds, item.id).toEqual(base?.golds)
    }
    const changed = items.filter(({ axis }) => axis === 'facts')
    for (const item of changed) expect(item.reference, item.id).not.toBe(byId.get(item.variantOf ?? '')?.reference)
  })

  it.each(items.map((item) => [item.id, item] as const))(
    '%s has its golds in the corpus, each span being its text',
    (_, item) => {
      expect(item.golds.flatMap(lacking)).toEqual([])
      expect(item.reference).toBeTruthy()
      if (item.answerable) {
        expect(spansOf(item).length).toBeGreaterThan(0)
        expect(item.golds.some(({ kind, optional }) => kind !== 'span' && !optional)).toBe(true)
        expect(item.answerPoints.length).toBeGreaterThan(0)
        expect(item.meta['claims']).toEqual(expect.arrayContaining([expect.any(String)]))
      }
      if (!item.answerable) expect(spansOf(item)).toEqual([])
      expect(itemFaults(item, law)).toEqual([])
    },
  )

  it('is described as it is', () => {
    const readme = readFileSync(`${ROOT}/fixtures/norvale/README.md`, 'utf8')
    expect(readmeFaults(readme, items)).toEqual([])
    expect(warnings).toEqual([])
    // A row of the table that is wrong, that is missing, that is of no type; the sentence above it.
    expect(readmeFaults(readme.replace('`recall` | ', '`recall` | 1'), items)).toHaveLength(1)
    expect(readmeFaults(readme.replace('`recall` |', '`call` |'), items)).toHaveLength(2)
    expect(readmeFaults(readme.replace(/\(\d+ each\)/, '(7 each)'), items)).toHaveLength(1)
    expect(readmeFaults(readme, items.slice(1))).not.toEqual([])
  })
})

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
  ['a gold of unrelated law', 'T-REC-01', () => ({ golds: byId.get('P-HOL-01')?.golds ?? [] }), /unrelated/],
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
    ({ variantOf }) => ({ question: byId.get(variantOf ?? '')?.question ?? '' }),
    /question is that of/,
  ],
  [
    'changed facts and the old reference',
    'T-HOL-02-F1',
    ({ variantOf }) => ({ reference: byId.get(variantOf ?? '')?.reference }),
    /reference is that of/,
  ],
  [
    'changed facts and the old points',
    'T-HOL-02-F1',
    ({ variantOf }) => ({ answerPoints: byId.get(variantOf ?? '')?.answerPoints ?? [] }),
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
  const { question = '', reference } = byId.get(id) ?? {}
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
  const equals = spansOf(byId.get(id) as Item).flatMap((gold) => (gold.kind === 'span' ? (gold.equals ?? []) : []))
  return ({ golds }: Item): Partial<Item> => ({ golds: golds.map((gold) => (gold.kind === 'span' ? { ...gold, equals } : gold)) })
}

describe('data that is broken is found', () => {
  it.each(BROKEN)('%s (%s)', (_, id, change, fault) => {
    const item = byId.get(id)
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
})

/** The nth section, a tenth as long. */
function cut({ sections }: LawDocument, nth: number): LawDocument['sections'] {
  return sections.map((one, at) => (at === nth ? { ...one, end: one.start + Math.floor((one.end - one.start) / 10) } : one))
}
