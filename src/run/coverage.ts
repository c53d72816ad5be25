import type { Gate } from '../schema/gate.js'

/** Share of a suite's cases that must have run and been judged for its figures to speak of the answers. */
const COVERAGE_FLOOR = 0.98

/** The same for a suite of its own gates: one that asks for less coverage is not to be closed by a floor above its own. */
export function coverageFloor(gates: readonly Gate[]): number {
  return Math.min(COVERAGE_FLOOR, ...gates.map(({ minCoverage }) => minCoverage))
}
