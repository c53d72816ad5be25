import { describe, expect, it } from 'vitest'
import { tableBelow } from '../../../test/unit/docs.js'
import { OptionError } from '../../errors.js'
import { Response } from '../../schema/response.js'
import { splitSentences } from '../../text/sentences.js'
import { chunkCorpus } from './chunks.js'
import { FLOOR, type GroundedOrSilentOptions, groundedOrSilent, groundedOrSilentAblations } from './grounded-or-silent.js'
import { corpusOf, request, verdaniaCorpus, verdaniaItems } from './reference.test-util.js'

const corpus = verdaniaCorpus()
const items = verdaniaItems()
const bare = (text: string) => text.replace(/\s+/gu, ' ').trim()

async function answer(question: string, options: Partial<GroundedOrSilentOptions> = {}, language = 'en') {
  return await groundedOrSilent({ corpus, ...options }).respond(request(question, { language }))
}
const places = ({ passages = [] }: Response) => passages.map(({ document, section }) => `${document} ${section}`)

describe('groundedOrSilent', () => {
  it('quotes, and cites what it quotes by its place', async () => {
    const response = await answer('At what rate is overtime paid?')
    const text = 'Hours worked beyond 42 in a week are overtime and are paid at one and a quarter times the ordinary rate.'
    expect(response).toMatchObject({
      answer: text,
      refused: false,
      timings: { retrieve: expect.any(Number), generate: expect.any(Number) },
    })
    const [citation] = response.citations ?? []
    expect(citation).toMatchObject({
      title: 'Employment Relations Act 2029',
      section: '21',
      document: 'employment-relations-act-2029',
    })
    const document = corpus.documents.find(({ id }) => id === citation?.document)
    expect(
      Array.from(document?.text ?? '')
        .slice(citation?.start, citation?.end)
        .join(''),
    ).toBe(text)
    expect(Response.safeParse(response).success).toBe(true)
  })

  it.each([
    ['en', 'Who is the Minister of Justice at present?', 'The documents do not answer this question.'],
    ['de', 'Wer ist zurzeit Justizministerin?', 'Die Dokumente beantworten diese Frage nicht.'],
    ['ur-Latn', 'Is waqt wazir e qanoon kaun hai?', 'Documents mein is sawal ka jawab nahin hai.'],
  ])('refuses in %s, with what it found', async (language, question, sentence) => {
    expect(await answer(question, {}, language)).toMatchObject({ answer: sentence, refused: true, citations: [] })
  })

  it('puts a wrong section and a wrong year right, and says no more where nothing else answers', async () => {
    const section = await answer('How long is the waiting period under section 12B of the Residential Tenancies Act 2031?')
    expect(section).toMatchObject({
      answer: 'The documents contain no section 12B of the Residential Tenancies Act 2031; the nearest is section 12A.',
      refused: false,
      citations: [],
    })
    expect(places(section)[0]).toBe('residential-tenancies-act-2031 12A')
    const year = await answer('What deposit may a landlord ask for under section 5 of the Residential Tenancies Act 2030?')
    expect(year.answer.split('\n\n').slice(0, 2)).toEqual([
      'The documents contain no Residential Tenancies Act 2030; the nearest is Residential Tenancies Act 2031.',
      "A landlord may ask for a deposit of at most two months' rent.",
    ])
  })

  it('says how a section begins where that is what is asked', async () => {
    const { answer: said, citations } = await answer('What does section 112 of the Penal Code 2019 say?', { sentences: 1 })
    expect(said).toMatch(/^Whoever takes another's movable property/)
    expect(citations).toMatchObject([{ document: 'penal-code-2019', section: '112' }])
  })

  describe('a part of a section', () => {
    const text =
      '12. Boats\n(1) Boats need a licence. It costs 5 crowns.\n(2) A licence ends after:\n(a) a year; or\n(b) death.\n(3) Rafts need none.'
    const lake = corpusOf({ id: 'lake', title: 'Lake Act 2040', parts: [['12', text]] })
    it.each<[string, string[]]>([
      ['What does section 12(2) of the Lake Act 2040 say?', ['(2) A licence ends after: (a) a year; or (b) death.']],
      ['What does section 12(2)(b) of the Lake Act 2040 say?', ['(2) A licence ends after: (a) a year; or (b) death.']],
      ['What does section 12(3) of the Lake Act 2040 say?', ['(3) Rafts need none.']],
      ['What does section 12(9) of the Lake Act 2040 say?', ['(1) Boats need a licence.', 'It costs 5 crowns.']],
      [
        'Does section 12(3) of the Lake Act 2040 say that boats need a licence?',
        ['(3) Rafts need none.', '(1) Boats need a licence.'],
      ],
    ])('is quoted first: %s', async (question, expected) => {
      const { answer: said, citations } = await groundedOrSilent({ corpus: lake }).respond(request(question))
      expect(said.split('\n\n')).toEqual(expected)
      expect(citations).toHaveLength(expected.length)
    })
  })

  it('headings answer nothing', async () => {
    const law = 'Partie 1 – Dispositions générales\n\nArt. 1 But\nLa loi protège les bateaux.'
    const head = 'Orrin v Dalby\n[2033] VSC 84\n\nFacts\n\n[1] A boat sank.'
    const from = (whole: string, part: string) => Array.from(whole.slice(0, whole.indexOf(part))).length
    const part = (whole: string, section: string, at: string) => ({
      section,
      start: from(whole, at),
      end: Array.from(whole).length,
    })
    const { manifest, documents } = corpusOf(
      { id: 'loi', title: 'Loi sur les bateaux', language: 'fr', parts: [] },
      { id: 'c84', title: 'Orrin v Dalby', citation: '[2033] VSC 84', kind: 'decision', parts: [] },
    )
    const texts = [
      { text: law, sections: [part(law, '1', 'Art. 1')] },
      { text: head, sections: [part(head, '1', '[1]')] },
    ]
    const headed = { manifest, documents: documents.map((one, at) => ({ ...one, ...texts[at] })) }
    for (const question of ['What is the capital of Partie 1?', '[2033] VSC 84', 'Facts', 'Dispositions générales']) {
      const { answer: said } = await groundedOrSilent({ corpus: headed, floor: false }).respond(request(question))
      expect(said).not.toMatch(/Dispositions|Facts|Dalby/)
    }
  })

  it('gives the section of the act that there is, where another year is asked for', async () => {
    const { answer: said } = await answer('What does section 5 of the Residential Tenancies Act 2030 say?', { sentences: 1 })
    expect(said.split('\n\n')).toEqual([
      'The documents contain no Residential Tenancies Act 2030; the nearest is Residential Tenancies Act 2031.',
      "A landlord may ask for a deposit of at most two months' rent.",
    ])
  })

  it('what a court held is asked of the decision that is named', async () => {
    const { answer: said } = await answer('What did the Supreme Court hold in [2033] VSC 846 about resale of a part?', {
      sentences: 1,
    })
    expect(said).toBe('Resale of a part does not carry the whole with it.')
  })

  it('reads German law, without its headings', async () => {
    const law = '§ 5 Kaution\nDer Vermieter darf zwei Monatsmieten verlangen.\n\n§ 6 Hunde\nSie dürfen bellen.'
    const german = corpusOf({ id: 'miete', title: 'Mietgesetz 2031', language: 'de', parts: [['5', law]] })
    const { answer: said } = await groundedOrSilent({ corpus: german }).respond(
      request('Wer darf Kautionen verlangen?', { language: 'de' }),
    )
    expect(said).toBe('Der Vermieter darf zwei Monatsmieten verlangen.')
  })

  it('an act that is named without what is asked is no answer', async () => {
    const response = await answer('Under which section of the Penal Code 2019 is jaywalking a felony?')
    expect(response.refused).toBe(true)
  })

  it('finds a decision by its parties, and by its citation', async () => {
    expect(places(await answer('On which day did the heating fail in Meier v Stadel?')).slice(0, 2)).toEqual([
      '2034-vca-31 8',
      '2034-vca-31 12',
    ])
    expect(
      places(await answer('What was decided in [2034] VCA 31 on heating?'))
        .slice(0, 2)
        .sort(),
    ).toEqual(['2034-vca-31 12', '2034-vca-31 8'])
  })

  it('says nothing that no passage says', async () => {
    const system = groundedOrSilent({ corpus, floor: false })
    for (const item of items) {
      const { answer: said, passages = [], citations = [], refused } = await system.respond(request(item.question, item))
      if (refused) continue
      const fixed =
        /^(?:The documents contain no|Die Dokumente enthalten nicht|Les documents ne contiennent pas|Documents mein is ka)/
      const quoted = said.split('\n\n').filter((paragraph) => !fixed.test(paragraph))
      expect(citations).toHaveLength(quoted.length)
      for (const sentence of quoted.flatMap((paragraph) => splitSentences(paragraph, 'en')))
        expect(passages.some(({ text = '' }) => bare(text).includes(bare(sentence)))).toBe(true)
    }
  })

  it('retrieves without answering where retrieval alone is looked at', async () => {
    const response = await groundedOrSilent({ corpus }).respond(
      request('At what rate is overtime paid?', {}, { task: 'retrieval' }),
    )
    expect([response.answer, places(response)[0]]).toEqual(['', 'employment-relations-act-2029 21'])
  })

  it('takes other chunks, another k, BM25L, and longer answers', async () => {
    const chunks = chunkCorpus(corpus, { size: 256, overlap: 32 })
    const response = await answer('At what rate is overtime paid?', {
      chunks,
      k: 2,
      variant: 'bm25l',
      sentences: 1,
      pooling: false,
    })
    expect(response.passages).toHaveLength(2)
    expect(chunks.map(({ id }) => id)).toEqual(expect.arrayContaining(response.passages?.map(({ id }) => id) ?? []))
  })

  it('an empty corpus refuses', async () => {
    const response = await groundedOrSilent({ corpus: corpusOf() }).respond(request('Why?'))
    expect([response.refused, response.passages]).toEqual([true, []])
  })

  it.each<[string, object]>([
    ['no corpus', { corpus: undefined }],
    ['a floor beyond 1', { corpus, floor: 1.5 }],
    ['a floor in words', { corpus, floor: 'x' }],
    ['a floor of null', { corpus, floor: null }],
    ['a switch that is none', { corpus, pooling: 'no' }],
    ['a switch that is a number', { corpus, nameLookup: 0 }],
    ['chunks that are none', { corpus, chunks: 'x' }],
    ['chunks of no text', { corpus, chunks: [{ id: 'x' }] }],
    ['a corpus without a manifest', { corpus: { documents: corpus.documents } }],
    ['a corpus without texts', { corpus: { ...corpus, documents: [{ id: 'x' }] } }],
    ['k of 0', { corpus, k: 0 }],
    ['an unknown switch', { corpus, negations: false }],
  ])('refuses %s', (_, options) => {
    expect(() => groundedOrSilent(options as GroundedOrSilentOptions)).toThrow(OptionError)
  })
})

describe('switches', () => {
  it('ablations are in a fixed order, each without one of them', () => {
    const ablations = groundedOrSilentAblations({ corpus })
    expect(Object.keys(ablations)).toEqual([
      'all',
      'without floor',
      'without pooling',
      'without title affinity',
      'without citation look-up',
      'without name look-up',
    ])
    expect(Object.values(ablations).map(({ name }) => name)).toEqual(
      Object.keys(ablations).map((key) => (key === 'all' ? 'grounded or silent' : `grounded or silent ${key}`)),
    )
  })

  it.each<[string, Partial<GroundedOrSilentOptions>, string]>([
    ['floor', { floor: false }, 'What is the speed limit on motorways?'],
    ['pooling', { pooling: false }, 'What is the highest deposit a landlord may ask for?'],
    [
      'title affinity',
      { titleAffinity: false },
      'The tenant is 74 and three months behind with the rent. Can the landlord give notice for arrears?',
    ],
    [
      'citation look-up',
      { citationLookup: false },
      'How long is the period of section 12B of the Residential Tenancies Act 2031?',
    ],
    ['name look-up', { nameLookup: false }, 'What did the court say of Vance?'],
  ])('%s makes a difference', async (_, off, question) => {
    const [on, without] = [await answer(question), await answer(question, off)]
    expect([without.answer, places(without)]).not.toEqual([on.answer, places(on)])
  })

  it('the floor can be a number', async () => {
    expect((await answer('At what rate is overtime paid?', { floor: 1 })).refused).toBe(false)
    expect((await answer('How soon must a landlord enter a changed rent in the register?', { floor: 1 })).refused).toBe(true)
  })
})

// The choice that docs/systems.md tells of: between refusing what is answered and answering what is not, over the 52 English items.
describe('the floor on Verdania', () => {
  const answers = async (floor: number) => {
    const system = groundedOrSilent({ corpus, floor })
    const english = items.filter(({ language }) => language === 'en')
    const rows = await Promise.all(
      english.map(async (item) => ({ item, response: await system.respond(request(item.question, item)) })),
    )
    const count = (answerable: boolean, refused: boolean) =>
      rows.filter(({ item, response }) => item.answerable === answerable && (response.citations?.length === 0) === refused).length
    return {
      answered: count(true, false),
      silent: count(false, true),
      of: [count(true, false) + count(true, true), count(false, true) + count(false, false)],
    }
  }

  it('is chosen as docs/systems.md says', async () => {
    const [, ...rows] = tableBelow('docs/systems.md', 'The floor')
    expect(rows.map(([floor]) => floor)).toContain(String(FLOOR))
    for (const [floor, answered, silent] of rows)
      expect([floor, await answers(Number(floor))]).toEqual([
        floor,
        { answered: Number(answered), silent: Number(silent), of: [41, 11] },
      ])
    for (const floor of [0.24, 0.27, 0.33, 0.36, 0.4, 0.43]) {
      const { answered, silent } = await answers(floor)
      expect(Math.abs((answered / 41 + silent / 11) / 2 - 0.885)).toBeLessThan(0.02)
    }
  })
})
