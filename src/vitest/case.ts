import type { ExpectStatic, TestContext } from 'vitest'
import { offClock, orAborted, startClock } from '../abort.js'
import type { CitesGoldOptions } from '../citations/cites-gold.js'
import type { PinpointDocument } from '../citations/pinpoints.js'
import { DocketError, messageOf } from '../errors.js'
import { type Bench, type Evaluation, evaluateCase } from '../run/evaluate.js'
import { type CaseFrame, caseId } from '../run/record.js'
import type { Item } from '../schema/item.js'
import type { Policy } from '../schema/policy.js'
import type { CaseRecord, Failure } from '../schema/record.js'
import type { Response } from '../schema/response.js'
import { plainText } from '../text/plain-text.js'
import { rememberCase } from './case-context.js'
import { expectByDefault } from './expectations.js'
import { framesOf, mayPoint, pointAt } from './frames.js'
import type { Session } from './session.js'

/** What a callback of `describeBenchmark` is given for each case. Its `expect` is the case's own: the global one is another's. */
export interface BenchmarkCase {
  item: Item
  response: Response
  expect: ExpectStatic
  /** Aborted at the case's deadline. */
  signal: AbortSignal
}

export type BenchmarkCallback = (context: BenchmarkCase) => unknown

/** The system or the judge failed, so there is nothing to expect of an answer. Vitest's `retry` re-runs these only. */
class InfrastructureError extends DocketError {
  override name = 'InfrastructureError'

  constructor({ stage, kind, message }: Failure) {
    super(`infrastructure: ${plainText(`${stage} ${kind}: ${message}`)}`)
  }
}

/** What Vitest's `retry` tells these errors by. Vitest 4 drops a condition that is a function before it has run anything. */
export const INFRASTRUCTURE = /^infrastructure: /

export interface CaseRun {
  context: TestContext
  frame: CaseFrame
  bench: Bench
  /** Whether the suite is part of what the run is estimated at, and so may not start. */
  planned: boolean
  golds: CitesGoldOptions
  documents: readonly PinpointDocument[] | undefined
  policy: Policy
  deadlineMs: number
  callback: BenchmarkCallback | undefined
  session: Session
}

/** The body of a generated case: waits for its turn, which is when its clock starts, and gives the turn back whatever happens. */
export async function runCase(run: CaseRun): Promise<void> {
  const { context, session } = run
  const meta = context.task.meta as { docket?: CaseRecord }
  // Meta survives a retry: what a failed attempt left must not speak for this one, but it was paid for.
  const spentBefore = meta.docket?.cost
  delete meta.docket
  // What could not be kept of one case could not be of the next, and would be paid for all the same.
  if (run.bench.unkept !== undefined) throw new DocketError(run.bench.unkept)
  const barred = run.planned ? await session.coordinator.mayStart() : null
  if (barred !== null) return context.skip(plainText(barred))
  const slot = await session.coordinator.acquire(context.signal)
  const { deadlineMs } = run
  const late = `no result within the case's deadline of ${deadlineMs} ms`
  const clock = startClock(deadlineMs, context.signal, late)
  const { signal } = clock
  try {
    const evaluation = await evaluateCase({ ...run.frame, spentBefore }, slot, run.bench, {
      signal,
      offClock: (wait) => offClock(clock, wait),
    })
    meta.docket = evaluation.record
    keep(run, evaluation)
    // Where the clock has run out already, what is left to do is to say so.
    const expecting = () => expectations(run, evaluation, signal)
    await (signal.aborted ? expecting() : orAborted(expecting, signal)).catch((error: unknown) => {
      keepRed(run, error)
      throw error
    })
  } finally {
    clock.clear()
    session.coordinator.release()
  }
}

/** Written before anything is expected, so that no failure and no interrupt loses what was paid for. */
function keep({ frame, session, bench }: CaseRun, { record, response, verdict, raw, recordings }: Evaluation): void {
  const { project, run } = session.provided
  try {
    session.runFile.append({
      kind: 'case',
      project,
      record,
      item: frame.item,
      response,
      verdict,
      ...(raw === undefined ? {} : { raw }),
      recordings,
    })
  } catch (error) {
    bench.unkept = `the files of the run in ${run.dir} cannot be written, so nothing more is asked: ${messageOf(error)}; make room, or set \`outputDir\``
    throw new DocketError(bench.unkept, { cause: error })
  }
}

/** What Vitest throws where a case is skipped from within. */
const SKIPPED = 'VITEST_PENDING'

function isSkip(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === SKIPPED
}

function keepRed({ frame: { file, suite, item, trial }, session }: CaseRun, error: unknown): void {
  if (isSkip(error)) return
  const message = messageOf(error).split('\n', 1)[0] ?? ''
  session.runFile.append({ kind: 'red', project: session.provided.project, file, suite, id: caseId(item.id, trial), message })
}

async function expectations(run: CaseRun, evaluation: Evaluation, signal: AbortSignal): Promise<void> {
  const { context, frame, golds, documents, policy, callback } = run
  const { failure, response } = evaluation
  if (failure !== undefined && (policy === 'strict' || isTriedAgain(run))) throw new InfrastructureError(failure)
  // Nothing is asserted, so the case must not look as if something held.
  if (response === null || signal.aborted) return context.skip(whyNothing(evaluation))
  const { item } = frame
  // Where Vitest requires assertions, a case that gates decide on has this one: it was evaluated.
  if (policy !== 'strict') context.expect(evaluation.record.errorClass).toBeTypeOf('string')
  rememberCase(response, { item, evaluation, golds, documents })
  if (callback !== undefined) {
    await fewFrames(async () => callback({ item: structuredClone(item), response, expect: context.expect, signal }))
  } else if (policy === 'strict') {
    const untold = await pointingAt(frame, () =>
      expectByDefault({ task: frame.task, item, response, evaluation, expect: context.expect }),
    )
    if (untold !== null) context.skip(untold)
  }
}

function whyNothing({ failure, record }: Evaluation): string {
  const { outcome } = record.unscored
  return plainText(failure?.message ?? (outcome === undefined ? 'no response' : `unscored: ${outcome}`))
}

/** Whether Vitest runs this case once more if it fails now. Where gates decide, only the last attempt's failure stands. */
function isTriedAgain({ context, session }: CaseRun): boolean {
  return (context.task.result?.retryCount ?? 0) < session.provided.retry
}

/** What the item asks for fails at the item's data line. */
async function pointingAt<T>({ item, place }: CaseFrame, expectations: () => Promise<T>): Promise<T> {
  try {
    return await expectations()
  } catch (error) {
    if (error instanceof Error) {
      const here = place === undefined ? '' : `    at ${plainText(item.id)} (${place.file}:${place.line}:1)`
      pointAt(error, mayPoint(error) ? here : '')
    }
    throw error
  }
}

/** What a callback throws points at its own line, in the first failures only. */
async function fewFrames(callback: () => Promise<unknown>): Promise<void> {
  try {
    await callback()
  } catch (error) {
    if (error instanceof Error && !isSkip(error)) pointAt(error, mayPoint(error) ? framesOf(error) : '')
    throw error
  }
}
