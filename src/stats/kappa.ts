/** Rows are one rater's classes, columns the other's, in the same order; cells are counts. */
export type Agreement = readonly (readonly number[])[]

/**
 * Cohen's kappa: agreement beyond chance, (observed - chance) / (1 - chance). 1 is perfect, 0 what two raters with these marginals reach by chance,
 * -1 the least. null where nothing was rated, or where chance agreement is 1, since both raters then used one class only.
 *
 * Source: J. Cohen (1960), A coefficient of agreement for nominal scales, Educational and Psychological Measurement 20, 37-46.
 *
 * @throws RangeError unless the table is square and its cells are finite and not negative.
 */
export function cohenKappa(table: Agreement): number | null {
  for (const row of table) {
    if (row.length !== table.length || row.some((cell) => !(Number.isFinite(cell) && cell >= 0))) {
      throw new RangeError('expected a square table of counts')
    }
  }
  const n = sum(table.map(sum))
  if (n === 0) return null
  // In counts as far as can be, so that chance agreement of exactly 1 is seen as such.
  const chance = sum(table.map((row, i) => sum(row) * sum(table.map((other) => other[i] ?? 0))))
  if (chance === n * n) return null
  const agreed = sum(table.map((row, i) => row[i] ?? 0))
  return (agreed * n - chance) / (n * n - chance)
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
