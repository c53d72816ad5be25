import { describe, expect, it } from 'vitest'
import { missingIn } from '../fixed-sentences.js'
import { corpusOf } from '../reference.test-util.js'
import { citationLookup } from './citation-lookup.js'
import { nearestSection } from './nearest-source.js'

const part = (section: string): [string, string] => [section, `${section} text`]
const corpus = corpusOf(
  { id: 'rta31', title: 'Residential Tenancies Act 2031', parts: ['5', '12', '12A', '60'].map(part) },
  { id: 'rta24', title: 'Residential Tenancies Act 2024', parts: ['5', '12'].map(part) },
  { id: 'goods', title: 'Sale of Goods Act 2027', parts: ['6', '19'].map(part) },
  { id: 'penal', title: 'Penal Code 2019', parts: ['112', '207'].map(part) },
  { id: 'miete', title: 'Mietgesetz 2031', language: 'de', parts: ['5', '12'].map(part) },
  { id: 'c84', title: 'Orrin v Dalby Housing Trust', citation: '[2033] VSC 84', kind: 'decision', parts: ['11', '14'].map(part) },
  { id: 'c846', title: 'Tellmark v Brandt', citation: '[2033] VSC 846', kind: 'decision', parts: ['9'].map(part) },
)
const lookUp = citationLookup(corpus)
const found = (question: string) =>
  lookUp(question).found.map(({ document, sections }) => [document, ...(sections ?? [])].join(' '))
const missing = (question: string, language = 'en') => lookUp(question).missing.map((one) => missingIn(language, one))

describe('what a question cites is found', () => {
  it.each<[string, string[]]>([
    ['What does section 12 of the Residential Tenancies Act 2031 say?', ['rta31 12']],
    ['May I under s. 12A of the Residential Tenancies Act 2031?', ['rta31 12A']],
    ['Does section 12(2)(b) of the Residential Tenancies Act 2031 apply?', ['rta31 12']],
    ['Compare sections 5 and 60 of the Residential Tenancies Act 2031.', ['rta31 5', 'rta31 60']],
    ['What of section 5 of the Residential Tenancies Act?', ['rta31 5', 'rta24 5']],
    ['What of section 19 of the Sales of Goods Act?', ['goods 19']],
    ['What of section 112 of the PC?', ['penal 112']],
    ['residential tenancies act 2031 ki section 12 kya kehti hai', ['rta31 12']],
    ['Sale of Goods Act 2027 mein section 19 kya hai?', ['goods 19']],
    ['Was sagt § 5 des Mietgesetzes?', ['miete 5']],
    ['Is the Penal Code 2019 in force?', ['penal']],
    ['What was held in [2033] VSC 84?', ['c84']],
    ['What does paragraph 14 of [2033] VSC 84 say?', ['c84 14']],
    ['What does [2033] VSC 84 at [14] say?', ['c84 14']],
    ['And 2033 VSC 846?', ['c846']],
    ['How long is the notice?', []],
    ['Does section 12 apply?', []],
    ['What does section 302 PPC say?', []],
  ])('%s', (question, expected) => {
    expect(found(question)).toEqual(expected)
    expect(lookUp(question).missing).toEqual([])
  })
})

describe('what there is not is said, with the nearest that there is', () => {
  it.each<[string, string]>([
    [
      'How long is the period of section 12B of the Residential Tenancies Act 2031?',
      'The documents contain no section 12B of the Residential Tenancies Act 2031; the nearest is section 12A.',
    ],
    [
      'And section 99 of the Residential Tenancies Act 2031?',
      'The documents contain no section 99 of the Residential Tenancies Act 2031; the nearest is section 60.',
    ],
    [
      'What does article 3 of the Sale of Goods Act 2027 say?',
      'The documents contain no article 3 of the Sale of Goods Act 2027; the nearest is article 6.',
    ],
    [
      'May I under section 5 of the Residential Tenancies Act 2030?',
      'The documents contain no Residential Tenancies Act 2030; the nearest is Residential Tenancies Act 2031.',
    ],
    [
      'What is theft under the Criminal Code 2019?',
      'The documents contain no Criminal Code 2019; the nearest is Penal Code 2019.',
    ],
    ['What does the Eviction Moratorium Act 2033 say?', 'The documents contain no Eviction Moratorium Act 2033.'],
    [
      'What was held in [2033] VSC 85?',
      'The documents contain no decision [2033] VSC 85; the nearest is Orrin v Dalby Housing Trust, [2033] VSC 84.',
    ],
    [
      'What was held in [2032] VSC 846?',
      'The documents contain no decision [2032] VSC 846; the nearest is Tellmark v Brandt, [2033] VSC 846.',
    ],
    [
      'residential tenancies act 2030 ki section 5 kya kehti hai',
      'The documents contain no Residential Tenancies Act 2030; the nearest is Residential Tenancies Act 2031.',
    ],
    [
      'Does the Residential Tenancies Act of the year 2019 apply?',
      'The documents contain no Residential Tenancies Act 2019; the nearest is Residential Tenancies Act 2031.',
    ],
    ['Was sagt § 5 des Mietgesetzes von 2029?', 'The documents contain no Mietgesetz 2029; the nearest is Mietgesetz 2031.'],
    ['What was held in [2032] VCA 3?', 'The documents contain no decision [2032] VCA 3.'],
  ])('%s', (question, expected) => {
    expect(missing(question)).toEqual([expected])
  })

  it.each([
    ['de', 'Was sagt § 7 Mietgesetz 2031?', 'Die Dokumente enthalten nicht: Mietgesetz 2031, § 7; am nächsten kommt § 5.'],
    [
      'fr',
      'Que dit l’article 7 Mietgesetz 2031 ?',
      'Les documents ne contiennent pas Mietgesetz 2031, art. 7; le plus proche est art. 5.',
    ],
    [
      'it',
      'Che dice il Codice Penal Code 2018?',
      'I documenti non contengono Codice Penal Code 2018; il più vicino è Penal Code 2019.',
    ],
    [
      'ur-Latn',
      'Residential Tenancies Act 2031 ki section 12B kya hai?',
      'Documents mein is ka zikr nahin hai: Residential Tenancies Act 2031, section 12B; sab se qareeb section 12A hai.',
    ],
  ])('in %s', (language, question, expected) => {
    expect(missing(question, language)).toEqual([expected])
  })

  it('gives the section of the nearest act, where it has it', () => {
    const [one] = lookUp('May I under section 5 of the Residential Tenancies Act 2030?').missing
    expect(one?.nearest?.place).toEqual({ document: 'rta31', sections: ['5'] })
  })

  it('says nothing of the sections of an act that names none', () => {
    const bare = corpusOf({ id: 'a', title: 'Lake Act 2040', parts: [['1', 'text']] })
    const without = { ...bare, documents: bare.documents.map((one) => ({ ...one, sections: [] })) }
    expect(citationLookup(without)('What does section 9 of the Lake Act 2040 say?')).toMatchObject({ found: [], missing: [] })
  })
})

describe('a title with a parenthesis', () => {
  const amended = corpusOf(
    { id: 'penal', title: 'Penal Code 2019', parts: [['3', 'x']] },
    { id: 'amending', title: 'Penal Code (Amendment) Act 2024', parts: [['2', 'x']] },
    { id: 'boats', title: 'Sale of Goods (Boats) Act 2030', parts: [['4', 'x']] },
  )
  const seek = citationLookup(amended)
  it.each<[string, string[]]>([
    ['Who wrote the Penal Code (Amendment) Act 2024?', ['amending']],
    ['Was the Penal Code (Amendment) Act 2024 repealed?', ['amending']],
    ['What does section 2 of the Penal Code (Amendment) Act 2024 say?', ['amending 2']],
    ['Did the Penal Code (Amendment) Act 2024 change section 3 of the Penal Code 2019?', ['amending', 'penal 3']],
    ['Does section 4 of the Sale of Goods (Boats) Act apply?', ['boats 4']],
    ['penal code (amendment) act 2024 kya hai', ['amending']],
  ])('is found: %s', (question, expected) => {
    const { found: places, missing: none } = seek(question)
    expect(places.map(({ document, sections }) => [document, ...(sections ?? [])].join(' '))).toEqual(expected)
    expect(none).toEqual([])
  })

  it.each<[string, string]>([
    [
      'Was the Penal Code (Amendment) Act 2025 repealed?',
      'The documents contain no Penal Code (Amendment) Act 2025; the nearest is Penal Code (Amendment) Act 2024.',
    ],
    [
      'What does section 2 of the Penal Code (Amendment) Act 2025 say?',
      'The documents contain no Penal Code (Amendment) Act 2025; the nearest is Penal Code (Amendment) Act 2024.',
    ],
    [
      'Did the Sale of Goods (Rafts) Act 2030 apply?',
      'The documents contain no Sale of Goods (Rafts) Act 2030; the nearest is Sale of Goods (Boats) Act 2030.',
    ],
    ['Was the Penal Code 2027 repealed?', 'The documents contain no Penal Code 2027; the nearest is Penal Code 2019.'],
  ])('is missing by its own name: %s', (question, expected) => {
    expect(seek(question).missing.map((one) => missingIn('en', one))).toEqual([expected])
  })
})

describe('what is cited again and again', () => {
  const cite = 'Is section 99 of the Residential Tenancies Act 2031 like section 5 of the Residential Tenancies Act 2031? '
  it('is looked up and said once', () => {
    expect(missing(cite.repeat(3))).toEqual(missing(cite))
    expect(found(cite.repeat(3))).toEqual(['rta31 5'])
    expect(missing('[2033] VSC 85, [2033] VSC 85')).toHaveLength(1)
  })

  it('is read in the beginning of a question alone', () => {
    const long = 'And so on. '.repeat(10_000)
    expect(found(cite + long)).toEqual(['rta31 5'])
    expect(found(long + cite)).toEqual([])
  })
})

it.each<[string, string | undefined]>([
  ['12b', '12A'],
  ['12', '12A'],
  ['3', '5'],
  ['11', '5'],
  ['99', '60'],
  ['2-207', undefined],
])('nearest to %s is %s', (number, expected) => {
  const [document] = corpusOf({ id: 'a', title: 'A', parts: ['5', '12A', '60', 'Preamble'].map(part) }).documents
  expect(document && nearestSection({ number }, document)).toBe(expected)
})
