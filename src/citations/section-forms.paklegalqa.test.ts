import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { publishedData } from '../../test/unit/data.js'
import { sectionsIn } from './section-forms.js'
import type { Section } from './section-unit.js'

// Every form in which PakLegalQA writes the section of a gold source, and what it means. A plain number is itself.
const PLAIN =
  '379 378 406 499 500 302 497 498 154 376 420 506 193 342 392 395 384 323 54 167 144 14 22 7 6 2 3 24 20 12 8 17 133 4 9 61 11 123 10 509 96 325 468 511 34 73 124 58 52 372 132 114 16 279 186 415 491 145 126 182 105 122 118'
const FORMS: [form: string, meaning: string][] = [
  ...PLAIN.split(' ').map((number): [string, string] => [number, number]),
  ['489-F', '489f'],
  ['11-N', '11n'],
  ['249-A', '249a'],
  ['498-A', '498a'],
  ['2(h)', '2(h)'],
  ['497(5)', '497(5)'],
  ['First Schedule, Article 73', 'schedule 1 > article 73'],
  ['First Schedule', 'schedule 1'],
  ['Part X', 'part 10'],
  ['Article 17', 'article 17'],
  ['Article 133', 'article 133'],
  ['Articles 38-39', 'article 38 to 39'],
  ['3-7', '3 to 7'],
  ['3-5', '3 to 5'],
  ['496-497', '496 to 497'],
  ['499-500', '499 to 500'],
  ['87-88', '87 to 88'],
  ['13-14', '13 to 14'],
  ['105-111', '105 to 111'],
  ['442-448 and 378-380', '442 to 448; 378 to 380'],
  ['2 and 7', '2; 7'],
  ['2(s) and 156', '2(s); 156'],
  ['468 and 471', '468; 471'],
  ['148 and 151', '148; 151'],
  ['124 and 126', '124; 126'],
  ['279 and 320', '279; 320'],
  ['442, 448', '442; 448'],
  ['16, 20, 24', '16; 20; 24'],
  ['336-A/336-B', '336a; 336b'],
]

function meaning({ unit, number, to, subs, within }: Section): string {
  const place = within.map((one) => `${one.unit} ${one.number} > `).join('')
  return `${place}${unit ?? ''} ${number}${to ? ` to ${to}` : ''}${subs.map((sub) => `(${sub})`).join('')}`.trim()
}

describe('the 92 section forms of PakLegalQA', () => {
  it.each(FORMS)('%s is %s', (form, expected) => {
    expect(sectionsIn(form).map(meaning).join('; ')).toBe(expected)
  })
})

const { folder, absent, whetherSkipped } = publishedData('paklegalqa')
it.skipIf(absent)(`are all that the benchmark has, and no others${whetherSkipped}`, () => {
  const rows = readFileSync(join(folder, 'benchmark/all-360.jsonl'), 'utf8').split('\n')
  const written = rows
    .filter((line) => line !== '')
    .flatMap((line): { section?: string }[] => JSON.parse(line).gold_sources)
    .flatMap(({ section }) => section ?? [])
  expect(FORMS).toHaveLength(92)
  expect([...new Set(written)].sort()).toEqual(FORMS.map(([form]) => form).sort())
})
