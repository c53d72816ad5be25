import type { Cassettes, Unrecorded } from '../cassettes/cassettes.js'
import { type KeyedCall, keyCall } from '../cassettes/key.js'
import type { Policy } from '../schema/policy.js'
import type { CallRecorder, OwnCall, System } from '../systems/system.js'

/** The recordings that go under the calls that a suite's live system makes itself. */
export interface OwnCassettes {
  cassettes: Cassettes
  /** Whether every call may be replayed, or only one that is deterministic: any other would hide the change under test. */
  all: boolean
}

/**
 * What the own calls of a suite's system go through; undefined for a recorded run. Where gates or a baseline decide, only deterministic calls are recorded,
 * unless `cassettes.system` wants all; such a call is found by all that changes it, so that no `version` is needed.
 *
 * @param wanted The option `cassettes.system`.
 */
export function ownCassettes(
  { live }: System,
  policy: Policy,
  cassettes: Cassettes,
  wanted: boolean | undefined,
): OwnCassettes | undefined {
  return live ? { cassettes, all: wanted ?? (policy !== 'gate' && policy !== 'ratchet') } : undefined
}

/** The own calls of one case. */
export interface OwnCalls {
  record: CallRecorder
  /** What was wrong with a recording, or with recording: first of all, whatever the system made of it. */
  fault(): unknown
  /** What came of them so far. */
  outcome(): OwnOutcome
}

export interface OwnOutcome {
  /** Keys of the recordings that were replayed or made. */
  recordings: string[]
  /** The oldest of them, where there were calls and all of them were replayed. */
  recordedAt?: string
  unrecorded: Unrecorded[]
}

/** Records the own calls of one case, or replays them. Without recordings it makes every call, and takes secrets out of what came. */
export function openOwnCalls({ cassettes, all }: OwnCassettes, place: { suite: string; id: string }): OwnCalls {
  const recordings = new Set<string>()
  const unrecorded: Unrecorded[] = []
  const recordedAt: string[] = []
  let calls = 0
  let fault: unknown
  // A system may catch what is thrown and answer all the same: then with something else than it would have.
  const checked = async <Value>(work: Promise<Value>): Promise<Value> => {
    try {
      return await work
    } catch (error) {
      fault ??= error
      throw error
    }
  }
  const record: CallRecorder = async <Payload>(call: OwnCall<Payload>) => {
    calls += 1
    if (!all && call.deterministic !== true)
      return { payload: cassettes.redact(await call.make(), call.secrets?.()), recordedAt: null }
    const keyed = keyOfOwn(call, place)
    const recording = await checked(cassettes.replay(keyed, call.payload))
    if (recording !== null) {
      recordings.add(keyed.key)
      recordedAt.push(recording.recordedAt)
      return recording
    }
    await checked(cassettes.tryWriting())
    const made = cassettes.redact(await call.make(), call.secrets?.())
    const kept = await cassettes.record(keyed, made)
    if (kept.key !== null) recordings.add(kept.key)
    if (kept.unrecorded !== undefined) unrecorded.push(kept.unrecorded)
    return { payload: kept.payload, recordedAt: null }
  }
  return {
    record,
    fault: () => fault,
    outcome: () => {
      const [oldest] = recordedAt.toSorted()
      return {
        recordings: [...recordings],
        ...(oldest !== undefined && recordedAt.length === calls ? { recordedAt: oldest } : {}),
        unrecorded: [...unrecorded],
      }
    },
  }
}

/** The system's name is no part of it: two systems that make the same call share its recording. */
function keyOfOwn<Payload>({ components, secrets }: OwnCall<Payload>, { suite, id }: { suite: string; id: string }): KeyedCall {
  return keyCall({
    kind: 'system',
    suite,
    id,
    components: { ...components, kind: 'system call' },
    ...(secrets === undefined ? {} : { secrets }),
  })
}
