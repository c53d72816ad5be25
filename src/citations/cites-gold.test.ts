import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { GoldSource } from '../schema/item.js'
import type { Citation, Passage } from '../schema/response.js'
import { citesGold, retrievesGold } from './cites-gold.js'
import { manifestOf } from './manifest.test-util.js'

const statute = (title: string, section?: string, optional = false): GoldSource => ({
  kind: 'statute',
  title,
  ...(section && { section }),
  optional,
})
const tenancy = statute('Tenancy Act 2031', '12')
const decision: GoldSource = { kind: 'decision', citation: '2031 VSC 14', title: 'Adams v. Baker', optional: false }
const document: GoldSource = { kind: 'document', id: 'doc-7', title: 'Court Handbook', optional: false }
const passage: GoldSource = { kind: 'passage', id: '1.1-c1-s1', optional: false }
const span: GoldSource = { kind: 'span', document: 'nda.txt', start: 3, end: 9, optional: false }

describe('what is equal to a gold', () => {
  const act = { kind: 'statute' as const, title: 'Rent Act 2031', section: '12', equals: ['Mietgesetz 2031'], optional: false }
  const span = {
    kind: 'span' as const,
    document: 'act',
    start: 0,
    end: 9,
    equals: [{ document: 'act-de', start: 0, end: 5 }],
    optional: false,
  }

  it.each([
    ['the title of the official text in another language', act, { title: 'Mietgesetz 2031', section: '12' }, true, true],
    ['another section of it', act, { title: 'Mietgesetz 2031', section: '13' }, true, false],
    ['another act', act, { title: 'Mietgesetz 2027', section: '12' }, false, null],
    ['the document of a place that says the same', span, { document: 'act-de' }, true, null],
    ['another document', span, { document: 'act-fr' }, false, null],
  ])('%s', (_, gold, passage, document, section) => {
    expect(retrievesGold([gold], [passage])).toMatchObject({ document, section })
  })
})

describe('citesGold', () => {
  it.each<[string, GoldSource, Citation, boolean, boolean | null]>([
    ['fields', tenancy, { title: 'Tenancy Act, 2031', section: 's. 12' }, true, true],
    ['text alone', tenancy, { text: 'Tenancy Act 2031, s. 12' }, true, true],
    ['section first', tenancy, { text: 'See section 12(2) of the Tenancy Act 2031' }, true, true],
    ['title field, section in the text', tenancy, { title: 'Tenancy Act 2031', text: 's. 13' }, true, false],
    ['section in the title field', tenancy, { title: 'Tenancy Act 2031, s. 12' }, true, true],
    ['citation field of an act', tenancy, { citation: 'Tenancy Act 2031, s. 12' }, true, true],
    ['no section', tenancy, { text: 'Tenancy Act 2031' }, true, null],
    ['another section', tenancy, { title: 'Tenancy Act 2031', section: '12A' }, true, false],
    ['two sources in one text', tenancy, { text: 'Housing Code 2030, s. 4; Tenancy Act 2031, s. 12' }, true, true],
    ['sections of two acts are not mixed', tenancy, { text: 'Housing Code 2030, s. 12; Tenancy Act 2031, s. 4' }, true, false],
    ['a second section of the same act', tenancy, { text: 'Tenancy Act 2031, s. 4; s. 12' }, true, true],
    ['fault 49: another act', tenancy, { text: 'Tenancy Ordinance 2031, s. 12' }, false, null],
    ['a judgment about the act', tenancy, { title: '2031 VSC 3 — Tenancy Act 2031 Reference' }, false, null],
    ['a judgment by its citation field', tenancy, { title: 'Tenancy Act 2031 Reference', citation: '2031 VSC 3' }, false, null],
    [
      'a section without a number',
      statute('Tenancy Act 2031', 'Preamble'),
      { title: 'Tenancy Act 2031', section: 'preamble' },
      true,
      true,
    ],
    ['decision', decision, { title: '2031 VSC 14 — Adams v. Baker' }, true, null],
    ['fault 49: a citation that begins alike', decision, { title: '2031 VSC 140 — Adams v. Baker' }, false, null],
    ['decision by name alone', decision, { title: 'ADAMS V. BAKER' }, true, null],
    ['the same name, another case', decision, { title: 'Adams v. Baker', citation: '2032 VSC 2' }, false, null],
    ['pinpoint', { ...decision, section: 'para 7' }, { text: 'Adams v. Baker, 2031 VSC 14, para. 7' }, true, true],
    ['other pinpoint', { ...decision, section: 'para 7' }, { text: '2031 VSC 14, para 70' }, true, false],
    ['document by id', document, { id: 'doc-7' }, true, null],
    ['document id as text', document, { text: 'doc-7' }, true, null],
    ['document by title', document, { title: 'Court handbook' }, true, null],
    ['fault 49: an id that begins alike', document, { id: 'doc-70' }, false, null],
    ['passage', passage, { id: '1.1-c1-s1' }, true, null],
    ['fault 49: an id inside another', passage, { id: '11.1-c1-s1' }, false, null],
    ['span', span, { id: 'nda.txt' }, true, null],
    ['nothing cited in it', tenancy, {}, false, null],
  ])('%s', (_, gold, citation, inDocument, inSection) => {
    const result = citesGold([gold], [citation])
    expect({ document: result.document, section: result.section }).toEqual({ document: inDocument, section: inSection })
    expect(result.matched.length > 0).toBe(inDocument)
    expect(result.sectionReason === undefined).toBe(inSection !== null)
  })

  it('any required gold is enough, at both levels, and the match says which', () => {
    const other = statute('Housing Code 2030', '4')
    const cited = { text: 'Housing Code 2030, s. 4' }
    const result = citesGold([tenancy, other], [{ text: 'Tenancy Act 2031, s. 1' }, cited])
    expect(result).toMatchObject({ document: true, section: true })
    expect(result.matched).toContainEqual({ gold: other, source: cited, section: true })
  })

  it.each<[string, GoldSource[], Citation[] | null | undefined, boolean | null, string | undefined]>([
    ['fault 48: no golds', [], [{ title: 'Tenancy Act 2031' }], null, 'no required gold'],
    [
      'fault 48: optional golds only',
      [statute('Tenancy Act 2031', '12', true)],
      [{ title: 'Tenancy Act 2031' }],
      null,
      'no required gold',
    ],
    ['not reported: null', [tenancy], null, null, 'citations not reported'],
    ['not reported: undefined', [tenancy], undefined, null, 'citations not reported'],
    ['reported and empty', [tenancy], [], false, undefined],
    [
      'an optional gold neither counts',
      [tenancy, statute('Housing Code 2030', '4', true)],
      [{ title: 'Housing Code 2030' }],
      false,
      undefined,
    ],
    ['nor hurts', [tenancy, statute('Housing Code 2030', '4', true)], [{ title: 'Tenancy Act 2031' }], true, undefined],
  ])('%s', (_, golds, citations, expected, reason) => {
    const result = citesGold(golds, citations)
    expect(result.document).toBe(expected)
    expect(result.reason).toBe(reason)
  })

  it.each<[string, GoldSource[], string]>([
    ['optional only', [statute('Tenancy Act 2031', '12', true)], 'every gold is optional'],
    ['repeated', [tenancy, tenancy], '1 of 2 required golds are repeated'],
    ['both', [tenancy, { ...tenancy, optional: true }], 'both required and optional'],
  ])('fault 48: %s is a data warning', (_, golds, warning) => {
    expect(citesGold(golds, []).warnings).toEqual([expect.stringContaining(warning)])
  })

  it('does not mind the order of golds and citations', () => {
    const golds = [tenancy, decision, document, passage, statute('Housing Code 2030', '4')]
    const citations: Citation[] = [
      { text: 'Tenancy Act 2031, s. 13' },
      { text: 'Housing Code 2030, s. 4' },
      { id: 'doc-7' },
      { title: '2031 VSC 140 — C v. D' },
    ]
    fc.assert(
      fc.property(fc.shuffledSubarray(golds, { minLength: 1 }), fc.shuffledSubarray(citations), (some, cited) => {
        const forth = citesGold(some, cited)
        const back = citesGold([...some].reverse(), [...cited].reverse())
        expect([back.document, back.section]).toEqual([forth.document, forth.section])
      }),
    )
  })
})

describe('with a corpus', () => {
  const corpus = manifestOf(
    [
      { id: 1, title: 'Companies Act, 2017' },
      { id: 2, title: 'Companies (Amendment) Act, 2017' },
      { id: 3, title: 'Protection of Women at the Work Place Act, 2010' },
      { id: 4, title: 'Pakistan Penal Code (PPC),1860 (Under Review)' },
      { id: 5, title: 'Sale of Goods (Retail) Act, 2029' },
      { id: 6, title: 'Sale of Goods (Export) Act, 2029' },
      { id: 7, title: '2031 VSC 14 — A v. B', doc_type: 'judgment' },
    ]
      .map((row) => JSON.stringify(row))
      .join('\n'),
  )
  it.each<[string, GoldSource, Citation, boolean | null]>([
    ['the resolved title', statute('Companies Act 2017'), { title: 'Companies Act, 2017' }, true],
    ['fault 49: another act of the corpus', statute('Companies Act 2017'), { title: 'Companies (Amendment) Act, 2017' }, false],
    ['another act of the corpus, its year left out', statute('Companies Act 2017'), { text: 'Companies (Amendment) Act' }, false],
    [
      'joined words',
      statute('Protection of Women at the Workplace Act 2010'),
      { title: 'Protection of Women at the Work Place Act, 2010' },
      true,
    ],
    ['an acronym of the corpus', statute('Pakistan Penal Code 1860'), { text: '489-F PPC' }, true],
    ['a shorter title that only one act has', statute('Pakistan Penal Code 1860'), { text: 's. 302 Penal Code 1860' }, true],
    ['an act that is not in the corpus', statute('Companies Act 2017'), { title: 'Companies Act, 1984' }, false],
    ['by the id alone', statute('Companies Act 2017'), { id: '1' }, true],
    [
      'an id beside a title is a rank',
      statute('Companies Act 2017'),
      { id: '1', title: 'Companies (Amendment) Act, 2017' },
      false,
    ],
    ['a decision by the id alone', { kind: 'decision', citation: '2031 VSC 14', optional: false }, { id: '7' }, true],
    [
      'fault 49: an ambiguous gold is not scored',
      statute('Sale of Goods Act 2029'),
      { title: 'Sale of Goods (Retail) Act, 2029' },
      null,
    ],
    ['unless nothing comes near', statute('Sale of Goods Act 2029'), { title: 'Companies Act, 2017' }, false],
  ])('%s', (_, gold, citation, expected) => {
    const result = citesGold([gold], [citation], { corpus })
    expect(result.document).toBe(expected)
    expect(result.reason === undefined).toBe(expected !== null)
  })
})

describe('retrievesGold', () => {
  it.each<[string, GoldSource, Passage, boolean, boolean | null]>([
    ['title and section', tenancy, { title: 'Tenancy Act, 2031', section: '12' }, true, true],
    ['title alone', tenancy, { title: 'Tenancy Act, 2031', text: 'Section 12. …' }, true, null],
    ['text is not a label', tenancy, { text: 'the Tenancy Act 2031, s. 12' }, false, null],
    ['decision by citation', decision, { citation: '[2031] VSC 14', text: '…' }, true, null],
    ['passage by id', passage, { id: '1.1-c1-s1' }, true, null],
    ['another passage of the document', { ...passage, document: 'd' }, { id: 'x', document: 'd' }, false, null],
    ['document of a passage', document, { id: 'doc-7-c2', document: 'doc-7' }, true, null],
    ['span, by document', span, { document: 'nda.txt', start: 90, end: 99 }, true, null],
  ])('%s', (_, gold, one, inDocument, inSection) => {
    expect(retrievesGold([gold], [one])).toMatchObject({ document: inDocument, section: inSection })
  })

  it('fault 5: found nothing is false, not reported is null', () => {
    expect(retrievesGold([tenancy], []).document).toBe(false)
    expect(retrievesGold([tenancy], undefined)).toMatchObject({ document: null, reason: 'passages not reported' })
  })
})

describe("compat: 'paklegalqa'", () => {
  const compat = 'paklegalqa' as const
  it.each<[string, GoldSource, string, boolean]>([
    [
      'another act and year match there',
      statute('Succession Act 1925'),
      'Letters of Administration and Succession Certificates Act, 2020',
      true,
    ],
    ['a judgment matches there', statute('Companies Act 2017'), '2024 LHC 5 — Companies of X Vs Y', true],
    ['kinds play no part there', statute('Tenancy Act 2031'), 'Tenancy Ordinance, 1950', true],
    ['words are not joined', statute('Workplace Act 2010'), 'Work Place Act, 2010', false],
    ['citation and a space', { ...decision, title: undefined }, '2031 VSC 14 — A v. B', true],
    ['not a prefix', { ...decision, title: undefined }, '2031 VSC 140 — A v. B', false],
    ['not within', { ...decision, title: undefined }, 'A v. B, 2031 VSC 14 ', false],
  ])('%s', (_, gold, title, expected) => {
    expect(citesGold([gold], [{ title, section: '12' }], { compat })).toMatchObject({ document: expected, section: null })
  })
})
