import { describe, expect, it } from 'vitest'
import { citationCorpus } from './citation-corpus.js'
import { courtsIn } from './courts-in.js'
import { parseCitations } from './parse-citations.js'

const ids = (text: string) => parseCitations(text).map(({ id }) => id)

describe('a year, an acronym and a number in running text', () => {
  it.each([
    'In 2023 BMW 320',
    '2019 IBM 360 mainframes were sold',
    '2020 NASA 12 missions',
    'the 2024 OECD 38 members',
    'See the 2024 OECD 38 members',
    'by 2015 KPMG 12',
    'In 2020 HKD 500 was paid',
    'since 1990 NATO 16 members',
    'Postfach 2020 ZH 8001',
    'at 1800 MHz 5 bars',
    'Im Jahr 2020 GmbH 12',
    'Key size 2048 RSA 1',
    'request number 2019RFP-02, Design Team',
    'in 2031 QXC 14 the court said',
    'in QXC 2031 14',
  ])('is no citation: %s', (text) => {
    expect(ids(text)).toEqual([])
  })

  it.each([
    ['In 2025 LHC 846 the court said', '2025 LHC 846'], // courts of the common law
    ['as held in 2016 SCC 27', '2016 SCC 27'],
    ['and 2019 S.C.C. 5 says', '2019 SCC 5'],
    ['by 2019 CanLII 12345, it is', '2019 CANLII 12345'],
    ['as held in LHC 2025 846', '2025 LHC 846'],
    ['and 1998 CLC 123 says', '1998 CLC 123'], // no Roman numeral
    ['the report 2018 MLD 123 says', '2018 MLD 123'],
    ['2019 ND 12', '2019 ND 12'],
    ['the test of [2031] XSC 14 is', '2031 XSC 14'], // brackets around the year
    ['the test of (2031) XSC 14 is', '2031 XSC 14'],
    ['2031 XSC 14', '2031 XSC 14'], // all of the text, or of a paragraph
    ['It says:\n\n2031 XSC 14.\n\nSo it is', '2031 XSC 14'],
    ['2031 XSC 14 — Vance v Harbour', '2031 XSC 14'],
    ['Vance v Harbour, 2031 XSC 14', '2031 XSC 14'], // a case, a word of citing, a paragraph
    ['*Re Norrby*, 2031 XSC 14 says', '2031 XSC 14'],
    ['see 2031 XSC 14 and others', '2031 XSC 14'],
    ['in 2031 XSC 14, para 12, it', '2031 XSC 14'],
    ['at https://court.example/2031-XSC-14 it', '2031 XSC 14'],
    ['PLD 2015 Supreme Court 12', 'PLD 2015 SC 12'],
    ['PLD 2015 S.C. 12', 'PLD 2015 SC 12'],
    ['PLD 2015 Lahore 12', 'PLD 2015 Lahore 12'],
    ['2005 (4) SCC 123', '(2005) 4 SCC 123'],
    ['(2005) 4 SCC 123', '(2005) 4 SCC 123'],
  ])('%s is %s', (text, id) => {
    expect(ids(text)).toEqual([id])
  })

  it('a court that corpus or passages name is read everywhere', () => {
    const text = 'In 2031 QXC 14 and 2031 QCX 3 the court said; in 2023 BMW 320'
    const corpus = citationCorpus(['2033-qxc-84', 'a-paper'])
    expect([...courtsIn(corpus)]).toEqual(['QXC'])
    expect([
      ...courtsIn(undefined, [{ text: '2031 BMW 1' }, { citation: '[2034] QCX 31' }, { title: '2031 QXC 9 — X v Y' }]),
    ]).toEqual(['QCX', 'QXC'])
    expect([...courtsIn()]).toEqual([])
    const courts = courtsIn(corpus, [{ id: '2034-qcx-31' }])
    expect(parseCitations(text, { courts }).map(({ id }) => id)).toEqual(['2031 QXC 14', '2031 QCX 3'])
    expect(parseCitations(text, { courts: ['Q.X.C.'] }).map(({ id }) => id)).toEqual(['2031 QXC 14'])
    expect(parseCitations(text, { courts: 'any' })).toHaveLength(2)
  })

  it('what is no text and no day is refused', () => {
    // @ts-expect-error: what JavaScript may pass
    expect(() => parseCitations(undefined)).toThrow(new TypeError('parseCitations: expected a text, got undefined'))
    // @ts-expect-error: what JavaScript may pass
    expect(() => parseCitations(null)).toThrow(new TypeError('parseCitations: expected a text, got null'))
    expect(() => parseCitations('BGE 1 I 1', { today: new Date('x') })).toThrow(RangeError)
  })
})
