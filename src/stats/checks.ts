/** @throws RangeError unless 0 < confidence < 1. */
export function checkedConfidence(confidence: number): number {
  if (confidence > 0 && confidence < 1) return confidence
  throw new RangeError(`expected \`confidence\` between 0 and 1, both excluded, received ${confidence}`)
}

/** @throws RangeError unless 0 <= count <= n, both finite. */
export function checkCounts(count: number, n: number): void {
  if (Number.isFinite(n) && count >= 0 && count <= n) return
  throw new RangeError(`expected 0 <= count <= n, received count ${count} of n ${n}`)
}
