import { describe, expect, it } from 'vitest'
import { jurisdictionsIn, wholeOf } from './jurisdictions.js'

describe('jurisdictions that a text names', () => {
  it.each<[string, string[]]>([
    ['Notice periods in Switzerland', ['Switzerland']],
    ['Kündigungsfristen in der Schweiz', ['Switzerland']],
    ['délai de congé en Suisse', ['Switzerland']],
    ['disdetta in Svizzera', ['Switzerland']],
    ['rental law in switzerland', ['Switzerland']],
    ['Mietrecht Deutschlands und Österreichs', ['Germany', 'Austria']],
    ["Stati Uniti d'America", ['United States']],
    ['the Kantonsgericht of St. Gallen', ['St. Gallen']],
    ['Tribunal cantonal de Genève', ['Geneva']],
    ['Tribunale del Canton Ticino', ['Ticino']],
    ['zuerich, ZÜRICH, Zurich', ['Zürich']],
    ['Que\u0301bec et Nouvelle-Écosse', ['Quebec', 'Nova Scotia']],
    ['residential tenancies in British Columbia and Ontario', ['British Columbia', 'Ontario']],
    ['New Mexico, New Jersey, West Virginia', ['New Mexico', 'New Jersey', 'West Virginia']],
    ['Kaliforniens Verfassung', ['California']],
    ['Northern Ireland', ['Northern Ireland']],
    ['Bosnia and Herzegovina', ['Bosnia & Herzegovina']],
    ['EU-Recht, droit de l’UE, the European Union', ['European Union']],
    ['US law; U.S. law; the USA', ['United States']],
    ['UK', ['United Kingdom']],
    ['Great Britain, Grossbritannien', ['United Kingdom']],
    ['Côte d’Ivoire', ['Côte d’Ivoire']],
    ['Kanton Zug; canton du Jura; Cantone di Uri', ['Zug', 'Jura', 'Uri']],
  ])('%s', (text, expected) => expect(jurisdictionsIn(text)).toEqual(expected))

  it.each<[string, string[]]>([
    ['Swiss tenancy law', ['Switzerland']],
    ['schweizerisches Mietrecht', ['Switzerland']],
    ['droit suisse du bail', ['Switzerland']],
    ['diritto svizzero', ['Switzerland']],
    ['the German Civil Code', ['Germany']],
    ['Canadian courts', ['Canada']],
    ['under English law', ['England']],
  ])('by the system of law: %s', (text, expected) => expect(jurisdictionsIn(text)).toEqual(expected))

  it.each([
    ['', 'nothing'],
    ['How long is the notice period?', 'no name'],
    ['answer in German, please', 'a language'],
    ['Leistung Zug um Zug', 'a move'],
    ['er studiert Jura', 'a subject'],
    ['tell us what is due', 'a pronoun'],
    ['a turkey and a chad, the jersey', 'common nouns'],
    ['La réunion des associés; la riunione', 'a meeting'],
    ['Maurice et Dominique ont signé', 'first names'],
    ['42 U.S.C. 1983', 'a code that begins like initials'],
    ['Frankreicher, Omanisch', 'longer words'],
  ])('none in %j: %s', (text) => expect(jurisdictionsIn(text)).toEqual([]))

  it('a part knows its whole', () => {
    expect(['Zug', 'Ontario', 'Texas', 'Wales', 'Switzerland', 'European Union'].map(wholeOf)).toEqual([
      'Switzerland',
      'Canada',
      'United States',
      'United Kingdom',
      null,
      null,
    ])
  })
})
