/** A side of a pair in a table: a value, null where nobody can say, or why there is none. */
export type Side = number | null | 'lost' | 'out'

/** Pairs of base and now with their groups, in one of the two ways that the tables write them. */
export interface PairsOfTable {
  /** Count, base, now: each pair a group of its own, or successive `groupSize` of them one. */
  pairs?: [number, Side, Side][]
  groupSize?: number
  /** Times, and the pairs of one group. */
  groups?: [number, [Side, Side][]][]
}

export interface GroupedPair {
  id: string
  group: string
  base: Side
  now: Side
}

export function pairsOf({ pairs = [], groupSize = 1, groups = [] }: PairsOfTable): GroupedPair[] {
  const flat = pairs.flatMap(([times, base, now]) => Array.from({ length: times }, () => ({ base, now })))
  return [
    ...flat.map((pair, i) => ({ ...pair, id: `p${i}`, group: `s${Math.floor(i / groupSize)}` })),
    ...groups.flatMap(([times, members], kind) =>
      Array.from({ length: times }, (_, i) =>
        members.map(([base, now], member) => ({ base, now, id: `g${kind}-${i}-${member}`, group: `g${kind}-${i}` })),
      ).flat(),
    ),
  ]
}
