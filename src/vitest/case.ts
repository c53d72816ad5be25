import type { ExpectStatic, TestContext } from 'vitest'
import { type Clock, offClock, orAborted, startClock } from '../abort.js'
import type { CitesGoldOptions } from '../citations/cites-gold.js'
import type { PinpointDocument } from '../citations/pinpoints.js'
import { DocketError, messageOf } from '../errors.js'
import { isNewlyWrong } from '../metrics/right.js'
import { type Bench, type Evaluation, evaluateCase } from '../run/evaluate.js'
import { type CaseFrame, caseId } from '../run/record.js'
import type { EarlierLine } from '../run/resume.js'
import { takenCase } from '../run/taken-case.js'
import type { Item } from '../schema/item.js'
import type { Policy } from '../schema/policy.js'
import type { CaseRecord, Failure } from '../schema/record.js'
import type { Response } from '../schema/response.js'
import { plainText } from '../text/plain-text.js'
import { rememberCase } from './case-context.js'
import type { Ratchet } from './collect-suite.js'
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
  /** What an earlier run settled of the case, where this run goes on with it. */
  taken?: EarlierLine | undefined
  /** Its place in the order of dispatch where an earlier run gave it one. */
  sequence?: number | undefined
  golds: CitesGoldOptions
  documents: readonly PinpointDocument[] | undefined
  policy: Policy
  /** Of policy `ratchet`; undefined where there is no baseline that can be read. */
  ratchet?: Ratchet | undefined
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
  if (run.taken !== undefined) return await runTaken(run, run.taken)
  const barred = run.planned ? await session.coordinator.mayStart() : null
  if (barred !== null) return context.skip(plainText(barred))
  const { sequence, startedAt } = await session.coordinator.acquire(context.signal)
  const slot = { sequence: run.sequence ?? sequence + (session.provided.resume?.sequence ?? 0), startedAt }
  const clock = clockOf(run)
  const { signal } = clock
  try {
    const evaluation = await evaluateCase({ ...run.frame, spentBefore }, slot, run.bench, {
      signal,
      offClock: (wait) => offClock(clock, wait),
    })
    await end(run, evaluation, signal)
  } finally {
    clock.clear()
    session.coordinator.release()
  }
}

/** A case that an earlier run settled takes no turn, asks nobody and costs nothing; what is expected of it is expected now. */
async function runTaken(run: CaseRun, taken: EarlierLine): Promise<void> {
  const clock = clockOf(run)
  try {
    await end(run, takenCase(run.frame, taken, run.bench), clock.signal)
  } finally {
    clock.clear()
  }
}

/** Ends also where the main process is gone: nobody would take up what still comes. */
function clockOf({ deadlineMs, context, session }: CaseRun): Clock {
  const late = `no result within the case's deadline of ${deadlineMs} ms`
  return startClock(deadlineMs, [context.signal, session.coordinator.closed], late)
}

async function end(run: CaseRun, evaluation: Evaluation, signal: AbortSignal): Promise<void> {
  const meta = run.context.task.meta as { docket?: CaseRecord }
  meta.docket = evaluation.record
  keep(run, evaluation)
  // Where the clock has run out already, what is left to do is to say so.
  const expecting = () => expectations(run, evaluation, signal)
  await (signal.aborted ? expecting() : orAborted(expecting, signal)).catch((error: unknown) => {
    keepRed(run, error)
    throw error
  })
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
  if (policy === 'ratchet') await pointingAt(frame, () => holdRatchet(run, response, evaluation))
}

/** Red only where the baseline had the case right and it is now wrong, with what its own expectations say of that. */
async function holdRatchet({ frame, ratchet, context: { expect } }: CaseRun, response: Response, evaluation: Evaluation) {
  const { task, item, trial } = frame
  const { record } = evaluation
  const before = ratchet?.had.get(caseId(item.id, trial))
  const now = { ...record.signals, errorClass: record.errorClass, outcome: record.outcome }
  if (ratchet === undefined || before === undefined || !isNewlyWrong(before, now, task)) return
  const was = task === 'retrieval' ? 'gold retrieved' : before.errorClass
  const unscored = `unscored, ${now.g === false ? 'ungrounded' : 'incorrect'}`
  const is = task === 'retrieval' ? 'gold not retrieved' : now.errorClass === 'unscored' ? unscored : now.errorClass
  const said = `newly wrong: ${was} in ${ratchet.baseline}, now ${is}`
  try {
    await expectByDefault({ task, item, response, evaluation, expect })
  } catch (error) {
    if (error instanceof Error) error.message = `${said}\n\n${error.message}`
    throw error
  }
  expect(is, said).toBe(was)
}

function whyNothing({ failure, record }: Evaluation): string {
  const { outcome } = record.unscored
  return plainText(failure?.message ?? (outcome === undefined ? 'no response' : `unscored: ${outcome}`))
}

/** Whether Vitest runs this case once more if it fails now. Where gates decide, only the last attempt's failure stands. */
function isTriedAgain({ context, session, taken }: CaseRun): boolean {
  return taken === undefined && (context.task.result?.retryCount ?? 0) < session.provided.retry
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
