import { describe, expect, it } from 'vitest'
import { checkCitation } from './check-citation.js'
import { type CitationCorpus, citationCorpus } from './citation-corpus.js'
import { citesGold, retrievesGold } from './cites-gold.js'
import { existenceOf } from './existence.js'
import { indexManifest, type Manifest } from './manifest.js'
import { parseCitations } from './parse-citations.js'
import type { ParsedCitation } from './parsed-citation.js'

const manifest = indexManifest([{ id: '1', title: 'Tenancy Act 2031', kind: 'statute' }], 'manifest.jsonl')
const corpus = citationCorpus(['2031 SCC 4'])
const read = parseCitations('2031 SCC 4')

function expectRefusal(call: () => unknown, message: string): void {
  expect(call).toThrow(TypeError)
  expect(call).toThrow(message)
}

describe('citationCorpus', () => {
  it.each<[string, unknown, string]>([
    ['a path', 'manifest.jsonl', 'got the text "manifest.jsonl"; read a manifest file with loadManifest(path)'],
    ['nothing', undefined, 'expected ids or documents, or a manifest, got undefined'],
    ['null', null, 'got null'],
    ['a document alone', { id: '1' }, 'got an object'],
    ['a corpus that is indexed', corpus, 'got what citationCorpus(…) returns'],
    ['ids as numbers', ['1', 2], 'documents[1]: expected an id, or a document with an `id` as a text, got 2'],
    ['a document without an id', [{ title: 'Tenancy Act 2031' }], 'documents[0]: expected an id'],
    [
      'a map',
      new Map([['1', 'Tenancy Act 2031']]),
      'documents[0]: expected an id, or a document with an `id` as a text, got a list',
    ],
  ])('refuses %s', (_, given, message) => expectRefusal(() => citationCorpus(given as string[]), message))

  it.each<[string, Iterable<string> | Manifest, string[]]>([
    ['a list', ['a', 'b'], ['a', 'b']],
    ['a set', new Set(['a', 'b']), ['a', 'b']],
    ['a manifest', manifest, ['1']],
    ['nothing in it', [], []],
  ])('takes %s', (_, given, ids) => expect(citationCorpus(given).documents.map(({ id }) => id)).toEqual(ids))
})

describe('what takes a corpus says how to make one', () => {
  it.each<[string, unknown, string]>([
    ['a list of ids', ['2031 SCC 4'], '`corpus`: expected citationCorpus(documents), got a list'],
    ['a path', 'manifest.jsonl', '`corpus`: expected citationCorpus(loadManifest(path)), got the text "manifest.jsonl"'],
    ['null', null, '`corpus`: expected citationCorpus(documents), got null'],
  ])('%s', (_, given, message) => {
    expectRefusal(() => checkCitation('2031 SCC 4', { corpus: given as CitationCorpus }), message)
    expectRefusal(() => existenceOf(read, { corpus: given as CitationCorpus }), message)
  })

  it('a citation is checked against an index, existence against a manifest too', () => {
    expectRefusal(() => checkCitation('2031 SCC 4', { corpus: manifest as never }), 'expected citationCorpus(manifest)')
    expect(existenceOf(read, { corpus: manifest })).toHaveLength(1)
    expect(existenceOf(read, { corpus })).toMatchObject([{ exists: true }])
  })

  it.each<[string, unknown, string]>([
    ['a list', [{ id: '1' }], '`corpus`: expected a manifest of loadManifest(path), got a list'],
    ['a path', 'manifest.jsonl', 'got the text "manifest.jsonl"'],
    ['an index', corpus, 'got what citationCorpus(…) returns'],
  ])('golds are looked up in a manifest, not in %s', (_, given, message) => {
    const golds = [{ kind: 'statute', title: 'Tenancy Act 2031', optional: false }] as const
    expectRefusal(() => citesGold(golds, [], { corpus: given as Manifest }), message)
    expectRefusal(() => retrievesGold(golds, [], { corpus: given as Manifest }), message)
  })
})

describe('existenceOf takes citations that are read', () => {
  it.each<[string, unknown, string]>([
    ['texts', ['2031 SCC 4'], 'expected what parseCitations(text) returns, got the text "2031 SCC 4" at 0'],
    ['one text', '2031 SCC 4', 'got the text "2031 SCC 4"; write existenceOf(parseCitations(text))'],
    ['a hole', [...read, undefined], 'got undefined at 1'],
    ['citations of a response', [{ id: '2031 SCC 4' }], 'got an object at 0'],
  ])('not %s', (_, given, message) => expectRefusal(() => existenceOf(given as ParsedCitation[]), message))
})
