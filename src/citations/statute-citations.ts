import { actBehind, actInFront, actsIn, type NamedAct } from './act-names.js'
import type { Found } from './parsed-citation.js'
import { type MarkedSections, markedSections } from './section-forms.js'
import type { Section } from './section-unit.js'
import { swissAct } from './swiss-acts.js'

/** Between two sections of one act. */
const AND =
  /^ ?(?:[,;&/]|,? ?(?:and|or|und|oder|sowie|bzw\.|et|ou|ed?|o|i\.? ?V\.? ?m\.?|in Verbindung mit|en relation avec|in combinato disposto con|in conjunction with|read with|r\/w|cum)) ?$/u
const TO_ACT = /^,? ?\(?(?:(?:of|under|in|to|des|der|du|de la|de l'|del|della|dell'|vom|von) )?(?:the |le |la )?(?:said )?$/u
const FROM_ACT = /^[,:]? ?\(?$/u
/** "and the following": of which sections is not said. */
const FOLLOWING = /^ ?(?:ff?\.?|et ss?\.?|ss?\.|ss|e? ?segg?\.?|et seqq?\.?)(?!\p{L})/u
/** Codes whose sections are often cited by their number alone: "302 PPC". */
const BARE =
  /(?<![\p{L}\p{N}.,/-])(?<number>\d{1,3}(?:-?[A-Z]{1,2})?)(?<subs>(?: ?\(\w{1,3}\)){0,3}),? (?<act>PPC|P\.P\.C\.?|CrPC|Cr\.P\.C\.?|CPC|C\.P\.C\.?|QSO|IPC|CrPc)(?![\p{L}\p{N}])/gu

/** Sections of the codes of the United States without a sign: "42 USC 1983", "29 CFR 1910.134". */
const US_CODE =
  /(?<![\p{L}\p{N}.,/-])(?<act>(?<title>\d{1,2}) (?<code>U\.? ?S\.? ?C\.?|C\.? ?F\.? ?R\.?)(?:A\.?)?),? (?:sec(?:tion|\.)? ?)?(?<number>\d{1,5}(?:\.\d{1,5})?[a-z]{0,3}(?:-\d{1,3}[a-z]?)?)(?<subs>(?: ?\(\w{1,4}\)){0,5})(?![\p{L}\p{N}]|[.,]\d)/gu

/** Every section of an act, and every act that is named without one; what lies in `others`, which are sorted, is theirs. */
export function statutesIn(text: string, others: readonly Found[]): Found[] {
  const acts = actsIn(text)
  const chains = chained(
    text,
    markedSections(text).filter((group) => isOfAct(text, group)),
  )
  const used = new Set<NamedAct>()
  const cited = chains.flatMap((chain) => {
    const [from, to] = [chain[0]?.from ?? 0, chain.at(-1)?.to ?? 0]
    const act = actOf(text, from, to, acts)
    // "Section 5 OR": the code has articles.
    const isWord = act?.id === 'OR' && chain.some(({ sections }) => sections.some(({ unit }) => unit === 'section'))
    if (act === null || isWord) return []
    used.add(act)
    const span = { from: Math.min(from, act.from), to: Math.max(to, act.to) }
    return chain.flatMap(({ sections }) => sections.map((section) => statute(text, act, section, span)))
  })
  const bare = [BARE, US_CODE].flatMap((pattern) => [...text.matchAll(pattern)].map((match) => unmarked(text, match)))
  const whole = acts
    .filter((act) => act.alone && !used.has(act))
    .map(({ id, from, to }): Found => ({ kind: 'statute', id, from, to, act: text.slice(from, to) }))
  const numbered = free(bare, distinct(cited))
  return free([...cited, ...numbered, ...free(whole, distinct([...cited, ...numbered]))], others)
}

/** A section by its number alone, with the act beside it. */
function unmarked(text: string, { 0: whole, index, groups = {} }: RegExpExecArray): Found {
  const { number = '', subs = '', act = '', title, code = '' } = groups
  const section: Section = {
    unit: null,
    number: title === undefined ? number.replace('-', '').toLowerCase() : number.toLowerCase(),
    subs: [...subs.matchAll(/\w+/gu)].map(([sub]) => sub.toLowerCase()),
    within: [],
  }
  const from = index + whole.indexOf(act)
  const id = title === undefined ? act.replaceAll('.', '') : `${Number(title)} ${code.replace(/[. ]/gu, '')}`
  return statute(text, { id, from, to: from + act.length, how: 'short', alone: false }, section, {
    from: index,
    to: index + whole.length,
  })
}

function statute(text: string, act: NamedAct, section: Section, span: { from: number; to: number }): Found {
  const swiss = act.how === 'short' && section.unit === 'article' ? swissAct(act.id) : undefined
  const place = section.within.map(({ unit, number }) => `${unit} ${number}`)
  // A bare number and a section are the same; an article, a rule and a schedule are not.
  const unit = section.unit === null || section.unit === 'section' ? [] : [section.unit]
  const number = section.to === undefined ? section.number : `${section.number}-${section.to}`
  return {
    kind: 'statute',
    id: [swiss ?? (act.how === 'short' ? act.id.toUpperCase() : act.id), ...place, ...unit, number].join(' '),
    ...span,
    act: text.slice(act.from, act.to),
    section,
    ...(section.subs.length > 0 ? { pinpoint: section.subs.map((sub) => `(${sub})`).join('') } : {}),
  }
}

/** Considerations are of decisions, and "R. 631" of "S.C.R. 631" is no rule. */
function isOfAct(text: string, { sections, from }: MarkedSections): boolean {
  if (/\p{L}\.$/u.test(text.slice(Math.max(0, from - 2), from))) return false
  return sections.every(({ unit }) => unit !== 'consideration')
}

/** Groups of sections with no more than "and" between them. */
function chained(text: string, groups: readonly MarkedSections[]): MarkedSections[][] {
  const chains: MarkedSections[][] = []
  for (const group of groups) {
    const chain = chains.at(-1)
    const last = chain?.at(-1)
    if (chain && last && group.from - last.to < 40 && AND.test(text.slice(last.to, group.from).replace(FOLLOWING, '')))
      chain.push(group)
    else chains.push([group])
  }
  return chains
}

function actOf(text: string, from: number, end: number, acts: readonly NamedAct[]): NamedAct | null {
  const to = end + (FOLLOWING.exec(text.slice(end, end + 12))?.[0].length ?? 0)
  const behind = acts[search(acts, to)]
  if (behind && behind.from - to < 30 && TO_ACT.test(text.slice(to, behind.from))) return behind
  const short = actBehind(text, to)
  if (short) return short
  const front = acts[search(acts, from) - 1]
  if (front && front.to <= from && from - front.to < 4 && FROM_ACT.test(text.slice(front.to, from))) return front
  return actInFront(text, from)
}

/** Index of the first act that begins at or behind a place. */
function search(acts: readonly NamedAct[], at: number): number {
  let [low, high] = [0, acts.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((acts[middle]?.from ?? 0) < at) low = middle + 1
    else high = middle
  }
  return low
}

/** One for each place: the sections of a list have one in common. */
function distinct(found: readonly Found[]): Found[] {
  return [...new Map(found.map((one) => [`${one.from} ${one.to}`, one])).values()]
}

/** Those that overlap none of the others, which are looked up by how many of their characters lie in front of a place. */
function free(found: readonly Found[], others: readonly Found[]): Found[] {
  const length = Math.max(0, ...[found, others].map((list) => list.reduce((last, { to }) => Math.max(last, to), 0)))
  const before = new Uint32Array(length + 1)
  for (const { from, to } of others) before.fill(1, from + 1, to + 1)
  for (let at = 1; at <= length; at += 1) before[at] = (before[at] ?? 0) + (before[at - 1] ?? 0)
  return found.filter(({ from, to }) => before[from] === before[to])
}
