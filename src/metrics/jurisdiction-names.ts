/** A jurisdiction by the name that stands first, and its other names in English, German, French and Italian. */
export interface Named {
  name: string
  names: readonly string[]
  /** The jurisdiction that it is a part of. */
  within?: string
}

const CANTONS = `Aargau|Argovie|Argovia
Appenzell Ausserrhoden|Appenzell Rhodes-Extérieures|Appenzello Esterno|Ausserrhoden
Appenzell Innerrhoden|Appenzell Rhodes-Intérieures|Appenzello Interno|Innerrhoden
Basel-Landschaft|Baselland|Bâle-Campagne|Basilea Campagna
Basel-Stadt|Basel|Bâle-Ville|Bâle|Basilea Città|Basilea
Bern|Berne|Berna
Fribourg|Freiburg|Friburgo
Geneva|Genève|Genf|Ginevra
Glarus|Glaris|Glarona
Grisons|Graubünden|Grigioni|Grischun
Jura|Giura
Lucerne|Luzern|Lucerna
Neuchâtel|Neuenburg
Nidwalden|Nidwald|Nidvaldo
Obwalden|Obwald|Obvaldo
Schaffhausen|Schaffhouse|Sciaffusa
Schwyz|Svitto
Solothurn|Soleure|Soletta
St. Gallen|Sankt Gallen|Saint-Gall|San Gallo
Thurgau|Thurgovie|Turgovia
Ticino|Tessin
Uri
Valais|Wallis|Vallese
Vaud|Waadt
Zug|Zoug|Zugo
Zürich|Zuerich|Zurich|Zurigo`

const PROVINCES = `Alberta
British Columbia|Colombie-Britannique|Britisch-Kolumbien|Columbia Britannica
Manitoba
New Brunswick|Nouveau-Brunswick|Neubraunschweig|Nuovo Brunswick
Newfoundland and Labrador|Newfoundland|Terre-Neuve-et-Labrador|Terre-Neuve|Neufundland|Terranova
Northwest Territories|Territoires du Nord-Ouest|Nordwest-Territorien|Territori del Nord-Ovest
Nova Scotia|Nouvelle-Écosse|Neuschottland|Nuova Scozia
Nunavut
Ontario
Prince Edward Island|Île-du-Prince-Édouard|Prinz-Edward-Insel|Isola del Principe Edoardo
Quebec|Québec
Saskatchewan
Yukon`

const STATES = `Alabama
Alaska
Arizona
Arkansas
California|Californie|Kalifornien
Colorado
Connecticut
Delaware
District of Columbia|Washington, D.C.
Florida|Floride
Hawaii|Hawaï
Idaho
Illinois
Indiana
Iowa
Kansas
Kentucky
Louisiana|Louisiane|Luisiana
Maine
Maryland
Massachusetts
Michigan
Minnesota
Mississippi
Missouri
Montana
Nebraska
Nevada
New Hampshire
New Jersey
New Mexico|Nouveau-Mexique|Nuovo Messico
New York
North Carolina|Caroline du Nord|Carolina del Nord
North Dakota|Dakota du Nord|Dakota del Nord
Ohio
Oklahoma
Oregon
Pennsylvania|Pennsylvanie|Pennsylvanien
Rhode Island
South Carolina|Caroline du Sud|Carolina del Sud
South Dakota|Dakota du Sud|Dakota del Sud
Tennessee
Texas
Utah
Vermont
Virginia|Virginie
Washington
West Virginia|Virginie-Occidentale|Virginia Occidentale
Wisconsin
Wyoming`

const NATIONS = `England|Angleterre|Inghilterra
Northern Ireland|Nordirland|Irlande du Nord|Irlanda del Nord
Scotland|Schottland|Écosse|Scozia
Wales|Pays de Galles|Galles`

/** Names in use that the platform's own list of regions lacks, by the code that it has. */
const FURTHER: Readonly<Record<string, readonly string[]>> = {
  CH: ['Swiss Confederation', 'Schweizerische Eidgenossenschaft', 'Confédération suisse', 'Confederazione Svizzera'],
  CI: ['Ivory Coast'],
  CZ: ['Czech Republic', 'Tschechische Republik', 'République tchèque', 'Repubblica Ceca'],
  GB: ['Great Britain', 'Grossbritannien', 'Grande-Bretagne', 'Gran Bretagna'],
  KR: ['Republic of Korea'],
  MM: ['Burma', 'Birma', 'Birmanie', 'Birmania'],
  NL: ['Holland', 'Hollande', 'Olanda'],
  RU: ['Russian Federation'],
  TR: ['Turkey'],
  US: ['United States of America', 'Vereinigte Staaten von Amerika', "États-Unis d'Amérique", "Stati Uniti d'America"],
}

/** What the platform calls regions, and is no jurisdiction: no country, not assigned, or for tests. */
const NO_COUNTRY: ReadonlySet<string> = new Set(['AQ', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ'])
const JOINED: Readonly<Record<string, string>> = { en: 'and', de: 'und', fr: 'et', it: 'e' }

/** All that are known: the platform's regions (ISO 3166-1 and the EU), and the parts of Switzerland, Canada, the United States and the United Kingdom. */
export function knownJurisdictions(): Named[] {
  const parts = (list: string, within: string) => list.split('\n').map((line) => ({ ...parse(line), within }))
  return [
    ...countries(),
    ...parts(CANTONS, 'Switzerland'),
    ...parts(PROVINCES, 'Canada'),
    ...parts(STATES, 'United States'),
    ...parts(NATIONS, 'United Kingdom'),
  ]
}

function parse(line: string): Named {
  const names = line.split('|')
  return { name: names[0] ?? line, names }
}

/** A name that stands for several codes, of today and of old, is one jurisdiction. */
function countries(): Named[] {
  const english = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const byName = new Map<string, Set<string>>()
  for (const code of codes()) {
    const name = english.of(code)
    if (name === undefined || NO_COUNTRY.has(code)) continue
    const names = byName.get(name) ?? new Set()
    for (const one of [...Object.keys(JOINED).flatMap((language) => namesOf(code, language)), ...(FURTHER[code] ?? [])])
      names.add(one)
    byName.set(name, names)
  }
  return [...byName].map(([name, names]) => ({ name, names: [...names] }))
}

function codes(): string[] {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  return letters.flatMap((first) => letters.map((second) => first + second))
}

/** `Myanmar (Burma)` without what is in brackets, `Bosnia & Herzegovina` also with the word; initials are read apart. */
function namesOf(code: string, language: string): string[] {
  const styles = (['long', 'short'] as const).map((style) =>
    new Intl.DisplayNames(language, { type: 'region', fallback: 'none', style }).of(code),
  )
  return styles
    .flatMap((name) => (name === undefined ? [] : [name.replace(/ \(.*\)/u, '')]))
    .filter((name) => !/^\p{Lu}{2,3}$/u.test(name))
    .flatMap((name) => [name, name.replace(' & ', ` ${JOINED[language]} `)])
    .flatMap((name) => [name, name.replace(/^St\. /u, 'Saint ')])
}
