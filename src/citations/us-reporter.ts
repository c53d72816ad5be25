import type { Found } from './parsed-citation.js'

/** Reporters as the Bluebook writes them; `2d|3d` lists further series. */
const REPORTERS = [
  // federal
  'U.S.',
  'S. Ct.',
  'L. Ed.|2d',
  'F.|2d|3d|4th',
  "F. App'x",
  'F. Supp.|2d|3d',
  'F.R.D.',
  'B.R.',
  'Fed. Cl.',
  'Cl. Ct.',
  'Ct. Cl.',
  'T.C.',
  'Vet. App.',
  'M.J.',
  // regional
  'A.|2d|3d',
  'P.|2d|3d',
  'N.E.|2d|3d',
  'N.W.|2d|3d',
  'S.E.|2d',
  'S.W.|2d|3d',
  'So.|2d|3d',
  'Cal. Rptr.|2d|3d',
  'N.Y.S.|2d|3d',
  'Ill. Dec.',
  // states and territories
  'Ala.',
  'Ala. App.',
  'Alaska',
  'Ariz.',
  'Ariz. App.',
  'Ark.',
  'Ark. App.',
  'Cal.|2d|3d|4th|5th',
  'Cal. App.|2d|3d|4th|5th',
  'Colo.',
  'Colo. App.',
  'Conn.',
  'Conn. App.',
  'Conn. Supp.',
  'Del.',
  'Del. Ch.',
  'D.C.',
  'App. D.C.',
  'Fla.',
  'Ga.',
  'Ga. App.',
  'Haw.',
  "Hawai'i",
  'Haw. App.',
  'Idaho',
  'Ill.|2d',
  'Ill. App.|2d|3d',
  'Ind.',
  'Ind. App.',
  'Iowa',
  'Kan.',
  'Kan. App.|2d',
  'Ky.',
  'Ky. App.',
  'La.',
  'La. Ann.',
  'La. App.',
  'Me.',
  'Md.',
  'Md. App.',
  'Mass.',
  'Mass. App. Ct.',
  'Mich.',
  'Mich. App.',
  'Minn.',
  'Miss.',
  'Mo.',
  'Mo. App.',
  'Mont.',
  'Neb.',
  'Neb. App.',
  'Nev.',
  'N.H.',
  'N.J.',
  'N.J.L.',
  'N.J. Eq.',
  'N.J. Super.',
  'N.J. Tax',
  'N.M.',
  'N.M. App.',
  'N.Y.|2d|3d',
  'A.D.|2d|3d',
  'Misc.|2d|3d',
  'N.C.',
  'N.C. App.',
  'N.D.',
  'Ohio',
  'Ohio St.|2d|3d',
  'Ohio App.|2d|3d',
  'Ohio Misc.|2d',
  'Okla.',
  'Okla. Crim.',
  'Or.',
  'Or. App.',
  'Pa.',
  'Pa. Super.',
  'Pa. Commw.',
  'Pa. Cmwlth.',
  'R.I.',
  'S.C.',
  'S.D.',
  'Tenn.',
  'Tenn. App.',
  'Tenn. Crim. App.',
  'Tex.',
  'Tex. Crim.',
  'Tex. App.',
  'Utah|2d',
  'Vt.',
  'Va.',
  'Va. App.',
  'V.I.',
  'Wash.|2d',
  'Wash. App.|2d',
  'W. Va.',
  'Wis.|2d',
  'Wyo.',
  'P.R.',
  'P.R. Dec.',
  'D.P.R.',
  'Guam',
  'N. Mar. I.',
  // nominative
  'Dall.',
  'Cranch',
  'Wheat.',
]

/** By the letters and digits alone: `A.3d`, `A. 3d` and `A 3d` are one. */
const BY_LETTERS = new Map(
  REPORTERS.flatMap((entry) => {
    const [name = '', ...series] = entry.split('|')
    // "A.3d", but "So. 3d": no space behind initials
    const join = /(?:^|\.)\p{Lu}\.$/u.test(name) ? '' : ' '
    return [name, ...series.map((one) => `${name}${join}${one}`)].map((full) => [letters(full), full] as const)
  }),
)

/** A volume, words that begin as a reporter's do, and a page. A word ends at a space or a full stop, so that there is one way to read it. */
const CANDIDATE =
  /(?<![\p{L}\p{N}.,/§$€£-]|[§$€£] |No\. |Nr\. )(?<volume>\d{1,4}) (?<reporter>[A-Z][A-Za-z']{0,9}\.?(?:(?: |(?<=\.))(?:[A-Z][A-Za-z']{0,9}\.?|&|2d|3d|[4-9]th)){0,6}) (?<page>\d{1,5})(?![\p{L}\p{N}/]|[.:,]\d|-\d{4})/gu
const AFTER =
  /^(?:,? at (?<at>\d{1,5})|, (?<pin>\d{1,5})(?:-\d{1,5})?(?=[ ,;.)]|$)(?! (?:[A-Z]|\d)))?(?:[^()\n]{0,40}?\((?<court>[A-Z][A-Za-z.' ]{0,40}?)? ?(?<year>1[789]\d\d|20\d\d)\))?/u

/** Every citation of a U.S. reporter. In running text the reporter is a known one; a text that is nothing but a citation may have another. */
export function usReporters(text: string): Found[] {
  const length = text.trim().length
  return [...text.matchAll(CANDIDATE)].flatMap(({ 0: whole, index, groups = {} }): Found[] => {
    const { volume = '', reporter = '', page = '' } = groups
    const known = BY_LETTERS.get(letters(reporter))
    const alone = length === whole.length
    if (known === undefined && !(alone && /\.|\d[dh]$/u.test(reporter))) return []
    // "Or", "Me" and "SC" are words and other things too: in running text a reporter's name keeps its full stops.
    if (known?.includes('.') && !reporter.includes('.') && !alone && known !== 'U.S.' && !/\d/u.test(known)) return []
    const to = index + whole.length
    const after = AFTER.exec(text.slice(to, to + 120))?.groups ?? {}
    const pin = after['at'] ?? after['pin']
    return [
      {
        kind: 'reporter-us',
        id: `${Number(volume)} ${known ?? reporter} ${Number(page)}`,
        from: index,
        to,
        ...(after['court'] ? { court: after['court'].trim() } : {}),
        ...(after['year'] ? { year: Number(after['year']) } : {}),
        ...(pin ? { page: pin } : {}),
      },
    ]
  })
}

function letters(reporter: string): string {
  return reporter.replace(/[^\p{L}\p{N}]/gu, '')
}
