import { LATIN } from './section-number.js'
import type { SectionUnit } from './section-unit.js'

// Patterns are sticky and matched at a cursor. Markers are those of English, German, French, Italian, Urdu and romanised Urdu.

const MARKERS: [SectionUnit, string][] = [
  ['section', '§{1,2}|sections?|sect?s?\\.?|ss?\\.?(?=\\s?\\d)|u/ss?\\.?|دفعہ|دفعات|dafaa?t?(?=\\s\\d)'],
  ['article', 'articles?|artikel|articol[oi]|artt?s?\\.?|آرٹیکل'],
  ['rule', 'rules?|rr?\\.(?=\\s?\\d)'],
  ['regulation', 'regulations?|regs?\\.?'],
  ['clause', 'clauses?|cls?\\.'],
  ['paragraph', 'paragraphs?|paras?\\.?|¶{1,2}|rn\\.?|rz\\.?|randnummer'],
  ['consideration', 'consid\\.?|considérants?|erwägung(?:en)?|erw\\.?|e\\.(?=\\s?\\d)'],
  ['schedule', 'schedules?|scheds?\\.?|sch\\.?|annex(?:es?)?|anhang|allegato|appendix'],
  ['part', 'parts?|pt\\.|teil|partie|parte'],
  ['chapter', 'chapters?|chap\\.?|kapitel|chapitre|capitolo'],
  ['order', 'orders?|o\\.(?=\\s?[ivxl]+\\b)'],
]
export const ORDINALS = 'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'.split(' ')
const EDGE = '(?![\\p{L}\\p{N}])'
const START = '(?<![\\p{L}\\p{N}])'

export const MARKER = MARKERS.map(
  ([unit, words]) => [unit, new RegExp(`${START}(?:${words})(?=[\\s\\d.]|${EDGE})\\s*`, 'iuy')] as const,
)
export const ORDINAL = new RegExp(
  `${START}(?:(${ORDINALS.join('|')})|(\\d{1,2})(?:st|nd|rd|th))\\s+(schedule|part|chapter|appendix)${EDGE}`,
  'iuy',
)
export const NUMBER = new RegExp(
  `(?:${START}|(?<=${START}(?:ss?|arts?|sect?s?)))(\\d{1,4}\\.(?:\\d{1,4}[a-z]{1,2}|\\d{3,4})-\\d{1,3}|\\d{1,5}(?:\\.\\d{1,4})*)(?:\\s?(${LATIN})(?!\\s*\\d)|-?(${LATIN})|-?(?!(?:st|nd|rd|th|ff)${EDGE})([a-z]{1,4}))?(?:${EDGE}|(?=ff${EDGE}))`,
  'iuy',
)
export const CONTAINER_NUMBER = new RegExp(`${START}(?:(\\d{1,3})|([ivxl]{1,8})|([a-h]))${EDGE}`, 'iuy')
export const PLAIN_SUB = /\s?\((?<value>\d{1,3}[A-Za-z]?|[ivxIVX]{2,5}|[A-Za-z]|[a-z]{2})\)/uy
const VALUE = `(?:\\((?<inside>\\w{1,5})\\)|(?<value>\\d{1,3}(?:(?:${LATIN})|[a-z])?|[a-z](?:${LATIN})?|aa|bb|cc|dd|ee|ff))(?![\\p{L}\\p{N}])`
const named = (comma: string, words: string) =>
  new RegExp(`${comma}\\s*(?:${words})(?:(?<!\\p{L})|(?!\\p{L}))\\s*${VALUE}`, 'iuy')
/** What stands below a section, by its names; the first stands right below an article. */
export const NAMED_SUBS: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ['abs', named(',?', 'abs(?:atz|\\.)?|al(?:inéas?|\\.)?|cpv\\.?|capoversi?o?')],
  ['lit', named(',?', 'lit\\.?|let(?:tera|tre|t?\\.)?|bst\\.?|buchst(?:aben?|\\.)?')],
  ['nr', named(',?', 'ziff(?:ern?|\\.)?|ch\\.|chiffres?|cifra|nrn?\\.')],
  ['satz', named(',?', 'satz|sätze')],
  ['halbsatz', named(',?', 'hs\\.?|halbsatz')],
  ['sub', named(',?', 'sub-?(?:section|clause|paragraph|article|rule)s?|clauses?(?=\\s*\\()|para(?:graph)?s?(?=\\s*\\()')],
  // Not behind a comma, where a section of its own may stand.
  ['satz', /\s+S\.\s*(?<value>\d{1,2})(?![\p{L}\p{N}])/uy],
]
const PAR = '(?:para?(?:graph[es]?)?s?)\\.?\\s+(?<value>\\d{1,2}[a-z]?)(?![\\p{L}\\p{N}]|\\.\\d)'
/** Below an article or a section whatever the markers mean elsewhere: "Article 6 § 1", "Article 12 para. 1". Behind "s. 12," a paragraph of a schedule may stand. */
export const MARKED_SUB = {
  article: new RegExp(`(?:\\s+§\\s*(?<sign>\\d{1,2}[a-z]?)(?![\\p{L}\\p{N}]|\\.\\d)|,?\\s*${PAR})`, 'iuy'),
  section: new RegExp(`\\s+${PAR}`, 'iuy'),
} as const
/** A commentary's marginal numbers are no part of the act. */
export const MARGINAL = /,?\s+(?:Rn|Rz|Rdnr|N)\.?\s*\d{1,4}[a-z]?(?![\p{L}\p{N}])/uy
/** A further part of the kind last named: "Abs. 1 und 2", "lit. a und b". A letter that may be a word is none. */
export const BARE_SUB = new RegExp(
  `(?<value>\\d{1,3}(?:(?:${LATIN})|[a-z])?|[a-z](?:${LATIN})?(?!\\s+\\p{Ll}{2,}(?<!\\s(?:und|et|ed|and|or|oder|ou|sowie|der|des|du|de|della|dell|del|of|lit|let|lett|ff|vom|bis|zu|zum|zur))(?!\\p{L})))(?![\\p{L}\\p{N}']|\\.\\d)`,
  'uy',
)
/** Where a bare number begins a section of its own: "Art. 41 Abs. 1, 97 Abs. 1". */
export const OWN_PARTS = /,?\s*(?:abs(?:atz)?|al(?:inéa)?|cpv|capoverso)(?![\p{L}\p{N}])/iuy
/** Farther down, an article has no paragraph: the number is that of an article. */
export const LAST_PARAGRAPH = 20
/** Names of what stands right below an article. */
export const FIRST_LEVEL = /^[,\s]*(?:abs(?:atz)?|al(?:inéa)?|cpv)(?![\p{L}\p{N}])/iu
export const LETTER = /[a-z](?![\p{L}\p{N}])/uy
export const RANGE = /\s*(?:-|to|through|bis|à|until)\s*/iuy
export const SUB_RANGE = /\s*(?:-|(?:to|through|bis|à|until|a(?=\s\(?\d))(?!\p{L}))\s*/uy
/** "OR" in capitals is the Swiss Code of Obligations. */
export const LIST = /\s*(?:,\s*)?(?:[,;/&+]|(?:[Aa]nd|AND|or|[Uu]nd|UND|oder|sowie|et|ET|ou|ed?|o|y)(?!\p{L}))\s*/uy
/** "and the following" within a list: "Art. 41 ff., 97 ff." */
export const FOLLOWING = /\s?(?:ff?\.|ff|et ss\.?|ss\.?|segg?\.?)(?=\s*(?:[,;]|und|et|ed?|sowie|oder)\s+\d)/uy
export const COMMA = /\s*,\s*/uy
export const INTO = /\s*,?\s*(?:(?:of|to|in|under)\s+)?(?:the\s+)?/iuy
export const YEAR = /^(?:1[5-9]|20)\d\d$/u
export const YEAR_ALONE = /(?<![\p{L}\p{N}])(?:1[5-9]|20)\d\d(?![\p{L}\p{N}])/gu
