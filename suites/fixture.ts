import { resolve } from 'node:path'
import { jsonl, loadManifest, recordedRun, type System } from 'vitest-docket'

const FIXTURES = resolve(import.meta.dirname, '../fixtures')

/** A set of this project's own fixtures: items, the corpus they share, a recorded run, and verdicts set by hand. */
export function fixture(name: 'verdania' | 'abstractive') {
  return {
    items: jsonl(`${FIXTURES}/${name}/items.jsonl`),
    corpus: loadManifest(`${FIXTURES}/verdania/manifest.jsonl`),
    system: fixtureRun(`${FIXTURES}/${name}/run.jsonl`, name),
    judge: { provider: 'recorded' as const, path: `${FIXTURES}/${name}/verdicts.jsonl` },
  }
}

/** Rows are `{ id, status: 'ok', response }` or `{ id, status: 'error', error }`. */
function fixtureRun(path: string, name: string): System {
  return recordedRun(path, {
    name,
    map: (row) => (row['status'] === 'error' ? { failure: String(row['error']) } : row['response']),
  })
}
