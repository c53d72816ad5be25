import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { type AlceStatement, alceCitations } from './alce.js'

/** `sets`: which sets of passages entail, such as '1 2'. `open`: of which nobody knows. */
const statement = (citations: number[], sets: string[], open: string[] = []): AlceStatement => ({
  citations,
  passages: 5,
  entails: (passages) => {
    const set = passages.toSorted((a, b) => a - b).join(' ')
    return open.includes(set) ? null : sets.includes(set)
  },
})
const partsOf = (statements: AlceStatement[], options = {}) => {
  const { recall, precision } = alceCitations(statements, options)
  return [recall.parts ?? recall.reason, precision.parts ?? precision.reason]
}

describe('by hand', () => {
  it.each<[string, AlceStatement[], unknown, unknown]>([
    ['one citation that entails', [statement([1], ['1'])], [1, 1], [1, 1]],
    ['one that does not', [statement([1], [])], [0, 1], [0, 1]],
    ['no citation in one of two statements', [statement([1], ['1']), statement([], [''])], [1, 2], [1, 1]],
    ['two, of which each is needed', [statement([1, 2], ['1 2'])], [1, 1], [2, 2]],
    ['two, of which each entails alone', [statement([1, 2], ['1', '2', '1 2'])], [1, 1], [2, 2]],
    ['two, of which one is idle', [statement([1, 2], ['1', '1 2'])], [1, 1], [1, 2]],
    ['two that do not entail together', [statement([1, 2], ['1'])], [0, 1], [0, 2]],
    ['three, one idle beside two that are needed', [statement([1, 2, 3], ['1 2', '1 2 3'])], [1, 1], [2, 3]],
    ['the same twice', [statement([1, 1], ['1'])], [1, 1], [2, 2]],
    ['out of range: not entailed, and no citation of it is good', [statement([1, 9], ['1', '1 9'])], [0, 1], [0, 2]],
    ['zero is out of range', [statement([0], ['0'])], [0, 1], [0, 1]],
    ['no citations at all', [statement([], [])], [0, 1], 'no citation'],
    ['no statements', [], 'no statements', 'no citation'],
  ])('%s', (_, statements, recall, precision) => expect(partsOf(statements)).toEqual([recall, precision]))

  it('an answer: two of three statements, three of five citations', () => {
    const answer = [statement([1], ['1']), statement([2, 3, 4], ['2 3', '2 3 4']), statement([5], [])]
    expect(alceCitations(answer)).toEqual({
      recall: { value: 2 / 3, parts: [2, 3] },
      precision: { value: 3 / 5, parts: [3, 5] },
    })
  })
})

describe('the published code', () => {
  const compat = { compat: 'alce' as const }
  it('leaves the citations of a statement with one out of range out of the total: citing what is not there raises precision', () => {
    const answer = [statement([1], ['1']), statement([2, 9], [])]
    expect(partsOf(answer)).toEqual([
      [1, 2],
      [1, 3],
    ])
    expect(partsOf(answer, compat)).toEqual([
      [1, 2],
      [1, 1],
    ])
  })

  it.each([
    ['nothing cited', [statement([], [])]],
    ['nothing in range', [statement([9], [])]],
  ])('precision 0: %s', (_, answer) => expect(alceCitations(answer, compat).precision).toEqual({ value: 0 }))

  it('an answer without statements is in no mean', () => {
    expect(alceCitations([], compat).recall).toEqual({ value: null, reason: 'no statements' })
  })
})

describe('entailment that is not known', () => {
  it.each<[string, AlceStatement[], unknown, unknown]>([
    ['of all citations', [statement([1], [], ['1'])], 'undetermined', 'undetermined'],
    ['of one alone, which says whether the other is needed', [statement([1, 2], ['1 2'], ['1'])], [1, 1], 'undetermined'],
    ['of one alone and in no other question', [statement([1, 2, 3], ['1 2 3'], ['1'])], [1, 1], [3, 3]],
    ['of the rest, while each entails alone', [statement([1, 2, 3], ['1', '2', '3', '1 2 3'], ['1 2', '2 3'])], [1, 1], [3, 3]],
    ['where nothing is entailed together', [statement([1, 2], [], ['1', '2'])], [0, 1], [0, 2]],
    ['of one statement, beside others', [statement([1], ['1']), statement([2], [], ['2'])], 'undetermined', 'undetermined'],
  ])('%s', (_, statements, recall, precision) => expect(partsOf(statements)).toEqual([recall, precision]))
})

describe('what is asked', () => {
  it('nothing of a statement without citations in range', () => {
    const entails = vi.fn(() => true)
    alceCitations([
      { citations: [], passages: 3, entails },
      { citations: [4], passages: 3, entails },
    ])
    expect(entails).not.toHaveBeenCalled()
  })

  it('no more than all together where that fails, and the rest only where one alone does not do', () => {
    const entails = vi.fn((passages: number[]) => passages.length > 1)
    alceCitations([{ citations: [1, 2, 1], passages: 3, entails: () => false }])
    alceCitations([{ citations: [1, 2, 1], passages: 3, entails }])
    expect(entails.mock.calls.map(([passages]) => passages)).toEqual([[1, 2], [1], [2, 1], [2], [1], [1], [1, 2]])
  })
})

describe('wrong arguments', () => {
  it.each([
    ['a citation that is no whole number', { citations: [1.5], passages: 2 }, /statements\[0\]\.citations/],
    ['NaN', { citations: [Number.NaN], passages: 2 }, /statements\[0\]\.citations/],
    ['fewer passages than none', { citations: [1], passages: -1 }, /statements\[0\]\.passages/],
  ])('%s', (_, given, message) => {
    const statements = [{ ...given, entails: () => true }]
    expect(() => alceCitations(statements)).toThrow(RangeError)
    expect(() => alceCitations(statements)).toThrow(message)
  })
})

it('within 0 and 1, order-free over statements; precision of a statement that is not entailed is 0', () => {
  const some = fc
    .record({ citations: fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 4 }), needed: fc.subarray([1, 2, 3]) })
    .map(
      ({ citations, needed }): AlceStatement => ({
        citations,
        passages: 3,
        entails: (set) => needed.every((n) => set.includes(n)),
      }),
    )
  fc.assert(
    fc.property(fc.array(some, { maxLength: 5 }), (statements) => {
      for (const options of [{}, { compat: 'alce' as const }]) {
        const scores = alceCitations(statements, options)
        expect(alceCitations(statements.toReversed(), options)).toEqual(scores)
        for (const { value, reason } of Object.values(scores))
          expect(value === null ? reason : value >= 0 && value <= 1).toBeTruthy()
        if (scores.recall.value === 0) expect([0, null]).toContain(scores.precision.value)
      }
    }),
  )
})

describe('what entails must be able to say', () => {
  const asking = (entails: unknown) => () =>
    alceCitations([{ citations: [1], passages: 1, entails }] as unknown as AlceStatement[])

  it.each<[string, unknown, string]>([
    ['nothing to ask', undefined, '`statements[0].entails`: expected a function of passage numbers'],
    ['a label', 'entailment', 'got "entailment"'],
    ['a label where true or false is meant', () => 'entailment', '`entails`: expected true, false or null, got "entailment"'],
    ['nothing said', () => undefined, 'got undefined'],
    ['a promise', async () => true, 'a promise; ask the model beforehand'],
  ])('%s is refused', (_, entails, message) => {
    expect(asking(entails)).toThrow(RangeError)
    expect(asking(entails)).toThrow(message)
  })
})
