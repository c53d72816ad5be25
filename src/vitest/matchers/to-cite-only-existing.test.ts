import { describe, expect, it } from 'vitest'
import { citationCorpus } from '../../citations/citation-corpus.js'
import { manifestOf } from '../../citations/manifest.test-util.js'
import { MatcherUsageError } from '../../errors.js'
import '../register.js'

type Args = Parameters<ReturnType<typeof expect>['toCiteOnlyExisting']>

const manifest = manifestOf(
  [
    { id: 'a1', title: 'Companies Act, 2017', doc_type: 'statute' },
    { id: 'd1', title: '2025 LHC 846 — Rizwan Vs The State', doc_type: 'judgment' },
    { id: 'g1', title: 'Guide to Leases', doc_type: 'statute' },
  ]
    .map((row) => JSON.stringify(row))
    .join('\n'),
)
const ids = ['bge_BGE_136_III_513', 'bger_4A_18_2018', 'guide-4']
const BGE = 'See BGE 136 III 513 E. 2.3.'
const parts = [{ id: 'bge_BGE_136_III_513', pinpoints: ['2.3', '2.4'] }]
const quoting = 'The act says “the landlord shall give notice in writing”.'
const words = 'Here the landlord shall give notice in writing, or by post.'

describe('toCiteOnlyExisting on a plain object', () => {
  it.each<[string, unknown, Args]>([
    ['nothing cited', 'The notice period is three months.', []],
    ['a refusal', { answer: '', refused: true, citations: [{ id: 'guide-4' }] }, [{ corpus: ids }]],
    ['an authority of a list of ids', BGE, [{ corpus: ids }]],
    ['an authority of a corpus that is indexed once', BGE, [{ corpus: citationCorpus(ids) }]],
    ['authorities of a manifest', 'See Companies Act, 2017, and 2025 LHC 846.', [{ corpus: manifest }]],
    ['a citation by id', { answer: 'a', citations: [{ id: 'guide-4' }] }, [{ corpus: ids }]],
    ['a citation by id, in a manifest', { answer: 'a', citations: [{ id: 'g1' }] }, [{ corpus: manifest }]],
    ['a citation by title', { answer: 'a', citations: [{ title: 'Guide to leases' }] }, [{ corpus: manifest }]],
    ['what was retrieved, without a corpus', { answer: BGE, passages: [{ citation: 'BGE 136 III 513' }] }, [{ retrieved: true }]],
    ['a passage by its id', { answer: 'a', citations: [{ id: 'p1' }], passages: [{ id: 'p1' }] }, [{ retrieved: true }]],
    [
      'another date of a decision that exists',
      'Urteil 4A_18/2018 vom 5. Mai 2018',
      [{ corpus: [{ id: 'bger_4A_18_2018', date: '2018-05-07' }] }],
    ],
    ['a place that is there', BGE, [{ corpus: ids, pinpoints: true, documents: parts }]],
    ['a quotation that stands in a passage', { answer: quoting, passages: [words] }, [{ quotes: true }]],
    [
      'a wrong place or quotation, where it is not asked',
      `BGE 136 III 513 E. 9. ${quoting}`,
      [{ corpus: ids, documents: parts }],
    ],
  ])('%s', async (_what, response, args) => {
    await expect(response).toCiteOnlyExisting(...args)
    await expect(expect(response).not.toCiteOnlyExisting(...args)).rejects.toThrow(
      /expected the answer not to cite only what exists/,
    )
  })

  it.each<[string, unknown, Args, RegExp]>([
    ['what cannot exist, without a corpus', 'See BGE 999 III 1.', [], /received: BGE 999 III 1: BGE has no volume 999/],
    ['what is in the citations alone', { answer: 'a', citations: ['BGE 999 III 1'] }, [], /BGE has no volume 999/],
    ['what the corpus lacks', 'See BGE 136 III 514.', [{ corpus: ids }], /received: BGE 136 III 514 is not in the corpus/],
    ['fault 49: a citation that is a prefix', '2025 LHC 8460', [{ corpus: manifest }], /2025 LHC 8460/],
    [
      'a wrong one beside one of which nothing is known',
      { answer: 'See BGE 999 III 1.', citations: [{ text: '[1]' }] },
      [],
      /BGE 999 III 1/,
    ],
    ['a date that cannot be, beside none', 'Urteil 4A_18/2018 vom 5. Mai 2017; Urteil 4A_18/2018', [], /received: 4A_18\/2018: /],
    [
      'what exists and was not retrieved',
      { answer: BGE, passages: [{ citation: '4A_18/2018' }] },
      [{ corpus: ids, retrieved: true }],
      /BGE 136 III 513: among no passage/,
    ],
    [
      'an id that exists and was not retrieved',
      { answer: 'a', citations: [{ id: 'guide-4' }], passages: [{ id: 'guide-5' }] },
      [{ corpus: ids, retrieved: true }],
      /guide-4: among no passage/,
    ],
    [
      'a place that is not there',
      'See BGE 136 III 513 E. 9.',
      [{ corpus: ids, pinpoints: true, documents: parts }],
      /BGE 136 III 513, 9: no such place/,
    ],
    [
      'a quotation of other words',
      { answer: quoting, passages: ['The landlord shall write.'] },
      [{ quotes: true }],
      /in no passage word for word/,
    ],
    [
      'a quotation where nothing was retrieved',
      { answer: quoting, passages: [] },
      [{ quotes: true }],
      /in no passage word for word/,
    ],
  ])('not: %s', async (_what, response, args, message) => {
    await expect(response).not.toCiteOnlyExisting(...args)
    await expect(expect(response).toCiteOnlyExisting(...args)).rejects.toThrow(message)
  })

  it.each<[string, unknown, Args, RegExp]>([
    [
      'an authority without a corpus',
      BGE,
      [],
      /give the `corpus`\nexpected: every authority exists\nunknown: {2}BGE 136 III 513/,
    ],
    ['a citation that nobody can read', { answer: 'a', citations: [{ text: '[1]' }] }, [{ corpus: ids }], /unknown: {2}\[1\]/],
    [
      'a decision, of a corpus of acts',
      '2025 LHC 846',
      [{ corpus: manifestOf('{"id":"a","title":"Companies Act, 2017"}') }],
      /2025 LHC 846/,
    ],
    [
      'a passage that is text alone',
      { answer: BGE, passages: ['text'] },
      [{ corpus: ids, retrieved: true }],
      /BGE 136 III 513: a passage may be of it/,
    ],
    [
      'a place in a document whose parts are not known',
      BGE,
      [{ corpus: ids, pinpoints: true, documents: [{ id: 'bge_BGE_136_III_513' }] }],
      /BGE 136 III 513, 2.3: the parts/,
    ],
    [
      'a quotation that a passage without text may hold',
      { answer: quoting, passages: [{ id: 'p1' }, 'Other words.'] },
      [{ quotes: true }],
      /a passage without text may hold it/,
    ],
    ['an empty answer', ' ', [], /undetermined: the answer is empty/],
  ])('%s satisfies neither it nor its .not', async (_what, response, args, message) => {
    await expect(expect(response).toCiteOnlyExisting(...args)).rejects.toThrow(message)
    await expect(expect(response).not.toCiteOnlyExisting(...args)).rejects.toThrow(/undetermined: /)
  })

  it('shows what is asked, and every fault', async () => {
    const response = {
      answer: `BGE 999 III 1 and BGE 136 III 513 E. 9. ${quoting}`,
      passages: [{ id: 'guide-4', text: 'Other words.' }],
    }
    const asked = { corpus: ids, retrieved: true, pinpoints: true, documents: parts, quotes: true }
    await expect(expect(response).toCiteOnlyExisting(asked)).rejects.toThrow(
      [
        'expected the answer to cite only what exists',
        '',
        'expected: every authority exists',
        '          every authority is among the passages',
        '          every place that is cited is in its document',
        '          every quotation stands in a passage',
      ].join('\n'),
    )
    await expect(expect(response).toCiteOnlyExisting(asked)).rejects.toThrow(
      /received: BGE 999 III 1: .*\n {10}BGE 136 III 513: among no passage\n {10}BGE 136 III 513, 9: no such place in it\n {10}“the landlord .*”: in no passage/,
    )
  })

  it.each<[string, unknown, unknown, RegExp]>([
    ['a corpus that is a path', BGE, { corpus: 'corpus.jsonl' }, /loadManifest\(path\)/],
    ['a corpus with a hole', BGE, { corpus: [null] }, /`corpus\.0`: expected an id, or a document such as \{ id, title \}/],
    ['a corpus of documents without ids', BGE, { corpus: ['a', { title: 'b' }] }, /`corpus\.1\.id`: expected a string/],
    ['documents that are a path', BGE, { documents: 'x.jsonl' }, /`documents`: expected an array of documents/],
    ['a document that is none', BGE, { documents: [{ id: 'a' }, null] }, /`documents\.1`: expected a document/],
    [
      'pages in the wrong order',
      BGE,
      { documents: [{ id: 'a', pages: [600, 500] }] },
      /`documents\.0\.pages`: expected the first/,
    ],
    ['pinpoints without documents', BGE, { pinpoints: true }, /needs documents for `pinpoints`/],
    ['no passages to be among', BGE, { retrieved: true }, /needs the passages for `retrieved`/],
    ['no passages to quote', quoting, { quotes: true }, /needs the passages for `quotes`/],
    [
      'passages without text to quote',
      { answer: quoting, passages: [{ id: 'p1' }] },
      { quotes: true },
      /needs the passages for `quotes`/,
    ],
    ['a misspelt option', BGE, { quote: true }, /did you mean/],
    ['no response', null, {}, /needs a response/],
  ])('%s: a mistake in the test, for .not too', async (_what, received, options, message) => {
    const given = options as NonNullable<Args[0]>
    await expect(expect(received).toCiteOnlyExisting(given)).rejects.toThrow(MatcherUsageError)
    await expect(expect(received).toCiteOnlyExisting(given)).rejects.toThrow(message)
    await expect(expect(received).not.toCiteOnlyExisting(given)).rejects.toThrow(MatcherUsageError)
  })
})
