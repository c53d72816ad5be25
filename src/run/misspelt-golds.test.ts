import { describe, expect, it } from 'vitest'
import { Item, type ItemInput } from '../schema/item.js'
import { goldFinder } from './golds.js'

type Gold = NonNullable<ItemInput['golds']>[number]

const warningsOf = (golds: Gold[], passages: object[] | undefined, options = {}) =>
  goldFinder(options)(Item.parse({ id: '1', question: 'Q?', golds }), {
    answer: '',
    ...(passages === undefined ? {} : { passages }),
  }).warnings

const act: Gold = { kind: 'document', id: 'act-1' }
const chunk: Gold = { kind: 'passage', id: 'act-1#2' }
const span: Gold = { kind: 'span', document: 'Keep.txt', start: 0, end: 9 }
const SPELLING = 'differs in case, separators or white space alone from'
const EQUAL = 'ids are compared by equality'

it('a place that says the same is no misspelling, and two golds of one document make one warning', () => {
  const equals = [{ document: 'act-de', start: 0, end: 9 }]
  expect(warningsOf([{ kind: 'span', document: 'act', start: 0, end: 9, equals }], [{ document: 'act-de' }])).toEqual([])
  const golds: Gold[] = [0, 9].map((start) => ({ kind: 'span', document: 'act', start, end: start + 9 }))
  expect(warningsOf(golds, [{ document: 'Act' }])).toHaveLength(1)
})

describe('a gold that was not found, beside an id that is almost its own', () => {
  it.each<[string, Gold, object, string]>([
    ['another case', act, { id: 'ACT-1' }, `gold document "act-1" ${SPELLING} the passage id "ACT-1"; ${EQUAL}`],
    ['a space at the end', act, { document: 'act-1 ' }, `gold document "act-1" ${SPELLING} the document "act-1 "; ${EQUAL}`],
    [
      'another separator',
      act,
      { id: 'p1', document: 'act_1' },
      `gold document "act-1" ${SPELLING} the document "act_1"; ${EQUAL}`,
    ],
    ['no separator', act, { id: 'Act1' }, `gold document "act-1" ${SPELLING} the passage id "Act1"; ${EQUAL}`],
    ['of a passage', chunk, { id: 'act-1/2' }, `gold passage "act-1#2" ${SPELLING} the passage id "act-1/2"; ${EQUAL}`],
    ['of a span', span, { document: 'keep.txt' }, `gold document "Keep.txt" ${SPELLING} the document "keep.txt"; ${EQUAL}`],
    [
      'one of its other ids',
      { ...act, equals: ['SR 220'] },
      { id: 'sr-220' },
      `gold document "SR 220" ${SPELLING} the passage id "sr-220"; ${EQUAL}`,
    ],
    [
      'composed in another way, and in another case',
      { kind: 'document', id: 'Loi f\u00e9d\u00e9rale' },
      { id: 'loi fe\u0301de\u0301rale' },
      `gold document "Loi f\u00e9d\u00e9rale" ${SPELLING} the passage id "loi f\u00e9d\u00e9rale"; ${EQUAL}`,
    ],
    [
      'passages by ids of their own',
      act,
      { id: 'act-1#1', title: 'The Act' },
      'gold document "act-1" is the beginning of the passage id "act-1#1": if that is a passage of it, give the passages `document`',
    ],
    [
      'a file for its name',
      act,
      { document: 'act-1.txt' },
      'gold document "act-1" is the beginning of the document "act-1.txt": if that is the gold, give both one name',
    ],
    [
      'a part of a passage',
      chunk,
      { id: 'act-1#2.1' },
      'gold passage "act-1#2" is the beginning of the passage id "act-1#2.1": if that is the gold, name it in `equals`',
    ],
  ])('%s', (_, gold, passage, warning) => {
    expect(warningsOf([gold], [{ id: 'other' }, passage])).toEqual([warning])
  })

  it.each<[string, Gold[], object[] | undefined, object?]>([
    ['it was found', [act], [{ id: 'ACT-1' }, { id: 'act-1' }]],
    ['it was found by the other form of its letters', [{ kind: 'document', id: 'f\u00e9' }], [{ id: 'fe\u0301' }]],
    ['fault 49: another number', [act], [{ id: 'act-10' }, { id: 'act-1b' }, { id: 'act-11#1' }]],
    ['numbers that are cut elsewhere', [{ kind: 'document', id: 'act-1-2' }], [{ id: 'act-12' }]],
    ['an id of signs alone', [{ kind: 'document', id: '§§' }], [{ id: '--' }]],
    ['it is optional', [{ ...act, optional: true }], [{ id: 'ACT-1' }]],
    ['it was put into the context', [act], [{ id: 'act-1', injected: true }, { id: 'ACT-1' }]],
    ['a passage of another document has a name like it', [chunk], [{ id: 'p1', document: 'ACT-1#2' }]],
    ['statutes are compared by title', [{ kind: 'statute', title: 'Rent Act 2031' }], [{ id: 'rent act 2031' }]],
    ['a reading finds it', [chunk], [{ id: 'act-1#2-x' }], { compat: 'legal-rag-bench' }],
    ['nothing was retrieved', [act], []],
    ['retrieval was not reported', [act], undefined],
  ])('no warning: %s', (_, golds, passages, options) => {
    expect(warningsOf(golds, passages, options)).toEqual([])
  })

  it('one warning for each gold, whatever else was found', () => {
    const golds: Gold[] = [act, { kind: 'document', id: 'act-2' }, { kind: 'document', id: 'act-3' }]
    const passages = [{ id: 'act-3' }, { id: 'Act-1' }, { id: 'ACT-1' }, { id: 'act-2 ' }]
    expect(warningsOf(golds, passages)).toEqual([
      `gold document "act-1" ${SPELLING} the passage id "Act-1"; ${EQUAL}`,
      `gold document "act-2" ${SPELLING} the passage id "act-2 "; ${EQUAL}`,
    ])
  })
})
