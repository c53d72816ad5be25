import { describe, expect, it } from 'vitest'
import { OptionError, SystemError } from '../../errors.js'
import { bm25 } from './bm25.js'
import { hybrid } from './hybrid.js'
import { request, retriever } from './reference.test-util.js'

const passage = (id: string) => ({ id, text: id })

describe('bm25', () => {
  const passages = [
    { id: '1', text: 'A landlord may ask for a deposit.', title: 'Rent Act', meta: { language: 'en' } },
    { id: '2', text: 'Der Vermieter darf eine Kaution verlangen.', meta: { language: 'de' } },
    { id: '3', text: 'No language is known of deposit.' },
  ]

  it('gives the passages with their scores, the best first', async () => {
    const { passages: found, usage } = await bm25(passages).retrieve(
      'landlords and deposits',
      5,
      request('landlords and deposits'),
    )
    expect(found.map(({ id }) => id)).toEqual(['1', '3'])
    expect(found[0]).toEqual({ ...passages[0], score: found[0]?.score })
    expect(found[0]?.score).toBeGreaterThan(found[1]?.score ?? Number.NaN)
    expect(usage).toBeUndefined()
  })

  it.each<[string, string, string[]]>([
    ['Kautionen', 'de', ['2']],
    ['Kautionen', 'en', ['2']],
    ['unfindable', 'en', []],
  ])('%s in %s', async (question, language, expected) => {
    const { passages: found } = await bm25(passages).retrieve(question, 5, request(question, { language }))
    expect(found.map(({ id }) => id)).toEqual(expected)
  })

  it('is named by its variant', () => {
    expect([bm25([]).name, bm25([], { variant: 'bm25l' }).name]).toEqual(['bm25', 'bm25l'])
    expect(() => bm25([], { variant: 'okapi' } as object)).toThrow(OptionError)
  })
})

describe('hybrid', () => {
  const a = retriever('a', () => ['1', '2', '3'].map(passage), { model: 'm', calls: 1, inputTokens: 3 })
  const b = retriever('b', () => ['3', '4'].map(passage), { model: 'n', inputTokens: 4 })

  it('fuses rankings, asks each for more, and sums what they used', async () => {
    const { passages, usage } = await hybrid([a, b]).retrieve('q', 2, request('q'))
    expect(passages).toEqual([
      { ...passage('3'), score: 1 / 61 + 1 / 63 },
      { ...passage('1'), score: 1 / 61 },
    ])
    const parts = [
      { model: 'm', calls: 1, inputTokens: 3 },
      { model: 'n', inputTokens: 4 },
    ]
    expect(usage).toEqual({ calls: 2, inputTokens: 7, parts })
    await hybrid([a]).retrieve('other', 6, request('other'))
    expect(a.asked).toEqual([
      ['q', 20],
      ['other', 24],
    ])
  })

  it('has another constant, and a name of its parts', async () => {
    const fused = hybrid([a, b], { constant: 1 })
    expect(fused.name).toBe('hybrid(a, b)')
    expect((await fused.retrieve('q', 1, request('q'))).passages[0]?.score).toBe(1 / 2 + 1 / 4)
  })

  it('fails where one fails', async () => {
    const failing = { name: 'c', retrieve: () => Promise.reject(new SystemError('connection', 'no answer')) }
    await expect(hybrid([a, failing]).retrieve('q', 1, request('q'))).rejects.toThrow('no answer')
  })

  it.each<[string, () => unknown]>([
    ['no retriever', () => hybrid([])],
    ['what is none', () => hybrid([{}] as never)],
    ['a constant of 0', () => hybrid([a], { constant: 0 })],
    ['an unknown option', () => hybrid([a], { k: 60 } as object)],
  ])('refuses %s', (_, make) => {
    expect(make).toThrow(OptionError)
  })
})
