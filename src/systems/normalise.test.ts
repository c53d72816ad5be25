import { describe, expect, test } from 'vitest'
import { SystemError } from '../errors.js'
import { normaliseResponse } from './normalise.js'

function messageFor(returned: unknown): string {
  try {
    normaliseResponse(returned)
  } catch (error) {
    if (error instanceof SystemError && error.kind === 'shape') return error.message
    throw error
  }
  throw new Error('expected a SystemError')
}

describe('what becomes a response', () => {
  test.each<[string, unknown, object]>([
    ['a string', 'Yes.', { answer: 'Yes.' }],
    ['an empty answer', '', { answer: '' }],
    ['whitespace', { answer: ' \n' }, { answer: ' \n' }],
    [
      'strings for passages and citations',
      { answer: 'A', passages: ['p'], citations: ['c'] },
      { answer: 'A', passages: [{ text: 'p' }], citations: [{ text: 'c' }] },
    ],
    [
      'retrieval that found nothing is not retrieval that was not reported',
      { answer: 'A', passages: [] },
      { answer: 'A', passages: [] },
    ],
    [
      'null for a field that is not given',
      { answer: 'A', passages: null, refused: null, citations: [{ title: 'T', url: null }] },
      { answer: 'A', citations: [{ title: 'T' }] },
    ],
    ['undefined fields', { answer: 'A', refused: undefined, meta: { x: undefined } }, { answer: 'A', meta: {} }],
    [
      'extra fields',
      { answer: 'A', model: 'm', trace: { id: 1 }, meta: { own: true } },
      { answer: 'A', meta: { model: 'm', trace: { id: 1 }, own: true } },
    ],
    [
      'extra fields of a passage',
      { answer: 'A', passages: [{ text: 'p', rank: 1 }] },
      { answer: 'A', passages: [{ text: 'p', meta: { rank: 1 } }] },
    ],
    [
      'an instance of a class',
      new (class Reply {
        answer = 'A'
      })(),
      { answer: 'A' },
    ],
    [
      'one object twice, which is no cycle',
      (() => {
        const p = { text: 'p' }
        return { answer: 'A', passages: [p, p] }
      })(),
      { answer: 'A', passages: [{ text: 'p' }, { text: 'p' }] },
    ],
    ['__proto__ as data', JSON.parse('{"answer":"A","__proto__":{"answer":"B"}}'), { answer: 'A' }],
  ])('%s', (_, returned, expected) => {
    expect(normaliseResponse(returned)).toMatchObject(expected)
  })

  test('what is not reported has no field', () => {
    expect(normaliseResponse({ answer: 'A', passages: null, refused: null })).toEqual({ answer: 'A' })
  })
})

describe('an unknown shape shows what arrived and a mapping', () => {
  test.each<[string, unknown, RegExp[]]>([
    ['undefined', undefined, [/received nothing/, /`return` or `await` forgotten/]],
    ['null', null, [/received null/]],
    ['an array', ['A'], [/received an array of 1/]],
    ['a number', 4, [/received 4/]],
    ['a function', () => 'A', [/received a function/]],
    ['an empty object', {}, [/received an empty object/, /map: \(r\) => \(\{ answer: r\.text \}\)/]],
    [
      'another format',
      { text: 'The lease ends.', context: ['p'], sources: [{ t: 1 }] },
      [
        /\{ text: "The lease ends\.", context: an array of 1, sources/,
        /\(r\) => \(\{ answer: r\.text, passages: r\.context, citations: r\.sources \}\)/,
      ],
    ],
    ['an odd name', { 'the reply': 'A' }, [/answer: r\["the reply"\]/]],
    ['an answer that is not text', { answer: { text: 'A' } }, [/answer: an object with text/]],
    ['an answer that is null', { answer: null }, [/answer: null/]],
    ['passages that are no array', { answer: 'A', passages: 'p' }, [/expected `passages` to be an array, received "p"/]],
    [
      'a passage without a known field',
      { answer: 'A', passages: [{ page_content: 'p' }] },
      [/`passages\.0` to be a string or an object with one of text/, /page_content/],
    ],
    ['a passage that is null', { answer: 'A', passages: [null] }, [/`passages\.0`.*received null/]],
    ['a field of a wrong type', { answer: 'A', refused: 'no' }, [/refused: expected a boolean, received "no"/]],
    ['a meta that is no object', { answer: 'A', meta: 'x', more: 1 }, [/meta: expected an object/]],
  ])('%s', (_, returned, messages) => {
    for (const message of messages) expect(messageFor(returned)).toMatch(message)
  })

  test.each<[string, unknown, 'answer' | 'retrieval', 'map' | 'return' | 'expect', string]>([
    [
      'results of a search',
      { results: [{ id: 'a' }] },
      'retrieval',
      'map',
      'Map it, for example: map: (r) => ({ passages: r.results })',
    ],
    ['a list by a name of its own', { took: 3, 'top k': ['p'] }, 'retrieval', 'map', 'map: (r) => ({ passages: r["top k"] })'],
    ['a usual name before another list', { errors: [], docs: ['p'] }, 'retrieval', 'map', '({ passages: r.docs })'],
    ['a list', ['p'], 'retrieval', 'return', 'With r for what arrived, for example: return { passages: r }'],
    ['no list', { took: 3 }, 'retrieval', 'return', 'for example: return { passages: r.hits }'],
    [
      'an answer by another name',
      { output: 'A', results: ['p'] },
      'answer',
      'return',
      'return { answer: r.output, passages: r.results }',
    ],
    ['lists that are no passages', { output: 'A', tags: ['t'] }, 'answer', 'return', 'return { answer: r.output }'],
    ['what a matcher was given', { text: 'A' }, 'answer', 'expect', 'for example: expect({ answer: r.text })'],
  ])('%s', (_, returned, task, place, hint) => {
    expect(() => normaliseResponse(returned, task, place)).toThrow(SystemError)
    expect(() => normaliseResponse(returned, task, place)).toThrow(hint)
  })

  test('a large object makes a short message', () => {
    const large = Object.fromEntries(
      Array.from({ length: 500 }, (_, index) => [`field ${index} ${'x'.repeat(200)}`, 'y'.repeat(5000)]),
    )
    expect(messageFor(large).length).toBeLessThan(2000)
    expect(messageFor(large)).toContain('492 more')
  })

  test.each<[string, unknown, RegExp]>([
    ['an endless array in the place of a response', new Array(2 ** 32 - 1), /received an array of 4294967295/],
    [
      'thousands of wrong passages',
      { answer: 'A', passages: new Array(5_000).fill({ id: 5 }) },
      /passages\.0\.id: expected a string/,
    ],
    ['a field with an endless name', { answer: 'A', meta: { ['x'.repeat(1_000_000)]: Number.NaN } }, /NaN is not JSON/],
  ])('%s makes a short message', (_, returned, message) => {
    expect(messageFor(returned)).toMatch(message)
    expect(messageFor(returned).length).toBeLessThan(2000)
  })
})

describe('fault 41: what is not JSON is a clear error', () => {
  const cycle: Record<string, unknown> = { answer: 'A' }
  cycle['meta'] = { self: cycle }
  let doubling: unknown = 'x'
  for (let depth = 0; depth < 40; depth += 1) doubling = [doubling, doubling]
  let deep: unknown = 'x'
  for (let depth = 0; depth < 100_000; depth += 1) deep = [deep]

  test.each<[string, unknown, RegExp]>([
    ['a function', { answer: 'A', meta: { stream: () => 1 } }, /at meta\.stream: a function is not JSON/],
    ['a symbol', { answer: 'A', meta: { s: Symbol('x') } }, /at meta\.s: a symbol is not JSON/],
    ['a BigInt', { answer: 'A', meta: { n: 1n } }, /at meta\.n: a BigInt is not JSON/],
    ['NaN', { answer: 'A', passages: [{ text: 'p', score: Number.NaN }] }, /at passages\.0\.score: NaN is not JSON/],
    ['Infinity', { answer: 'A', timings: { total: Number.POSITIVE_INFINITY } }, /at timings\.total: Infinity/],
    ['a cycle', cycle, /at meta\.self: a cycle/],
    ['a date', { answer: 'A', meta: { at: new Date(0) } }, /at meta\.at: a Date is not JSON; convert it/],
    ['a map', { answer: 'A', meta: { m: new Map() } }, /a Map is not JSON/],
    ['bytes', { answer: 'A', meta: { b: new Uint8Array(2) } }, /a Uint8Array is not JSON/],
    ['a promise', Promise.resolve({ answer: 'A' }), /a Promise is not JSON; await it/],
    ['an empty place in an array', { answer: 'A', passages: new Array(3) }, /at passages\.0: an empty place in an array/],
    ['an endless array', { answer: 'A', meta: { list: new Array(2 ** 32 - 1) } }, /at meta\.list\.0: an empty place/],
    [
      'an array that goes on far away',
      { answer: 'A', meta: { list: Object.assign([1, 2], { 4000000000: 3 }) } },
      /at meta\.list\.2: an empty place in an array \(of length 4000000001\)/,
    ],
    ['undefined in an array', { answer: 'A', passages: ['p', undefined] }, /at passages\.1: undefined in an array/],
    [
      '100 MB in one text',
      { answer: 'A', meta: { log: 'x'.repeat(100_000_000) } },
      /at meta\.log: more than 16 million characters/,
    ],
    [
      '100 MB in many',
      { answer: 'A', passages: Array.from({ length: 1000 }, () => 'x'.repeat(100_000)) },
      /more than 16 million characters/,
    ],
    ['a text of 100 MB', 'x'.repeat(100_000_000), /more than 16 million characters/],
    ['too many values', { answer: 'A', meta: { list: new Array(1_000_000).fill(0) } }, /more than 500000 values/],
    ['an object that doubles at each level', { answer: 'A', meta: { doubling } }, /more than 500000 values/],
    ['an object nested for ever', { answer: 'A', meta: { deep } }, /nested deeper than 100 levels/],
    [
      'a getter that throws',
      {
        answer: 'A',
        get meta() {
          throw new Error('no')
        },
      },
      /could not be read/,
    ],
  ])('%s', (_, returned, message) => {
    expect(messageFor(returned)).toMatch(message)
  })
})

describe('where retrieval alone is looked at', () => {
  test.each<[string, unknown, object]>([
    ['no answer', { passages: [{ id: 'p1' }] }, { answer: '', passages: [{ id: 'p1' }] }],
    ['null for the answer', { answer: null, passages: [] }, { answer: '', passages: [] }],
    ['an answer as well', { answer: 'A', passages: ['p'] }, { answer: 'A', passages: [{ text: 'p' }] }],
    ['an answer alone: retrieval was not reported', { answer: 'A' }, { answer: 'A' }],
    ['fault 44: __proto__ as an id', { passages: [{ id: '__proto__' }] }, { answer: '', passages: [{ id: '__proto__' }] }],
  ])('%s', (_, returned, response) => {
    expect(normaliseResponse(returned, 'retrieval')).toEqual(response)
  })

  test.each<[string, unknown, RegExp]>([
    [
      'neither answer nor passages',
      { hits: [] },
      /^expected an object with `passages` \(an array\), .*\(r\) => \(\{ passages: r\.hits \}\)$/,
    ],
    ['a bare list', [{ id: 'p1' }], /\(r\) => \(\{ passages: r \}\)$/],
    ['nothing', undefined, /Was `return` or `await` forgotten\?/],
    ['passages that are no list', { passages: 'p1' }, /^expected an object with `passages` \(an array\)/],
    ['a misspelt field', { Passage: [] }, /did you mean `passages`/],
  ])('%s is none', (_, returned, message) => {
    expect(() => normaliseResponse(returned, 'retrieval')).toThrow(SystemError)
    expect(() => normaliseResponse(returned, 'retrieval')).toThrow(message)
  })
})

describe('offsets that are no span, in silence, would make every score of spans unknown', () => {
  test.each<[string, object, string]>([
    ['an end before its start', { start: 20, end: 10 }, 'end: expected an end of at least the start, 20, received 10'],
    ['a start alone', { start: 20 }, 'end: expected `end` beside `start`, received nothing'],
    ['an end alone', { end: 0 }, 'start: expected `start` beside `end`, received nothing'],
    ['a null beside one', { start: 0, end: null }, 'end: expected `end` beside `start`, received nothing'],
    ['a negative one', { start: -1, end: 3 }, 'start: expected at least 0, received -1'],
    ['half a character', { start: 0, end: 3.5 }, 'end: expected a whole number, received 3.5'],
    ['text', { start: '0', end: 3 }, 'start: expected a number, received "0"'],
  ])('%s', (_, offsets, message) => {
    const sources = [
      { document: 'D', start: 0, end: 5 },
      { document: 'D', ...offsets },
    ]
    expect(messageFor({ answer: 'A', passages: sources })).toContain(`passages.1.${message}`)
    expect(messageFor({ answer: 'A', citations: sources })).toContain(`citations.1.${message}`)
  })

  test.each([
    ['no characters', { document: 'D', start: 5, end: 5 }],
    ['no offsets', { document: 'D' }],
    ['null for both', { document: 'D', start: null, end: null }],
    ['a document that is not named', { id: 'p', start: 0, end: 5 }],
  ])('%s is no fault', (_, source) => {
    expect(normaliseResponse({ answer: 'A', passages: [source], citations: [source] }).passages).toHaveLength(1)
  })
})
