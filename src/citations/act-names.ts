import { parseStatuteTitle } from './statute-title.js'

/** An act as a text names it. */
export interface NamedAct {
  /** In one spelling, to compare by equality. */
  id: string
  from: number
  to: number
  /** `title`: by its title · `number`: by a number of a collection · `short`: by an abbreviation. */
  how: 'title' | 'number' | 'short'
  /** Whether the name alone is a citation, without a section. */
  alone: boolean
}

const KIND = /(?<![\p{L}\p{N}-])(?:Act|Ordinance|Order|Code|Rules|Regulations|Constitution)(?![\p{L}\p{N}-])/gu
/** As far as a title may reach to either side. */
const REACH = 160
const CONNECTOR = /^(?:of|and|the|for|to|in|on|at|by|from|with|against|or|as|etc\.,?)$/u
const TITLE_WORD = /^\(?\p{Lu}[\p{L}\p{M}\p{N}'./-]*\)?$/u
/** Emphasis, quotation marks and the bracket of a link stand in front of a title and are no part of it. */
const MARK_IN_FRONT = /^[*_"'\u201c\u201e\u00ab[]+(?=\p{Lu})/u
/** Codes that are no acts. */
const NO_CODE =
  /^(?:Zip|ZIP|Postal|Area|Source|Object|QR|Dress|(?:Da Vinci|Morse|Bar|Promo|Discount|Error|Exit|Country|Access|PIN|Colou?r) Code|Code of (?:Conduct|Ethics|Honou?r))/u
/** Words that begin a sentence, and are capitalised for that. */
const NOT_IN_FRONT =
  /^(?:\(?(?:Yeh|Ye|Yih|Woh|Iss?|Us|Under|In|The|See|By|Pursuant|Section|Sections|Article|Per|Cf\.?|And|If|When|While|Since|As|Although|Both|Also|Your|Our|This|That|These|A|An|Any|No\.?|But|Or|For|To|On|At|Of|With|From|According|Thus|Hence|However|Is|Does|Yes\.?|Not|Compare|Read|Act|Ordinance|Order|Code|Rules|Regulations|Schedule|Part|Chapter|(?:Pakistan|India|Canada|Switzerland|Germany|France|Italy|England|Ontario|Quebec)'s)|of|and|the|for|to|in|on|at|by|from|with|against|or|as)$/u
const OF_WHAT = /^ of (?:the )?\p{Lu}[\p{L}'-]*(?: (?:(?:and|of|the|of the|and of the) )?\p{Lu}[\p{L}'-]*){0,6}/u
const TAIL = /^(?: \([\p{Lu}“"][^()\n]{1,40}\))?(?:,? (?:of )?(?:1[5-9]|20)\d\d(?!\p{L}|\p{N}|[-/.]\d))?/u

/** Acts by English titles: "Companies Act, 2017", "Code of Criminal Procedure 1898". */
function titles(text: string): NamedAct[] {
  let last = 0
  return [...text.matchAll(KIND)].flatMap(({ 0: kind, index }): NamedAct[] => {
    if (index < last) return []
    const from = titleStart(text, last, index)
    const end = index + kind.length
    const of = /^(?:Code|Constitution)$/u.test(kind) ? (OF_WHAT.exec(text.slice(end, end + REACH))?.[0] ?? '') : ''
    const tail = TAIL.exec(text.slice(end + of.length, end + of.length + 60))?.[0] ?? ''
    // "Constitution (Article 19)": a parenthesis with a number in it is no name.
    const kept = /\(\D*\d[^)]*\)/u.test(tail) && !/\b(?:1[5-9]|20)\d\d\b/u.test(tail) ? '' : tail
    const to = end + of.length + kept.length
    const { words, kind: read, year } = parseStatuteTitle(text.slice(from, to))
    // "the Act", "of the Code"
    const bare = from === index && of === '' && kind !== 'Constitution'
    if (bare || (words.length === 0 && kind !== 'Constitution') || NO_CODE.test(text.slice(from, to))) return []
    last = to
    // "Court Order", "House Rules": without a year these are no acts, unless a section of one is cited.
    const alone = year !== null || !/^(?:Order|Rules|Regulations)$/u.test(kind)
    return [{ id: [...words, read ?? '', year ?? ''].filter((part) => part !== '').join(' '), from, to, how: 'title', alone }]
  })
}

/** Where a title begins that ends in a word at `at`: walks to the left over its words. */
function titleStart(text: string, bound: number, at: number): number {
  const before = text.slice(Math.max(bound, at - REACH), at)
  const words = before.slice(before.lastIndexOf('\n') + 1).split(' ')
  words.pop()
  // "of the Act" is no title.
  if (CONNECTOR.test(words.at(-1) ?? 'of')) return at
  const kept: string[] = []
  for (const word of words.toReversed()) {
    const bare = word.replace(MARK_IN_FRONT, '')
    if (!CONNECTOR.test(word) && (!TITLE_WORD.test(bare) || (word.endsWith('.') && word.length > 3))) break
    kept.unshift(bare)
    if (bare !== word) break
  }
  while (kept.length > 0 && NOT_IN_FRONT.test(kept[0] ?? '')) kept.shift()
  const open = kept.join(' ')
  if ((open.match(/\(/gu)?.length ?? 0) !== (open.match(/\)/gu)?.length ?? 0))
    kept.splice(0, kept.findLastIndex((word) => word.startsWith('(')) + 1)
  return kept.length === 0 ? at : at - kept.join(' ').length - 1
}

const NUMBERED: readonly (readonly [RegExp, (groups: Record<string, string | undefined>) => string])[] = [
  // The systematic collection of Swiss federal law; RS 232 and the like are cables.
  [
    /(?<![\p{L}\p{N}])(?:SR|RS) (?!(?:232|422|423|485)(?!\.\d))(?<number>\d{3}(?:\.\d{1,4}){0,6}|0(?:\.\d{1,4}){1,6})(?![\p{L}\p{N}]|\.\d)/gu,
    ({ number = '' }) => `SR ${number}`,
  ],
  // Statutes of Canada and its provinces by year and chapter.
  [
    /(?<![\p{L}\p{N}])(?<series>(?:R\.?)?S\.?(?:C|O|A|Q|M|S|N|B\.?C|N\.?B|N\.?S|P\.?E\.?I)\.?|L\.?R\.?C\.?|L\.?C\.?|CQLR|RLRQ) (?<year>(?:18|19|20)\d\d)?(?: \([^()\n]{1,12}\))?,? (?:c|ch)\.? ?(?<chapter>(?:[A-Z][.-]?)?\d[\d.]{0,6}(?<!\.)|[A-Z](?:-[\d.]{1,6}(?<!\.))?)(?![\p{L}\p{N}])/gu,
    ({ series = '', year = '', chapter = '' }) => `${canadianSeries(series)} ${year} c ${chapter}`.replace('  ', ' '),
  ],
  // Codes of the United States.
  [
    /(?<![\p{L}\p{N}])(?<title>\d{1,2}) (?<code>U\.? ?S\.? ?C\.?|C\.? ?F\.? ?R\.?)(?:A\.?)?(?![\p{L}\p{N}])/gu,
    ({ title = '', code = '' }) => `${Number(title)} ${code.replace(/[. ]/gu, '')}`,
  ],
  // Instruments of the European Union.
  [
    /(?<![\p{L}\p{N}])(?:Regulation|Directive|Verordnung|Richtlinie|[Rr]èglement|[Dd]irective|[Rr]egolamento|[Dd]irettiva) (?:\((?:EU|EC|EEC|EG|EWG|UE|CE)\) )?(?:No\.? |Nr\. |n° )?(?<number>\d{1,4}\/\d{1,4})(?:\/(?:EU|EC|EEC|EG|EWG|UE|CE))?(?![\p{L}\p{N}])/gu,
    ({ number = '' }) => `EU ${number}`,
  ],
]

/** LC and LRC are the French names of SC and RSC. */
function canadianSeries(series: string): string {
  const bare = series.replaceAll('.', '')
  return (
    new Map([
      ['LC', 'SC'],
      ['LRC', 'RSC'],
      ['RLRQ', 'CQLR'],
    ]).get(bare) ?? bare
  )
}

/** The acts that a text names by title or number, in order. */
export function actsIn(text: string): NamedAct[] {
  const numbered = NUMBERED.flatMap(([pattern, id]) =>
    [...text.matchAll(pattern)].map(
      ({ 0: whole, index, groups = {} }): NamedAct => ({
        id: id(groups),
        from: index,
        to: index + whole.length,
        how: 'number',
        alone: !/^\d+ (?:USC|CFR)$/u.test(id(groups)),
      }),
    ),
  )
  return [...titles(text), ...numbered].sort((a, b) => a.from - b.from)
}

const SHORT = '(?:\\p{Lu}\\p{Ll}?\\.){2,5}|(?:E-)?\\p{Lu}[\\p{L}]{0,5}\\p{Lu}[\\p{L}]{0,5}|Cst\\.?|Cost\\.?|Const\\.?|DSGVO|GDPR'
const ADJECTIVE = '(?:pénal|civil|suisse|fédérale?|cantonale?|penale|civile|federale|schweizerischen|eidgenössischen)'
const OF = "(?:of|under|in|to|des|der|du|de la|de l'|de|d'|del|della|dell'|vom|von|zum|zur)"
/** What may follow a section with no more than "of the" between: an abbreviation, or a title in German, French or Italian. */
const BEHIND = new RegExp(
  `^,? ?(?:${OF} ?)?(?:the )?(?:${ADJECTIVE} )?(?<name>(?<short>${SHORT})|(?:Bundesg|G)esetz(?:es)? (?:über|betreffend|zum|zur) (?:(?:den|die|das|der|dem) )?\\p{Lu}\\p{L}+(?: (?:und|der|des|von|im|in|den|die) (?:\\p{Ll}\\p{L}+ )?\\p{Lu}\\p{L}+){0,4}|\\p{Lu}\\p{Ll}{2,40}(?:gesetz(?:es|buch(?:e?s)?)?|verordnung|verfassung|ordnung|recht(?:s|es)?)|[Cc]ode(?: ${ADJECTIVE})+|[Cc]ode (?:des? |du |de la |de l'|d')\\p{L}+(?: (?:civile|pénale|administrative))?|[Cc]odice (?:civile|penale|delle obbligazioni|di procedura (?:civile|penale))|[Ll]oi(?: fédérale| cantonale)? (?:sur|relative à|contre|d'|du) ?(?:les? |la |l')?\\p{L}+(?: (?:des?|du|de la|d') ?\\p{L}+){0,2}|[Ll]egge(?: federale| cantonale)? (?:su|sul|sulla|sui|sulle|sugli|sull'|contro) ?(?:la |il |l')?\\p{L}+(?: (?:dei|delle|della|del|di) \\p{L}+){0,2}|[Cc]onstitution(?: fédérale)?|[Cc]ostituzione(?: federale)?)(?![\\p{L}\\p{N}])`,
  'u',
)
const IN_FRONT = new RegExp(`(?<![\\p{L}\\p{N}.])(?<name>${SHORT}),? ?\\(?$`, 'u')
/** Words of contracts and headings in capitals: "11.2 SHALL". */
const SHOUTED = new Set(
  'AND OF THE SHALL WILL MUST MAY CAN IN EACH ANY ALL BOTH NO NOT NOR IF TO BY FOR WITH FROM THIS THAT THESE THOSE SUCH UPON UNDER ABOVE BELOW HAS HAVE HAD IS ARE BE BEEN WAS WERE IT ITS ON AT AS AN INTO TERM TERMS PARTY OTHER BUT EXCEPT WHEN WHERE WHICH WHO THEN THAN OUR YOUR THEIR ONLY ALSO EVERY NONE NOTICE'.split(
    ' ',
  ),
)
const NO_ACT =
  /^(?:BGE|ATF|DTF|BVGE|TF|TFA|TAF|BGer|BVGer|EVG|EU|EC|UE|US|USA|UK|UN|AG|GmbH|SA|CHF|EUR|USD|PKR|LHC|SC|HC|LLC|LLP|PLC|INC|LTD|CORP|II|III|IV|VI|VII|VIII|IX|XI|XII|\p{Lu}{7,})$/u

/** The act that a section in front of `at` is of, named by an abbreviation or a title in German, French or Italian; null where none follows. */
export function actBehind(text: string, at: number): NamedAct | null {
  const match = BEHIND.exec(text.slice(at, at + REACH))
  const { name, short } = match?.groups ?? {}
  if (!match || name === undefined || (short !== undefined && isNoAct(short))) return null
  const to = at + match[0].length
  const how = short === undefined ? 'title' : 'short'
  return { id: how === 'short' ? shortId(name) : titleId(name), from: to - name.length, to, how, alone: false }
}

/** The act by an abbreviation in front of its section: "BGB § 823", "PPC, s. 302". */
export function actInFront(text: string, at: number): NamedAct | null {
  const match = IN_FRONT.exec(text.slice(Math.max(0, at - 20), at))
  const name = match?.groups?.['name']
  if (!match || name === undefined || isNoAct(name)) return null
  const from = at - match[0].length
  return { id: shortId(name), from, to: from + name.length, how: 'short', alone: false }
}

function isNoAct(short: string): boolean {
  return NO_ACT.test(short) || SHOUTED.has(short)
}

function titleId(title: string): string {
  const { words, kind, year } = parseStatuteTitle(title)
  return [...words, kind ?? '', year ?? ''].filter((part) => part !== '').join(' ')
}

function shortId(name: string): string {
  return name.replaceAll('.', '')
}
