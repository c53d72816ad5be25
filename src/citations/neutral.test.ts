import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asNeutral, citesDecision, isJudgmentTitle, leadingNeutral, neutralCitations, neutralKey } from './neutral.js'

const keys = (text: string) => neutralCitations(text).map(neutralKey)

describe('neutralCitations', () => {
  it.each([
    ['2025 LHC 846 — Muhammad Rizwan Vs The State (Mr. Justice X)', ['2025 LHC 846']],
    ['[2025] FCS 12', ['2025 FCS 12']],
    ['see [2020] EWCA Civ 12 and 2024 L.H.C. 5.', ['2020 EWCA CIV 12', '2024 LHC 5']],
    ['2019 CanLII 00123 (ON CA)', ['2019 CANLII 123']],
    ['https://courts.example/appjudgments/2025LHC846.pdf', ['2025 LHC 846']],
    ['fault 45: ２０２５\u00a0LHC\u200f ۸۴۶', ['2025 LHC 846']],
    ['In 2020 the 12 judges sat', []],
    ['Companies Act, 2017', []],
    ['12025 LHC 846', []],
  ])('%s', (text, expected) => {
    expect(keys(text)).toEqual(expected)
  })

  it('reads a citation field in any case, and nothing beside the citation', () => {
    expect(asNeutral('2025 lhc 0846')).toEqual({ year: 2025, court: 'LHC', number: '846' })
    expect(asNeutral('2025 lhc 846 and more')).toBeNull()
  })

  it('finds what it is given, whatever the form', () => {
    const court = fc.stringMatching(/^[A-Z]{2,6}$/)
    fc.assert(
      fc.property(fc.integer({ min: 1800, max: 2099 }), court, fc.integer({ min: 1, max: 99999 }), (year, name, number) => {
        const key = `${year} ${name} ${number}`
        expect(keys(key)).toEqual([key])
        expect(keys(`Ali v. B, [${year}] ${name} ${number}, para 3`)).toEqual([key])
        expect(citesDecision(key, { citation: `${key}0` })).toBe(false)
      }),
    )
  })
})

describe('citesDecision', () => {
  it.each([
    ['2025 LHC 846', { title: '2025 LHC 846 — Muhammad Rizwan Vs The State' }, true],
    ['2025 LHC 846', { title: '2025 LHC 846' }, true],
    ['2025 LHC 846', { citation: '[2025] lhc 846' }, true],
    ['2025 LHC 846', { text: 'Rizwan v. The State, 2025 LHC 846, para 7' }, true],
    ['2025 LHC 846', { title: '2025 LHC 8460 — Another Vs The State' }, false],
    ['2025 LHC 8460', { title: '2025 LHC 846 — Muhammad Rizwan' }, false],
    ['2025 LHC 846', { title: '2024 LHC 846 — Another' }, false],
    ['2025 LHC 846', { title: '2025 SHC 846 — Another' }, false],
    ['2025 LHC 846', { title: '2026 LHC 3 — Review of 2025 LHC 846' }, false],
    ['BGE 136 III 513', { text: 'ATF 136 III 513, consid. 2.3' }, true],
    ['BGE 136 III 51', { text: 'BGE 136 III 513' }, false],
    ['205 A.3d 445', { text: 'Oliver v. Narragansett Bay Ins. Co., 205 A.3d 445 (R.I. 2019)' }, true],
    ['205 A.3d 445', { text: '205 A.3d 4450' }, false],
    ['4A_18/2018', { text: 'BGer 4A_18/2018 vom 21. November 2018' }, true],
    ['4A_18/2018', { text: 'BGer 14A_18/2018' }, false],
    ['2025 LHC 846', {}, false],
  ])('fault 49: %s in %o: %s', (gold, cited, expected) => {
    expect(citesDecision(gold, cited)).toBe(expected)
  })
})

describe('isJudgmentTitle', () => {
  it.each([
    ['2023 LHC 2938 — Hayat Kimya Vs Humair Yusuf', true],
    ['Estate of Khan v. Commissioner under the Income Tax Act', true],
    ['Code of Criminal Procedure, 1898 (Act V of 1898)', false],
    ['Tenancy Act 2031 (see Ali v. Baker)', false],
    ['Companies Act, 2017', false],
  ])('%s: %s', (title, expected) => {
    expect(isJudgmentTitle(title)).toBe(expected)
  })
  it('takes the citation in front only', () => {
    expect(leadingNeutral('Review of 2025 LHC 846')).toBeNull()
  })
})
