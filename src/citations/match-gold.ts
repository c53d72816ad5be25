import type { Compat } from '../schema/compat.js'
import type { GoldSource } from '../schema/item.js'
import type { CitedSource } from './cited-source.js'
import type { Manifest, ManifestEntry } from './manifest.js'
import { citesDecision, neutralCitations } from './neutral.js'
import { normalTitle } from './normalise.js'
import { resolveGold, resolveTitle } from './resolve-gold.js'
import { coversSection } from './section.js'
import { sectionName, sectionsIn } from './section-forms.js'
import { fitsTitle, parseStatuteTitle, type StatuteTitle } from './statute-title.js'

/**
 * Whether a cited source is the document, or the passage, of a gold. With a manifest both sides are looked up in the corpus first;
 * null where the source fits a gold that several documents of the corpus fit.
 */
export function matchesDocument(gold: GoldSource, cited: CitedSource, manifest?: Manifest, compat?: Compat): boolean | null {
  switch (gold.kind) {
    case 'statute':
      return anyOf([gold.title, ...(gold.equals ?? [])].map((title) => matchesStatute({ ...gold, title }, cited, manifest)))
    case 'decision':
      return matchesDecision(gold, cited, manifest)
    case 'document':
      return hasId(cited.documentIds, gold.id, gold.equals) || matchesTitle(gold, cited, manifest)
    case 'passage':
      if (compat === 'legal-rag-bench') return cited.passageIds.some((id) => id.includes(gold.id))
      return hasId(cited.passageIds, gold.id, gold.equals)
    case 'span':
      return hasId(
        cited.documentIds,
        gold.document,
        gold.equals?.map(({ document }) => document),
      )
  }
}

/** Whether a source whose document is matched names the gold's section; null where it names none, or none that can be compared. */
export function matchesSection(section: string, cited: CitedSource): boolean | null {
  const golds = sectionsIn(section)
  if (golds.length === 0 || cited.sections.length === 0) {
    return cited.sectionName !== undefined && golds.length === 0 ? cited.sectionName === sectionName(section) : null
  }
  return anyOf(golds.flatMap((gold) => cited.sections.map((place) => coversSection(gold, place))))
}

/** true if any is true, else false if any is false, else null. */
export function anyOf(answers: readonly (boolean | null)[]): boolean | null {
  return answers.includes(true) ? true : answers.includes(false) ? false : null
}

function matchesStatute(
  gold: Extract<GoldSource, { kind: 'statute' }>,
  cited: CitedSource,
  manifest: Manifest | undefined,
): boolean | null {
  const entry = corpusEntry(cited, manifest)
  const title = entry?.title ?? cited.title
  if (title === undefined || cited.judgment || entry?.kind === 'decision') return false
  const read = readTitle(title)
  const rule = (wanted: string) => fitsTitle(readTitle(wanted), read)
  if (!manifest) return rule(gold.title)
  const { how, entries: meant } = resolveGold(gold, manifest)
  if (how === 'ambiguous') return sameText(gold.title, title) || (rule(gold.title) ? null : false)
  const named = entry ? [entry] : namedBy(title, manifest)
  // A title that is another act of the corpus is that act, however well its words fit.
  if (meant.length > 0 && named.length > 0) return named.some(({ id }) => meant.some((one) => one.id === id))
  return rule(gold.title) || meant.some((one) => rule(one.title))
}

const MOST_TITLES = 10_000
const titles = new Map<string, StatuteTitle>()

/** Each title of thousands of passages is compared with every act that is cited. */
function readTitle(title: string): StatuteTitle {
  const known = titles.get(title)
  if (known !== undefined) return known
  if (titles.size >= MOST_TITLES) titles.clear()
  const read = parseStatuteTitle(title)
  titles.set(title, read)
  return read
}

/** What a cited title means in the corpus. A word or two without kind and year ("Relief") means nothing for sure. */
function namedBy(title: string, manifest: Manifest): readonly ManifestEntry[] {
  const { kind, year } = readTitle(title)
  const { how, entries } = resolveTitle(title, manifest)
  return how === 'exact' || kind !== null || year !== null ? entries : []
}

/** By title, since one document may stand in a corpus under two ids. */
function matchesTitle(
  gold: Extract<GoldSource, { kind: 'document' }>,
  cited: CitedSource,
  manifest: Manifest | undefined,
): boolean {
  const title = corpusEntry(cited, manifest)?.title ?? cited.title
  return (
    title !== undefined &&
    [gold.title, manifest?.byId.get(gold.id)?.title].some((one) => one !== undefined && sameText(one, title))
  )
}

/** The official collection of the Swiss Federal Supreme Court, in its three languages. */
const REPORTER = /^(?:BGE|ATF|DTF)\s+\d/u

function matchesDecision(
  gold: Extract<GoldSource, { kind: 'decision' }>,
  cited: CitedSource,
  manifest: Manifest | undefined,
): boolean {
  const { citation, text } = cited
  const title = corpusEntry(cited, manifest)?.title ?? cited.title
  if (citesDecision(gold.citation, { citation, title, text })) return true
  if (cited.documentIds.some((id) => sameText(gold.citation, id))) return true
  // Where the citation is an id of the corpus, the title may be how the decision is cited.
  if (gold.title !== undefined && REPORTER.test(gold.title) && citesDecision(gold.title, { citation, title, text })) return true
  // A case name says which case only where no citation says otherwise.
  const named = citation !== undefined || neutralCitations(text ?? '').length > 0
  return gold.title !== undefined && title !== undefined && !named && sameText(gold.title, title)
}

/** The corpus document that a source names by its title; or by its id where the id is all it gives, since an id beside a title may be a rank. */
function corpusEntry(cited: CitedSource, manifest: Manifest | undefined): ManifestEntry | undefined {
  if (!manifest) return undefined
  const exact = cited.title === undefined ? undefined : manifest.byTitle.get(normalTitle(cited.title))?.[0]
  if (exact || cited.title !== cited.text || cited.citation !== undefined) return exact
  const id = cited.documentIds.find((one) => manifest.byId.has(one))
  return id === undefined ? undefined : manifest.byId.get(id)
}

function hasId(ids: readonly string[], wanted: string, equals: readonly string[] = []): boolean {
  const sought = new Set([wanted, ...equals].map((id) => id.normalize('NFC')))
  return ids.some((id) => sought.has(id.normalize('NFC')))
}

function sameText(a: string, b: string): boolean {
  return normalTitle(a) !== '' && normalTitle(a) === normalTitle(b)
}
