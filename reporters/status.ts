import { groupBy } from '../src/group-by.js'
import { coverageFloor } from '../src/run/coverage.js'
import { unpaidText } from '../src/run/unpaid.js'
import type { Gate } from '../src/schema/gate.js'
import type { CaseRecord, Failure, RunEnd, SuiteHeader } from '../src/schema/record.js'
import type { GateResult, Positional, RunStatus, SuiteReport, Unpaid } from '../src/schema/report.js'
import { oneLine } from '../src/text/clip.js'
import { count } from '../src/text/count.js'
import { percent } from '../src/text/percent.js'
import { reasonUnscored } from './metric-cells.js'

const FROM_WORST: readonly RunStatus[] = ['INFRASTRUCTURE', 'FAIL', 'UNDECIDED', 'PASS']

export function worstStatus(statuses: readonly RunStatus[]): RunStatus {
  return FROM_WORST.find((status) => statuses.includes(status)) ?? 'PASS'
}

/** What says that a suite's figures speak of an outage rather than of its answers; empty where nothing does. */
export function infrastructureReasons(
  records: readonly CaseRecord[],
  noResult: readonly string[],
  positional: Positional,
  gates: readonly Gate[],
): string[] {
  const failures = records.flatMap(({ failure }) => (failure !== undefined && failure.kind !== 'missing' ? [failure] : []))
  const n = records.length + noResult.length
  const short = n > 0 && (n - failures.length) / n < coverageFloor(gates)
  return [
    ...(noResult.length > 0 ? [`${count(noResult.length, 'case')} ended without a result (${list(noResult)})`] : []),
    ...(short
      ? [
          ...stops(failures),
          `${failures.length} of ${count(n, 'case')} lost (${percent(failures.length / n)})${commonest(failures)}`,
        ]
      : []),
    ...positional.suspects.map(
      ({ signal, ids, observed, expected }) =>
        `${signal} in a row: ${ids[0]} … ${ids.at(-1)} (${observed} of ${ids.length}, expected ${expected.toFixed(1)})`,
    ),
  ]
}

/** Who was not asked any more after so many failures, in the failures' own words; each once. */
function stops(failures: readonly Failure[]): string[] {
  const stopped = failures.filter(({ kind }) => kind === 'circuit').map(({ message }) => shortened(message, 240))
  return [...new Set(stopped)]
}

/** What most of the cases were lost to, where that is not what was said already. */
function commonest(failures: readonly Failure[]): string {
  const groups = groupBy(
    failures.filter(({ kind }) => kind !== 'circuit'),
    ({ stage, kind }) => `${stage} ${kind}`,
  )
  const [largest] = [...groups].sort(([, a], [, b]) => b.length - a.length)
  return largest === undefined ? '' : `: ${shortened(`${largest[0]}, ${largest[1][0]?.message ?? ''}`, 160)}`
}

/** Enough of a message for the first line; where that is not all, it says where the rest stands. */
function shortened(message: string, most: number): string {
  const short = oneLine(message, most)
  return short === oneLine(message, message.length) ? short : `${short}: see Failures`
}

/** Why a suite ran fewer cases than its design asks for. */
export function partialReasons(header: SuiteHeader, ran: number, end: RunEnd): string[] {
  const designed = header.shard?.cases ?? header.selected * header.trials
  const short = ran < designed
  return [
    ...(short ? [`${ran} of ${count(designed, 'case')} ran`] : []),
    ...header.partial,
    ...(short ? end.partial : []),
    ...(end.interrupted ? ['the run was interrupted'] : []),
    ...(end.shard === null ? [] : [`one shard (${end.shard}) of the run`]),
  ]
}

/** Why not one rate or mean of a suite has a scored case; null where one has. A run of which nothing is known shows nothing, and is no pass. */
export function nothingScored(suite: Pick<SuiteReport, 'metrics' | 'means' | 'decomposition'>): string | null {
  const all = Object.entries({ ...suite.metrics, ...suite.means })
  if (all.some(([, { scored }]) => scored > 0)) return null
  const [key, asked] = all.find(([, { total }]) => total > 0) ?? []
  if (key !== undefined && asked !== undefined) return reasonUnscored(suite, key, asked)
  return `no ${all[0]?.[1].denominator ?? 'cases'}`
}

/** What is said of one shard of a run, or of a suite in it; null outside shards. */
export function shardText({ ran, cases }: { ran: number; cases: number }, { shard }: RunEnd): string | null {
  return shard === null ? null : `shard ${shard}, ${ran} of ${count(cases, 'case')}: gates are decided in the merge`
}

/** How an interrupted run is gone on with: said once, behind all reasons. */
const GO_ON = '`npx vitest-docket resume` goes on with the interrupted run: what is finished is not asked again'

/** The suite's status and why. Infrastructure speaks first, then what fails, then what is undecided. */
export function suiteStatus(evidence: StatusEvidence): { status: RunStatus; reasons: string[] } {
  const { status, reasons } = decided(evidence)
  const { interrupted, ran, shard = null } = evidence
  return { status, reasons: interrupted && ran > 0 && shard === null ? [...reasons, GO_ON] : reasons }
}

interface StatusEvidence {
  infrastructure: readonly string[]
  red: readonly { id: string; message: string }[]
  /** Under policy `ratchet`, why there is nothing to compare with. */
  ratchet?: string | null
  gates: readonly GateResult[]
  partial: string[]
  interrupted: boolean
  /** What is said of one shard of a run, which decides nothing; null outside shards. */
  shard?: string | null
  missing: number
  unpaid: Unpaid | null
  ran: number
  /** Why, where not one rate or mean has a scored case. */
  nothingScored?: string | null
}

function decided(evidence: StatusEvidence): { status: RunStatus; reasons: string[] } {
  const {
    infrastructure,
    red,
    ratchet = null,
    gates,
    partial,
    interrupted,
    shard = null,
    missing,
    unpaid,
    ran,
    nothingScored = null,
  } = evidence
  const reds = redCases(red)
  if (infrastructure.length > 0) return { status: 'INFRASTRUCTURE', reasons: [...infrastructure, ...reds] }
  if (shard !== null) {
    if (reds.length > 0) return { status: 'FAIL', reasons: [...reds, shard] }
    return { status: 'UNDECIDED', reasons: [shard, ...(unpaid === null ? [] : [unpaidText(unpaid)])] }
  }
  const failed = gates.filter(
    ({ status, gate }) => status === 'fail' || status === 'closed' || (status === 'undecided' && gate.undecided === 'fail'),
  )
  const failures = [...reds, ...(ratchet === null ? [] : [ratchet]), ...failed.map(({ message }) => message)]
  if (failures.length > 0) return { status: 'FAIL', reasons: failures }
  const undecided = gates.filter(({ status }) => status === 'undecided').map(({ message }) => message)
  if (undecided.length > 0) return { status: 'UNDECIDED', reasons: undecided }
  if (interrupted || ran === 0) return { status: 'UNDECIDED', reasons: partial }
  if (gates.length === 0 && unpaid !== null) return { status: 'UNDECIDED', reasons: [unpaidText(unpaid), ...partial] }
  const lacking = missing === 0 ? [] : [`${count(missing, 'item')} missing from the recorded run`]
  if (nothingScored !== null) {
    const why = missing === ran ? lacking : [nothingScored, ...lacking]
    return { status: 'UNDECIDED', reasons: [`nothing was scored: ${why.join(', ')}`, ...partial] }
  }
  const passed = gates.length === 0 ? 'no gates declared' : `${count(gates.length, 'gate')} passed`
  return { status: 'PASS', reasons: [[passed, ...lacking].join(', '), ...partial] }
}

/** One message where all have the same, since its cause is then one. */
function redCases(red: readonly { id: string; message: string }[]): string[] {
  const [first] = red
  if (first === undefined) return []
  const same = red.every(({ message }) => message === first.message)
  const ids = list(red.map(({ id }) => id))
  return [`${count(red.length, 'red case')} (${ids}): ${same ? '' : `${first.id}: `}${first.message}`]
}

function list(ids: readonly string[], most = 5): string {
  return ids.length <= most ? ids.join(', ') : `${ids.slice(0, most).join(', ')} and ${ids.length - most} more`
}
