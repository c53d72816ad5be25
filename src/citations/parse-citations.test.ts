import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseCitations } from './parse-citations.js'
import type { ParsedCitation } from './parsed-citation.js'

const today = new Date('2026-06-01T00:00:00Z')
const parse = (text: string) => parseCitations(text, { today })
const ids = (text: string) => parse(text).map(({ id }) => id)

/** `id`, then whatever else was read. */
function show({ id, pinpoint, page, date, canton }: ParsedCitation): string {
  return [id, pinpoint && `@${pinpoint}`, page && `p${page}`, date && `d${date}`, canton && `c${canton}`]
    .filter(Boolean)
    .join(' ')
}

describe('parseCitations: kinds', () => {
  it.each([
    ['reporter-ch', 'BGE 136 III 513', 'BGE 136 III 513'],
    ['reporter-ch', 'ATF 120 Ia 31', 'BGE 120 Ia 31'],
    ['reporter-ch', 'DTF 139 III 7', 'BGE 139 III 7'],
    ['reporter-ch', 'BVGE 2014/12', 'BVGE 2014/12'],
    ['docket-ch-federal', '4A_18/2018', 'BGer 4A_18/2018'],
    ['docket-ch-federal', '4A 485/2015', 'BGer 4A_485/2015'],
    ['docket-ch-federal', '4A.255/2012', 'BGer 4A_255/2012'],
    ['docket-ch-federal', '4C_230/2005', 'BGer 4C.230/2005'],
    ['docket-ch-federal', '1P.123/1999', 'BGer 1P.123/1999'],
    ['docket-ch-federal', 'EVG I 687/06', 'BGer I 687/06'],
    ['docket-ch-federal', 'A-1234/2014', 'BVGer A-1234/2014'],
    ['docket-ch-federal', 'SK.2019.12', 'BStGer SK.2019.12'],
    ['docket-ch-federal', 'O2012_043', 'BPatGer O2012_043'],
    ['docket-ch-cantonal', 'HC / 2020 / 38', 'HC/2020/38'],
    ['docket-ch-cantonal', 'Arrêt / 2023 / 560', 'Arrêt/2023/560'],
    ['docket-ch-cantonal', 'C/4431/2013', 'C/4431/2013'],
    ['docket-ch-cantonal', 'ACJC/1234/2015', 'ACJC/1234/2015'],
    ['docket-ch-cantonal', 'VD.2020.89', 'VD.2020.89'],
    ['docket-ch-cantonal', 'AC.2019.0123', 'AC.2019.123'],
    ['docket-ch-cantonal', 'NG190020', 'NG190020'],
    ['docket-ch-cantonal', 'Gericht SZ ZK1 2023 26', 'ZK1 2023 26'],
    ['docket-ch-cantonal', 'Obergericht Bern ZK 19 123', 'ZK 19 123'],
    ['docket-ch-cantonal', 'Versicherungsgericht SG, IV 2019/123', 'IV 2019/123'],
    ['docket-ch-cantonal', 'AbR 1992/93 Nr. 8', 'AbR 1992/93 Nr. 8'],
    ['docket-ch-cantonal', 'Gericht VD 1/2020', 'VD 1/2020'],
    ['neutral', '2025 LHC 846', '2025 LHC 846'],
    ['neutral', '[2020] EWCA Civ 12', '2020 EWCA CIV 12'],
    ['neutral', '2019 CanLII 12345 (ON CA)', '2019 CANLII 12345'],
    ['neutral', '2018-Ohio-2747', '2018 OHIO 2747'],
    ['neutral', 'UKSC 2024-001', '2024 UKSC 1'],
    ['neutral', 'PLD 2015 SC 123', 'PLD 2015 SC 123'],
    ['neutral', '[2016] 1 R.C.S. 631', '[2016] 1 SCR 631'],
    ['neutral', '[1999] 2 AC 22', '[1999] 2 AC 22'],
    ['reporter-us', '205 A.3d 445', '205 A.3d 445'],
    ['reporter-us', '240 So.3d 1246', '240 So. 3d 1246'],
    ['reporter-us', '140 S. Ct. 1575', '140 S. Ct. 1575'],
    ['reporter-us', '410 US 113', '410 U.S. 113'],
    ['reporter-us', '12 Obscure L. Rep. 34', '12 Obscure L. Rep. 34'],
    ['corpus-id', 'bge_BGE_136_III_510', 'BGE 136 III 510'],
    ['corpus-id', 'bge_138 III 416', 'BGE 138 III 416'],
    ['corpus-id', 'bger_4C.230_2005', 'BGer 4C.230/2005'],
    ['corpus-id', 'vd_findinfo_HC___2020___38', 'HC/2020/38'],
    ['corpus-id', 'vd_findinfo_Arr_t___2023___560', 'Arrêt/2023/560'],
    ['corpus-id', 'ge_gerichte_C_4431_2013', 'C/4431/2013'],
    ['corpus-id', 'sz_gerichte_ZK1_2023_26', 'ZK1 2023 26'],
    ['corpus-id', 'vd_gerichte_1_2020', 'VD 1/2020'],
    ['statute', 'Art. 41 Abs. 2 OR', 'OR article 41'],
    ['statute', 'art. 41 CO', 'OR article 41'],
    ['statute', 's. 489-F PPC', 'PPC 489f'],
    ['statute', '489-F PPC', 'PPC 489f'],
    ['statute', '§ 823 BGB', 'BGB 823'],
    ['statute', 'BGB § 823', 'BGB 823'],
    ['statute', 'art. 257e al. 3 CO', 'OR article 257e'],
    ['statute', 's. 151 CPC', 'CPC 151'],
    ['statute', 'Art. 12 ff. ZPO', 'ZPO article 12'],
    ['statute', 'Art. 12 des Mietgesetzes', 'mietgesetz act article 12'],
    ['statute', 'S.C. 1996, c. 23, s. 5', 'SC 1996 c 23 5'],
    ['statute', 'RSC 1985, c C-46, s 2', 'RSC 1985 c C-46 2'],
    ['statute', 'SR 220', 'SR 220'],
    ['statute', 'RS 0.101', 'SR 0.101'],
    ['statute', '42 U.S.C. § 1983', '42 USC 1983'],
    ['statute', 'Regulation (EU) 2016/679, Art. 5(1)(a)', 'EU 2016/679 article 5'],
    ['statute', 'Companies Act, 2017', 'companies act 2017'],
    ['statute', 'Section 12(3) of the Tenancy Act, 2031', 'tenancy act 2031 12'],
    ['statute', 'First Schedule, Article 73 of the Limitation Act 1908', 'limitation act 1908 schedule 1 article 73'],
    ['statute', 'the Code of Criminal Procedure, 1898', 'criminal procedure code 1898'],
    ['statute', 'Article 199 of the Constitution', 'constitution article 199'],
  ])('%s: %s is %s', (kind, text, id) => {
    expect(parse(text).map((one) => [one.kind, one.id])).toEqual([[kind, id]])
  })
})

describe('parseCitations: what stands beside', () => {
  it.each([
    ['ATF 136 III 513 consid. 2.3 p. 514', 'BGE 136 III 513 @2.3 p514'],
    ['BGE 121 V 240 E. 3c/aa S. 242', 'BGE 121 V 240 @3c/aa p242'],
    ['BGE 121 V 240 E. 3c aa', 'BGE 121 V 240 @3c'],
    ['BGE 136 III 510 S. 512', 'BGE 136 III 510 p512'],
    ['BGE 125 III 70, Erw. 2-4', 'BGE 125 III 70 @2-4'],
    ['DTF 143 III 38 consid. 2.1 pag. 40', 'BGE 143 III 38 @2.1 p40'],
    ['E. 2.3 von BGE 136 III 513', 'BGE 136 III 513 @2.3'],
    ['BGer 4A_18/2018 vom 21. November 2018', 'BGer 4A_18/2018 d2018-11-21'],
    ['TF, 4A_322/2022, 5 juillet 2023, c. 4.2', 'BGer 4A_322/2022 @4.2 d2023-07-05'],
    ['TF 4A_208/2017 del 14 febbraio 2018', 'BGer 4A_208/2017 d2018-02-14'],
    ['Urteil vom 22.12.2014, 8C_421/2014', 'BGer 8C_421/2014 d2014-12-22'],
    ['arrêt 4A_1/2020 du 1er mars 2021', 'BGer 4A_1/2020 d2021-03-01'],
    ['Gericht VD HC / 2021 / 74 vom 9. März 2021', 'HC/2021/74 d2021-03-09 cVD'],
    ['arrêt de la Cour de justice de Genève C/20417/2015 du 3 février 2018', 'C/20417/2015 d2018-02-03 cGE'],
    ['2031 VSC 14, para 12', '2031 VSC 14 @12'],
    ['[2020] EWCA Civ 12 at [34]', '2020 EWCA CIV 12 @34'],
    ['2019 ONCA 123 (CanLII), at para 45', '2019 ONCA 123 @45'],
    ['205 A.3d 445, 450 (R.I. 2019)', '205 A.3d 445 p450'],
    ['§ 823 Abs. 1 Satz 2 BGB', 'BGB 823 @(1)(2)'],
    ['Section 12(3)(a) of the Tenancy Act 2031', 'tenancy act 2031 12 @(3)(a)'],
  ])('%s: %s', (text, expected) => {
    expect(parse(text).map(show)).toEqual([expected])
  })

  it('names the court, that of the number where no other is named', () => {
    const court = (text: string) => parse(text).map((one) => one.court)
    expect(court('Urteil 4A_18/2018')).toEqual(['BGer'])
    expect(court('2019 CanLII 12345 (ON CA)')).toEqual(['ON CA'])
    expect(court('205 A.3d 445 (R.I. 2019)')).toEqual(['R.I.'])
    expect(court('OGer ZH NG190020')).toEqual(['OGer ZH'])
  })

  it('gives a section of a list each, all with the text of the list', () => {
    const found = parse('Nach Art. 41 und 42 OR i.V.m. Art. 97 OR und Art. 8 ZGB gilt')
    expect(found.map(({ id }) => id)).toEqual(['OR article 41', 'OR article 42', 'OR article 97', 'ZGB article 8'])
    expect(new Set(found.map(({ text }) => text))).toEqual(new Set(['Art. 41 und 42 OR', 'Art. 97 OR', 'Art. 8 ZGB']))
    expect(ids('Residential Tenancies Act 2031, s. 12; s. 14')).toEqual([
      'residential tenancies act 2031 12',
      'residential tenancies act 2031 14',
    ])
  })

  it('reads several in one sentence, in order and apart', () => {
    const text = 'Obergericht ZH LA220013 vom 7. März 2022, E. 4 (siehe auch BGer 4A_322/2014 E. 5), BGE 134 III 354 und SR 220'
    expect(parse(text).map(show)).toEqual(['LA220013 @4 d2022-03-07 cZH', 'BGer 4A_322/2014 @5', 'BGE 134 III 354', 'SR 220'])
  })

  it('goes on without the name of the reporter, in a list only', () => {
    const list = 'Vgl. BGE 138 III 59 E. 2.1 S. 62; 136 III 190 und 130 I 1 E. 4. Das sind 140 III 86 Seiten, 120 II 5'
    expect(parse(list).map(show)).toEqual(['BGE 138 III 59 @2.1 p62', 'BGE 136 III 190', 'BGE 130 I 1 @4'])
    expect(ids('R. v. Jordan, 2016 SCC 27, [2016] 1 S.C.R. 631')).toEqual(['2016 SCC 27', '[2016] 1 SCR 631'])
    const parallel = parse('Roe v. Wade, 410 U.S. 113, 93 S. Ct. 705, 35 L. Ed. 2d 147 (1973)')
    expect(parallel.map(({ id, year }) => [id, year])).toEqual([
      ['410 U.S. 113', 1973],
      ['93 S. Ct. 705', 1973],
      ['35 L. Ed. 2d 147', 1973],
    ])
  })

  it('takes a citation once where a link repeats it, and from the address where only that names it', () => {
    expect(ids('[2022 LHC 101](https://court.example/2022LHC101.pdf)')).toEqual(['2022 LHC 101'])
    expect(ids('see [here](https://court.example/2022LHC101.pdf)')).toEqual(['2022 LHC 101'])
  })
})

describe('parseCitations: what is none', () => {
  it.each([
    'the 140 III 86 pages',
    'done 1/2020 times',
    'Tel. 044 123 45 67, 12.3.2020, 2020-05-06',
    'a fine of Rs. 5,000 or CHF 1200; in 2020 CHF 300, 2019 EUR 45',
    'In 2020 COVID-19 spread',
    'volume 2020 III 5',
    'order number AB123456, invoice RE 190020',
    'Room 4A, 12/2020',
    'COM/2020/123, A/RES/70/1, S/2020/123',
    'In 2019, 12 Or. were sold and 5 Me 3',
    'section 12 and the Act',
    'Under this Code of Conduct, Part 2 of the Order',
    'on 3 May 2020 UKIP 12 seats',
    'version 4.18.2018 of 4A',
    'Companies 2017, Act 3',
    'Art. 41 und § 12',
    '12 Jan. 2019',
    'They live at 6945 US 322 West',
    'ARTICLE 7 REPAYMENT OF DEPOSITS',
    'a pool under section 731(k) of the Code (a “PLP”)',
    'E. 2.3 und consid. 4',
    '',
  ])('%s', (text) => {
    expect(ids(text)).toEqual([])
  })
})

describe('parseCitations: spelling and place', () => {
  const plain = 'Arrêt / 2023 / 560, ATF 136 III 513 consid. 2.3, art. 257e al. 3 CO, 2025 LHC 846'
  it.each([
    ['decomposed', plain.normalize('NFD')],
    ['no-break spaces', plain.replaceAll(' ', '\u00a0')],
    ['narrow no-break spaces', plain.replaceAll(' ', '\u202f')],
    ['soft hyphens', plain.replaceAll('13', '1\u00ad3').replaceAll('ATF', 'A\u00adTF')],
    ['full-width digits', plain.replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)))],
    ['Arabic digits', plain.replaceAll(/\d/g, (digit) => String.fromCodePoint(0x0660 + Number(digit)))],
    ['right-to-left marks', plain.replaceAll(' ', ' \u200f').replaceAll(',', '\u202c,')],
    ['zero-width spaces and a byte order mark', `\ufeff${plain.replaceAll('III', 'I\u200bII')}`],
    ['line ends', plain.replaceAll(' ', '\n')],
    ['footnote marks', plain.replaceAll('513', '513²')],
  ])('fault 45: %s', (_, text) => {
    expect(parse(text).map(show)).toEqual(parse(plain).map(show))
    expect(parse(plain)).toHaveLength(4)
  })

  it('fault 49: one is no prefix and no part of another', () => {
    expect(ids('4A_48/2015 4A_485/2015')).toEqual(['BGer 4A_48/2015', 'BGer 4A_485/2015'])
    expect(ids('14A_18/2018')).toEqual(['BGer 14A_18/2018'])
    expect(ids('BGE 136 III 51 BGE 136 III 513')).toEqual(['BGE 136 III 51', 'BGE 136 III 513'])
    expect(ids('2025 LHC 846 2025 LHC 8460')).toEqual(['2025 LHC 846', '2025 LHC 8460'])
    expect(ids('4A_18/20189 xBGE 136 III 513 BGE 136 III 513a')).toEqual([])
  })

  it('gives what was written and where, in code points', () => {
    const text = '\u{1F3DB}\u{1F3DB} cafe\u0301: BGE\u00a0136\u00ad III 513 E. 2.3; s. 12 of the Tenancy Act 2031'
    const points = Array.from(text)
    const found = parse(text)
    expect(found.map((one) => one.text)).toEqual(['BGE\u00a0136\u00ad III 513', 's. 12 of the Tenancy Act 2031'])
    for (const one of found) expect(points.slice(one.start, one.end).join('')).toBe(one.text)
  })

  it('never throws, keeps order, and gives the text at its place', () => {
    const part = fc.constantFrom(
      ...[
        'BGE ',
        '136',
        ' III ',
        '513',
        ' E. 2.3',
        '4A_',
        '18/2018',
        'Art. ',
        '41',
        ' OR',
        ' und ',
        '§ ',
        ', ',
        '(',
        ')',
        ' Act',
        'Tenancy',
      ],
      ...[
        ' 2031',
        '205 A.3d 445',
        'vom ',
        '6. Mai 2020',
        '2025 LHC 846',
        'Gericht VD ',
        '1/2020',
        '\u0301',
        '\u{1F3DB}',
        '\u00ad',
        '\n\n',
      ],
    )
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(part).map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(text, (written) => {
        const points = Array.from(written)
        let last = 0
        for (const one of parse(written)) {
          expect(points.slice(one.start, one.end).join('')).toBe(one.text)
          expect(one.start).toBeGreaterThanOrEqual(last)
          expect(one.id).not.toBe('')
          last = one.start
        }
      }),
      { numRuns: 300 },
    )
  })

  it.each([
    '4A_',
    '[',
    '(',
    '“',
    'A ',
    '1 A.',
    'BGE 1 ',
    'Art. 1, ',
    'Art. 41 OR ',
    'of the Act ',
    'Part I of ',
    '2020 AB',
    'HC / 2020 / ',
    'Gericht in ',
    '4A_18/2018 vom ',
  ])('ends on 100 kB of %s', (unit) => {
    const text = unit.repeat(Math.ceil(100_000 / unit.length))
    expect(parse(text).every(({ start, end }) => start < end)).toBe(true)
  })
})

describe('parseCitations: what cannot exist', () => {
  it.each([
    ['BGE 999 III 86', ['volume']],
    ['BGE 153 III 1', ['volume']],
    ['BGE 152 III 1', []],
    ['BGE 0 III 1', ['volume']],
    ['BGE 140 VII 86', ['division']],
    ['BGE 140 Ia 86', ['division']],
    ['BGE 110 Ib 86', []],
    ['BGE 80 V 86', ['division']],
    ['BGE 50 IV 1', ['division']],
    ['BGE 99 X 999', ['division']],
    ['DTF 200 V 9999', ['volume']],
    ['6B_999999/2999', ['year']],
    ['4A_18/1850', ['year']],
    ['BVGer A-1/1999', ['year']],
    ['NG450020', ['year']],
    ['2099 LHC 3', ['year']],
    ['8C_421/2014 vom 31.12.1995', ['date']],
    ['8C_421/2014 vom 22.12.2099', ['date']],
    ['8C_421/2014 vom 31.02.2015', ['date']],
    ['BGE 140 III 86 vom 3. März 2016', ['date']],
    ['8C_421/2014 vom 22.12.2014', []],
    ['Nach BVGer 8C_421/2014 ist', ['court']],
    ['Urteil 8C_421/2014 des Bundesverwaltungsgerichts', ['court']],
    ['Das Bundesgericht hält in B-2468/2017 fest', ['court']],
    ['Das Bundesverwaltungsgericht hat in BVGE B-2468/2017 erkannt', []],
    ['Das Bundesgericht bestätigt das Urteil A-1234/2014', []],
    ['Das Bundesgericht hob das Urteil A-1234/2014 des Bundesverwaltungsgerichts auf', []],
    ['Das Bundesgericht tritt auf die Beschwerde gegen A-1234/2014 nicht ein', []],
    ['un arrêt UKSC 2021-007 du Bundesgericht', ['court']],
    ['Tribunal fédéral, VD.2020.89', ['court']],
    ['Obergericht ZH 4A_18/2018', ['court']],
    ['[2020] UKSC 3 of the UK Supreme Court', []],
  ])('%s: %o', (text, kinds) => {
    expect(parse(text).flatMap(({ problems }) => problems.map(({ kind }) => kind))).toEqual(kinds)
  })

  it('says why', () => {
    expect(parse('BGE 999 III 86')[0]?.problems).toEqual([
      { kind: 'volume', message: 'BGE has no volume 999: the one of 2026 is 152' },
    ])
  })

  it('takes the current year where no day is given', () => {
    const year = new Date().getUTCFullYear()
    expect(parseCitations(`4A_1/${year} 4A_1/${year + 1}`).map(({ problems }) => problems.length)).toEqual([0, 1])
  })
})
