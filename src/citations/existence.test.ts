import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { publishedData } from '../../test/unit/data.js'
import { loadManifest } from '../datasets/manifest.js'
import type { Passage } from '../schema/response.js'
import { citationCorpus } from './citation-corpus.js'
import { existenceOf } from './existence.js'
import { indexManifest } from './manifest.js'
import { parseCitations } from './parse-citations.js'

const manifest = indexManifest(
  [
    { id: '1', title: 'Companies Act, 2017', kind: 'statute' },
    { id: '2', title: 'Companies Act, 1984', kind: 'statute' },
    { id: '3', title: 'Pakistan Penal Code (PPC), 1860', kind: 'statute' },
    { id: '4', title: '2025 LHC 846 — Rizwan Vs The State', kind: 'decision' },
    { id: '5', title: 'Residential Tenancies Act 2031', kind: 'statute' },
  ],
  'manifest',
)
const parse = (text: string) => parseCitations(text, { today: new Date('2032-01-01') })
const exists = (text: string, corpus = manifest) => existenceOf(parse(text), { corpus }).map((one) => one.exists)

describe('an act that is cited again', () => {
  it('is told anew by its section', () => {
    const passages = [{ title: 'Companies Act, 2017', section: '12' }]
    const cited = parse(
      'section 12 of the Companies Act, 2017; section 13 of the Companies Act, 2017; s. 12(3), Companies Act, 2017',
    )
    expect(existenceOf(cited, { passages }).map(({ retrieved }) => retrieved)).toEqual([true, false, true])
  })

  it('is looked for among the passages once', () => {
    let looked = 0
    const byTitle = new (class extends Map<string, readonly (typeof manifest.entries)[number][]> {
      override get(key: string) {
        looked += 1
        return super.get(key)
      }
    })(manifest.byTitle)
    const lookedFor = (times: number, titles: string[]) => {
      looked = 0
      const text = Array.from({ length: times }, (_, at) => `section ${at + 1} of the Companies Act, 2017.`).join(' ')
      const found = existenceOf(parse(text), { corpus: { ...manifest, byTitle }, passages: titles.map((title) => ({ title })) })
      expect(found).toHaveLength(times)
      return looked
    }
    const titles = ['Companies Act, 2017', 'Rent Act 2031', 'Sale of Goods Act 2029']
    const perPassages = (times: number) => lookedFor(times, titles) - lookedFor(times, [])
    expect(perPassages(1)).toBeGreaterThan(0)
    expect(perPassages(20)).toBe(perPassages(1))
  })
})

describe('existenceOf: exists', () => {
  it.each([
    ['2025 LHC 846', [true]],
    ['fault 49: 2025 LHC 84600', [false]],
    ['fault 49: 2025 LHC 84', [false]],
    ['Companies Act, 2017', [true]],
    ['Companies Act 1999', [false]],
    ['fault 49: the Companies Act', [true]],
    ['s. 489-F PPC', [true]],
    ['section 12 of the Pakistan Penal Code', [true]],
    ['Art. 41 OR', [null]],
    ['SR 220', [null]],
    ['Landlords of the Residential Tenancies Act 2031', [true]],
    ['BGE 999 III 1', [false]],
    ['s. 1 of the Companies Act, 2017 and 2025 LHC 9', [true, false]],
    ['nothing', []],
  ])('%s: %o', (title, expected) => {
    expect(exists(title.replace(/^fault 49: /u, ''))).toEqual(expected)
  })

  it('without a corpus only what cannot exist is known', () => {
    const found = existenceOf(parse('BGE 136 III 513, BGE 999 III 1, 8C_1/2014 vom 1.1.2010, Companies Act 1999'))
    expect(found.map((one) => one.exists)).toEqual([null, false, false, null])
    expect(found[2]?.reason).toBe('2010-01-01 is before 2014, the year in which the docket was opened')
  })

  it('a section does not exist where the corpus names those of its act', () => {
    const corpus = citationCorpus([{ id: 'SR 220', pinpoints: ['1', '41'] }])
    expect(existenceOf(parse('Art. 41 SR 220; Art. 42 SR 220'), { corpus }).map((one) => one.exists)).toEqual([true, false])
  })

  it('what may be any of several exists: a decision of two days, a title that two titles hold', () => {
    const decisions = citationCorpus([
      { id: 'bger_4A_22_2021', date: '2021-06-01' },
      { id: 'x-9', citation: '4A_22/2021', date: '2021-07-01' },
    ])
    expect(existenceOf(parse('4A_22/2021'), { corpus: decisions }).map((one) => one.exists)).toEqual([true])
    const acts = indexManifest(
      ['Residential Tenancies Act 2031', 'Commercial Tenancies Act 2031'].map((title) => ({ id: title, title, kind: 'statute' })),
      'acts',
    )
    const [found] = existenceOf(parse('section 5 of the Tenancies Act 2031'), { corpus: acts })
    expect(found?.exists).toBe(true)
    expect(found?.reason).toContain('fits several acts')
  })

  it('fault 50: a document that is there twice exists', () => {
    const twice = indexManifest(
      ['1', '2'].map((id) => ({ id, title: 'Tenancy Act, 2031', kind: 'statute' as const })),
      'twice',
    )
    expect(exists('Tenancy Act 2031', twice)).toEqual([true])
  })
})

describe('existenceOf: retrieved', () => {
  const passages: Passage[] = [
    { id: 'p1', title: 'Residential Tenancies Act 2031', section: '12A' },
    { id: 'p2', title: '2025 LHC 846 — Rizwan Vs The State' },
    { id: 'bge_BGE_136_III_513', text: 'see also BGE 1 I 1' },
    { id: 'p4', document: 'bger_4A_18_2018' },
    { id: 'p5', citation: 'Art. 41 OR' },
    { id: 'p6', title: 'Companies Act, 2017' },
  ]
  const retrieved = (text: string, of: readonly Passage[] | null = passages) =>
    existenceOf(parse(text), { corpus: manifest, passages: of }).map((one) => one.retrieved)
  it.each([
    ['2025 LHC 846', [true]],
    ['fault 49: 2025 LHC 8460', [false]],
    ['ATF 136 III 513 consid. 2', [true]],
    ['4A_18/2018', [true]],
    ['fault 49: 4A_188/2018', [false]],
    ['BGE 1 I 1', [false]],
    ['Residential Tenancies Act 2031, s. 12A(2)', [true]],
    ['Residential Tenancies Act 2031, s. 12', [false]],
    ['Residential Tenancies Act 2031', [true]],
    ['Companies Act, 2017, s. 5', [null]], // the passage does not say which section it is
    ['Companies Act, 1984, s. 5', [false]],
    ['art. 41 CO', [true]],
    ['Art. 8 ZGB', [null]], // an abbreviation, which the title of a passage need not contain
  ])('%s: %o', (title, expected) => {
    expect(retrieved(title.replace(/^fault 49: /u, ''))).toEqual(expected)
  })

  it('is not known without passages, or beside one without a label', () => {
    expect(retrieved('BGE 136 III 513', null)).toEqual([null])
    expect(retrieved('BGE 136 III 514', [...passages, { text: 'words' }])).toEqual([null])
    expect(retrieved('BGE 136 III 513', [...passages, { text: 'words' }])).toEqual([true])
    expect(retrieved('BGE 136 III 513', [])).toEqual([false])
  })
})

const { folder, absent, whetherSkipped } = publishedData('paklegalqa')
describe.skipIf(absent)(`existenceOf in the corpus of PakLegalQA${whetherSkipped}`, () => {
  const corpus = absent ? manifest : loadManifest(join(folder, 'corpus/manifest-v1.jsonl'))
  it.each([
    ['2025 LHC 846', true],
    ['2025 LHC 84600', false],
    ['Companies Act, 2017', true],
    ['section 132 of the Companies Act, 2017', true],
    ['Companies Act 1999', false],
    ['Section 489-F of the Pakistan Penal Code, 1860', true],
    ['Protection Against Harassment of Women at the Workplace Act, 2010', true],
    ['Art. 41 OR', null],
  ])('%s: %s', (text, expected) => {
    expect(exists(text, corpus)).toEqual([expected])
  })

  it('every title of the corpus exists in it, where it reads as a citation', () => {
    const read = corpus.entries.flatMap(({ id, title }) => {
      const [citation] = parse(title)
      return citation?.start === 0 && citation.kind === 'neutral' ? [{ id, citation }] : []
    })
    expect(read.length).toBe(2503)
    expect(
      existenceOf(
        read.map(({ citation }) => citation),
        { corpus },
      ).filter((one) => one.exists !== true),
    ).toEqual([])
  })

  it('a closed-book model cites judgments that the corpus lacks; the product that retrieves cites what it has', () => {
    const judgments = (run: string) =>
      readFileSync(join(folder, `runs/${run}.jsonl`), 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .flatMap((line): { answer: string }[] => [JSON.parse(line)])
        .flatMap(({ answer }) => parse(answer))
        .filter(({ id }) => / LHC /u.test(id))
    const product = existenceOf(judgments('prod-sol'), { corpus })
    expect(product.length).toBeGreaterThan(500)
    expect(product.filter((one) => one.exists === false).length / product.length).toBeLessThan(0.01)
  })
})
