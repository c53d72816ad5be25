import { missingNumbers, numbersIn } from '../../text/numbers.js'
import { contentTokens, type Token } from '../../text/tokens.js'
import { SUPPORT_BANDS, type SupportLabel } from './bands.js'
import { explain } from './explain.js'
import { languageUnless, spokenLanguage } from './language.js'
import { LIMITS } from './limits.js'
import { negationMismatch } from './negation.js'
import { finish, type Steps } from './pace.js'
import { bigramsOf, comparable, type IndexedPassage, indexSteps, type SourceIndex, type Window } from './source-index.js'

export interface Support {
  label: SupportLabel
  /** Of an unsupported claim: what made it one. */
  kind: 'wrong-number-or-date' | 'beyond-sources' | null
  /** One label per passage, each judged alone. */
  passages: SupportLabel[]
  /** Index of the passage that comes nearest; null without passages or without anything in common. */
  nearest: number | null
  /** In words, what decided it. */
  reason: string
  /** Content words of the claim that the best window lacks. */
  missingWords: string[]
  missingNumbers: string[]
  /** Negations that only one side has. */
  negations: string[]
  /** Shares from 0 to 1 in the best window, and in all passages; null where the claim has nothing to weigh. */
  coverage: number | null
  bigrams: number | null
  sourceCoverage: number | null
}

/**
 * A three-band lexical support check of one claim against passages: `entailment` where its words, their order, its numbers and
 * its negations stand together in one passage, `neutral` where they stand nowhere, `undetermined` between. A check of wording,
 * not of meaning. Claim and passage in different languages, or in unknown ones without a word in common, or no passages: `undetermined`.
 * Deterministic.
 */
export function support(claim: string, passages: readonly string[], language: string): Support {
  const index = finish(indexSteps(passages, language, spokenLanguage(language, claim)))
  return finish(checkSteps(readClaim(claim, index), index))
}

/** A claim ready to be held against a source. */
export interface Claim {
  written: string
  tokens: Token[]
  /** The words that coverage goes by, every occurrence in its place. */
  weighed: { token: Token; weight: number; first: boolean }[]
  stems: Set<string>
  bigrams: Set<string>
  numbers: string[]
  text: string
}

interface Fit {
  coverage: number
  bigrams: number
  numbers: string[]
  window: Window
}

/** How many comparisons a claim takes: see `LIMITS`. */
export function comparisonsOf(claim: Claim, source: SourceIndex): number {
  const size = Math.max(1, Math.ceil(claim.tokens.length / LIMITS.wordsAComparison))
  return size * Math.max(source.windows, source.passages.length)
}

/** `support` against an index that is built once for all claims of an answer. */
export function* checkSteps(claim: Claim, source: SourceIndex): Steps<Support> {
  const none = { missingWords: [], missingNumbers: [], negations: [], coverage: null, bigrams: null, sourceCoverage: null }
  const undetermined = (
    reason: string,
    passages: SupportLabel[] = source.passages.map(() => 'undetermined' as const),
  ): Support => ({
    label: 'undetermined',
    kind: null,
    passages,
    nearest: null,
    reason,
    ...none,
  })
  if (source.passages.length === 0) return undetermined('no passages')
  const foreign = foreignTo(claim, source)
  const verbatim = source.passages.map(({ sentences }) => claim.text !== '' && sentences.has(claim.text))
  const comparables = foreign.map((language) => language === null && claim.stems.size + claim.numbers.length >= 2)
  const judged: (Judged | null)[] = []
  for (const [index, passage] of source.passages.entries()) {
    yield
    judged.push(comparables[index] ? judgePassage(claim, passage) : null)
  }
  const passages = judged.map((result, index): SupportLabel => {
    const label = verbatim[index] ? 'entailment' : (result?.label ?? 'undetermined')
    // What a passage has beyond the part that was read may support the claim.
    return label === 'neutral' && index >= source.whole ? 'undetermined' : label
  })
  if (verbatim.includes(true)) {
    return {
      ...undetermined('stands in the passage word for word', passages),
      label: 'entailment',
      nearest: verbatim.indexOf(true),
    }
  }
  if (foreign.every((language) => language !== null)) {
    const names = Array.from(new Set(foreign)).filter((language) => language !== 'und')
    return undetermined(
      foreign.includes('und') || languageUnless(claim.written, source.spoken) === 'und'
        ? 'claim and passages have no word in common, and their languages are not known: declare `language`'
        : `claim and passages are in different languages (passages: ${names.join(', ')}), which a lexical check cannot compare`,
    )
  }
  if (!comparables.includes(true)) return undetermined('too few content words to check')

  const coverage = coverageOf(claim, source.stems)
  const missing = missingOf(claim, source.stems)
  const wholeNumbers = missingNumbers(claim.numbers, source.numbers)
  const nearest = best(judged.map((result) => result?.fit ?? null))
  const supporter = passages.indexOf('entailment')
  const chosen = judged[supporter >= 0 ? supporter : (nearest ?? 0)] ?? null
  const partlyForeign = foreign.some((language) => language !== null)
  const unread = source.whole < source.passages.length
  const label = supporter >= 0 ? 'entailment' : partlyForeign || unread ? 'undetermined' : bandOfWhole(coverage, wholeNumbers)
  const facts = {
    passages,
    nearest: supporter >= 0 ? supporter : nearest,
    missingWords: chosen?.fit ? missingOf(claim, chosen.fit.window.stems) : missing,
    missingNumbers: chosen?.fit?.numbers ?? wholeNumbers,
    negations: chosen?.negations ?? [],
    coverage: chosen?.fit?.coverage ?? 0,
    bigrams: chosen?.fit?.bigrams ?? 0,
    sourceCoverage: coverage,
  }
  return {
    label,
    // With so many of its words a claim is unsupported by the missing number alone.
    kind: label !== 'neutral' ? null : coverage < SUPPORT_BANDS.unsupportedCoverage ? 'beyond-sources' : 'wrong-number-or-date',
    ...facts,
    reason: explain(label, facts, claim.numbers, { words: missing, numbers: wholeNumbers }, { foreign: partlyForeign, unread }),
  }
}

interface Judged {
  label: SupportLabel
  fit: Fit | null
  negations: string[]
}

function judgePassage(claim: Claim, passage: IndexedPassage): Judged {
  const fit = bestWindow(claim, passage)
  const whole = coverageOf(claim, passage.stems)
  const negations = fit === null ? [] : describeNegations(claim, fit.window)
  const supported =
    fit !== null &&
    fit.coverage >= SUPPORT_BANDS.supportedCoverage &&
    fit.bigrams >= SUPPORT_BANDS.supportedBigrams &&
    fit.numbers.length === 0 &&
    negations.length === 0
  return { label: supported ? 'entailment' : bandOfWhole(whole, missingNumbers(claim.numbers, passage.numbers)), fit, negations }
}

function bandOfWhole(coverage: number, numbersMissing: readonly string[]): 'neutral' | 'undetermined' {
  const limit = numbersMissing.length > 0 ? SUPPORT_BANDS.unsupportedCoverageWithoutNumber : SUPPORT_BANDS.unsupportedCoverage
  return coverage < limit ? 'neutral' : 'undetermined'
}

function bestWindow(claim: Claim, passage: IndexedPassage): Fit | null {
  let found: Fit | null = null
  for (const window of passage.windows) {
    const coverage = coverageOf(claim, window.stems)
    if (coverage === 0 && claim.stems.size > 0) continue
    // Coverage comes first in `better`, so the rest need not be counted.
    if (found !== null && coverage < SUPPORT_BANDS.supportedCoverage && coverage < found.coverage - 1e-9) continue
    let shared = 0
    for (const bigram of claim.bigrams) if (window.bigrams.has(bigram)) shared += 1
    const bigrams = claim.bigrams.size === 0 ? 1 : shared / claim.bigrams.size
    const fit = { coverage, bigrams, numbers: missingNumbers(claim.numbers, window.numbers), window }
    if (found === null || better(fit, found)) found = fit
  }
  return found
}

/** Coverage first; of equals the one with the numbers, then word order, then the shorter window, whose negations are all its own. */
function better(a: Fit, b: Fit): boolean {
  const bands = (fit: Fit): number => Number(fit.coverage >= SUPPORT_BANDS.supportedCoverage && fit.numbers.length === 0)
  const order = [
    bands(a) - bands(b),
    a.coverage - b.coverage,
    b.numbers.length - a.numbers.length,
    a.bigrams - b.bigrams,
    b.window.pieces.length - a.window.pieces.length,
  ]
  return (order.find((difference) => Math.abs(difference) > 1e-9) ?? 0) > 0
}

function best(fits: readonly (Fit | null)[]): number | null {
  let index: number | null = null
  for (const [at, fit] of fits.entries()) {
    const before = index === null ? null : (fits[index] ?? null)
    if (fit !== null && (before === null || better(fit, before))) index = at
  }
  return index
}

/** Share of the claim's weighted stems; 1 for a claim of numbers alone, which the numbers decide. */
function coverageOf(claim: Claim, stems: ReadonlySet<string>): number {
  let total = 0
  let covered = 0
  for (const { token, weight, first } of claim.weighed) {
    const has = stems.has(token.stem)
    // What is missing counts once, however often the claim says it.
    if (has || first) total += weight
    if (has) covered += weight
  }
  return total === 0 ? 1 : covered / total
}

function missingOf(claim: Claim, stems: ReadonlySet<string>): string[] {
  return claim.weighed.filter(({ token, first }) => first && !stems.has(token.stem)).map(({ token }) => token.word)
}

/** Reads a claim for `checkSteps`, by the words and weights of the source that it will be held against. */
export function readClaim(written: string, source: SourceIndex): Claim {
  const tokens = contentTokens(written, source.language)
  const stems = new Set<string>()
  const weighed: Claim['weighed'] = []
  for (const token of tokens) {
    if (token.negates) continue
    weighed.push({ token, weight: source.weight(token.stem), first: !stems.has(token.stem) })
    stems.add(token.stem)
  }
  const numbers = numbersIn(written, source.language)
  return { written, tokens, weighed, stems, bigrams: bigramsOf(tokens), numbers, text: comparable(written) }
}

/** Per passage the language that sets it apart from the claim, or null where they may be compared. */
function foreignTo(claim: Claim, source: SourceIndex): (string | null)[] {
  const own = languageUnless(claim.written, source.spoken)
  const spoken = Array.from(claim.stems)
  return source.passages.map(({ language, stems }) => {
    if (own !== 'und' && language !== 'und') return own === language ? null : language
    const alike = spoken.length === 0 || spoken.some((stem) => stems.has(stem))
    return alike ? null : language
  })
}

function describeNegations(claim: Claim, window: Window): string[] {
  const tokens = window.pieces.flatMap((piece) => piece.tokens)
  return negationMismatch(claim.tokens, tokens).map(
    ({ side, word, about }) => `"${word}" (of "${about}") only in the ${side === 'claim' ? 'claim' : 'passage'}`,
  )
}
