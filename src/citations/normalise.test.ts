import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanText, normalTitle, wordsOf } from './normalise.js'

describe('normalTitle', () => {
  it.each([
    ['fault 45: NFC and NFD', 'Code pe\u0301nal', 'Code p\u00e9nal'],
    ['fault 45: no-break space', 'Contract\u00a0Act,\u202f1872', 'Contract Act 1872'],
    ['fault 45: soft hyphen', 'Ten\u00adancy Act 2031', 'Tenancy Act 2031'],
    ['fault 45: full-width letters and digits', 'Ｃontract Act １８７２', 'Contract Act 1872'],
    ['fault 45: right-to-left marks', '\u202bContract Act\u202c\u200f, 1872\u200e', 'Contract Act 1872'],
    ['fault 45: byte order mark inside', '\ufeffContract Act 1872', 'Contract Act 1872'],
    ['Urdu digits', 'Contract Act ۱۸۷۲', 'Contract Act 1872'],
    ['Bengali digits', 'Contract Act ১৮৭২', 'Contract Act 1872'],
    ['variation selector', 'Contract Act\ufe0f 1872', 'Contract Act 1872'],
    ['footnote mark', 'Contract Act 1872²', 'Contract Act 1872'],
    ['Arabic digits', 'Contract Act ١٨٧٢', 'Contract Act 1872'],
    ['case', 'CONTRACT ACT, 1872', 'contract act 1872'],
    ['sharp s', 'STRASSENGESETZ', 'Straßengesetz'],
    ['apostrophes', 'Workmen\u2019s Compensation', "Workmen's Compensation"],
    ['acute accent as apostrophe', 'Workmen\u00b4s Compensation', 'Workmens Compensation'],
    ['a byte lost to a wrong encoding', 'Hindu Women\ufffds Rights', "Hindu Women's Rights"],
    ['dashes', 'Anti\u2013Terrorism Act', 'Anti-Terrorism Act'],
    ['dotted acronym', 'P.P.C.', 'PPC'],
    ['ligature', 'Of\ufb01cial Secrets Act', 'Official Secrets Act'],
  ])('%s', (_, one, other) => {
    expect(normalTitle(one)).toBe(normalTitle(other))
  })

  it('keeps accents: another letter is another word', () => {
    expect(normalTitle('Fälle')).not.toBe(normalTitle('Falle'))
    expect(wordsOf('Bundesgesetz über den Schutz der Gewässer')).toEqual([
      'bundesgesetz',
      'über',
      'den',
      'schutz',
      'der',
      'gewässer',
    ])
  })

  it('parts an elided article from its word', () => {
    expect(wordsOf("Code de l'urbanisme")).toEqual(['code', 'de', 'urbanisme'])
    expect(wordsOf('Codice dell’ambiente')).toEqual(['codice', 'ambiente'])
    expect(wordsOf("Quaid-e-Azam's Mazar")).toEqual(['quaid', 'e', 'azams', 'mazar'])
  })

  it('is empty for text without letters and digits', () => {
    expect(normalTitle(' — … ')).toBe('')
  })

  it('changes nothing the second time, and no form of the same text matters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(normalTitle(normalTitle(text))).toBe(normalTitle(text))
        expect(cleanText(text.normalize('NFD'))).toBe(cleanText(text.normalize('NFC')))
      }),
    )
  })
})
