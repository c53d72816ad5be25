import type { GoldSource } from '../schema/item.js'
import type { Passage } from '../schema/response.js'
import { clip } from '../text/clip.js'

type Named = Extract<GoldSource, { kind: 'document' | 'passage' | 'span' }>

const LONGEST = 120

/**
 * Golds that were not found, although a passage has almost their id: another case, other separators or white space, or the id with something behind it. A
 * misspelt id looks like a retriever that finds nothing. At most one warning for each gold.
 */
export function misspeltGolds(missing: readonly GoldSource[], passages: readonly Passage[]): string[] {
  const golds = missing.filter((gold): gold is Named => ['document', 'passage', 'span'].includes(gold.kind))
  if (golds.length === 0) return []
  const ids = passages.flatMap(({ id, document }) => [named('document', document), named('passage id', id)].flat())
  const found = golds.flatMap((gold) =>
    warning(gold, gold.kind === 'passage' ? ids.filter(({ what }) => what === 'passage id') : ids),
  )
  return [...new Set(found)]
}

interface Id {
  what: 'document' | 'passage id'
  id: string
  key: string
}

function named(what: Id['what'], id: string | undefined): Id[] {
  return id === undefined ? [] : [{ what, id: id.normalize('NFC'), key: keyOf(id) }]
}

/** Its runs of letters and of digits: `Act_1` and `act 1` have the same. */
function keyOf(id: string): string {
  const runs =
    id
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}]+|\p{N}+/gu) ?? []
  return runs.join(' ')
}

function warning(gold: Named, ids: readonly Id[]): string[] {
  const wanted = gold.kind === 'span' ? [gold.document] : [gold.id, ...(gold.equals ?? [])]
  const kind = gold.kind === 'passage' ? 'passage' : 'document'
  const say = (id: string, how: string, one: Id, way: string) => [
    `gold ${kind} ${quoted(id)} ${how} the ${one.what} ${quoted(one.id)}${way}`,
  ]
  for (const id of wanted) {
    const key = keyOf(id)
    const same = key === '' ? undefined : ids.find((one) => one.key === key)
    if (same) return say(id, 'differs in case, separators or white space alone from', same, '; ids are compared by equality')
  }
  for (const id of wanted) {
    const longer = ids.find((one) => startsWith(one.id, id.normalize('NFC')))
    if (longer) return say(id, 'is the beginning of', longer, wayOut(kind, longer))
  }
  return []
}

function startsWith(longer: string, id: string): boolean {
  return longer.startsWith(id) && /^[^\p{L}\p{M}\p{N}]/u.test(longer.slice(id.length))
}

function wayOut(kind: 'passage' | 'document', { what }: Id): string {
  if (kind === 'passage') return ': if that is the gold, name it in `equals`'
  return what === 'document'
    ? ': if that is the gold, give both one name'
    : ': if that is a passage of it, give the passages `document`'
}

function quoted(id: string): string {
  return JSON.stringify(clip(id, LONGEST))
}
