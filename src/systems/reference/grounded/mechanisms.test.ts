import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bm25Index } from '../bm25-index.js'
import { readQuestion } from '../question.js'
import { corpusOf } from '../reference.test-util.js'
import { nameLookup } from './name-lookup.js'
import { asksFor, type Pool, pooled } from './pooling.js'
import { coverage } from './relevance-floor.js'
import { titleAffinity } from './title-affinity.js'

const counts = { size: 100, documents: () => 0 }
const asked = (text: string, language = 'en') => readQuestion(text, language, ['en'], counts)

describe('coverage', () => {
  const passage = { text: 'Rent is due monthly. It is paid in cash. Boats may land.', meta: { language: 'en' } }

  it.each<[string, string[], number]>([
    ['Is rent due?', [], 1],
    ['Is rent paid in cash?', [], 1],
    ['Is rent due where boats land?', [], 0.5],
    ['Do boats land under the Lake Act?', ['lake', 'act'], 1],
    ['Do boats land under the Lake Act?', [], 0.5],
    ['Is it?', [], 0],
    ['Which lawyer?', [], 0],
  ])('%s %j', (question, labels, expected) => {
    expect(coverage(passage, asked(question), labels)).toBeCloseTo(expected, 9)
  })

  it('a rare word weighs more, and one that no text has most', () => {
    const { terms } = bm25Index([{ text: 'rent deposit' }, { text: 'rent' }, { text: 'rent' }])
    const { words } = readQuestion('rent deposit moon', 'und', [], terms)
    const [rent = 0, deposit = 0, moon = 0] = words.map(({ weight }) => weight)
    expect(rent).toBeLessThan(deposit)
    expect(deposit).toBeLessThan(moon)
    const share = (text: string) => coverage({ text }, { text: '', language: 'und', words }, [])
    expect(share('rent')).toBeLessThan(share('deposit'))
  })

  it('is a share, and no less with more said', () => {
    const word = fc.constantFrom('rent', 'boats', 'cash', 'law', 'moon', 'due')
    fc.assert(
      fc.property(fc.array(word), fc.array(word), (question, labels) => {
        const read = asked(question.join(' '))
        const share = coverage(passage, read, labels)
        expect(share).toBeGreaterThanOrEqual(coverage(passage, read, []))
        expect(share).toBeLessThanOrEqual(1 + 1e-12)
      }),
    )
  })
})

describe('titleAffinity', () => {
  const corpus = corpusOf(
    { id: 'new', title: 'Residential Tenancies Act 2031', parts: [] },
    { id: 'old', title: 'Residential Tenancies Act 2024', parts: [] },
    { id: 'goods', title: 'Sale of Goods Act 2027', parts: [] },
  )
  const affinity = titleAffinity(corpus)

  it('lifts the title that a question says, and most what tells it from the others', () => {
    const said = affinity(asked('What of residential tenancies in 2024?'))
    expect(said.get('old')).toBeGreaterThan(said.get('new') ?? Number.NaN)
    expect(said.has('goods')).toBe(false)
    expect(affinity(asked('The Sale of Goods Act 2027?')).get('goods')).toBeCloseTo(1, 9)
    expect(affinity(asked('Who is the minister?')).size).toBe(0)
  })
})

describe('pooling', () => {
  it.each<[string, string, boolean, Pool]>([
    ['What did the court hold about a phone call?', 'en', false, 'decision'],
    ['How did the Supreme Court decide?', 'en', false, 'decision'],
    ['Within what time does a court have to be seized?', 'en', false, 'statute'],
    ['How long is the notice?', 'en', true, 'decision'],
    ['How long is the notice?', 'en', false, 'statute'],
    ['Wie hat das Gericht entschieden?', 'de', false, 'decision'],
    ['Que dit l’arrêt ?', 'fr', false, 'decision'],
    ['Adalat ne kya faisla kiya?', 'ur-Latn', false, 'decision'],
  ])('%s', (question, language, named, expected) => {
    expect(asksFor(question, language, named)).toBe(expected)
  })

  const pick = (candidates: string, k: number, sought: Pool) =>
    pooled(
      Array.from(candidates, (kind) => ({ kind })),
      k,
      sought,
      ({ kind }) => (kind === 'd' ? 'decision' : 'statute'),
    )
      .map(({ kind }) => kind)
      .join('')

  it.each<[string, number, Pool, string]>([
    ['sssssddd', 5, 'statute', 'sssdd'],
    ['sssssddd', 5, 'decision', 'ssddd'],
    ['dsdsdsds', 5, 'statute', 'dsdss'],
    ['ssssss', 5, 'decision', 'sssss'],
    ['sssssd', 5, 'decision', 'ssssd'],
    ['sd', 5, 'statute', 'sd'],
    ['ds', 1, 'statute', 's'],
    ['d', 1, 'statute', 'd'],
    ['sd', 0, 'statute', ''],
    ['', 5, 'statute', ''],
  ])('%s, %d, %s', (candidates, k, sought, expected) => {
    expect(pick(candidates, k, sought)).toBe(expected)
  })

  it('gives k where there are k, in order', () => {
    fc.assert(
      fc.property(
        fc.array(fc.boolean()),
        fc.nat({ max: 12 }),
        fc.constantFrom<Pool>('statute', 'decision'),
        (pools, k, sought) => {
          const candidates = pools.map((decision, at) => ({ at, pool: decision ? ('decision' as const) : ('statute' as const) }))
          const kept = pooled(candidates, k, sought, ({ pool }) => pool)
          expect(kept).toHaveLength(Math.min(k, candidates.length))
          expect(kept.map(({ at }) => at)).toEqual(kept.map(({ at }) => at).toSorted((a, b) => a - b))
        },
      ),
    )
  })
})

describe('nameLookup', () => {
  const decision = (id: string, title: string, text = '') => ({
    id,
    title,
    kind: 'decision' as const,
    parts: [['1', text]] as [string, string][],
  })
  const named = nameLookup(
    corpusOf(
      decision('orrin', 'Orrin v Dalby Housing Trust', 'The trust was told.'),
      decision('vance', 'Vance v Harbour Mills Ltd', 'He ran two mills in the harbour.'),
      decision('meier', 'Meier gegen Stadel'),
      decision('ilves', 'State v Ilves'),
      decision('norrby', 'State v Norrby'),
      decision('meier2', 'Meier v Brandt'),
      decision('re', 'In re Tellmark'),
      { id: 'act', title: 'Orrin Act 2031', parts: [['1', 'Whoever v the state.']] },
    ),
  )

  it.each<[string, string[]]>([
    ['What did the court hold in Orrin v Dalby Housing Trust?', ['orrin']],
    ["How much of Ms Orrin's deposit was kept?", ['orrin']],
    ['orrin ka case kya tha', ['orrin']],
    ['And in Vance?', ['vance']],
    ['Who owns the mills in a harbour?', []],
    ['What of Meier v Stadel?', ['meier']],
    ['What of Meier?', ['meier', 'meier2']],
    ['What did the State say?', []],
    ['Was Ilves convicted?', ['ilves']],
    ['A question of trust', []],
    ['', []],
  ])('%s', (question, expected) => {
    expect(named(question)).toEqual(expected)
  })
})
