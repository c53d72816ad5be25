import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanText } from './normalise.js'
import { coversSection } from './section.js'
import { sectionsIn, takeSections } from './section-forms.js'
import type { Section } from './section-unit.js'

function show({ unit, number, to, subs, within }: Section): string {
  const place = within.map((one) => `${one.unit} ${one.number} > `).join('')
  return `${place}${unit ?? ''} ${number}${to ? `..${to}` : ''}${subs.map((sub) => `(${sub})`).join('')}`.trim()
}

describe('sectionsIn', () => {
  it.each([
    ['489-F', '489f'],
    ['s. 489F', 'section 489f'],
    ['section 489-F', 'section 489f'],
    ['§ 12', 'section 12'],
    ['§§ 12–14', 'section 12..14'],
    ['u/s 302', 'section 302'],
    ['Art. 271 Abs. 1 lit. a', 'article 271(1)(a)'],
    ['art. 12 al. 2 let. b', 'article 12(2)(b)'],
    ['art. 13bis cpv. 1', 'article 13bis(1)'],
    ['Art. 41 bis 43', 'article 41..43'],
    ['Article 73', 'article 73'],
    ['Articles 38-39', 'article 38..39'],
    ['First Schedule, Article 73', 'schedule 1 > article 73'],
    ['Article 73 of the First Schedule', 'schedule 1 > article 73'],
    ['Schedule I', 'schedule 1'],
    ['Schedules I and II', 'schedule 1; schedule 2'],
    ['Part X', 'part 10'],
    ['Order VII Rule 11', 'order 7 > rule 11'],
    ['2(s) and 156', '2(s); 156'],
    ['12(1) and (3)', '12(1); 12(3)'],
    ['Art. 336c Abs. 1 lit. b und Abs. 2', 'article 336c(1)(b); article 336c(2)'],
    ['art. 12 al. 1 let. a et let. c', 'article 12(1)(a); article 12(1)(c)'],
    ['Art. 324a/b', 'article 324a; article 324b'],
    ['section 12, sub-section (3), clause (a)', 'section 12(3)(a)'],
    ['442-448 and 378-380', '442..448; 378..380'],
    ['16, 20, 24', '16; 20; 24'],
    ['336-A/336-B', '336a; 336b'],
    ['E. 2.3', 'consideration 2(3)'],
    ['§ 2-207', 'section 2-207'],
    ['fault 45: ４８９\u2010F', '489f'],
    ['دفعہ ۳۰۲', 'section 302'],
    ['dafa 302', 'section 302'],
    ['1983', '1983'],
    ['Preamble', ''],
    ['', ''],
  ])('%s → %s', (text, expected) => {
    expect(
      sectionsIn(text.replace(/^fault 45: /, ''))
        .map(show)
        .join('; '),
    ).toBe(expected)
  })
})

describe('takeSections', () => {
  it.each([
    ['Tenancy Act 2031, s. 12', 'section 12', 'Tenancy Act 2031'],
    ['Section 12(3) of the Tenancy Act, 2031', 'section 12(3)', 'Tenancy Act, 2031'],
    ['§ 823 Abs. 1 BGB', 'section 823(1)', 'BGB'],
    ['Art. 41 OR', 'article 41', 'OR'],
    ['489-F PPC', '489f', 'PPC'],
    ['Penal Code 2030 (s. 12A)', 'section 12a', 'Penal Code 2030'],
    ['Order XXXVII Rule 2 of the Code of Civil Procedure, 1908', 'order 37 > rule 2', 'Code of Civil Procedure, 1908'],
    ['42 U.S.C. § 1983', 'section 1983', '42 U.S.C.'],
    ['Regulation (EU) 2016/679, Art. 5(1)(a)', 'article 5(1)(a)', 'Regulation (EU) 2016/679'],
    ['2031 VSC 14, para 12', 'paragraph 12', '2031 VSC 14'],
    ['Tenancy Act, 2031', '', 'Tenancy Act, 2031'],
    ['Companies Rules 2017', '', 'Companies Rules 2017'],
    ['Qanun-e-Shahadat Order, 1984', '', 'Qanun-e-Shahadat Order, 1984'],
    ['Martial Law Regulation No. 60 (Repeal) Act, 1989', '', 'Martial Law Regulation No. 60 (Repeal) Act, 1989'],
    ['2025 LHC 846', '', '2025 LHC 846'],
    ['205 A.3d 445', '', '205 A.3d 445'],
  ])('%s → %s | %s', (text, sections, rest) => {
    const read = takeSections(text)
    expect(read.sections.map(show).join('; ')).toBe(sections)
    expect(read.rest).toBe(rest)
  })
})

it('ends on any text, and loses none of it where it names no section', () => {
  const part = fc.constantFrom(
    's.',
    'Art. ',
    '12',
    '(3)',
    '-',
    ' and ',
    ', ',
    'Part ',
    'X',
    'Schedule ',
    'of the ',
    'First ',
    ' Act',
    '§',
    '2031',
    'bis ',
  )
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.array(part).map((parts) => parts.join('')),
      ),
      (text) => {
        const { sections, rest } = takeSections(text)
        if (sections.length === 0) expect(cleanText(text)).toContain(rest)
        for (const { number } of [...sections, ...sectionsIn(text)]) expect(number).not.toBe('')
      },
    ),
    { numRuns: 500 },
  )
})

/** Any of the sections of one field by any of the other's. */
function covers(gold: string, cited: string): boolean {
  return sectionsIn(gold).some((one) => sectionsIn(cited).some((other) => coversSection(one, other) === true))
}

describe('coversSection', () => {
  it.each([
    ['489-F', '489F', true],
    ['489-F', 's.489-F', true],
    ['489', '489-F', false],
    ['489-F', '489', false],
    ['12', '12(3)', true],
    ['12(3)', '12', false],
    ['12(3)', '12(3)(a)', true],
    ['12(3)', '12(4)', false],
    ['442-448', '445', true],
    ['442-448', '445-A', true],
    ['442-448', '449', false],
    ['442-448', '446-450', true],
    ['445', '442-448', true],
    ['445(2)', '442-448', false],
    ['336-A/336-B', '336B', true],
    ['378 and 380', '380', true],
    ['Article 17', 's. 17', false],
    ['17', 'Article 17', true],
    ['First Schedule, Article 73', 'Article 73', true],
    ['First Schedule, Article 73', '73', false],
    ['First Schedule, Article 73', 'Second Schedule, Article 73', false],
    ['First Schedule, Article 73', 'Schedule 1, art. 73', true],
    ['First Schedule', 'First Schedule, Article 73', true],
    ['84', '846', false],
    ['', '12', false],
  ])('gold %s, cited %s: %s', (gold, cited, expected) => {
    expect(covers(gold, cited)).toBe(expected)
  })

  it('a part and a section cannot be compared', () => {
    const [part, section] = [...sectionsIn('Part X'), ...sectionsIn('54')]
    expect(part && section && coversSection(part, section)).toBeNull()
    expect(part && section && coversSection(section, part)).toBeNull()
  })

  it('holds for every form and itself, and tells numbers apart', () => {
    const suffix = fc.constantFrom('', '-A', 'B', '(3)', '(3)(a)', 'bis')
    fc.assert(
      fc.property(fc.constantFrom('', 's. ', 'Art. ', '§ '), fc.integer({ min: 1, max: 999 }), suffix, (mark, number, end) => {
        expect(covers(`${mark}${number}${end}`, `${mark}${number}${end}`)).toBe(true)
        expect(covers(`${mark}${number}${end}`, `${mark}${number + 1}${end}`)).toBe(false)
        expect(covers(`${mark}${number}`, `${mark}${number}0`)).toBe(false)
      }),
    )
  })
})
