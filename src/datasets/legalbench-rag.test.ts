import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DatasetError, OptionError } from '../errors.js'
import { legalbenchRagCorpus } from './legalbench-rag/corpus.js'
import { type LegalbenchRagItemsOptions, legalbenchRagItems } from './legalbench-rag.js'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docket-legalbench-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function write(name: string, content: unknown): string {
  const full = join(folder, name)
  mkdirSync(dirname(full), { recursive: true })
  writeFileSync(full, typeof content === 'string' ? content : JSON.stringify(content))
  return full
}

interface Written {
  query: string
  snippets: { file_path: string; span: unknown[]; answer?: unknown }[]
}

function question(query: string, file_path = 'x/a.txt', span: unknown[] = [5, 8], answer?: unknown): Written {
  return { query, snippets: [{ file_path, span, ...(answer === undefined ? {} : { answer }) }] }
}

/** Reads one file of tests, `x.json`, with the corpus that holds x/a.txt, "Fee: ten. Term: two years.". */
function read(tests: unknown, options: Partial<LegalbenchRagItemsOptions> = {}) {
  write('corpus/x/a.txt', 'Fee: ten. Term: two years.')
  const benchmarks = write('benchmarks/x.json', typeof tests === 'string' ? tests : { tests })
  return legalbenchRagItems({ benchmarks, corpus: legalbenchRagCorpus(join(folder, 'corpus')), ...options })()
}

/** Faults as "field: message". */
function faultsOf(call: () => unknown): string[] {
  try {
    call()
  } catch (error) {
    if (error instanceof DatasetError) return error.faults.map(({ field, message }) => `${field}: ${message}`)
    throw error
  }
  return []
}

describe('items', () => {
  it('have the spans as golds, their texts as the reference, and the rest under meta', () => {
    const [item] = read([
      {
        query: 'Consider the lease; what is due?',
        query_id: 'x-0042',
        snippets: [
          { file_path: 'x/a.txt', span: [5, 8], answer: 'ten', votes: 3 },
          { file_path: 'x/a.txt', span: [9, 15] },
        ],
        tags: ['fees'],
        split: 'test',
      },
    ]).items
    expect(item?.item).toMatchObject({
      id: 'x-0042',
      question: 'Consider the lease; what is due?',
      language: 'en',
      source: 'x',
      answerable: true,
      golds: [
        { kind: 'span', document: 'x/a.txt', start: 5, end: 8, text: 'ten', optional: false },
        { kind: 'span', document: 'x/a.txt', start: 9, end: 15, text: ' Term:', optional: false },
      ],
      reference: 'ten\n Term:',
      meta: { split: 'test', tags: ['fees'], snippets: { '0': { votes: 3 } } },
    })
  })

  it('have the source and the place in the file as id, and a group where the same is asked twice', () => {
    const { items, warnings } = read([question('A?'), question('B?'), question('A?', 'x/a.txt', [9, 15])])
    expect(items.map(({ item: { id, group } }) => [id, group])).toEqual([
      ['x-0000', undefined],
      ['x-0001', undefined],
      ['x-0002', 'x-0000'],
    ])
    expect(warnings).toEqual([])
  })

  it('have no reference where a span has no text that is known', () => {
    const two = {
      query: 'A?',
      snippets: [question('', 'x/a.txt', [5, 8], 'ten').snippets[0], question('', 'x/a.txt', [9, 15]).snippets[0]],
    }
    const [item] = read([two], { corpus: undefined }).items
    expect(item?.item.reference).toBeUndefined()
    expect(item?.item.golds.map((gold) => gold.kind === 'span' && gold.text)).toEqual(['ten', undefined])
  })

  it('fault 48: are warned of where there is no gold, or one twice', () => {
    const [one] = question('', 'x/a.txt', [5, 8]).snippets
    const { items, warnings } = read([
      { query: 'A?', snippets: [] },
      { query: 'B?', snippets: [one, one] },
    ])
    expect(items[0]?.item.golds).toEqual([])
    expect(items[0]?.item.reference).toBeUndefined()
    expect(warnings).toEqual([
      'x-0000: no gold, though other items have them; retrieval and citation of it are unscored',
      expect.stringMatching(/^x-0001: gold \{.*\} is given more than once; it counts once$/),
      'x-0001: gold spans [5, 8) and [5, 8) of x/a.txt overlap or touch; what they share counts once',
    ])
  })

  it('are warned of spans that overlap or touch', () => {
    const snippets = [
      [9, 15],
      [5, 9],
      [16, 19],
    ].map((span) => ({ file_path: 'x/a.txt', span }))
    expect(read([{ query: 'A?', snippets }]).warnings).toEqual([
      'x-0000: gold spans [5, 9) and [9, 15) of x/a.txt overlap or touch; what they share counts once',
    ])
  })
})

describe('faults', () => {
  it.each([
    [
      'fault 46: a span past the end',
      question('A?', 'x/a.txt', [5, 27]),
      /^tests\.0\.snippets\.0\.span: \[5, 27\) is past the end of x\/a\.txt, which has 26 characters$/,
    ],
    [
      'fault 46: a document that is missing',
      question('A?', 'x/b.txt'),
      /^tests\.0\.snippets\.0\.file_path: x\/b\.txt: no such file/,
    ],
    ['a document outside of the folder', question('A?', '../x/a.txt'), /file_path: \.\.\/x\/a\.txt: expected a path below/],
    ['no characters', question('A?', 'x/a.txt', [5, 5]), /^tests\.0\.snippets\.0\.span: expected the start below the end/],
    ['a span turned round', question('A?', 'x/a.txt', [8, 5]), /^tests\.0\.snippets\.0\.span: expected the start below the end/],
    ['a negative start', question('A?', 'x/a.txt', [-1, 5]), /^tests\.0\.snippets\.0\.span\.0: expected at least 0/],
    ['half a character', question('A?', 'x/a.txt', [0.5, 5]), /^tests\.0\.snippets\.0\.span\.0: expected a whole number/],
    ['three offsets', question('A?', 'x/a.txt', [1, 2, 3]), /^tests\.0\.snippets\.0\.span: expected at most 2/],
    [
      'an answer that is another text',
      question('A?', 'x/a.txt', [5, 8], 'Ten'),
      /^tests\.0\.snippets\.0\.answer: expected what x\/a\.txt has at \[5, 8\), "ten", received "Ten"$/,
    ],
    [
      'an answer that was trimmed',
      question('A?', 'x/a.txt', [4, 8], 'ten'),
      /answer: expected what x\/a\.txt has at \[4, 8\), " ten", received "ten"$/,
    ],
    ['an empty query', question(' '), /^tests\.0\.query: expected text, received an empty string/],
    ['a test that is none', 'A?', /^tests\.0: expected an object, received "A\?"/],
    ['no snippets', { query: 'A?' }, /^tests\.0\.snippets: expected an array, received nothing/],
  ])('%s', (_, test, expected) => {
    const faults = faultsOf(() => read([test]))
    expect(faults).toHaveLength(1)
    expect(faults[0]).toMatch(expected)
  })

  it('fault 46: an offset that was counted without the BOM is named as one', () => {
    write('corpus/x/bom.txt', '\ufeffFee: ten. Term.')
    expect(faultsOf(() => read([question('A?', 'x/bom.txt', [5, 8], 'ten')]))).toEqual([
      'tests.0.snippets.0.answer: expected what x/bom.txt has at [5, 8), " te", received "ten"; it stands one character later, so its offset was counted without the BOM',
    ])
  })

  it('all of them, over all files, in one error', () => {
    const two = [question('A?', 'x/a.txt', [5, 8], 'Ten'), question('B?', 'x/a.txt', [5, 99])]
    expect(faultsOf(() => read(two))).toHaveLength(2)
  })

  it('an id that is given twice', () => {
    const twice = [1, 1].map((query_id) => ({ ...question('A?'), query_id }))
    expect(faultsOf(() => read(twice))).toEqual([expect.stringMatching(/^query_id: duplicate id "1"; .*x\.json has it too$/)])
  })

  it.each([
    ['no JSON', '{"tests": [', /^: expected one JSON object/],
    ['another object', '{"items": []}', /^tests: expected an array of tests, received nothing/],
    ['an array', '[]', /^: expected one JSON object, received an array of 0/],
  ])('a file with %s', (_, content, expected) => {
    expect(faultsOf(() => read(content))[0]).toMatch(expected)
  })

  it('a data set without tests', () => {
    expect(() => read([])).toThrow('no items')
  })
})

describe('benchmarks', () => {
  const sources = (options: Partial<LegalbenchRagItemsOptions>) => {
    for (const set of ['b', 'a', 'c']) write(`many/${set}.json`, { tests: [question(`${set}?`)] })
    return legalbenchRagItems({ benchmarks: join(folder, 'many'), ...options })().items.map(({ item }) => item.source)
  }

  it.each([
    ['a folder', {}, ['a', 'b', 'c']],
    ['some of its sets, in their order', { sets: ['c', 'a'] }, ['c', 'a']],
  ])('are those of %s', (_, options, expected) => {
    expect(sources(options)).toEqual(expected)
  })

  it('are the files that are listed', () => {
    sources({})
    expect(sources({ benchmarks: [join(folder, 'many/c.json'), join(folder, 'many/b.json')] })).toEqual(['c', 'b'])
    expect(sources({ benchmarks: join(folder, 'many/c.json') })).toEqual(['c'])
  })

  it('names a set that is not there, and a folder that is not', () => {
    expect(() => sources({ sets: ['d'] })).toThrow(/d\.json: no such file/)
    expect(() => sources({ benchmarks: join(folder, 'none') })).toThrow(/none cannot be read/)
  })
})

describe('sizes', () => {
  const ask = (count: number, file_path: string, query = file_path) =>
    Array.from({ length: count }, (_, index) => question(`${query} ${index}?`, file_path, [0, 1]))

  it('graph: 25 a source from the documents with most questions, the lower path first among equals, repeats dropped', () => {
    write('corpus/x/b.txt', 'B')
    write('corpus/x/most.txt', 'M')
    const again = ask(12, 'x/few.txt', 'x/b.txt')
    const { items } = read([...ask(11, 'x/b.txt'), ...again, ...ask(11, 'x/a.txt'), ...ask(12, 'x/most.txt')], { size: 'graph' })
    expect(items).toHaveLength(25)
    const most = ask(12, 'x/most.txt').map(({ query }) => query)
    const lower = ask(11, 'x/a.txt').map(({ query }) => query)
    expect(items.map(({ item }) => item.question)).toEqual([...most, ...lower, 'x/b.txt 0?', 'x/b.txt 1?'])
    expect(items.map(({ item }) => item.id).slice(11, 14)).toEqual(['x-0045', 'x-0023', 'x-0024'])
  })

  it('graph: of MAUD the two shortest documents, the shorter first', () => {
    // In code points "short" is the shortest; in code units it would not be.
    for (const [name, text] of Object.entries({ long: 'x'.repeat(9), short: '😀'.repeat(3), b: 'xxxx', a: 'xxxx' }))
      write(`corpus/maud/${name}.txt`, text)
    const tests = ['long', 'b', 'a', 'short'].flatMap((name) => ask(name === 'long' ? 9 : 2, `maud/${name}.txt`))
    const benchmarks = write('benchmarks/maud.json', { tests })
    const corpus = legalbenchRagCorpus(join(folder, 'corpus'))
    const { items } = legalbenchRagItems({ benchmarks, corpus, size: 'graph' })()
    expect(items.map(({ item }) => item.question)).toEqual([
      'maud/short.txt 0?',
      'maud/short.txt 1?',
      'maud/a.txt 0?',
      'maud/a.txt 1?',
    ])
  })

  it('mini: 194 a source by the draw of each document, which keeps its questions together', () => {
    const paths = ['x/1.txt', 'x/2.txt', 'x/3.txt']
    const tests = Array.from({ length: 80 }, (_, round) => paths.map((path) => question(`${path} ${round}?`, path))).flat()
    const { items } = read(tests, { size: 'mini', corpus: undefined })
    // CPython: sorted by random.seed(path); random.random()
    const order = ['x/2.txt', 'x/3.txt', 'x/1.txt']
    expect(items.map(({ item }) => item.question)).toEqual(
      order
        .flatMap((path) => tests.filter(({ snippets }) => snippets[0]?.file_path === path))
        .slice(0, 194)
        .map(({ query }) => query),
    )
  })
})

it.each([
  ['an unknown option', { set: ['x'] }, 'no option `set`, did you mean `sets`?'],
  ['an unknown size', { size: 'midi' }, '`size`: expected one of "all", "mini", "graph"'],
  ['no benchmarks', { benchmarks: undefined }, '`benchmarks`: expected the folder'],
  ['a benchmark that is no path', { benchmarks: [1] }, '`benchmarks`: expected the folder'],
  ['a corpus that is not opened', { corpus: 'corpus' }, '`corpus`: expected legalbenchRagCorpus(folder)'],
  ['no file', { benchmarks: [] }, '`benchmarks`: expected the folder'],
  ['sets of listed files', { benchmarks: ['x.json'], sets: ['x'] }, '`sets`: chooses files of a folder'],
  ['the graph set without documents', { size: 'graph' }, '`size`: "graph" takes the shortest documents of MAUD; give `corpus`'],
])('refuses %s', (_, options, message) => {
  const call = () => legalbenchRagItems({ benchmarks: 'x', ...options } as LegalbenchRagItemsOptions)
  expect(call).toThrow(OptionError)
  expect(call).toThrow(message)
})
