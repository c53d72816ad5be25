import { type Corpus, loadCorpus } from './corpus.js'
import type { Dataset } from './dataset.js'
import { jsonl } from './jsonl.js'

const FOLDER = new URL('../../fixtures/norvale/', import.meta.url)

/**
 * The bundled benchmark: questions on the law of Norvale, a republic that does not exist, so that whatever a system answers from memory is ungrounded. Twins in
 * German, French and romanised Urdu, variants of persona, situation and facts; golds as sections, decisions and spans of `norvaleCorpus()`.
 */
export function norvaleItems(): () => Dataset {
  return jsonl(new URL('items.jsonl', FOLDER))
}

/** The law of Norvale: acts, ordinances and decisions in English, two acts also in their official German and French texts. */
export function norvaleCorpus(): Corpus {
  return loadCorpus(new URL('documents.jsonl', FOLDER))
}
