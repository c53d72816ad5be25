import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { queryTerms, queryWords, searchTerms, termsOfWords } from './search-terms.js'
import { words } from './tokens.js'

describe('searchTerms', () => {
  it.each<[string, string, string, string[]]>([
    ['stems, no stop words', 'en', 'The landlords were terminating the tenancies.', ['landlord', 'termin', 'tenanc']],
    ['numbers are kept', 'en', 'Section 12A of 2031, 6.5 per cent', ['section', '12a', '2031', '6', '5', 'per', 'cent']],
    ['number words are words', 'en', 'two months', ['two', 'month']],
    ['negations are kept', 'en', 'must not, cannot, without notice', ['not', 'cannot', 'without', 'notic']],
    ['contracted ones too', 'en', "The tenant doesn't and isn’t", ['tenant', "doesn't", "isn't"]],
    ['German', 'de', 'Die Kündigung ist nicht gültig.', ['kundig', 'nicht', 'gultig']],
    ['German negations', 'de', 'Ohne Grund, kein Grund', ['ohne', 'grund', 'kein', 'grund']],
    ['French elisions', 'fr', "L'article n'est pas applicable", ['articl', 'n', 'pas', 'applic']],
    ['Italian', 'it', 'La disdetta non è valida', ['disdett', 'non', 'valid']],
    ['romanised Urdu is not stemmed', 'ur-Latn', 'Kiraya nahin barhta hai', ['kiraya', 'nahin', 'barhta']],
    ['a regional tag', 'de-CH', 'Die Mieter', ['miet']],
    ['no language', 'und', 'The landlords', ['the', 'landlords']],
    ['nothing', 'en', ' \n—', []],
  ])('%s', (_, language, text, expected) => {
    expect(searchTerms(text, language)).toEqual(expected)
  })

  it('pieces that are remembered make what the whole text makes', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        'rent',
        '’s',
        "don't",
        ' ',
        '\n',
        '\t',
        '\u00a0',
        '`',
        '.',
        '=\u0338',
        '\u0301',
        '5²',
        '1',
        '¼',
        '\u200b',
        '…',
      ),
      fc.constantFrom(
        'Miete',
        'ß',
        'ΑΣ',
        "'",
        'İ',
        'ﬁ',
        '漢字かな',
        '\u0640',
        'ك',
        '¨',
        '\ufeff',
        '٣',
        '-',
        'L’',
        '😀',
        '\ud835\udd04',
        '\u2028',
      ),
    )
    const language = fc.constantFrom('en', 'de', 'fr', 'it', 'ur', 'ur-Latn', 'und', 'zh')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), language, (pieces, tag) => {
        const text = pieces.join('')
        expect(searchTerms(text, tag)).toEqual(termsOfWords(words(text, tag), tag))
      }),
      { numRuns: 2_000 },
    )
  })

  it('a query has the terms of every language, each once', () => {
    expect(queryTerms('Mieter kündigen Mieter', 'de', ['en', 'de-CH'])).toEqual(['miet', 'kundig', 'mieter', 'kündigen'])
    expect(queryTerms('the die', 'en', ['de'])).toEqual(['die', 'the'])
    expect(queryTerms('', 'en', ['de'])).toEqual([])
  })

  it('a word of a query is found by the terms of every language', () => {
    expect(queryWords('Does the Mieter, the Mieter, not pay?', 'en', ['de', 'en'])).toEqual([
      { word: 'mieter', terms: ['mieter', 'miet'] },
      { word: 'not', terms: ['not'] },
      { word: 'pay', terms: ['pay'] },
    ])
    expect(queryWords('the', 'en', ['de'])).toEqual([])
  })
})
