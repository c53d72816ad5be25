import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fitsTitle, fitsTitleJoined, parseStatuteTitle, sameTitleWords } from './statute-title.js'

describe('parseStatuteTitle', () => {
  it.each([
    ['Pakistan Penal Code (PPC),1860 (Under Review)', 'pakistan penal', 'code', 1860, 'ppc'],
    ['Qanun-e-Shahadat Order, 1984 (QSO)', 'qanun shahadat', 'order', 1984, 'qso'],
    ['Code of Criminal Procedure (CrPC), 1898 (Under Review)', 'criminal procedure', 'code', 1898, 'crpc'],
    ['Customs Act, 1969 (Same as on the official website of FBR dated 30-06-2025)', 'customs', 'act', 1969, ''],
    ['Anti Narcotics Force Act (ANF 1997)', 'anti narcotics force', 'act', null, 'anf'],
    ['Federal Board of Revenue Act (FBR), 2007 (extracted from Finance Act, 2007)', 'federal board revenue', 'act', 2007, 'fbr'],
    ['Companies Act 2017 (Amendment)', 'companies amendment', 'act', 2017, ''],
    ['Competition Act (1985)', 'competition', 'act', 1985, ''],
    ['Sale of Goods Act (as revised in 2019)', 'sale goods revised 2019', 'act', null, ''],
    ['DOWRY AND BRIDAL GIFTS (RESTRICTION) ACT, 1976', 'dowry bridal gifts restriction', 'act', 1976, ''],
    ['Rules and Regulations Continuance Act, 1937', 'rules regulation continuance', 'act', 1937, ''],
    ['Peaceful Assembly and Public Order Act, 2024', 'peaceful assembly public order', 'act', 2024, ''],
    ['Tenancy Act 2031 as amended by the Housing Ordinance 2035', 'tenancy amended housing ordinance 2035', 'act', 2031, ''],
    ['Constitution of the Islamic Republic of Pakistan', 'islamic republic pakistan', 'constitution', null, ''],
    ['Regulation (EU) 2016/679', 'eu 679', 'regulation', 2016, ''],
    ['Bundesgesetz über den Schutz der Gewässer', 'schutz gewässer', 'act', null, ''],
    ['Verordnung zum Arbeitsgesetz', 'arbeitsgesetz', 'ordinance', null, ''],
    ['Schweizerisches Strafgesetzbuch', 'schweizerisches strafgesetzbuch', 'code', null, ''],
    ['Loi modifiant le code pénal', 'modifiant code pénal', 'act', null, ''],
    ['Codice delle obbligazioni', 'obbligazioni', 'code', null, ''],
    ['OR', 'or', null, null, ''],
    ['', '', null, null, ''],
  ])('%s', (title, words, kind, year, aliases) => {
    const read = parseStatuteTitle(title)
    expect({ ...read, words: read.words.join(' '), aliases: read.aliases.join(' ') }).toMatchObject({
      words,
      kind,
      year,
      aliases,
    })
  })
})

const fits = (gold: string, cited: string) => fitsTitle(parseStatuteTitle(gold), parseStatuteTitle(cited))

describe('fitsTitle', () => {
  it.each([
    ['Companies Act 2017', 'Companies Act, 2017'],
    ['Companies Act 2017', 'The Companies Act'],
    ['Pakistan Penal Code 1860', 'Pakistan Penal Code (PPC),1860 (Under Review)'],
    ['Pakistan Penal Code (PPC), 1860', 'Pakistan Penal Code, 1860'],
    ['Pakistan Penal Code (PPC), 1860', 'P.P.C.'],
    ['PPC', 'Pakistan Penal Code (PPC), 1860'],
    ['Code of Criminal Procedure 1898', 'Criminal Procedure Code, 1898'],
    ['The Family Courts Act 1964', 'Family Courts Act, 1964'],
    ["Workmen's Compensation Act 1923", 'Workmen’s Compensation Act, 1923'],
    ['Gewässerschutzgesetz', 'Gewa\u0308sserschutzgesetz vom 24. Januar 1991'],
    ['Mietgesetz', 'des Mietgesetzes'],
    ['Constitution', 'The Constitution, 1973'],
  ])('%s ← %s', (gold, cited) => {
    expect(fits(gold, cited)).toBe(true)
  })

  it.each([
    ['fault 49: another act of a like name', 'Limitation Act 1908', 'Fiscal Responsibility and Debt Limitation Act, 2005'],
    ['fault 49: another year', 'Companies Act 2017', 'Corporate Restructuring Companies Act, 2016'],
    ['fault 49: another kind', 'Companies Act 2017', 'Companies Ordinance, 2017'],
    ['fault 49: a word only begins alike', 'Contract Act 1872', 'Contractors Act, 1872'],
    ['a word is missing', 'Specific Relief Act 1877', 'Relief Act, 1877'],
    ['amendment in a note is another act', 'Companies Act 2017 (Amendment)', 'Companies Act 2017'],
    ['a kind word that is a name', 'Foreign Exchange Regulation Act 1947', 'Foreign Exchange Act, 1947'],
    ['another regulation of the same year', 'Regulation (EU) 2016/679', 'Regulation (EU) 2016/680'],
    ['rules are not the act', 'Companies Act 2017', 'Companies Rules, 2017'],
    ['accents tell words apart', 'Gesetz über Fälle', 'Gesetz über Falle'],
    ['nothing but a kind', 'Constitution', 'Companies Act 2017'],
    ['empty titles', '', 'Companies Act 2017'],
  ])('%s: %s ← %s', (_, gold, cited) => {
    expect(fits(gold, cited)).toBe(false)
  })

  it('holds for a title and itself, and a word more on the cited side never hurts', () => {
    const word = fc.stringMatching(/^[b-df-hj-km-z]{4,9}$/)
    const title = fc.tuple(
      fc.array(word, { minLength: 1, maxLength: 5 }),
      fc.constantFrom('Act', 'Code', 'Order'),
      fc.integer({ min: 1800, max: 2098 }),
    )
    fc.assert(
      fc.property(title, word, ([words, kind, year], more) => {
        const gold = `${words.join(' ')} ${kind} ${year}`
        expect(fits(gold, gold)).toBe(true)
        expect(fits(gold, `${more} ${[...words].reverse().join(' ')} ${kind}, ${year}`)).toBe(true)
        expect(fits(gold, `${words.join(' ')} ${kind} ${year + 1}`)).toBe(false)
      }),
    )
  })
})

describe('joined and equal words', () => {
  const read = parseStatuteTitle
  it.each([
    ['Women at the Workplace Act 2010', 'Women at the Work Place Act, 2010', true],
    ['Women at the Work Place Act 2010', 'Women at the Workplace Act, 2010', true],
    ['Net work Analyser Ordinance', 'Network Analyser Ordinance', true],
    ['Workplace Act 2010', 'Place of Work Act, 2010', false],
    ['Workplace Act 2010', 'Work Place Act, 2011', false],
  ])('%s ← %s: %s', (gold, cited, expected) => {
    expect(fitsTitleJoined(read(gold), read(cited))).toBe(expected)
  })

  it('equal words are equal in both directions', () => {
    expect(sameTitleWords(read('Companies Act'), read('Companies Act, 2017'))).toBe(true)
    expect(sameTitleWords(read('Companies Act'), read('Banking Companies Act'))).toBe(false)
    expect(sameTitleWords(read('Act'), read('Act'))).toBe(false)
  })
})
