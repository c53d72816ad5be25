import { describe, expect, it } from 'vitest'
import { parseCitations } from './parse-citations.js'
import { sectionsIn } from './section-forms.js'

const ids = (text: string) => parseCitations(text).map(({ id, pinpoint }) => `${id}${pinpoint ?? ''}`)

describe('parts of a section', () => {
  it.each<[string, string[]]>([
    // a list of parts is one of the same article
    ['Art. 29 Abs. 1 und 2 BV', ['BV article 29(1)', 'BV article 29(2)']],
    ['§ 12 Abs. 1, 2 und 5 BGB', ['BGB 12(1)', 'BGB 12(2)', 'BGB 12(5)']],
    ['§ 12 Abs. 1, Abs. 2 BGB', ['BGB 12(1)', 'BGB 12(2)']],
    ['art. 271 al. 1 et 2 CO', ['OR article 271(1)', 'OR article 271(2)']],
    ['art. 12 al. 2 ou 3 CO', ['OR article 12(2)', 'OR article 12(3)']],
    ['art. 12 cpv. 1 e 2 CO', ['OR article 12(1)', 'OR article 12(2)']],
    ['§ 573 Abs. 1 Satz 1 und 2 BGB', ['BGB 573(1)(1)', 'BGB 573(1)(2)']],
    ['§ 573 Abs. 1 Satz 1 und Satz 2 BGB', ['BGB 573(1)(1)', 'BGB 573(1)(2)']],
    ['§ 573 Abs. 2 Nr. 1, 2 und 3 BGB', ['BGB 573(2)(1)', 'BGB 573(2)(2)', 'BGB 573(2)(3)']],
    ['Art. 12 Abs. 1 Ziff. 1 und 4 KG', ['KG article 12(1)(1)', 'KG article 12(1)(4)']],
    ['art. 12 al. 1 ch. 1 et 2 CP', ['StGB article 12(1)(1)', 'StGB article 12(1)(2)']],
    ['Art. 12 Abs. 1 und 2 lit. a OR', ['OR article 12(1)', 'OR article 12(2)(a)']],
    ['Art. 12 Abs. 1 lit. a und 2 OR', ['OR article 12(1)(a)', 'OR article 12(2)']],
    ['Art. 12 Abs. 1 und 1bis OR', ['OR article 12(1)', 'OR article 12(1bis)']],
    // letters
    ['Art. 12 lit. a und b OR', ['OR article 12(a)', 'OR article 12(b)']],
    ['art. 12 let. a et b CO', ['OR article 12(a)', 'OR article 12(b)']],
    ['art. 12 lett. a e b CO', ['OR article 12(a)', 'OR article 12(b)']],
    ['Art. 12 Abs. 1 lit. a, b und d OR', ['OR article 12(1)(a)', 'OR article 12(1)(b)', 'OR article 12(1)(d)']],
    ['Art. 6 Abs. 1 lit. a und b DSGVO', ['DSGVO article 6(1)(a)', 'DSGVO article 6(1)(b)']],
    ['Art. 12 Abs. 1 lit. a und b, Abs. 2 OR', ['OR article 12(1)(a)', 'OR article 12(1)(b)', 'OR article 12(2)']],
    ['Art. 12 Bst. a OR', ['OR article 12(a)']],
    ['Art. 12 Abs. 1bis lit. abis OR', ['OR article 12(1bis)(abis)']],
    // ranges are each of their parts
    ['Art. 12 Abs. 1-3 OR', ['OR article 12(1)', 'OR article 12(2)', 'OR article 12(3)']],
    ['Art. 12 Abs. 1 bis 3 OR', ['OR article 12(1)', 'OR article 12(2)', 'OR article 12(3)']],
    ['art. 12 al. 1 à 3 CO', ['OR article 12(1)', 'OR article 12(2)', 'OR article 12(3)']],
    ['Art. 12 lit. a–c OR', ['OR article 12(a)', 'OR article 12(b)', 'OR article 12(c)']],
    ['section 5(1)(a)-(c) of the Fraud Act 2006', ['a', 'b', 'c'].map((one) => `fraud act 2006 5(1)(${one})`)],
    ['section 5(1)(a) to (c) of the Fraud Act 2006', ['a', 'b', 'c'].map((one) => `fraud act 2006 5(1)(${one})`)],
    // behind an article these are no sections
    ['§ 433 Abs. 1 S. 1 BGB', ['BGB 433(1)(1)']],
    ['§ 312 Abs. 1 S. 2 Nr. 3 BGB', ['BGB 312(1)(2)(3)']],
    ['§ 14 S. 1 KSchG', ['KSCHG 14(1)']],
    ['§ 12 Abs. 1 HS 2 BGB', ['BGB 12(1)(2)']],
    ['Article 6 § 1 ECHR', ['ECHR article 6(1)']],
    ['art. 6 § 1 CEDH', ['EMRK article 6(1)']],
    ['art. 6 par. 1 CEDH', ['EMRK article 6(1)']],
    ['Article 12 para. 1 GDPR', ['GDPR article 12(1)']],
    ['§ 12 Rn. 5 BGB', ['BGB 12']], // a commentary's
  ])('%s: %o', (text, expected) => {
    expect(ids(text)).toEqual(expected)
  })

  it.each<[string, string[]]>([
    ['Art. 41 und 42 OR', ['OR article 41', 'OR article 42']],
    ['Art. 41 Abs. 1, 97 Abs. 1 OR', ['OR article 41(1)', 'OR article 97(1)']],
    ['Art. 271 Abs. 1, 271a OR', ['OR article 271(1)', 'OR article 271a']],
    ['§§ 12 Abs. 1 und 2, 13 BGB', ['BGB 12(1)', 'BGB 12(2)', 'BGB 13']],
    ['Art. 29 Abs. 1 und Art. 30 BV', ['BV article 29(1)', 'BV article 30']],
    ['Art. 29 Abs. 1 und § 30 BV', ['BV article 29(1)', 'BV 30']],
    ['Section 12(1) and 13 of the Tenancy Act 2031', ['tenancy act 2031 12(1)', 'tenancy act 2031 13']],
    ['Section 12, S. 13 of the Tenancy Act 2031', ['tenancy act 2031 12', 'tenancy act 2031 13']],
    ['§ 12 § 13 BGB', ['BGB 13']],
    ['Art. 12 Abs. 1 OR und 2 Monate', ['OR article 12(1)']],
    ['OR Art. 12 lit. a e i diritti', ['OR article 12(a)']],
    ['OR Art. 12 Abs. 3-1', ['OR article 12(3)']],
  ])('what is no part of the same: %s: %o', (text, expected) => {
    expect(ids(text)).toEqual(expected)
  })

  it('a section field reads them alike', () => {
    expect(sectionsIn('12 Abs. 1 und 2').map(({ number, subs }) => [number, ...subs])).toEqual([
      ['12', '1'],
      ['12', '2'],
    ])
  })
})
