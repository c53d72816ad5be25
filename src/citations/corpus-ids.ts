import { cantonalDockets } from './cantonal-docket.js'
import type { Found } from './parsed-citation.js'
import { CANTON_CODE } from './swiss-courts.js'
import { federalDockets } from './swiss-docket.js'
import { reported } from './swiss-reporter.js'

const CANTONS = CANTON_CODE.toLowerCase()
const ID = new RegExp(
  `(?<![\\p{L}\\p{N}_])(?:(?<reporter>bge_(?:BGE_)?)(?<volume>\\d{1,4})[_ ](?<division>I[abc]|[IVX]{1,5})[_ ](?<page>\\d{1,5})|(?<source>bger|bvger|bstger|bpatger|(?<canton>${CANTONS})_[a-z]{2,20})_(?<rest>[\\p{L}\\d][\\p{L}\\d_.-]{2,40}))(?![\\p{L}\\p{N}])`,
  'gu',
)
/** Words whose accents such ids write as a low line. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/^Arr_t(?=_)/u, 'Arrêt'],
  [/^D_cision(?=_)/u, 'Décision'],
]

/** Ids that name a source and, behind it, the citation with low lines: `bge_BGE_136_III_513`, `vd_findinfo_HC___2020___38`. */
export function corpusIds(text: string, today: Date): Found[] {
  return [...text.matchAll(ID)].map(({ 0: whole, index, groups = {} }): Found => {
    const to = index + whole.length
    const { reporter, volume, division = '', page = '', canton, rest = '' } = groups
    const read =
      reporter === undefined ? docket(rest, canton?.toUpperCase(), today) : reported(Number(volume), division, page, 0, 1, today)
    return {
      ...(read ?? { id: whole.normalize('NFC') }),
      kind: 'corpus-id',
      from: index,
      to,
      ...(canton ? { canton: canton.toUpperCase() } : {}),
    }
  })
}

function docket(rest: string, canton: string | undefined, today: Date): Found | undefined {
  const named = WORDS.reduce((name, [written, word]) => name.replace(written, word), rest)
  if (canton === undefined) return whole(federalDockets, federal(named), today)
  const bare = /^(\d{1,5})_+(\d{4})$/u.exec(named)
  const forms = bare ? [`Gericht ${canton} ${bare[1]}/${bare[2]}`] : ['/', ' ', '.'].map((mark) => named.replace(/_+/gu, mark))
  return forms.map((form) => whole(cantonalDockets, form, today)).find((one) => one !== undefined)
}

/** `4A_18_2018` as 4A_18/2018: the last low line stands for the slash. */
function federal(rest: string): string {
  return rest.replace(/_(\d{4})$/u, '/$1')
}

/** The one citation that reaches to the end of a form. */
function whole(read: (text: string, today: Date) => Found[], form: string, today: Date): Found | undefined {
  return read(form, today).find(({ to, from }) => to === form.length && (from === 0 || form.startsWith('Gericht ')))
}
