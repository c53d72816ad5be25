import { createHash } from 'node:crypto'
import { canonicalJson } from '../cassettes/key.js'
import type { Item } from '../schema/item.js'
import type { Json } from '../schema/json.js'

const DIGITS = 16

/**
 * What an item asks and what is due, as 16 hexadecimal digits of a SHA-256: cases of two runs can be compared where it is equal, whatever they are called. Ids,
 * labels (type, persona, source …) and links to other items are not in it, since no answer and no verdict depends on them.
 */
export function itemHash({ question, language, answerable, premise, golds, reference, answerPoints }: Item): string {
  const content = {
    question,
    language,
    answerable,
    premise,
    golds,
    answerPoints,
    ...(reference === undefined ? {} : { reference }),
  }
  return createHash('sha256')
    .update(canonicalJson(JSON.parse(JSON.stringify(content)) as Json))
    .digest('hex')
    .slice(0, DIGITS)
}
