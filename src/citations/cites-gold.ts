import type { Compat } from '../schema/compat.js'
import type { GoldSource } from '../schema/item.js'
import type { Citation, Passage } from '../schema/response.js'
import { type CitedSource, readCitation, readPassage } from './cited-source.js'
import { paklegalqaMatches } from './compat-paklegalqa.js'
import { checkManifest } from './expected-corpus.js'
import type { Manifest } from './manifest.js'
import { anyOf, matchesDocument, matchesSection } from './match-gold.js'
import { resolveGold } from './resolve-gold.js'

export interface CitesGoldOptions {
  /**
   * `paklegalqa`: the published, looser matching on titles; it has no section level. `legal-rag-bench`: a passage's id need only hold the
   * gold's. @default sound matching
   */
  compat?: Compat
  /** The corpus: golds and cited titles are looked up in it before they are compared. Not used under `compat`. */
  corpus?: Manifest
}

/** A required gold and a source that is its document. */
export interface GoldMatch<T> {
  gold: GoldSource
  source: T
  /** Whether the source names the gold's section; null where either names none. */
  section: boolean | null
}

export interface GoldResult<T> {
  /** Whether any required gold is among the sources; null where that cannot be asked, and `reason` says why. */
  document: boolean | null
  /** Among golds with a section whose document matched: whether one is named; null where none was asked for or none was named. */
  section: boolean | null
  reason?: string
  /** Why `section` is null although `document` is known. */
  sectionReason?: string
  matched: GoldMatch<T>[]
  /** What is odd about the golds, or how they stand in the corpus. */
  warnings: string[]
}

/**
 * Compares what an answer cites with the required golds: any of them is enough. Optional golds neither count nor hurt. `citations`
 * that were not reported (null or undefined) leave both levels null; reported and empty is false.
 *
 * @throws TypeError where `corpus` is no manifest.
 */
export function citesGold(
  golds: readonly GoldSource[],
  citations: readonly Citation[] | null | undefined,
  options: CitesGoldOptions = {},
): GoldResult<Citation> {
  return compare(golds, citations?.flatMap(readCitation) ?? null, 'citations not reported', options)
}

/** `citesGold` for retrieved passages: the signal r is its `document`. Passages are compared by id, title, citation and section, not by text. */
export function retrievesGold(
  golds: readonly GoldSource[],
  passages: readonly Passage[] | null | undefined,
  options: CitesGoldOptions = {},
): GoldResult<Passage> {
  return compare(golds, passages?.map(readPassage) ?? null, 'passages not reported', options)
}

function compare<T extends Citation | Passage>(
  golds: readonly GoldSource[],
  sources: readonly CitedSource<T>[] | null,
  missing: string,
  { compat, corpus }: CitesGoldOptions,
): GoldResult<T> {
  if (corpus !== undefined) checkManifest(corpus)
  const published = compat === 'paklegalqa'
  const manifest = published ? undefined : corpus
  const required = golds.filter(({ optional }) => !optional)
  const distinct = new Map(required.map((gold) => [JSON.stringify(gold), gold]))
  const resolved = manifest ? [...distinct.values()].flatMap((gold) => resolveGold(gold, manifest).warnings) : []
  const warnings = [...oddities(golds, required, distinct.size), ...new Set(resolved)]
  const unknown = (reason: string) => ({ document: null, section: null, reason, matched: [], warnings })
  if (required.length === 0) return unknown('no required gold')
  if (sources === null) return unknown(missing)

  const fits = (gold: GoldSource, cited: CitedSource) =>
    (published ? paklegalqaMatches(gold, cited.title ?? cited.text ?? '') : null) ??
    matchesDocument(gold, cited, manifest, compat)
  const compared = [...distinct.values()].flatMap((gold) => sources.map((cited) => ({ gold, cited, fits: fits(gold, cited) })))
  const matched = compared
    .filter((one) => one.fits === true)
    .map(({ gold, cited }) => ({ gold, source: cited.source, section: published ? null : sectionOf(gold, cited) }))
  const section = anyOf(matched.map((match) => match.section))
  const sectionReason = section === null ? whyNoSection(matched, published) : undefined
  const unsure = matched.length === 0 ? compared.find((one) => one.fits === null) : undefined
  const reason = unsure && `${unsure.cited.label} may be the gold, which fits several documents of the corpus`
  return {
    document: unsure ? null : matched.length > 0,
    section,
    ...(reason ? { reason } : {}),
    ...(sectionReason ? { sectionReason } : {}),
    matched,
    warnings,
  }
}

function sectionOf(gold: GoldSource, cited: CitedSource): boolean | null {
  return (gold.kind === 'statute' || gold.kind === 'decision') && gold.section !== undefined
    ? matchesSection(gold.section, cited)
    : null
}

function whyNoSection(matched: readonly GoldMatch<unknown>[], published: boolean): string {
  if (published) return "compat: 'paklegalqa' has no section level"
  if (matched.length === 0) return 'no gold document is among the sources'
  if (!matched.some(({ gold }) => 'section' in gold && gold.section !== undefined)) return 'no gold that matched has a section'
  return 'no source names a section that can be compared'
}

function oddities(golds: readonly GoldSource[], required: readonly GoldSource[], distinct: number): string[] {
  const same = (one: GoldSource) => JSON.stringify({ ...one, optional: false })
  const both = new Set(required.map(same))
  return [
    ...(golds.length > 0 && required.length === 0 ? ['every gold is optional'] : []),
    ...(required.length > distinct ? [`${required.length - distinct} of ${required.length} required golds are repeated`] : []),
    ...(golds.some((gold) => gold.optional && both.has(same(gold)))
      ? ['a gold is both required and optional: it counts as required']
      : []),
  ]
}
