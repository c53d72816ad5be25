import { describe, expect, it } from 'vitest'
import type { Passage, Response } from '../../schema/response.js'
import { authoritiesOf } from './authorities.js'

const NAMED: Passage = { id: 'p1', title: 'Rent Act 2031', text: 'The notice period is three months, to the end of a quarter.' }
const of = (answer: string, over: Partial<Response> = {}, options: Parameters<typeof authoritiesOf>[1] = {}) =>
  authoritiesOf({ answer, passages: [NAMED], ...over }, options)

describe('authoritiesOf', () => {
  it('an answer that cites and quotes nothing has nothing wrong', () => {
    expect(of('Three months.')).toEqual({
      cited: 0,
      fabricated: 0,
      notRetrieved: 0,
      pinpoints: 0,
      outside: 0,
      quotes: 0,
      misquoted: 0,
      examples: [],
    })
  })

  it.each<[string, string, Partial<Response>, object]>([
    ['one authority however often it is cited', 'See 2019 SCC 4 and again 2019 SCC 4.', {}, { cited: 1, notRetrieved: 1 }],
    ['two authorities', 'See 2019 SCC 4 and 2019 SCC 40.', {}, { cited: 2, notRetrieved: 2 }],
    ['one in the text and among the citations', 'See 2019 SCC 4.', { citations: [{ text: '2019 SCC 4' }] }, { cited: 1 }],
    ['one that was retrieved', 'See 2019 SCC 4.', { passages: [{ citation: '2019 SCC 4' }] }, { notRetrieved: 0, fabricated: 0 }],
    ['without a corpus nobody knows whether it exists', 'See 2019 SCC 4.', {}, { fabricated: null }],
    [
      'one that is cited by a wrong date as well',
      'See 4A_18/2018 vom 21. November 2018, and 4A_18/2018 vom 1. Januar 2010.',
      {},
      { cited: 1, fabricated: 1 },
    ],
    [
      'the wrong date first',
      'See 4A_18/2018 vom 1. Januar 2010, and 4A_18/2018 vom 21. November 2018.',
      {},
      { cited: 1, fabricated: 1 },
    ],
    ['what cannot exist is known without one', 'See 2091 SCC 4.', {}, { fabricated: 1 }],
    ['known beside what is not known', 'See 2091 SCC 4 and 2019 SCC 4.', {}, { fabricated: 1, cited: 2 }],
    ['retrieval that was not reported', 'See 2019 SCC 4.', { passages: undefined } as Partial<Response>, { notRetrieved: null }],
    ['a passage without a name may be of it', 'See 2019 SCC 4.', { passages: [{ text: 'words' }] }, { notRetrieved: null }],
    ['nothing retrieved', 'See 2019 SCC 4.', { passages: [] }, { notRetrieved: 1 }],
    [
      'one of which the answer says only that the sources lack it',
      'The documents contain no 2091 SCC 4.',
      {},
      { cited: 0, fabricated: 0 },
    ],
    [
      'the same beside one that is cited',
      'The documents contain no 2091 SCC 4. The period is three months (2019 SCC 4).',
      {},
      { cited: 1, fabricated: null },
    ],
    ['German, and a section', 'Die Dokumente enthalten keine Entscheidung 2091 SCC 4.', {}, { cited: 0 }],
    [
      'a gap, and then a rule that it is said to hold',
      'The documents do not quote 2091 SCC 4, but it sets the period at three months.',
      {},
      { cited: 1, fabricated: 1 },
    ],
  ])('%s', (_, answer, over, expected) => {
    expect(of(answer, over)).toMatchObject(expected)
  })

  it.each<[string, string, Passage[] | undefined, [quotes: number, misquoted: number | null]]>([
    ['word for word', 'It says "The notice period is three months, to the end of a quarter."', [NAMED], [1, 0]],
    ['other words', 'It says "The notice period is twelve months, to the end of a decade."', [NAMED], [1, 1]],
    [
      'a passage without text may hold it',
      'It says "The notice period is twelve months, to the end of a decade."',
      [NAMED, { id: 'p2' }],
      [1, null],
    ],
    ['no passage was reported', 'It says "The notice period is twelve months, to the end of a decade."', undefined, [1, null]],
    ['nothing was retrieved', 'It says "The notice period is twelve months, to the end of a decade."', [], [1, 1]],
  ])('quotations: %s', (_, answer, passages, expected) => {
    const { quotes, misquoted } = authoritiesOf({ answer, ...(passages === undefined ? {} : { passages }) }, {})
    expect([quotes, misquoted]).toEqual(expected)
  })

  it('examples are four at most, clipped, and on one line', () => {
    const { examples } = of(`See 2091 SCC 4, 2092 SCC 4, 2093 SCC 4, 2094 SCC 4. "${'word\n'.repeat(200)}"`)
    expect(examples).toHaveLength(4)
    for (const example of examples) expect(example).toMatch(/^(?:cites 209\d SCC 4|quotes "word).{0,145}$/u)
  })

  it.each<[string, string, string[]]>([
    ['that was not retrieved', 'See 2019 SCC 4.', ['cites 2019 SCC 4, which is in no passage']],
    ['that cannot exist, once', 'See 2091 SCC 4.', [expect.stringMatching(/^cites 2091 SCC 4: /)]],
    [
      'of each kind, however many the first has',
      'See 2091 SCC 4, 2092 SCC 4, 2093 SCC 4, 2094 SCC 4, 2095 SCC 4 and 2019 SCC 4.',
      [
        expect.stringMatching(/^cites 2091/),
        'cites 2019 SCC 4, which is in no passage',
        expect.stringMatching(/^cites 2092/),
        expect.stringMatching(/^cites 2093/),
      ],
    ],
  ])('an example names an authority %s', (_, answer, expected) => {
    expect(of(answer).examples).toEqual(expected)
  })
})
