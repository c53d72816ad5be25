import { describe, expect, it } from 'vitest'
import type { GoldSource } from '../schema/item.js'
import { addedByRewrite, type Rewrite } from './rewrite.js'

const statute = (title: string, section?: string): GoldSource => ({
  kind: 'statute',
  title,
  ...(section === undefined ? {} : { section }),
  optional: false,
})
const decision = (citation: string): GoldSource => ({ kind: 'decision', citation, optional: false })
const added = (given: Partial<Rewrite>) => {
  const { authorities, jurisdictions } = addedByRewrite({ question: '', rewritten: '', golds: [], ...given })
  return [...authorities.map(({ text }) => text), ...jurisdictions]
}

describe('authorities that a rewrite adds', () => {
  it.each<[string, Partial<Rewrite>, string[]]>([
    ['nothing to add', { question: 'Is a deposit owed?', rewritten: 'deposit, owed' }, []],
    ['a section', { question: 'Is damage owed?', rewritten: 'damages Art. 41 OR' }, ['Art. 41 OR']],
    ['the section of the question', { question: 'Does Art. 41 OR apply?', rewritten: 'scope of art. 41 CO' }, []],
    ['a section of an act that the question names', { question: 'Was sagt das OR?', rewritten: 'Art. 41 OR' }, ['Art. 41 OR']],
    ['another section', { question: 'Art. 41 OR?', rewritten: 'Art. 41 OR, Art. 97 OR' }, ['Art. 97 OR']],
    [
      'the act of a section that the question names',
      { question: 'Section 302 of the Penal Code 1860?', rewritten: 'Penal Code 1860' },
      [],
    ],
    ['a section of the gold', { rewritten: 's. 302 of the Penal Code 1860', golds: [statute('Penal Code 1860', '302')] }, []],
    [
      'another section than the gold',
      { rewritten: 's. 304 of the Penal Code 1860', golds: [statute('Penal Code 1860', '302')] },
      ['s. 304 of the Penal Code 1860'],
    ],
    [
      'a section of a gold without one',
      { rewritten: 's. 302 of the Penal Code 1860', golds: [statute('Penal Code 1860')] },
      ['s. 302 of the Penal Code 1860'],
    ],
    [
      'a section of the gold, whose title is no citation in form',
      { rewritten: 'Schriftform § 5 BGB', golds: [statute('Bürgerliches Gesetzbuch (BGB)', '5')] },
      [],
    ],
    [
      'another section of such a gold',
      { rewritten: 'Schriftform § 6 BGB', golds: [statute('Bürgerliches Gesetzbuch (BGB)', '5')] },
      ['§ 6 BGB'],
    ],
    ['a decision', { rewritten: 'BGE 140 III 86 deposit' }, ['BGE 140 III 86']],
    ['a decision of the question, in another language', { question: 'ATF 140 III 86?', rewritten: 'BGE 140 III 86' }, []],
    ['the gold decision', { rewritten: 'bail [2019] UKSC 5', golds: [decision('2019 UKSC 5')] }, []],
    ['a decision that begins like the gold', { rewritten: '2019 UKSC 50', golds: [decision('2019 UKSC 5')] }, ['2019 UKSC 50']],
    ['an optional gold', { rewritten: '2019 UKSC 5', golds: [{ ...decision('2019 UKSC 5'), optional: true }] }, []],
    ['the same twice', { rewritten: 'BGE 140 III 86; ATF 140 III 86' }, ['BGE 140 III 86']],
  ])('%s', (_, given, expected) => expect(added(given)).toEqual(expected))
})

describe('jurisdictions that a rewrite adds', () => {
  it.each<[string, Partial<Rewrite>, string[]]>([
    ['a country', { question: 'How long is the notice?', rewritten: 'notice period in Germany' }, ['Germany']],
    ['by its law', { question: 'How long is the notice?', rewritten: 'Swiss tenancy law notice' }, ['Switzerland']],
    [
      'that of the question, in another language',
      { question: 'Frist in der Schweiz?', rewritten: 'notice period Switzerland' },
      [],
    ],
    ["the item's own", { rewritten: 'notice Ontario', jurisdiction: 'Ontario' }, []],
    ["the item's own, by its code", { rewritten: 'notice Switzerland', jurisdiction: 'CH' }, []],
    ['the country of the province', { rewritten: 'notice Ontario Canada', jurisdiction: 'Ontario' }, []],
    ['the country of a province by code', { rewritten: 'notice Canada', jurisdiction: 'CA-ON' }, []],
    ['a province of the country', { question: 'notice in Canada?', rewritten: 'notice Ontario' }, ['Ontario']],
    ['one that a gold names', { rewritten: 'theft Pakistan', golds: [statute('Pakistan Penal Code 1860')] }, []],
    ['two, one of them new', { question: 'in Texas?', rewritten: 'Texas, New Mexico' }, ['New Mexico']],
  ])('%s', (_, given, expected) => expect(added(given)).toEqual(expected))
})
