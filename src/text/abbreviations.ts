const list = (words: string) => words.trim().split(/\s+/)

const ANY = {
  /** Never end a sentence. */
  always: list(
    'v vs mr mrs ms dr prof hon st ors anr cf viz ibid op cit messrs mst i.e e.g resp vol approx app z.b d.h i.v.m i.s.v u.u vgl gem sog bspw bzw insb',
  ),
  /** Do not end a sentence before a number, a single letter or a section sign. */
  numbered: list(
    `art arts s ss sec secs sect subs sub-s subsec para paras par p pp no nos cl cls r rr reg regs sch ch chap n nn fn ex exh e pt tit
    l w.p c.p crl.a f supp ed abs nr ziff lit rz rdnr rn bst bd kap anm aufl al let lett cpv consid cons c num alin lett
    cap pag comma dec`,
  ),
  /** End a sentence only before a word that usually begins one. */
  perhaps: list(
    `etc al inc ltd co corp llc plc pvt jr sr esq ch.d cal ct cir dist app sup rev stat dept gov gen col sgt capt assn bros jan feb mar
    apr jun jul aug sep sept oct nov dec ff f usw usf u.a ggf evtl inkl max min mio mrd abk betr s.o s.u i.d.r u.s u.k w.p`,
  ),
}
const OWN: Readonly<Record<string, typeof ANY>> = {
  en: { always: list('capt gov sen rep rs'), numbered: list('section rule order'), perhaps: list('dept') },
  de: {
    always: list('abs nr ziff art hr fr dipl allg bes entspr lic iur urt s.a zit'),
    numbered: list('s e satz'),
    perhaps: list('st str jh tel'),
  },
  fr: {
    always: list('m mm mme mmes mlle me art al p.ex c.-à-d'),
    numbered: list('al let ch consid chiff'),
    perhaps: list('éd env'),
  },
  it: {
    always: list('sig sigg sig.ra avv dott on art artt cfr segg es p.es'),
    numbered: list('cpv lett n co cons consid'),
    perhaps: list('ecc ss seg'),
  },
}

type AbbreviationClass = 'always' | 'numbered' | 'perhaps'

const CLASSES = ['always', 'numbered', 'perhaps'] as const
const tables = new Map<string, ReadonlyMap<string, AbbreviationClass>>()

/** How a word before a full stop behaves in a language; undefined where it is no abbreviation. Case does not matter. */
export function abbreviationClass(word: string, language: string): AbbreviationClass | undefined {
  let table = tables.get(language)
  if (table === undefined) {
    // The language's own class wins, and `perhaps` gives way to the stronger classes.
    const sources = [ANY, OWN[language]].filter((source) => source !== undefined)
    table = new Map(
      sources.flatMap((source) => CLASSES.toReversed().flatMap((name) => source[name].map((entry) => [entry, name] as const))),
    )
    tables.set(language, table)
  }
  return table.get(word.toLowerCase())
}
