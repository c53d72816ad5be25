import type { GoldSource } from '../schema/item.js'
import type { Manifest, ManifestEntry } from './manifest.js'
import { citesDecision, neutralKey, readNeutrals } from './neutral.js'
import { normalTitle } from './normalise.js'
import { fitsTitle, fitsTitleJoined, parseStatuteTitle, type StatuteTitle, sameTitleWords } from './statute-title.js'

/** Which documents of the corpus a gold means, and what is odd about that. */
export interface Resolution {
  /** `exact` title or id · `rule`: the title rule · `joined`: the rule after joining or splitting words · `ambiguous`: several titles fit,
   * none with equal words · `none`: not in the corpus. */
  how: 'exact' | 'rule' | 'joined' | 'ambiguous' | 'none'
  /** Empty where unresolved; several where the corpus holds the same title more than once. */
  entries: readonly ManifestEntry[]
  warnings: readonly string[]
}

const known = new WeakMap<Manifest, Map<string, Resolution>>()

/**
 * Finds a gold in the corpus. A statute: exact title first, then the title rule, then the rule with neighbouring words joined
 * ("Workplace" for "Work Place"). Where several titles fit, those with equal content words are kept; if there are none, the gold
 * stays unresolved (`ambiguous`). A decision: by its citation. A document, passage or span: by document id, with every
 * other document of that title, since a corpus may hold one document twice. Never throws.
 */
export function resolveGold(gold: GoldSource, manifest: Manifest): Resolution {
  if (gold.kind === 'statute') return resolveTitle(gold.title, manifest)
  const key = JSON.stringify([gold.kind, sourceKey(gold)])
  return memo(manifest, key, () => {
    const entries = findSource(gold, manifest)
    const ids = entries.map(({ id }) => JSON.stringify(id)).join(', ')
    const twice =
      entries.length > 1 ? [`gold ${JSON.stringify(sourceKey(gold))} is in the corpus ${entries.length} times, as ${ids}`] : []
    if (entries.length > 0) return { how: 'exact', entries, warnings: twice }
    const missing =
      gold.kind === 'passage' && gold.document === undefined
        ? []
        : [`gold ${JSON.stringify(sourceKey(gold))} is not in the corpus`]
    return { how: 'none', entries: [], warnings: missing }
  })
}

/** `resolveGold` of the title of an act. */
export function resolveTitle(title: string, manifest: Manifest): Resolution {
  return memo(manifest, title, () => {
    const exact = manifest.byTitle.get(normalTitle(title))?.filter(({ kind }) => kind === 'statute') ?? []
    if (exact.length > 0) return { how: 'exact', entries: exact, warnings: [] }
    const named = JSON.stringify(title)
    const sought = parseStatuteTitle(title)
    const rule = narrow(sought, manifest, fitsTitle)
    if (rule.kept.length > 0) return { how: 'rule', entries: rule.kept, warnings: several(named, rule.kept) }
    if (rule.fitting > 1) return ambiguous(`gold ${named} fits ${rule.fitting} corpus titles, and none exactly`)
    const joined = narrow(sought, manifest, fitsTitleJoined)
    if (joined.kept.length > 0) {
      const titles = joined.kept.map((entry) => JSON.stringify(entry.title)).join(', ')
      return {
        how: 'joined',
        entries: joined.kept,
        warnings: [`gold ${named} is ${titles} in the corpus: words are joined or split`],
      }
    }
    if (joined.fitting > 1)
      return ambiguous(`gold ${named} fits ${joined.fitting} corpus titles by joining words, and none exactly`)
    return { how: 'none', entries: [], warnings: [`gold ${named} is not in the corpus`] }
  })
}

function ambiguous(warning: string): Resolution {
  return { how: 'ambiguous', entries: [], warnings: [warning] }
}

function narrow(sought: StatuteTitle, manifest: Manifest, fits: (gold: StatuteTitle, cited: StatuteTitle) => boolean) {
  const fitting = manifest.acts.filter(({ title }) => fits(sought, title))
  const equal = fitting.filter(({ title }) => sameTitleWords(sought, title))
  const kept = equal.length > 0 ? equal : fitting.length === 1 ? fitting : []
  return { fitting: fitting.length, kept: kept.map(({ entry }) => entry) }
}

function several(named: string, kept: readonly ManifestEntry[]): string[] {
  if (kept.length < 2) return []
  return [
    `gold ${named} fits ${kept.length} corpus titles with the same words: ${kept.map(({ title }) => JSON.stringify(title)).join(', ')}`,
  ]
}

function findSource(gold: Exclude<GoldSource, { kind: 'statute' }>, manifest: Manifest): readonly ManifestEntry[] {
  if (gold.kind === 'decision') {
    const neutral = readNeutrals(gold.citation)
    if (neutral.length > 0) return neutral.flatMap((one) => manifest.decisions.get(neutralKey(one)) ?? [])
    return manifest.entries.filter(
      ({ kind, id, title }) => kind === 'decision' && citesDecision(gold.citation, { citation: id, title }),
    )
  }
  const title = manifest.byId.get(sourceKey(gold))?.title ?? (gold.kind === 'document' ? gold.title : undefined)
  return title === undefined ? [] : (manifest.byTitle.get(normalTitle(title)) ?? [])
}

function sourceKey(gold: Exclude<GoldSource, { kind: 'statute' }>): string {
  if (gold.kind === 'decision') return gold.citation
  if (gold.kind === 'document') return gold.id
  return gold.kind === 'passage' ? (gold.document ?? gold.id) : gold.document
}

function memo(manifest: Manifest, key: string, find: () => Resolution): Resolution {
  const found = known.get(manifest) ?? new Map<string, Resolution>()
  known.set(manifest, found)
  const resolution = found.get(key) ?? find()
  found.set(key, resolution)
  return resolution
}
