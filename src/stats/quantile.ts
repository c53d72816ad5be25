/**
 * Sample quantile by linear interpolation between order statistics: type 7 of R. J. Hyndman and Y. Fan (1996), The American
 * Statistician 50, 361-365; the default of R and NumPy. null where there are no values.
 *
 * @throws RangeError unless 0 <= p <= 1 and every value is finite.
 */
export function quantile(values: readonly number[], p: number): number | null {
  if (!(p >= 0 && p <= 1)) throw new RangeError(`expected \`p\` within 0..1, received ${p}`)
  const wrong = values.find((value) => !Number.isFinite(value))
  if (wrong !== undefined) throw new RangeError(`expected finite values, received ${wrong}`)
  const sorted = [...values].sort((a, b) => a - b)
  const place = (sorted.length - 1) * p
  const below = sorted[Math.floor(place)]
  const above = sorted[Math.ceil(place)]
  if (below === undefined || above === undefined) return null
  return below + (place - Math.floor(place)) * (above - below)
}
