import type { CheckedCitation } from './check-citation.js'
import type { Manifest } from './manifest.js'
import { resolveTitle } from './resolve-gold.js'
import { parseStatuteTitle } from './statute-title.js'

/**
 * Finds a cited act among the titles of a corpus. What is no title (an abbreviation, a number of a collection) and is not there under that name stays
 * unverified, since the corpus may hold it under its title.
 */
export function resolveAct(act: string, manifest: Manifest): CheckedCitation {
  if (manifest.acts.length === 0) return { status: 'unverified', documents: [] }
  for (const title of [act, ...tails(act)]) {
    const { how, entries } = resolveTitle(title, manifest)
    if (how === 'ambiguous') return { status: 'ambiguous', reason: `${title} fits several acts of the corpus`, documents: [] }
    if (how !== 'none') return { status: 'resolved', documents: entries.map(({ id }) => id) }
  }
  const { kind, words } = parseStatuteTitle(act)
  if (kind === null || words.length === 0) return { status: 'unverified', documents: [] }
  return { status: 'missing', reason: `${act} is not in the corpus`, documents: [] }
}

/** What is left of "Landlords of the Tenancy Act 2031", which a text may write where the title is the end of it. */
function tails(act: string): string[] {
  return [...act.matchAll(/ the (?=\p{Lu})/gu)].map(({ 0: the, index }) => act.slice(index + the.length))
}
