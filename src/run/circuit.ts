/** Failures of one party in a row after which it is not called again: an outage should end a run, not be paid for to its end. */
export const CIRCUIT_FAILURES = 20

/** Failures in a row by party. */
export interface Circuit {
  /** Why a party is not called any more; null while it is. */
  open(party: string): string | null
  /** @param failure Why the party did not answer; absent where it did. */
  settle(party: string, failure: string | undefined): void
  reset(): void
}

export function createCircuit(): Circuit {
  const rows = new Map<string, { length: number; last: string }>()
  return {
    open(party) {
      const row = rows.get(party)
      if (row === undefined || row.length < CIRCUIT_FAILURES) return null
      return `stopped asking after ${CIRCUIT_FAILURES} failures in a row of ${party}: ${row.last}`
    },
    settle(party, failure) {
      // A call that was under way when the circuit opened does not close it: nobody would know whether the rest would have failed.
      if (this.open(party) !== null) return
      if (failure === undefined) rows.delete(party)
      else rows.set(party, { length: (rows.get(party)?.length ?? 0) + 1, last: failure })
    },
    reset: () => rows.clear(),
  }
}
