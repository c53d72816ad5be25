/** What most of some counts are of: `mostly budget`, or `budget` alone where nothing else is counted; null where nothing is. */
export function commonest(counts: Readonly<Record<string, number>> = {}): string | null {
  const [first, ...others] = Object.entries(counts).toSorted(([, a], [, b]) => b - a)
  if (first === undefined) return null
  return others.length === 0 ? first[0] : `mostly ${first[0]}`
}
