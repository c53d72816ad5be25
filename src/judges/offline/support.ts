import { missingNumbers, numbersIn } from '../../text/numbers.js'
import { contentTokens, type Token } from '../../text/tokens.js'
import { SUPPORT_BANDS, type SupportLabel } from './bands.js'
import { explain } from './explain.js'
import { languageUnless, spokenLanguage } from './language.js'
import { negationMismatch } from './negation.js'
import { bigramsOf, comparable, type IndexedPassage, indexSource, type SourceIndex, type Window } from './source-index.js'

interface Support {
  label: SupportLabel
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
  return checkClaim(claim, indexSource(passages, language, spokenLanguage(language, claim)))
}

interface Claim {
  tokens: Token[]
  stems: Set<string>
  bigrams: Set<string>
  numbers: string[]
  text: string
}

interface Fit {
  coverage: number
  bigrams: number
  missing: string[]
  numbers: string[]
  window: Window
}

/** `support` against an index that is built once for all claims of an answer. */
export function checkClaim(text: string, source: SourceIndex): Support {
  const none = { missingWords: [], missingNumbers: [], negations: [], coverage: null, bigrams: null, sourceCoverage: null }
  const undetermined = (
    reason: string,
    passages: SupportLabel[] = source.passages.map(() => 'undetermined' as const),
  ): Support => ({
    label: 'undetermined',
    passages,
    nearest: null,
    reason,
    ...none,
  })
  if (source.passages.length === 0) return undetermined('no passages')
  const claim = claimOf(text, source.language)
  const foreign = foreignTo(claim, text, source)
  const verbatim = source.passages.map(({ sentences }) => claim.text !== '' && sentences.has(claim.text))
  const comparables = foreign.map((language) => language === null && claim.stems.size + claim.numbers.length >= 2)
  const judged = source.passages.map((passage, index) => (comparables[index] ? judgePassage(claim, passage, source) : null))
  const passages = judged.map(
    (result, index): SupportLabel => (verbatim[index] ? 'entailment' : (result?.label ?? 'undetermined')),
  )
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
      foreign.includes('und') || languageUnless(text, source.spoken) === 'und'
        ? 'claim and passages have no word in common, and their languages are not known: declare `language`'
        : `claim and passages are in different languages (passages: ${names.join(', ')}), which a lexical check cannot compare`,
    )
  }
  if (!comparables.includes(true)) return undetermined('too few content words to check')

  const whole = coverageOf(claim, source.stems, source)
  const wholeNumbers = missingNumbers(claim.numbers, source.numbers)
  const nearest = best(judged.map((result) => result?.fit ?? null))
  const supporter = passages.indexOf('entailment')
  const chosen = judged[supporter >= 0 ? supporter : (nearest ?? 0)] ?? null
  const partlyForeign = foreign.some((language) => language !== null)
  const label = supporter >= 0 ? 'entailment' : partlyForeign ? 'undetermined' : bandOfWhole(whole.coverage, wholeNumbers)
  const facts = {
    passages,
    nearest: supporter >= 0 ? supporter : nearest,
    missingWords: chosen?.fit?.missing ?? whole.missing,
    missingNumbers: chosen?.fit?.numbers ?? wholeNumbers,
    negations: chosen?.negations ?? [],
    coverage: chosen?.fit?.coverage ?? 0,
    bigrams: chosen?.fit?.bigrams ?? 0,
    sourceCoverage: whole.coverage,
  }
  return {
    label,
    ...facts,
    reason: explain(label, facts, claim.numbers, { words: whole.missing, numbers: wholeNumbers }, partlyForeign),
  }
}

function judgePassage(
  claim: Claim,
  passage: IndexedPassage,
  source: SourceIndex,
): { label: SupportLabel; fit: Fit | null; negations: string[] } {
  const fit = bestWindow(claim, passage, source)
  const whole = coverageOf(claim, passage.stems, source).coverage
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

function bestWindow(claim: Claim, passage: IndexedPassage, source: SourceIndex): Fit | null {
  let found: Fit | null = null
  for (const window of passage.windows) {
    const { coverage, missing } = coverageOf(claim, window.stems, source)
    if (coverage === 0 && claim.stems.size > 0) continue
    const shared = Array.from(claim.bigrams).filter((bigram) => window.bigrams.has(bigram)).length
    const bigrams = claim.bigrams.size === 0 ? 1 : shared / claim.bigrams.size
    const fit = { coverage, bigrams, missing, numbers: missingNumbers(claim.numbers, window.numbers), window }
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
function coverageOf(claim: Claim, stems: ReadonlySet<string>, source: SourceIndex): { coverage: number; missing: string[] } {
  let total = 0
  let covered = 0
  const missing = new Map<string, string>()
  for (const token of claim.tokens) {
    if (token.negates || missing.has(token.stem)) continue
    const weight = source.weight(token.stem)
    total += weight
    if (stems.has(token.stem)) covered += weight
    else missing.set(token.stem, token.word)
  }
  return { coverage: total === 0 ? 1 : covered / total, missing: Array.from(missing.values()) }
}

function claimOf(text: string, language: string): Claim {
  const tokens = contentTokens(text, language)
  const stems = new Set(tokens.filter(({ negates }) => !negates).map(({ stem }) => stem))
  return { tokens, stems, bigrams: bigramsOf(tokens), numbers: numbersIn(text, language), text: comparable(text) }
}

/** Per passage the language that sets it apart from the claim, or null where they may be compared. */
function foreignTo(claim: Claim, text: string, source: SourceIndex): (string | null)[] {
  const own = languageUnless(text, source.spoken)
  return source.passages.map(({ language, stems }) => {
    if (own !== 'und' && language !== 'und') return own === language ? null : language
    const alike = claim.stems.size === 0 || Array.from(claim.stems).some((stem) => stems.has(stem))
    return alike ? null : language
  })
}

function describeNegations(claim: Claim, window: Window): string[] {
  const tokens = window.pieces.flatMap((piece) => piece.tokens)
  return negationMismatch(claim.tokens, tokens).map(
    ({ side, word, about }) => `"${word}" (of "${about}") only in the ${side === 'claim' ? 'claim' : 'passage'}`,
  )
}
