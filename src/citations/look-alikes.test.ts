import { describe, expect, it } from 'vitest'
import { parseCitations } from './parse-citations.js'

const ids = (text: string) => parseCitations(text).map(({ id }) => id)

describe('what only looks like a citation', () => {
  it.each([
    // official collections, papers, products, courts of other numbers
    'Siehe AS 2020 123',
    'voir FF 2020 123',
    'Invoice INV/2023/12',
    'Invoice XY/2023/12',
    'siehe ZH 2020 12 Personen',
    'siehe Modell X5 20 300',
    'Das Modell A-1234/2014 der Pumpe',
    'EuGH C-131/2012',
    'CJUE, affaire C-131/2012',
    // cables, planes, words
    'RS 232 cable',
    'RS 485',
    'SR 71 Blackbird',
    'Yeh Act kehta hai',
    'Da Vinci Code, 2003',
    'the Access Code',
    // contracts
    'Section 11.2 SHALL apply',
    'SHALL Section 11.2',
    'Section 6.5 IN the event',
    'Section 8 EACH party',
    'article 5 TERM of this',
    'Section 13.11 LLC',
    'under Section 5 OR otherwise',
    // the United States
    'Apartment 12 A.2d 45',
    '3 U.S. 5 dollar bills',
  ])('%s', (text) => {
    expect(ids(text)).toEqual([])
  })

  it.each([
    ['BVGer A-1234/2014', 'BVGer A-1234/2014'],
    ['wie in C-131/2012 entschieden', 'BVGer C-131/2012'],
    ['Arrêt HC/2020/38', 'HC/2020/38'],
    ['Gericht SZ ZK1 2023 26', 'ZK1 2023 26'],
    ['SCC 2020 5', '2020 SCC 5'],
    ['LHC 2025 846', '2025 LHC 846'],
    ['SR 220', 'SR 220'],
    ['RS 232.11', 'SR 232.11'],
    ['SR 0.101', 'SR 0.101'],
    ['the Access to the Media (Deaf) Persons Act, 2022', 'access media deaf persons act 2022'],
    ['Colorado Probate Code', 'colorado probate code'],
    ['Art. 5 OR', 'OR article 5'],
    ['410 U.S. 113 held', '410 U.S. 113'],
    ['3 U.S. 5', '3 U.S. 5'],
  ])('but %s is %s', (text, id) => {
    expect(ids(text)).toEqual([id])
  })
})
