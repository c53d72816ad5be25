import { describe, expect, it } from 'vitest'
import { withPassages } from './cited-passages.js'
import { citesGold } from './cites-gold.js'

const PASSAGES = [
  { id: 'p-1', document: 'd-1', title: 'Tenancy Act 2031', section: '12', text: 'Three months.' },
  { id: 'p-2', document: 'd-2', citation: '2031 VSC 4' },
  { id: 'twice', title: 'Sale of Goods Act 2027' },
  { id: 'twice', title: 'Employment Act 2029' },
]

describe('withPassages', () => {
  it.each([
    ['a passage by its id', { id: 'p-1' }, { id: 'p-1', document: 'd-1', title: 'Tenancy Act 2031', section: '12' }],
    ['by its id as text', { text: 'p-2' }, { text: 'p-2', document: 'd-2', citation: '2031 VSC 4' }],
    [
      'what the citation says itself stays',
      { id: 'p-1', section: '14' },
      { id: 'p-1', document: 'd-1', title: 'Tenancy Act 2031', section: '14' },
    ],
    ['fault 49: an id that is a part of another names nothing', { id: 'p-' }, { id: 'p-' }],
    ['an id that two passages have names neither', { id: 'twice' }, { id: 'twice' }],
    ['no id', { title: 'Tenancy Act 2031' }, { title: 'Tenancy Act 2031' }],
  ])('%s', (_, citation, expected) => {
    expect(withPassages([citation], PASSAGES)).toEqual([expected])
  })

  it('citations that were not reported stay so', () => {
    expect([withPassages(undefined, PASSAGES), withPassages(null, PASSAGES), withPassages([], PASSAGES)]).toEqual([
      undefined,
      null,
      [],
    ])
  })

  it('a gold is cited by the passage that is of it', () => {
    const golds = [{ kind: 'statute', title: 'Tenancy Act 2031', section: '12', optional: false } as const]
    expect(citesGold(golds, withPassages([{ id: 'p-1' }], PASSAGES))).toMatchObject({ document: true, section: true })
    expect(citesGold(golds, withPassages([{ id: 'p-2' }], PASSAGES))).toMatchObject({ document: false })
  })
})
