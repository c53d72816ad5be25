import { describe, expect, it } from 'vitest'
import { MatcherUsageError } from '../../errors.js'
import '../register.js'

const gold = { kind: 'statute', title: 'Pakistan Penal Code 1860', section: '489-F' } as const
const decision = { kind: 'decision', citation: '2025 LHC 846' } as const
const citing = (...citations: object[]) => ({ answer: 'An answer.', citations })

describe('toCiteGold on a plain object', () => {
  it.each<[string, object, Parameters<ReturnType<typeof expect>['toCiteGold']>]>([
    ['a title', citing({ title: 'Pakistan Penal Code, 1860' }), [gold]],
    ['a list of golds, any of which is enough', citing({ title: 'Pakistan Penal Code, 1860' }), [[decision, gold]]],
    ['a neutral citation', citing({ citation: '2025 LHC 846' }), [decision]],
    ['the section', citing({ title: 'Pakistan Penal Code, 1860', section: '489F' }), [gold, { level: 'section' }]],
    [
      'a citation that is a string',
      { answer: 'a', citations: ['Pakistan Penal Code, 1860, s. 489-F'] },
      [gold, { level: 'section' }],
    ],
  ])('%s', async (_what, response, args) => {
    await expect(response).toCiteGold(...args)
    await expect(expect(response).not.toCiteGold(...args)).rejects.toThrow(/expected the answer not to cite its gold source/)
  })

  it.each<[string, object, Parameters<ReturnType<typeof expect>['toCiteGold']>]>([
    ['fault 49: a citation that is a prefix', citing({ citation: '2025 LHC 8460' }), [decision]],
    [
      'fault 49: another act',
      citing({ title: 'Companies (Appointment of Legal Advisers) Act, 1974' }),
      [{ kind: 'statute', title: 'Companies Act 2017' }],
    ],
    ['another year', citing({ title: 'Pakistan Penal Code, 1960' }), [gold]],
    ['another section', citing({ title: 'Pakistan Penal Code, 1860', section: '406' }), [gold, { level: 'section' }]],
    ['nothing cited', citing(), [gold]],
    [
      'no document cited leaves nothing open at section level',
      citing({ title: 'Companies Act 2017' }),
      [gold, { level: 'section' }],
    ],
    ['an optional gold beside the required one', citing({ citation: '2025 LHC 846' }), [[gold, { ...decision, optional: true }]]],
  ])('not: %s', async (_what, response, args) => {
    await expect(response).not.toCiteGold(...args)
    await expect(expect(response).toCiteGold(...args)).rejects.toThrow(/expected the answer to cite its gold source/)
  })

  it('shows the golds and what was cited', async () => {
    const response = citing({ title: 'Companies Act 2017' }, { text: 'Rent Act, s. 4' })
    await expect(expect(response).toCiteGold([gold, { ...decision, optional: true }])).rejects.toThrow(
      [
        'expected the answer to cite its gold source',
        '',
        'expected: Pakistan Penal Code 1860, 489-F',
        'received: Companies Act 2017',
        '          Rent Act, s. 4',
      ].join('\n'),
    )
  })

  it('a citation without a section scores the document and leaves the section undetermined', async () => {
    const response = citing({ title: 'Pakistan Penal Code, 1860' })
    await expect(response).toCiteGold(gold)
    await expect(expect(response).toCiteGold(gold, { level: 'section' })).rejects.toThrow(
      /undetermined: no source names a section/,
    )
    await expect(expect(response).not.toCiteGold(gold, { level: 'section' })).rejects.toThrow(
      /undetermined: no source names a section/,
    )
  })

  it('compat gives the published matching', async () => {
    const response = citing({ title: 'Letters of Administration and Succession Certificates Act, 2020' })
    const succession = { kind: 'statute', title: 'Succession Act 1925' } as const
    await expect(response).not.toCiteGold(succession)
    await expect(response).toCiteGold(succession, { compat: 'paklegalqa' })
  })

  it.each<[string, object, unknown[], RegExp]>([
    ['no golds', citing(), [], /needs a required gold/],
    [
      'options in the place of golds',
      citing(),
      [{ level: 'section' }],
      /write `toCiteGold\(undefined, \{ level: "section" \}\)`/,
    ],
    ['fault 48: an empty list', citing(), [[]], /needs a required gold/],
    ['fault 48: optional golds only', citing(), [[{ ...gold, optional: true }]], /needs a required gold/],
    ['no citations', { answer: 'An answer.' }, [gold], /needs the citations/],
    [
      'a corpus as a list',
      citing(),
      [gold, { corpus: ['1'] }],
      /`corpus`: expected a manifest of loadManifest\(path\), received a list/,
    ],
    ['a gold of no known kind', citing(), [{ kind: 'act', title: 'x' }], /gold 0/],
    ['a gold without a title', citing(), [[gold, { kind: 'statute' }]], /gold 1: title/],
  ])('%s: a mistake in the test, for .not too', async (_what, response, args, message) => {
    const given = args as Parameters<ReturnType<typeof expect>['toCiteGold']>
    await expect(expect(response).toCiteGold(...given)).rejects.toThrow(MatcherUsageError)
    await expect(expect(response).toCiteGold(...given)).rejects.toThrow(message)
    await expect(expect(response).not.toCiteGold(...given)).rejects.toThrow(MatcherUsageError)
  })
})
