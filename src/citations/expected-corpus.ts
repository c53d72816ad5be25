import type { CitationCorpus } from './citation-corpus.js'
import type { Manifest } from './manifest.js'

export function isManifest(given: unknown): given is Manifest {
  return typeof given === 'object' && given !== null && 'entries' in given && 'byTitle' in given
}

function isIndexed(given: unknown): given is CitationCorpus {
  return typeof given === 'object' && given !== null && 'documents' in given && 'byKey' in given
}

/** @throws TypeError where it is no manifest: a list, or a path that nobody read, would fit nothing. */
export function checkManifest(given: Manifest): void {
  if (!isManifest(given)) throw new TypeError(`\`corpus\`: expected a manifest of loadManifest(path), got ${corpusGiven(given)}`)
}

/** @throws TypeError where it is not indexed, with how to index what it is. */
export function checkIndexed(given: CitationCorpus): void {
  if (isIndexed(given)) return
  const way =
    typeof given === 'string'
      ? 'citationCorpus(loadManifest(path))'
      : isManifest(given)
        ? 'citationCorpus(manifest)'
        : 'citationCorpus(documents)'
  throw new TypeError(`\`corpus\`: expected ${way}, got ${corpusGiven(given)}`)
}

/** @throws TypeError where it is neither a manifest nor indexed. */
export function checkCorpus(given: Manifest | CitationCorpus): void {
  if (!isManifest(given)) checkIndexed(given)
}

/** What was given in place of a corpus, in a few words. */
export function corpusGiven(given: unknown): string {
  if (typeof given === 'string') return `the text ${JSON.stringify(given.length > 60 ? `${given.slice(0, 60)}…` : given)}`
  if (Array.isArray(given)) return 'a list'
  if (isManifest(given)) return 'a manifest'
  if (isIndexed(given)) return 'what citationCorpus(…) returns'
  return typeof given === 'object' && given !== null ? 'an object' : typeof given === 'function' ? 'a function' : String(given)
}
