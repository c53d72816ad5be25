import type { CitesGoldOptions } from '../citations/cites-gold.js'
import type { PinpointDocument } from '../citations/pinpoints.js'
import type { Evaluation } from '../run/evaluate.js'
import type { Item } from '../schema/item.js'
import type { Response } from '../schema/response.js'

/** What a generated case already knows of a response, so that its matchers neither ask the judge again nor need golds. */
export interface CaseContext {
  item: Item
  evaluation: Evaluation
  /** How the suite looks for golds. */
  golds: CitesGoldOptions
  /** Documents of the suite's corpus whose parts are known. */
  documents?: readonly PinpointDocument[] | undefined
}

const KEY = Symbol.for('vitest-docket.cases')
const held = globalThis as { [KEY]?: WeakMap<object, CaseContext> }

function contexts(): WeakMap<object, CaseContext> {
  held[KEY] ??= new WeakMap()
  return held[KEY]
}

export function rememberCase(response: Response, context: CaseContext): void {
  contexts().set(response, context)
}

/** The case that a response came from; undefined for a plain object of any other test. */
export function caseOf(received: unknown): CaseContext | undefined {
  return typeof received === 'object' && received !== null ? contexts().get(received) : undefined
}
