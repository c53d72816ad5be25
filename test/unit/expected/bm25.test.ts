import { type Bm25Options, indexTerms } from '../../../src/systems/reference/term-index.js'
import { near, readTable, runTable } from './table.js'

interface Row extends Required<Bm25Options> {
  name: string
  documents: string[]
  query: string[]
  k: number
  /** The options of the row are the defaults. */
  defaults?: true
  expected: [number, number][]
  derivation: string
}

/** "a*3 b": a three times, and b. */
function terms(document: string): string[] {
  return document.split(' ').flatMap((word) => {
    const [term = '', times = '1'] = word.split('*')
    return term === '' ? [] : Array<string>(Number(times)).fill(term)
  })
}

function search({ documents, query, k }: Row, options: Bm25Options): unknown {
  return indexTerms(documents.map(terms), options)
    .search(query, k)
    .map(({ index, score }) => [index, score])
}

const { cases } = readTable<{ cases: Row[] }>('bm25')

runTable('expected scores of BM25', {
  rows: cases,
  nameOf: ({ name }) => name,
  compare: (row) => ({
    received: search(row, { variant: row.variant, k1: row.k1, b: row.b, delta: row.delta }),
    expected: row.expected.map(([index, score]) => [index, near(score)]),
  }),
})

runTable('expected scores of BM25 without options', {
  rows: cases.filter(({ defaults }) => defaults),
  nameOf: ({ name }) => name,
  compare: (row) => ({
    received: search(row, row.variant === 'lucene' ? {} : { variant: row.variant }),
    expected: row.expected.map(([index, score]) => [index, near(score)]),
  }),
})
