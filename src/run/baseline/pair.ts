import { groupBy } from '../../group-by.js'
import type { ComparedCase } from '../../schema/baseline.js'

/** Which cases of two runs are the same. */
export interface Pairing {
  pairs: { base: ComparedCase; now: ComparedCase }[]
  /** Ids of cases that only the later run has, and only the earlier one. */
  added: string[]
  removed: string[]
  /** Of the same id and another content. */
  edited: string[]
  /** Of the same content and another id; they are pairs. */
  renamed: { before: string; now: string }[]
  /** Pairs, and all cases of either run, an edited one once. */
  shared: number
  of: number
}

/**
 * Pairs the cases of two runs by their content and trial, whatever they are called. Where several cases have one content those of one id are paired, then the rest in
 * order. `leftOut` are ids that the later run's design leaves out: they count as neither removed nor added.
 */
export function pairCases(
  base: readonly ComparedCase[],
  now: readonly ComparedCase[],
  leftOut: ReadonlySet<string> = new Set(),
): Pairing {
  const keyOf = ({ hash, trial }: ComparedCase) => `${hash} ${trial}`
  const open = groupBy(base, keyOf)
  const pairs = new Map<ComparedCase, ComparedCase>()
  const take = (one: ComparedCase, fits: (candidate: ComparedCase) => boolean) => {
    const candidates = open.get(keyOf(one)) ?? []
    const place = candidates.findIndex(fits)
    const [found] = place === -1 ? [] : candidates.splice(place, 1)
    if (found !== undefined) pairs.set(one, found)
  }
  for (const one of now) take(one, ({ id }) => id === one.id)
  for (const one of now) if (!pairs.has(one)) take(one, () => true)

  const unpaired = new Set([...open.values()].flat().map(({ id }) => id))
  const alone = now.filter((one) => !pairs.has(one)).map(({ id }) => id)
  const edited = alone.filter((id) => unpaired.has(id))
  const isEdited = new Set(edited)
  const added = alone.filter((id) => !isEdited.has(id))
  const removed = [...unpaired].filter((id) => !isEdited.has(id) && !leftOut.has(id))
  return {
    pairs: now.flatMap((one) => {
      const found = pairs.get(one)
      return found === undefined ? [] : [{ base: found, now: one }]
    }),
    added,
    removed,
    edited,
    renamed: [...pairs].flatMap(([one, { id }]) => (id === one.id ? [] : [{ before: id, now: one.id }])),
    shared: pairs.size,
    of: pairs.size + added.length + removed.length + edited.length,
  }
}
