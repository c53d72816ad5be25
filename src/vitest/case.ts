import type { TestContext } from 'vitest'
import type { CitesGoldOptions } from '../citations/cites-gold.js'
import { DocketError, messageOf } from '../errors.js'
import { type Bench, evaluateCase, type Evaluation } from '../run/evaluate.js'
import type { CaseFrame } from '../run/record.js'
import { rememberCase } from './case-context.js'
import type { BenchmarkCallback } from './describe-benchmark.js'
import { expectByDefault } from './expectations.js'
import type { Session } from './session.js'

/** The system or the judge failed, so there is nothing to expect of an answer. Vitest's `retry` re-runs these only. */
class InfrastructureError extends DocketError {
  override name = 'InfrastructureError'
}

export interface CaseRun {
  context: TestContext
  frame: CaseFrame
  bench: Bench
  golds: CitesGoldOptions
  policy: 'strict' | 'gate' | 'report'
  deadlineMs: number
  callback: BenchmarkCallback | undefined
  session: Session
}

/** The body of a generated case: waits for its turn, evaluates, writes the record, then expects. */
export async function runCase({ context, frame, bench, golds, policy, deadlineMs, callback, session }: CaseRun): Promise<void> {
  const { coordinator, runFile, provided } = session
  const meta = context.task.meta as { docket?: unknown }
  // Meta survives a retry: what a failed attempt left must not speak for this one.
  delete meta.docket
  const slot = await coordinator.acquire(context.signal)
  let evaluation: Evaluation
  const signal = AbortSignal.any([context.signal, deadline(deadlineMs)])
  try {
    evaluation = await evaluateCase(frame, slot, bench, signal)
  } finally {
    coordinator.release()
  }
  const { record, response, verdict } = evaluation
  meta.docket = record
  runFile.append({ kind: 'case', project: provided.project, record, item: frame.item, response, verdict })

  const { failure } = record
  if (response === null || failure !== undefined) {
    if (policy === 'strict') throw new InfrastructureError(`${failure?.stage ?? 'run'} ${failure?.kind ?? 'failure'}: ${failure?.message ?? 'no response'}`)
    if (response === null) return
  }
  rememberCase(response, { item: frame.item, evaluation, golds })
  if (callback !== undefined) {
    await callback({ item: frame.item, response, expect: context.expect, signal })
  } else if (policy === 'strict') {
    const untold = await pointingAt(frame, () => expectByDefault({ item: frame.item, response, evaluation, expect: context.expect }))
    if (untold !== null) context.skip(untold)
  }
}

function deadline(ms: number): AbortSignal {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(new DocketError(`no result within the case's deadline of ${ms} ms`)), ms)
  timer.unref()
  return controller.signal
}

/** Stack frames are what makes many failures slow, so only the first of a worker have one, and it points at the item's data line. */
const FRAMES = 20
let failures = 0

async function pointingAt<T>({ item, place }: CaseFrame, expectations: () => Promise<T>): Promise<T> {
  try {
    return await expectations()
  } catch (error) {
    if (error instanceof Error) {
      failures += 1
      const frame = place !== undefined && failures <= FRAMES ? `\n    at ${item.id} (${place.file}:${place.line}:1)` : ''
      error.stack = `${error.name}: ${messageOf(error)}${frame}`
    }
    throw error
  }
}
