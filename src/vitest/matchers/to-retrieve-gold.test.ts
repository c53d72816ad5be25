import { describe, expect, it } from 'vitest'
import { MatcherUsageError } from '../../errors.js'
import '../register.js'

type Args = Parameters<ReturnType<typeof expect>['toRetrieveGold']>

const act = { kind: 'statute', title: 'Rent Act 2031', section: '5' } as const
const decision = { kind: 'decision', citation: '2025 LHC 846' } as const
const passage = { kind: 'passage', id: 'p3' } as const
const finding = (...passages: object[]) => ({ answer: 'An answer.', passages })
const rentAct = { title: 'Rent Act 2031', section: '5' }
const other = { id: 'p1', title: 'Companies Act 2017', section: '3' }

describe('toRetrieveGold on a plain object', () => {
  it.each<[string, object, Args]>([
    ['a title', finding(other, rentAct), [act]],
    ['any of several golds', finding(rentAct), [[decision, act]]],
    ['an id', finding(other, { id: 'p3' }), [passage]],
    ['fault 50: another id of the same text', finding({ id: 'p3-copy' }), [{ ...passage, equals: ['p3-copy'] }]],
    ['the last of the first k', finding(other, { id: 'p3' }), [passage, { k: 2 }]],
    ['the section', finding({ ...rentAct, section: '5(2)' }), [act, { level: 'section' }]],
    ['every gold', finding(rentAct, { citation: '2025 LHC 846' }), [[decision, act], { all: true }]],
    [
      'every gold, to the section where it has one',
      finding(rentAct, { citation: '2025 LHC 846' }),
      [[decision, act], { all: true, level: 'section' }],
    ],
    ['the document of a span', finding({ document: 'Keep.txt' }), [{ kind: 'span', document: 'Keep.txt', start: 1, end: 2 }]],
    ['a gold that was put into the context and retrieved too', finding({ ...rentAct, injected: true }, rentAct), [act]],
  ])('%s', async (_what, response, args) => {
    await expect(response).toRetrieveGold(...args)
    await expect(expect(response).not.toRetrieveGold(...args)).rejects.toThrow(/expected the retrieval not to find/)
  })

  it.each<[string, object, Args]>([
    ['nothing found', finding(), [act]],
    ['another act', finding(other), [act]],
    ['fault 49: an id that holds the gold', finding({ id: 'p33' }), [passage]],
    ['a gold behind the first k', finding(other, { id: 'p3' }), [passage, { k: 1 }]],
    ['another section', finding({ ...rentAct, section: '6' }), [act, { level: 'section' }]],
    ['one of two that are both asked for', finding(rentAct), [[decision, act], { all: true }]],
    [
      'one that is missing beside one that cannot be told, whichever comes first',
      finding({ title: 'Rent Act 2031' }),
      [[decision, act], { all: true, level: 'section' }],
    ],
    [
      'one that cannot be told beside one that is missing',
      finding({ title: 'Rent Act 2031' }),
      [[act, decision], { all: true, level: 'section' }],
    ],
    ['an optional gold beside the required one', finding(rentAct), [[decision, { ...act, optional: true }]]],
    ['a gold put into the context beside one that was missed', finding({ ...rentAct, injected: true }, other), [[act, decision]]],
  ])('not: %s', async (_what, response, args) => {
    await expect(response).not.toRetrieveGold(...args)
    await expect(expect(response).toRetrieveGold(...args)).rejects.toThrow(/expected the retrieval to find/)
  })

  it('k counts what was retrieved: passages put into the context take no rank', async () => {
    await expect(finding({ ...other, injected: true }, { id: 'p3' })).toRetrieveGold(passage, { k: 1 })
  })

  it.each<[string, object, Args, RegExp]>([
    ['fault 58: every gold put into the context', finding({ ...rentAct, injected: true }), [act], /by construction/],
    ['a passage that is text alone', finding({ text: 'The notice period …' }), [act], /without a name or an id may be the gold/],
    ['a passage without an id, where ids are asked for', finding({ title: 'Rent Act 2031' }), [passage], /an id may be the gold/],
    ['no passage that names a section', finding({ title: 'Rent Act 2031' }), [act, { level: 'section' }], /names a section/],
    [
      'one of two that cannot be told',
      finding(rentAct, { text: 'The notice period …' }),
      [[act, decision], { all: true }],
      /without a name/,
    ],
  ])('%s satisfies neither it nor its .not', async (_what, response, args, message) => {
    await expect(expect(response).toRetrieveGold(...args)).rejects.toThrow(message)
    await expect(expect(response).not.toRetrieveGold(...args)).rejects.toThrow(/undetermined: /)
  })

  it('compat gives the published matching of ids', async () => {
    await expect(finding({ id: 'p33' })).toRetrieveGold(passage, { compat: 'legal-rag-bench' })
  })

  it('shows golds, passages by rank, and what is missing', async () => {
    await expect(
      expect(finding(other, rentAct, { text: 'x', id: 'p9' })).toRetrieveGold([act, decision], { all: true, k: 2 }),
    ).rejects.toThrow(
      [
        'expected the retrieval to find every gold source among the first 2',
        '',
        'expected: Rent Act 2031, 5',
        '          2025 LHC 846',
        'received: 1. Companies Act 2017, 3',
        '          2. Rent Act 2031, 5',
        'missing:  2025 LHC 846',
      ].join('\n'),
    )
  })

  it.each<[string, object, object, string]>([
    [
      'a document, by id or document',
      { kind: 'document', id: 'act-1' },
      { ...other, document: 'act-2' },
      '1. Companies Act 2017, 3 (id "p1", document "act-2")',
    ],
    ['a passage, by id', passage, { ...other, document: 'act-2', id: 'P3 ' }, '1. Companies Act 2017, 3 (id "P3 ")'],
    [
      'a span, with offsets',
      { kind: 'span', document: 'a.txt', start: 0, end: 2 },
      { title: 'Lease', document: 'b.txt', start: 5, end: 9 },
      '1. Lease (document "b.txt", 5–9)',
    ],
    ['an act, by its title', act, other, '1. Companies Act 2017, 3'],
    ['what an id already names', passage, { id: 'p4' }, '1. p4'],
  ])('shows what golds are compared by: %s', async (_what, gold, retrieved, line) => {
    const message = await expect(finding(retrieved))
      .toRetrieveGold(gold as typeof passage)
      .then(
        () => '',
        (error: Error) => error.message,
      )
    expect(message.split('\n')).toContain(`received: ${line}`)
  })

  it.each<[string, unknown, unknown[], RegExp]>([
    ['no golds', finding(), [], /needs a required gold/],
    ['fault 48: an empty list', finding(), [[]], /needs a required gold/],
    ['fault 48: optional golds only', finding(), [[{ ...act, optional: true }]], /needs a required gold/],
    ['no passages', { answer: 'An answer.' }, [act], /needs the passages/],
    ['a string', 'An answer.', [act], /needs the passages/],
    ['a gold of no known kind', finding(), [{ kind: 'act', title: 'x' }], /`toRetrieveGold`: gold 0/],
    ['k of 0', finding(), [act, { k: 0 }], /`k`/],
    ['a misspelt option', finding(), [act, { K: 3 }], /did you mean/],
    ['options in the place of golds', finding(), [{ k: 1 }], /second argument: write `toRetrieveGold\(undefined, \{ k: 1 \}\)`/],
    ['two of them', finding(), [{ all: true, level: 'section' }], /\(undefined, \{ all: true, level: "section" \}\)/],
    ['a corpus in the place of golds', finding(), [{ corpus: {} }], /\(undefined, \{ corpus \}\)/],
    ['no response', 3, [act], /needs a response/],
  ])('%s: a mistake in the test, for .not too', async (_what, received, args, message) => {
    const given = args as Args
    await expect(expect(received).toRetrieveGold(...given)).rejects.toThrow(MatcherUsageError)
    await expect(expect(received).toRetrieveGold(...given)).rejects.toThrow(message)
    await expect(expect(received).not.toRetrieveGold(...given)).rejects.toThrow(MatcherUsageError)
  })
})
