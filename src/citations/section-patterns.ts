import { LATIN } from './section-number.js'
import type { SectionUnit } from './section-unit.js'

// Patterns are sticky and matched at a cursor. Markers are those of English, German, French, Italian, Urdu and romanised Urdu.

const MARKERS: [SectionUnit, string][] = [
  ['section', '§{1,2}|sections?|sect?s?\\.?|ss?\\.?(?=\\s?\\d)|u/ss?\\.?|دفعہ|دفعات|dafaa?t?(?=\\s\\d)'],
  ['article', 'articles?|artikel|articol[oi]|arts?\\.?|آرٹیکل'],
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
  `${START}(\\d{1,5}(?:\\.\\d{1,4})*)(?:\\s?(${LATIN})(?!\\s*\\d)|-?(${LATIN})|-?(?!(?:st|nd|rd|th)${EDGE})([a-z]{1,4}))?${EDGE}`,
  'iuy',
)
export const CONTAINER_NUMBER = new RegExp(`${START}(?:(\\d{1,3})|([ivxl]{1,8})|([a-h]))${EDGE}`, 'iuy')
export const PLAIN_SUB = /\s?\((\d{1,3}[A-Za-z]?|[ivxIVX]{2,5}|[A-Za-z]|[a-z]{2})\)/uy
export const NAMED_SUB =
  /,?\s*(?:abs(?:atz|\.)?|al(?:inéa|\.)?|cpv\.?|lit\.?|let(?:tera|tre|t?\.)?|ziff(?:er|\.)?|ch\.|nr\.|satz|sub-?(?:section|clause|paragraph|article|rule)s?|clauses?(?=\s*\()|para(?:graph)?s?(?=\s*\())\s*(?:\((\w{1,5})\)|(\d{1,3}(?:bis|ter|quater)?|[a-z])(?![\p{L}\p{N}]))/iuy
/** Names of what stands right below an article. */
export const FIRST_LEVEL = /^[,\s]*(?:abs(?:atz)?|al(?:inéa)?|cpv)(?![\p{L}\p{N}])/iu
export const LETTER = /[a-z](?![\p{L}\p{N}])/uy
export const RANGE = /\s*(?:-|to|through|bis|à|until)\s*/iuy
export const LIST = /\s*(?:,\s*)?(?:[,;/&+]|and|or|und|oder|sowie|et|ou|e|o|y)\s*/iuy
export const INTO = /\s*,?\s*(?:(?:of|to|in|under)\s+)?(?:the\s+)?/iuy
export const YEAR = /^(?:1[5-9]|20)\d\d$/u
export const YEAR_ALONE = /(?<![\p{L}\p{N}])(?:1[5-9]|20)\d\d(?![\p{L}\p{N}])/gu
