/**
 * Holm's step-down adjustment: of m p-values the smallest is taken times m, the next times m - 1, …, none below the one before it or above 1. To reject where
 * the adjusted value is at most alpha keeps the chance of any false rejection at alpha, however the tests hang together. In the order given.
 *
 * Source: S. Holm (1979), A simple sequentially rejective multiple test procedure, Scandinavian Journal of Statistics 6, 65-70.
 *
 * @throws RangeError unless every p is within 0..1.
 */
export function holm(pValues: readonly number[]): number[] {
  const wrong = pValues.find((p) => !(p >= 0 && p <= 1))
  if (wrong !== undefined) throw new RangeError(`expected p-values within 0..1, received ${wrong}`)
  const adjusted: number[] = []
  let reached = 0
  for (const [rank, { p, place }] of pValues
    .map((p, place) => ({ p, place }))
    .sort((a, b) => a.p - b.p)
    .entries()) {
    reached = Math.max(reached, Math.min(1, p * (pValues.length - rank)))
    adjusted[place] = reached
  }
  return adjusted
}
