import { expect, test } from 'vitest'
import { finish } from './pace.js'
import { saidSteps, standsWordForWord } from './points.js'

const stands = (point: string, answer: string, language = 'en') =>
  standsWordForWord(point, finish(saidSteps(answer, language)), language)

test.each<[point: string, answer: string, language?: string]>([
  ['both parties', 'The inventory is signed by both parties on the first day.'],
  ['Both Parties.', 'It is signed by **both parties**, and kept.'],
  ['in writing', 'Notice is due. It must be given in writing.'],
  ['not liable', 'The landlord is not liable for this.'],
  ['30 days', 'It falls due within 30 days.'],
  ['section 12', 'See section 12(3) of the Act.'],
  ['eine Übertretung', 'Wer dies unterlässt, begeht eine Übertretung.', 'de'],
  ['par écrit', 'Le congé est donné par écrit.', 'fr'],
  ['دونوں فریق', 'فہرست پر دونوں فریق دستخط کرتے ہیں۔', 'ur'],
])('%j stands in %j', (point, answer, language) => {
  expect(stands(point, answer, language)).toBe(true)
})

test.each<[why: string, point: string, answer: string, language?: string]>([
  ['a negation that the point lacks', 'both parties', 'It need not be signed by both parties.'],
  ['another negation beside its own', 'not liable', 'It is never so that the landlord is not liable.'],
  ['part of a word', 'part', 'The parties sign.'],
  ['part of a number', '30 days', 'It takes 10.30 days.'],
  ['part of a number in words', 'three years', 'It lasts twenty-three years.'],
  ['a number with a multiplier', 'CHF 3', 'The fee is CHF 3 million.'],
  ['words that stand apart', 'both parties', 'Both of the parties sign.'],
  ['words of two sentences', 'lease ends', 'That is the lease. Ends are loose.'],
  ['a question', 'both parties', 'Do both parties sign?'],
  ['no content word', 'no', 'There is no doubt.'],
  ['no word', '…', 'There is doubt …'],
  ['a language whose negations are not known', 'ambas partes', 'No lo firman ambas partes.', 'es'],
  ['an empty answer', 'both parties', ''],
])('%s: %j does not stand in %j', (_, point, answer, language) => {
  expect(stands(point, answer, language)).toBe(false)
})
