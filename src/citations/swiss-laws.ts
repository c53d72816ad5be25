/**
 * Federal acts (and the ECHR) by their number in the classified compilation (SR, RS), with the abbreviations of all three official
 * languages: "Art. 41 OR" and "art. 41 CO" are one article. An abbreviation that names two acts is left out.
 */
const ACTS: Readonly<Record<string, string>> = {
  '0.101': 'EMRK CEDH CEDU',
  '101': 'BV Cst Cost',
  '142.20': 'AIG AuG LEI LEtr LStrI LStr',
  '142.31': 'AsylG LAsi',
  '151.1': 'GlG LEg LPar',
  '172.021': 'VwVG PA',
  '173.110': 'BGG LTF',
  '173.32': 'VGG LTAF',
  '210': 'ZGB CC',
  '220': 'OR CO',
  '231.1': 'URG LDA',
  '232.11': 'MSchG LPM',
  '235.1': 'DSG LPD',
  '241': 'UWG LCD LCSl',
  '251': 'KG LCart',
  '272': 'ZPO CPC',
  '281.1': 'SchKG LP LEF',
  '291': 'IPRG LDIP',
  '311.0': 'StGB CP',
  '312.0': 'StPO CPP',
  '641.20': 'MWSTG LTVA LIVA',
  '642.11': 'DBG LIFD',
  '642.14': 'StHG LHID LAID',
  '700': 'RPG LAT LPT',
  '741.01': 'SVG LCR LCStr',
  '812.121': 'BetmG LStup',
  '814.01': 'USG LPE LPAmb',
  '822.11': 'ArG LTr LL',
  '830.1': 'ATSG LPGA',
  '831.10': 'AHVG LAVS',
  '831.20': 'IVG LAI',
  '831.30': 'ELG LPC',
  '831.40': 'BVG LPP',
  '832.10': 'KVG LAMal',
  '832.20': 'UVG LAA LAINF',
  '837.0': 'AVIG LACI LADI',
}

const NUMBERS = new Map(
  Object.entries(ACTS).flatMap(([number, names]) => names.split(' ').map((name) => [name.toLowerCase(), number] as const)),
)

/** The SR number of a federal act by its abbreviation in German, French or Italian ("OR", "Cst."); null where it is not known. */
export function swissLawNumber(abbreviation: string): string | null {
  return NUMBERS.get(abbreviation.trim().replace(/\.$/u, '').toLowerCase()) ?? null
}

/** Words between the parts of a citation that are no abbreviation of an act. */
const UNITS =
  /^(?:art(?:t|ikel|icle|icles|icolo|icoli)?|abs(?:atz)?|al(?:in[eé]a)?|cpv|lit|let|bst|ziff(?:er)?|ch|n|nr|no|bis|ter|quater|quinquies|sexies|septies|octies|s?s|ff?|segg)$/iu
const WORD = /(?<![\p{L}\p{N}])\p{L}[\p{L}\p{N}-]*\.?/gu

/**
 * Act and article of a statute id, whichever comes first: "OR_41", "41_OR", "Art. 41 Abs. 2 OR", "OR 41", "257e_CO". null where it does not
 * name exactly one act and an article.
 */
export function readStatuteId(id: string): { act: string; article: string } | null {
  const text = id
    .replace(/[_/:,;|§]|(?<=\p{L})-(?=\d)|(?<=\d\p{Ll}?)-(?=\p{Lu})|(?<=\p{L}{2})(?=\d)|(?<=\d)(?=\p{Lu}{2})/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
  const acts = [...text.matchAll(WORD)].filter(([word], index, words) => !isUnit(word, words[index - 1]))
  const [act, ...others] = acts
  if (act === undefined || others.length > 0) return null
  const article = `${text.slice(0, act.index)} ${text.slice(act.index + act[0].length)}`
    .replace(/^\s*art(?:t|ikel|icle|icolo)?(?![\p{L}])\.?/iu, '')
    .trim()
  return /^\d/u.test(article) ? { act: act[0].replace(/\.$/u, ''), article } : null
}

/** "lit. a": a letter behind a unit is its number. */
function isUnit(word: string, before: RegExpExecArray | undefined): boolean {
  const bare = word.replace(/\.$/u, '')
  return UNITS.test(bare) || (bare.length === 1 && before !== undefined && UNITS.test(before[0].replace(/\.$/u, '')))
}
