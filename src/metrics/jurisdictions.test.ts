import { describe, expect, it } from 'vitest'
import { jurisdictionsIn, jurisdictionsOfLabel, wholeOf } from './jurisdictions.js'

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
    ['a Jersey cow', 'a cow'],
    ['a China plate', 'a plate'],
    ['Chad', 'a first name'],
    ['Jordan shoes', 'shoes'],
    ['Virginia Woolf', 'a writer'],
    ['Washington v. Glucksberg', 'a party'],
    ['In Washington v. Glucksberg the court', 'a party behind "in"'],
    ['Johnson v. Texas; US v. Jones; United States v. Jones', 'parties'],
    ['the New York Times', 'a paper'],
    ['the Geneva Conventions', 'conventions'],
    ['let US see', 'a pronoun in capitals'],
  ])('none in %j: %s', (text) => expect(jurisdictionsIn(text)).toEqual([]))

  it.each<[string, string[]]>([
    ['deposits in Georgia', ['Georgia']],
    ['the law of Jersey', ['Jersey']],
    ['Jersey law', ['Jersey']],
    ['under the Virginia statute', ['Virginia']],
    ['Washington courts', ['Washington']],
    ['Mietrecht in der Türkei; tenancy law in Turkey', ['Türkiye']],
    ['contract law of China', ['China']],
    ['New York tenancy deposit', ['New York']],
    ['Geneva deposit', ['Geneva']],
    ['US deposit', ['United States']],
  ])('a name that is a word as well, where law is spoken of: %s', (text, expected) =>
    expect(jurisdictionsIn(text)).toEqual(expected),
  )

  it.each<[string, string[]]>([
    ['Georgia', ['Georgia']],
    ['jersey', ['Jersey']],
    ['US', ['United States']],
    ['CA-ON', ['Canada']],
  ])("an item's own jurisdiction is one without more: %s", (label, expected) =>
    expect(jurisdictionsOfLabel(label)).toEqual(expected),
  )

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
