import { describe, expect, it } from 'vitest'
import { MatcherUsageError } from '../../errors.js'
import '../register.js'

type Args = Parameters<ReturnType<typeof expect>['toCoverSpans']>

// Keep.txt of LegalBench-RAG's privacy_qa: 10,904 characters in chunks of 5,327, 5,336 and 241.
const chunks = [
  { document: 'Keep.txt', start: 0, end: 5327 },
  { document: 'Keep.txt', start: 5327, end: 10_663 },
  { document: 'Keep.txt', start: 10_663, end: 10_904 },
] as const
const [first, second, third] = chunks
const gold = { document: 'Keep.txt', start: 1221, end: 1361 }
const across = { document: 'Keep.txt', start: 5300, end: 5400 }
const finding = (...passages: object[]) => ({ answer: 'An answer.', passages })
const citing = (citations: object[], passages: object[] = []) => ({ answer: 'An answer.', citations, passages })
const cites = { of: 'citations' } as const

describe('toCoverSpans on a plain object', () => {
  it.each<[string, object, Args]>([
    ['a passage that holds the span', finding(first), [gold]],
    ['passages that hold it together', finding(second, first), [across]],
    ['a gold of kind span', finding(first), [{ kind: 'span', ...gold }]],
    ['a smaller recall', finding(second), [across, { recall: 0.73 }]],
    ['a precision', finding(first), [gold, { precision: 140 / 5327 }]],
    [
      'spans of two documents',
      finding(first, { document: 'b.txt', start: 0, end: 9 }),
      [[gold, { ...gold, document: 'b.txt', start: 0, end: 9 }]],
    ],
    ['fault 58: a span put into the context and retrieved too', finding({ ...first, injected: true }, first), [gold]],
    ['what is known to cover, beside a passage without offsets', finding({ text: 'x' }, first), [gold]],
    ['a cited span', citing([first]), [gold, cites]],
    ['the passage of a cited id', citing([{ id: 'a' }], [{ id: 'a', ...first }]), [gold, cites]],
    [
      'the passages behind a cited entity',
      citing([{ title: 'Keep', expands: ['a'] }], [{ id: 'a', ...first }]),
      [gold, { ...cites, expanded: true }],
    ],
    ['an optional span that is not covered', finding(first), [[gold, { ...gold, document: 'b.txt', optional: true }]]],
  ])('%s', async (_what, response, args) => {
    await expect(response).toCoverSpans(...args)
    await expect(expect(response).not.toCoverSpans(...args)).rejects.toThrow(/not to cover the gold spans/)
  })

  it.each<[string, object, Args]>([
    ['nothing retrieved', finding(), [gold]],
    ['other characters', finding(third), [gold]],
    ['the same offsets of another document', finding({ ...first, document: 'keep.txt' }), [gold]],
    ['a part', finding(second), [across]],
    ['a recall that is not reached', finding(second), [across, { recall: 0.74 }]],
    ['a precision that is not reached', finding(first, second), [gold, { precision: 0.02 }]],
    ['a passage without offsets, of another document', finding({ document: 'b.txt', text: 'x' }), [gold]],
    ['a passage of no characters', finding({ document: 'Keep.txt', start: 1221, end: 1221 }), [gold]],
    ['nothing cited', citing([]), [gold, cites]],
    [
      'a cited entity, which has no span of its own',
      citing([{ title: 'Keep', expands: ['a'] }], [{ id: 'a', ...first }]),
      [gold, cites],
    ],
    ['a span that is retrieved and not cited', citing([third], [first]), [gold, cites]],
  ])('not: %s', async (_what, response, args) => {
    await expect(response).not.toCoverSpans(...args)
    await expect(expect(response).toCoverSpans(...args)).rejects.toThrow(/to cover the gold spans/)
  })

  it.each<[string, object, Args, RegExp]>([
    ['a passage without offsets', finding({ id: 'a', text: 'x' }), [gold], /1 of the passages has no offsets/],
    ['a precision beside a passage without offsets', finding(first, { text: 'x' }), [gold, { precision: 0.02 }], /no offsets/],
    ['a passage without offsets, of the same document', finding({ document: 'Keep.txt', text: 'x' }), [gold], /no offsets/],
    [
      'a precision beside one of another document',
      finding(first, { document: 'b.txt' }),
      [gold, { precision: 0.02 }],
      /no offsets/,
    ],
    ['a citation without a span', citing([{ id: 'a' }, { text: 'b' }]), [gold, cites], /2 of the citations have no offsets/],
    [
      'an entity whose passages are not there',
      citing([{ title: 'Keep', expands: ['a'] }]),
      [gold, { ...cites, expanded: true }],
      /no offsets/,
    ],
    [
      'a citation by an id that two passages have',
      citing(
        [{ id: 'a' }],
        [
          { id: 'a', ...first },
          { id: 'a', ...third },
        ],
      ),
      [gold, cites],
      /no offsets/,
    ],
    ['fault 58: a span put into the context', finding({ ...first, injected: true }, second), [gold], /by construction/],
  ])('%s satisfies neither it nor its .not', async (_what, response, args, message) => {
    await expect(expect(response).toCoverSpans(...args)).rejects.toThrow(message)
    await expect(expect(response).not.toCoverSpans(...args)).rejects.toThrow(message)
  })

  it('fault 58: what was put into the context covers nothing', async () => {
    const elsewhere = { document: 'b.txt', start: 0, end: 9 }
    await expect(finding({ ...first, injected: true }, second)).not.toCoverSpans([gold, elsewhere])
    await expect(finding({ ...first, injected: true }, elsewhere)).toCoverSpans([gold, elsewhere], { precision: 1 })
  })

  it('shows spans, what covers them, and what is missing of them, in characters', async () => {
    const text = '0123456789😀bcdef'
    const spans = [{ document: 'a.txt', start: 100, end: 116, text }]
    const passages = [
      { document: 'a.txt', start: 90, end: 104 },
      { document: 'a.txt', start: 103, end: 110 },
      { document: 'a.txt', start: 112, end: 113 },
    ]
    await expect(expect(finding(...passages)).toCoverSpans(spans, { precision: 0.5 })).rejects.toThrow(
      [
        'expected the retrieved passages to cover the gold spans',
        '',
        `expected:  a.txt 100–116 “${text}”`,
        'received:  a.txt 90–110',
        '           a.txt 112–113',
        'missing:   a.txt 110–112 “😀b”',
        '           a.txt 113–116 “def”',
        'recall:    0.688 (11 of 16 characters), expected at least 1',
        'precision: 0.524, expected at least 0.5',
      ].join('\n'),
    )
  })

  it.each<[string, unknown, unknown[], RegExp]>([
    ['no spans', finding(), [], /needs a required span/],
    ['fault 48: an empty list', finding(), [[]], /needs a required span/],
    ['fault 48: optional spans only', finding(), [{ ...gold, optional: true }], /needs a required span/],
    ['fault 46: a span that ends where it starts', finding(), [{ ...gold, end: 1221 }], /`end` behind `start`/],
    ['a gold of another kind', finding(), [{ kind: 'document', id: 'Keep.txt' }], /toCoverSpans`: spans/],
    ['no passages', citing([first]).answer, [gold], /needs the passages/],
    ['no citations', finding(first), [gold, cites], /needs the citations/],
    ['passages that are expanded', finding(first), [gold, { expanded: true }], /`expanded` is of citations/],
    ['a recall of 0', finding(first), [gold, { recall: 0 }], /`recall`/],
    ['a recall in per cent', finding(first), [gold, { recall: 80 }], /`recall`/],
    ['options in the place of spans', finding(), [{ recall: 0.5 }], /write `toCoverSpans\(undefined, \{ recall: 0.5 \}\)`/],
    ['no response', 3, [gold], /needs a response/],
  ])('%s: a mistake in the test, for .not too', async (_what, received, args, message) => {
    const given = args as Args
    await expect(expect(received).toCoverSpans(...given)).rejects.toThrow(MatcherUsageError)
    await expect(expect(received).toCoverSpans(...given)).rejects.toThrow(message)
    await expect(expect(received).not.toCoverSpans(...given)).rejects.toThrow(MatcherUsageError)
  })
})
