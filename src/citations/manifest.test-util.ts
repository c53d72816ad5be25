import { indexManifest, type Manifest, manifestEntry } from './manifest.js'

/** A manifest from the text of its lines, for tests; a row that is no document throws. */
export function manifestOf(text: string): Manifest {
  const entries = text.split('\n').flatMap((line) => {
    if (line.trim() === '') return []
    const entry = manifestEntry(JSON.parse(line), (field, message) => {
      throw new Error(`${field}: ${message}`)
    })
    return entry === null ? [] : [entry]
  })
  return indexManifest(entries, 'corpus.jsonl')
}
