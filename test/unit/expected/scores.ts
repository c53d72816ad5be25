import { expect } from 'vitest'
import { near } from './table.js'

/** A score of a table: `parts` is compared where it is given, null for none; a reason, where it is given. */
export interface ExpectedScore {
  value: number | null
  reason?: string
  parts?: [number, number] | null
}

interface ReceivedScore {
  value: number | null
  reason?: string | undefined
  parts?: readonly [number, number] | undefined
}

interface Compared {
  received: unknown
  expected: unknown
}

/** What was received and what is due, cut to what the table speaks of. */
export function scoreOf(received: ReceivedScore, expected: ExpectedScore): Compared {
  const told = {
    ...('parts' in expected ? { parts: received.parts ?? null } : {}),
    ...(expected.reason === undefined ? {} : { reason: received.reason }),
  }
  return {
    received: { value: received.value, hasReason: received.reason !== undefined, ...told },
    expected: { ...expected, value: near(expected.value), hasReason: expected.value === null },
  }
}

/** The same over scores by name; a name that the table leaves out is not compared. */
export function scoresOf(
  received: object,
  expected: Record<string, ExpectedScore>,
): { received: Record<string, unknown>; expected: Record<string, unknown> } {
  const found = new Map<string, ReceivedScore>(Object.entries(received))
  const names = Object.keys(expected)
  const compared = names.map((name) => {
    const score = found.get(name)
    const due = expected[name]
    return score === undefined || due === undefined ? { received: 'no such score', expected: due } : scoreOf(score, due)
  })
  return {
    received: Object.fromEntries(names.map((name, i) => [name, compared[i]?.received])),
    expected: Object.fromEntries(names.map((name, i) => [name, compared[i]?.expected])),
  }
}

/** An error where a value is due is what was received, so that a dispute can be about it. */
export function attempt(expected: unknown, compare: () => Compared): Compared {
  try {
    return compare()
  } catch (error) {
    return { received: error, expected }
  }
}

export interface Throws {
  throws: 'RangeError'
}

/** Runs what must throw a RangeError; anything else fails. */
export function mustThrow(run: () => unknown): Compared {
  let received: unknown = 'nothing was thrown'
  try {
    run()
  } catch (error) {
    received = error
  }
  return { received, expected: expect.any(RangeError) }
}
