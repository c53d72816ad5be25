import { describe, expect, it } from 'vitest'
import { checkCitation, hasPinpoint } from './check-citation.js'
import { citationCorpus, idKey } from './citation-corpus.js'
import { indexManifest } from './manifest.js'

const today = new Date('2026-06-01T00:00:00Z')

describe('checkCitation without a corpus', () => {
  it.each([
    ['BGE 136 III 513', 'unverified'],
    ['Art. 41 OR', 'unverified'],
    ['BGE 999 III 1', 'missing'],
    ['BGE 140 VII 1', 'missing'],
    ['4A_1/2099', 'missing'],
    ['4A_1/2019 vom 3. Mai 2018', 'discrepancy'],
    ['BVGer 4A_1/2019', 'discrepancy'],
    ['1/2020', 'unrecognized'],
    ['no citation', 'unrecognized'],
    ['', 'unrecognized'],
  ])('%s: %s', (text, status) => {
    expect(checkCitation(text, { today }).status).toBe(status)
  })
})

describe('checkCitation against a corpus', () => {
  const corpus = citationCorpus([
    { id: 'bge_BGE_136_III_513', pinpoints: ['2.3', '4.1.3'] },
    { id: 'bger_4A_18_2018', date: '2018-11-21' },
    { id: 'bger_4A_191_2019', date: '2019-05-01' },
    { id: 'x-7', citation: '4A_191/2019', date: '2019-11-05' },
    { id: 'vd_gerichte_1_2020' },
    { id: 'ge_gerichte_1_2020' },
    { id: 'vd_findinfo_HC___2020___38' },
    { id: 'BGE 153 III 1' },
    { id: 'case-9', title: '2025 LHC 846 — Rizwan Vs The State' },
    { id: 'n-1', title: 'Urteil des Bundesgerichts 5A_1/2020 vom 3. März 2020' },
    { id: 'n-2', title: 'Revision of 5A_2/2020' },
    { id: 'n-3', citation: 'BGer 5A_3/2020 vom 3. März 2020' },
    { id: 'SR 220', pinpoints: ['41', '97'] },
  ])
  it.each([
    ['ATF 136 III 513', 'resolved', ['bge_BGE_136_III_513']],
    ['bge_BGE_136_III_513', 'resolved', ['bge_BGE_136_III_513']],
    ['BGE 136 III 513 E. 2.3', 'resolved', ['bge_BGE_136_III_513']],
    ['BGE 136 III 513 E. 4.1', 'resolved', ['bge_BGE_136_III_513']],
    ['BGE 136 III 513 E. 4.1.3.2', 'pinpoint_unavailable', ['bge_BGE_136_III_513']],
    ['BGE 136 III 513 E. 99', 'pinpoint_unavailable', ['bge_BGE_136_III_513']],
    ['fault 49: BGE 136 III 51', 'missing', []],
    ['fault 49: BGE 136 III 5130', 'missing', []],
    ['BGE 136 IV 513', 'missing', []],
    ['4A 18/2018 vom 21. November 2018', 'resolved', ['bger_4A_18_2018']],
    ['4A_18/2018 vom 21. November 2019', 'discrepancy', ['bger_4A_18_2018']],
    ['BVGer 4A_18/2018', 'discrepancy', ['bger_4A_18_2018']],
    ['4A_191/2019', 'ambiguous', ['bger_4A_191_2019', 'x-7']],
    ['4A_191/2019 vom 5. November 2019', 'resolved', ['x-7']],
    ['4A_191/2019 vom 6. November 2019', 'discrepancy', ['bger_4A_191_2019', 'x-7']],
    ['1/2020', 'ambiguous', ['vd_gerichte_1_2020', 'ge_gerichte_1_2020']],
    ['Gericht VD 1/2020', 'resolved', ['vd_gerichte_1_2020']],
    ['Tribunal GE HC/2020/38', 'missing', []],
    ['HC/2020/38', 'resolved', ['vd_findinfo_HC___2020___38']],
    ['247/2020', 'unrecognized', []],
    ['x-7', 'resolved', ['x-7']],
    ['case-9', 'resolved', ['case-9']],
    ['[2025] LHC 0846', 'resolved', ['case-9']],
    ['fault 49: 2025 LHC 84600', 'missing', []],
    ['BGE 153 III 1', 'resolved', ['BGE 153 III 1']], // in the corpus, so it exists
    ['5A_1/2020', 'resolved', ['n-1']],
    ['5A_2/2020', 'missing', []],
    ['5A_3/2020', 'resolved', ['n-3']],
    ['SR 220', 'resolved', ['SR 220']],
    ['Art. 97 SR 220', 'resolved', ['SR 220']],
    ['Art. 9999 SR 220', 'pinpoint_unavailable', ['SR 220']],
    ['Art. 41 OR', 'unverified', []],
  ])('%s: %s', (title, status, documents) => {
    const { status: found, documents: ids } = checkCitation(title.replace(/^fault 49: /u, ''), { corpus, today })
    expect([found, ids]).toEqual([status, documents])
  })

  it('a corpus of acts says nothing of decisions, and one of decisions nothing of acts', () => {
    const act = { id: '1', title: 'Tenancy Act, 2031', kind: 'statute' } as const
    const decision = { id: '2', title: '2031 VSC 14 — A v. B', kind: 'decision' } as const
    const acts = citationCorpus(indexManifest([act], 'acts'))
    const decisions = citationCorpus(indexManifest([decision], 'decisions'))
    expect(checkCitation('2031 VSC 15', { corpus: acts, today: new Date('2032-01-01') }).status).toBe('unverified')
    expect(checkCitation('Tenancy Act 1999', { corpus: acts }).status).toBe('missing')
    expect(checkCitation('Tenancy Act 2031, s. 4', { corpus: acts })).toEqual({ status: 'resolved', documents: ['1'] })
    expect(checkCitation('Tenancy Act 1999', { corpus: decisions }).status).toBe('unverified')
  })
})

describe('idKey', () => {
  it.each([
    ['bger_4A_18_2018', 'BGer 4A_18/2018', true],
    ['HC / 2020 / 38', 'HC___2020___38', true],
    ['NG 190020', 'NG190020', true],
    ['AC.2019.0123', 'AC 2019 123', true],
    ['DTF 139 III 7', 'bge_139_III_7', true],
    ['Arr_t___2023', 'Arrêt / 2023', true],
    ['fault 45: ４A\u00ad_18', '4A 18', true],
    ['fault 49: 1.1-c1-s1', '11.1-c1-s1', false],
    ['4A_18/2018', '4A_188/2018', false],
    ['12_020', '1_2020', false],
  ])('%s and %s: %s', (one, other, same) => {
    expect(idKey(one.replace(/^fault \d+: /u, '')) === idKey(other)).toBe(same)
  })
})

describe('hasPinpoint', () => {
  it.each([
    ['2.3', true],
    ['2', true],
    ['3', true],
    ['3c', true],
    ['3C', true],
    ['3c/aa', true],
    ['3d', false],
    ['2.31', false],
    ['2.3.1', false],
    ['2.3-3', true],
    ['2.3-9', false],
    ['10', true],
    ['12a', true],
    ['13', false],
  ])('%s: %s', (pinpoint, expected) => {
    expect(hasPinpoint(['2.3', '3c/aa', '10-12'], pinpoint)).toBe(expected)
  })
})
