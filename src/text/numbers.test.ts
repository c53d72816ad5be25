import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { missingNumbers, numberSet, numbersIn } from './numbers.js'

const SAME: [language: string, value: string, writings: string[]][] = [
  [
    'en',
    '30000',
    [
      "30'000",
      '30’000',
      '30 000',
      '30\u00a0000',
      '30\u202f000',
      '30,000',
      '30000',
      'thirty thousand',
      '30 thousand',
      '３００００',
      '٣٠٠٠٠',
      '۳۰۰۰۰',
    ],
  ],
  ['de', '30000', ["30'000", '30.000', '30 000', 'dreissigtausend', 'dreißigtausend', '30 Tausend']],
  ['fr', '30000', ['30 000', '30\u202f000', "30'000", 'trente mille']],
  ['it', '30000', ['30.000', "30'000", 'trentamila', '30 mila']],
  ['en', '30', ['30', 'thirty', '30th', '30-day', '30.00']],
  ['de', '30', ['30', 'dreissig', 'dreißig', '30.']],
  ['fr', '97', ['97', 'quatre-vingt-dix-sept', 'nonante-sept']],
  ['fr', '72', ['soixante-douze', 'septante-deux']],
  ['fr', '21', ['vingt et un', '21']],
  ['fr', '80', ['quatre-vingts', 'huitante']],
  ['fr', '205', ['deux cent cinq']],
  ['it', '28', ['ventotto', '28']],
  ['it', '23', ['ventitré']],
  ['it', '105', ['centocinque']],
  ['de', '21', ['einundzwanzig', '21']],
  ['de', '305', ['dreihundertfünf']],
  ['en', '105', ['one hundred and five', '105']],
  ['en', '25', ['twenty-five', 'twenty five']],
  ['en', '1', ['one year', '1 year', '1st']],
  ['de', '1', ['ein Jahr', '1 Jahr']],
  ['en', '1000000', ['10,00,000', '1,000,000', '10 lakh', '1 million']],
  ['de', '12.5', ['12,5 %', '12.5 %', '12,50 Prozent']],
  ['en', '489f', ['section 489-F', 'S. 489F', '489-f']],
  ['de', '271a', ['Art. 271a']],
  ['de', '1bis', ['Abs. 1bis']],
  ['en', '12(3)(b)', ['s. 12(3)(b)', 'section 12 (3) (b)']],
  ['de', '2.10', ['E. 2.10']],
  ['en', '2024-03-03', ['3 March 2024', 'March 3, 2024', '3rd of March, 2024', '2024-03-03', '03.03.2024', '3/3/2024']],
  ['de', '2024-03-03', ['3. März 2024', '03.03.2024', '3.3.2024', '2024-03-03']],
  ['fr', '2024-03-01', ['1er mars 2024', '01.03.2024', '01/03/2024']],
  ['it', '2024-03-01', ['1° marzo 2024', '1 marzo 2024']],
  ['ur', '2024-03-03', ['۳ مارچ ۲۰۲۴']],
  ['en', '2024-03', ['March 2024']],
  ['en', '5', ['Art. 5²']],
]

describe('numbersIn', () => {
  test.each(SAME.flatMap(([language, value, writings]) => writings.map((text) => [text, language, value] as const)))(
    '%j in %s is %s',
    (text, language, value) => {
      expect(numbersIn(text, language)).toEqual([value])
    },
  )

  test.each([
    ['One must pay.', 'en', []],
    ['Ein Vertrag ist nötig.', 'de', []],
    ['un contrat', 'fr', []],
    ['five, six', 'en', ['5', '6']],
    ['sections 407–409', 'en', ['407', '409']],
    ['on 3/4/2024', 'en', ['3', '4', '2024']],
    ['BGE 145 III 72', 'de', ['145', '72']],
    ['', 'en', []],
  ])('%j in %s gives %j', (text, language, expected) => {
    expect(numbersIn(text, language)).toEqual(expected)
  })

  test('a coarser number stands in a finer one, and not the other way round', () => {
    const present = numberSet(numbersIn('section 12(3)(b) of 3 March 2024, section 489-F', 'en'))
    expect(missingNumbers(['12', '12(3)', '2024', '2024-03', '489f'], present)).toEqual([])
    expect(missingNumbers(['12(4)', '489', '3', '2023'], present)).toEqual(['12(4)', '489', '3', '2023'])
  })

  test('every grouping of an integer compares equal', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1000, max: 999_999_999 }),
        fc.constantFrom("'", '’', '\u00a0', '\u202f', ','),
        (value, mark) => {
          const grouped = String(value).replace(/\B(?=(\d{3})+$)/gu, mark)
          expect(numbersIn(grouped, 'en')).toEqual([String(value)])
        },
      ),
    )
  })

  test('any text is read without an error', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.constantFrom('en', 'de', 'fr', 'it', 'ur', 'und'), (text, language) => {
        for (const number of numbersIn(text, language)) expect(number).toMatch(/\d/u)
      }),
    )
  })
})

test.each<[name: string, unit: string, count: number]>([
  ['digits and commas', '1,', 200_000],
  ['digits and full stops', '1.', 200_000],
  ['groups of three', "1'000 ", 20_000],
  ['digits', '1', 200_000],
  ['brackets', '(1)', 50_000],
  ['numbers with brackets', '1(1)', 50_000],
  ['numbers with many brackets', '(a)(1)', 50_000],
  ['hyphens', '1-', 50_000],
  ['fractions', '½', 20_000],
  ['dates', '3.3.', 50_000],
  ['multipliers', 'million ', 20_000],
  ['French number words', 'vingt ', 20_000],
])('an endless run is read to its end: %s', (_, unit, count) => {
  const long = `${unit.repeat(count)} and 77 days`
  for (const language of ['en', 'it', 'fr']) expect(numbersIn(long, language)).toContain('77')
})

test.each([
  ['de', 'hundert'],
  ['de', 'tausend'],
  ['de', 'und'],
  ['it', 'mila'],
  ['it', 'cento'],
])('a word of number words without an end is no number: %s %s', (language, unit) => {
  expect(numbersIn(unit.repeat(50_000), language)).toEqual([])
})

test('a long list without spaces keeps every number', () => {
  const list = Array.from({ length: 100 }, (_, at) => String(at + 1))
  expect(numbersIn(list.join(','), 'en')).toEqual(list)
})
