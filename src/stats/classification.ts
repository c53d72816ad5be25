/** So many of so many; `value` is null where there is nothing to be a share of. */
export interface Share {
  count: number
  of: number
  value: number | null
}

/** One example: its true class and the predicted one, null where the judge abstained. */
export interface Predicted<Label extends string> {
  truth: Label
  prediction: Label | null
}

export interface ClassScores {
  precision: Share
  recall: Share
  f1: number | null
}

export function share(count: number, of: number): Share {
  return { count, of, value: of === 0 ? null : count / of }
}

/** Counts with a row a true class and a column a predicted one, in the order of `labels`; the last column is abstentions. */
export function confusionMatrix<Label extends string>(
  labels: readonly Label[],
  examples: readonly Predicted<Label>[],
): number[][] {
  const counts = labels.map(() => [...labels, null].map(() => 0))
  for (const { truth, prediction } of examples) {
    const row = counts[labels.indexOf(truth)]
    const column = prediction === null ? labels.length : labels.indexOf(prediction)
    if (row === undefined || column < 0)
      throw new RangeError(`expected one of ${labels.join(', ')}, received ${truth}, ${prediction}`)
    row[column] = (row[column] ?? 0) + 1
  }
  return counts
}

/**
 * Precision, recall and F1 of one class of a confusion matrix. An abstention is not found: it stays in recall's denominator. F1 is 2PR / (P + R), 0
 * where both are 0, and null where either is.
 *
 * Source: C. J. van Rijsbergen (1979), Information Retrieval, ch. 7.
 */
export function classScores(matrix: readonly (readonly number[])[], index: number): ClassScores {
  const found = matrix[index]?.[index] ?? 0
  const precision = share(found, total(matrix.map((row) => row[index] ?? 0)))
  const recall = share(found, total(matrix[index] ?? []))
  return { precision, recall, f1: harmonic(precision.value, recall.value) }
}

function harmonic(p: number | null, r: number | null): number | null {
  if (p === null || r === null) return null
  return p + r === 0 ? 0 : (2 * p * r) / (p + r)
}

/** Of all examples those with a prediction, and of these the right ones: neither says anything without the other. */
export function selective(matrix: readonly (readonly number[])[]): { coverage: Share; accuracy: Share } {
  const all = total(matrix.map(total))
  const determined = all - total(matrix.map((row) => row[matrix.length] ?? 0))
  const right = total(matrix.map((row, i) => row[i] ?? 0))
  return { coverage: share(determined, all), accuracy: share(right, determined) }
}

const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)
