import { describe, expect, test } from 'vitest'
import { NEGATIONS, STOP_WORDS } from '../../text/stop-words.js'
import { isReadable, languageOf, languageUnless, spokenLanguage } from './language.js'
import { OUTCOME_LANGUAGES } from './refusal-patterns.js'

/** The text, its language as far as its words tell, and whether it is plainly of a language with rules. */
const ROWS: [text: string, language: string | null, readable: boolean][] = [
  ['Yes, within 14 days.', 'en', true],
  ['three years', 'en', true],
  ['The landlord pays.', 'en', true],
  ["I don't know.", 'en', true],
  ['Drei Monate Kündigungsfrist.', 'de', true],
  ['Der Mieter haftet nicht.', 'de', true],
  ['Oui, dans les 30 jours.', 'fr', true],
  ['Sì, entro 30 giorni.', 'it', true],
  ['مجھے نہیں معلوم۔', 'ur', true],
  ['Zabani muahida is qanoon mein durust hai.', 'ur-Latn', true],
  ['No.', null, true],
  ['30 000', null, true],
  ['', null, true],
  ['Lo siento, no puedo responder a esta pregunta.', 'es', false],
  ['El arrendador debe devolver la fianza en un plazo de 30 días.', 'es', false],
  ['Não sei.', 'pt', false],
  ['De documenten vermelden de termijn niet.', 'nl', false],
  ['申し訳ありませんが、お答えできません。', 'und-Jpan', false],
  ['抱歉，我无法回答这个问题。', 'und-Hani', false],
  ['Ho sento, no puc respondre a aquesta pregunta.', 'ca', false],
  ['Samahani, siwezi kujibu swali hili.', null, false],
  ['Sergio Costanzo', null, false],
]

describe('the language of a text', () => {
  test.each(ROWS)('%j: %s, readable: %s', (text, language, readable) => {
    expect(languageOf(text)).toBe(language)
    expect(isReadable(text)).toBe(readable)
  })

  test('a language with rules has all of them', () => {
    for (const rules of [NEGATIONS, OUTCOME_LANGUAGES]) expect(Object.keys(rules).sort()).toEqual(Object.keys(STOP_WORDS).sort())
  })

  test('names and terms do not hide it in a long text', () => {
    const names = 'Nadia Qureshi v. City of Multan, Lahore High Court, Writ Petition Mughal Khan Sheikh Tariq Saleem Zafar'
    expect(languageOf(`${names} was decided by the court, which set the order aside and sent it back to them.`)).toBe('en')
  })

  test('a declared language stands, also against the text; without one the text decides', () => {
    expect(spokenLanguage('de-CH', 'The landlord pays.')).toBe('de')
    expect(spokenLanguage('und', 'The landlord pays.')).toBe('en')
    expect(spokenLanguage('und', 'Sergio Costanzo')).toBe('und')
  })

  test('of an expected language a text is only surely not', () => {
    expect(languageUnless('Drei Monate.', 'en')).toBe('en')
    expect(languageUnless('Der Mieter kann den Vertrag mit einer Frist von drei Monaten kündigen.', 'en')).toBe('de')
    expect(languageUnless('Drei Monate.', 'und')).toBe('de')
    expect(languageUnless('Sergio Costanzo', 'und')).toBe('und')
  })
})
