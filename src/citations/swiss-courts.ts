/** Cantons by abbreviation, and their names and adjectives in German, French, Italian and English. */
const CANTONS: Readonly<Record<string, string>> = {
  ZH: 'Zürich|Zurich|Zurigo|zürcherische[nrs]?|Zürcher',
  BE: 'Bern|Berne|Berna|Berner|bernois|bernoise',
  LU: 'Luzern|Lucerne|Lucerna|Luzerner|lucernois|lucernoise',
  UR: 'Uri|Urner|uranais|uranaise',
  SZ: 'Schwyz|Schwytz|Svitto|Schwyzer|schwytzois|schwytzoise',
  OW: 'Obwalden|Obwald|Obvaldo|Obwaldner',
  NW: 'Nidwalden|Nidwald|Nidvaldo|Nidwaldner',
  GL: 'Glarus|Glaris|Glarona|Glarner|glaronais|glaronaise',
  ZG: 'Zug|Zoug|Zugo|Zuger|zougois|zougoise',
  FR: 'Freiburg|Fribourg|Friburgo|Freiburger|fribourgeois|fribourgeoise',
  SO: 'Solothurn|Soleure|Soletta|Solothurner|soleurois|soleuroise',
  BS: 'Basel-Stadt|Bâle-Ville|Basilea Città',
  BL: 'Basel-Landschaft|Bâle-Campagne|Basilea Campagna',
  SH: 'Schaffhausen|Schaffhouse|Sciaffusa|Schaffhauser',
  AR: 'Appenzell Ausserrhoden',
  AI: 'Appenzell Innerrhoden',
  SG: 'St\\.? ?Gallen|Saint-Gall|San Gallo|St\\.? ?Galler|saint-gallois|saint-galloise',
  GR: 'Graubünden|Grisons|Grigioni|Bündner',
  AG: 'Aargau|Argovie|Argovia|Aargauer|argovien|argovienne',
  TG: 'Thurgau|Thurgovie|Turgovia|Thurgauer|thurgovien|thurgovienne',
  TI: 'Tessin|Ticino|Tessiner|tessinois|tessinoise|ticinese',
  VD: 'Waadt|Vaud|Waadtländer|vaudois|vaudoise|vodese',
  VS: 'Wallis|Valais|Vallese|Walliser|valaisan|valaisanne',
  NE: 'Neuenburg|Neuchâtel|Neuenburger|neuchâtelois|neuchâteloise',
  GE: 'Genf|Genève|Ginevra|Geneva|Genfer|genevois|genevoise',
  JU: 'Jura|Giura|jurassien|jurassienne',
}

export const CANTON_CODE = Object.keys(CANTONS).join('|')
const CANTON_NAMES = Object.entries(CANTONS).map(([code, names]) => [code, new RegExp(`^(?:${names})$`, 'iu')] as const)
/** A canton as it is written behind a court. */
export const CANTON = `(?:${CANTON_CODE}|${Object.values(CANTONS).join('|')})`

/** Swiss federal courts by their names in German, French, Italian and English. The patterns match at the start of a text. */
export const FEDERAL_COURTS: readonly (readonly [court: string, names: string])[] = [
  [
    'BVGer',
    'Bundesverwaltungsgericht(?:es|s)?|BVGer|BVGE|TAF|ATAF|DTAF|Tribunal administratif fédéral|Tribunale amministrativo federale|Federal Administrative Court',
  ],
  ['BStGer', 'Bundesstrafgericht(?:es|s)?|BStGer|TPF|Tribunal pénal fédéral|Tribunale penale federale|Federal Criminal Court'],
  ['BPatGer', 'Bundespatentgericht(?:es|s)?|BPatGer|TFB|Tribunal fédéral des brevets|Tribunale federale dei brevetti'],
  [
    'BGer',
    'Bundesgericht(?:es|s)?|BGer|TF|TFA|EVG|Eidgenössische[ns]? Versicherungsgericht(?:es|s)?|Tribunal fédéral(?! administratif)(?: des assurances)?|Tribunale federale(?: delle assicurazioni)?|(?:Swiss )?Federal (?:Supreme Court|Tribunal)',
  ],
]
const FEDERAL = FEDERAL_COURTS.map(([court, names]) => [court, new RegExp(`^(?:${names})$`, 'iu')] as const)

const CANTONAL_COURT =
  "Gericht|Tribunal|Tribunale|Court|Obergericht(?:es|s)?|OGer|HGer|VGer|KGer|AppGer|BezGer|SozVersGer|Handelsgericht(?:es|s)?|Kantonsgericht(?:es|s)?|Verwaltungsgericht(?:es|s)?|Appellationsgericht(?:es|s)?|Sozialversicherungsgericht(?:es|s)?|Versicherungsgericht(?:es|s)?|Bezirksgericht(?:es|s)?|Kreisgericht(?:es|s)?|Tribunal cantonal|Cour de justice|Cour civile|Cour d'appel|Tribunale d'appello|ACJC|ATA|ATAS"

/** A cantonal court, and the canton behind it. */
export const CANTONAL = `(?<cantonalCourt>${CANTONAL_COURT})(?: (?:des Kantons |du canton (?:de |du |d')|de |du |d'|del Canton[e]? |di |of (?:the Canton of )?)?(?<canton>${CANTON}))?`
export const FEDERAL_NAMES = `(?<federal>${FEDERAL_COURTS.map(([, names]) => names).join('|')})`

/** The two capitals of a canton by its abbreviation, name or adjective; undefined where it is none. */
export function cantonOf(name: string): string | undefined {
  return Object.hasOwn(CANTONS, name) ? name : CANTON_NAMES.find(([, names]) => names.test(name))?.[0]
}

/** The federal court of a name; undefined where it is none. */
export function federalCourt(name: string): string | undefined {
  return FEDERAL.find(([, names]) => names.test(name))?.[0]
}
