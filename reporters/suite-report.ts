import { groupBy, tally } from '../src/group-by.js'
import { judgeLabels } from '../src/judges/vote-text.js'
import { spreadOf } from '../src/metrics/claims.js'
import { type Reading, readingFor } from '../src/metrics/compat.js'
import { trialTable } from '../src/metrics/flips.js'
import { measure, measureScore, measureTwinParity } from '../src/metrics/measure.js'
import { twinTable } from '../src/metrics/parity.js'
import { positionalCheck } from '../src/metrics/positional.js'
import { byReportOrder } from '../src/metrics/score-names.js'
import { variantPairs } from '../src/metrics/variant-pairs.js'
import { variantTables } from '../src/metrics/variants.js'
import { type BaselineRead, type Compared, compareWithBaseline } from '../src/run/baseline/compare.js'
import { comparedSuite } from '../src/run/baseline/compared-suite.js'
import { sumCosts } from '../src/run/cost.js'
import type { Assessment } from '../src/run/gates/assessment.js'
import { assessGate, type GateEvidence } from '../src/run/gates/gates.js'
import { caseId } from '../src/run/record.js'
import { unpaidCases } from '../src/run/unpaid.js'
import { sumUnrecorded, unrecordedText } from '../src/run/unrecorded.js'
import type { Slice } from '../src/schema/gate.js'
import type { Mean, Metric } from '../src/schema/metric.js'
import type { CaseRecord, ErrorClass, RunEnd, SuiteHeader } from '../src/schema/record.js'
import { ErrorClass as ErrorClasses } from '../src/schema/record.js'
import type { DecompositionRow, GateResult, SliceRow, SuiteReport } from '../src/schema/report.js'
import { calibrationTable } from './calibration-table.js'
import { claimTable } from './claims-table.js'
import type { RunFacts } from './facts.js'
import { failureRows } from './failure-rows.js'
import { judgeWarnings } from './judge-warnings.js'
import { costPerCase } from './per-case.js'
import { polledTable } from './polled-table.js'
import { infrastructureReasons, nothingScored, partialReasons, shardText, suiteStatus } from './status.js'
import { worstItems } from './worst.js'

/** A suite of a run, as it is known once it ended: beside its declaration and cases, whether it can be trusted, and what it is compared with. */
export interface RunSuite {
  project: string
  header: SuiteHeader
  cases: readonly CaseRecord[]
  baseline?: BaselineRead | undefined
}

/** What is known of a suite before its gates are decided, which is for all gates of a run together. */
export interface AssessedSuite {
  project: string
  header: SuiteHeader
  records: CaseRecord[]
  reading: Reading
  positional: SuiteReport['positional']
  infrastructure: string[]
  partial: string[]
  compared: Compared
  assessments: Assessment[]
}

/** Looks at a suite's cases and at each of its gates by itself. Pure. */
export function assessSuite(
  { project, header, cases, baseline }: RunSuite,
  run: Pick<RunFacts, 'run' | 'startedAt' | 'end'>,
): AssessedSuite {
  const { end } = run
  const records = [...cases].sort((a, b) => a.position - b.position || a.trial - b.trial)
  const reading = readingFor(header.compat, header.task)
  const noResult = ofSuite(end.noResult, project, header).map(({ id }) => id)
  const found = positionalCheck(records)
  const suspects = new Set(found.suspects.flatMap((suspect) => suspect.ids))
  const without =
    suspects.size === 0
      ? null
      : measureAll(
          records.filter(({ id }) => !suspects.has(id)),
          reading,
        )
  const positional = { ...found, without }
  const infrastructure = infrastructureReasons(records, noResult, positional, header.gates)
  const partial = partialReasons(header, records.length + noResult.length, end)
  const suite = comparedSuite({ project, header, records, reading, run: run.run, startedAt: run.startedAt })
  const slices = standsInGrid(header) ? [] : slicesOf(records)
  const compared = compareWithBaseline({ suite, records, slices, reading, partial }, baseline)
  const pairs: GateEvidence['pairs'] = (name, against) =>
    against === 'baseline' ? compared.pairs(name) : variantPairs(name, records, reading, against)
  const assessments = header.gates.map((gate) =>
    assessGate(gate, { ...header, records, reading, partial, infrastructure, pairs }),
  )
  return { project, header, records, reading, positional, infrastructure, partial, compared, assessments }
}

/** Builds the report of one suite, given what its gates came to. Pure. */
export function buildSuiteReport(assessed: AssessedSuite, gates: GateResult[], end: RunEnd): SuiteReport {
  const { project, header, records, reading, positional, infrastructure, partial, compared } = assessed
  const metrics = measureAll(records, reading)
  const means = measureMeans(records)
  const rows = decomposition(records)
  const { status, reasons } = suiteStatus({
    infrastructure,
    red: inOrder(ofSuite(end.red, project, header), records),
    ratchet: header.policy === 'ratchet' ? ratchetClosed(compared) : null,
    gates,
    partial,
    interrupted: end.interrupted,
    shard: shardText({ ran: records.length, cases: header.selected * header.trials }, end),
    missing: records.filter(({ errorClass }) => errorClass === 'missing').length,
    unpaid: unpaidCases(records),
    ran: records.length,
    nothingScored: nothingScored({ metrics, means, decomposition: rows }),
  })

  return {
    suite: header.suite,
    project,
    file: header.file,
    policy: header.policy,
    compat: header.compat,
    task: header.task,
    status,
    reasons,
    n: records.length,
    selected: header.selected,
    total: header.total,
    groups: new Set(records.map(({ group }) => group)).size,
    system: name(header.system),
    judge: header.task === 'retrieval' ? 'none, since only retrieval is looked at' : judgeText(header.judge),
    ranked: {
      passages: records.filter(({ ranked }) => ranked === 'passages').length,
      documents: records.filter(({ ranked }) => ranked === 'documents').length,
    },
    metrics,
    means,
    gates,
    failures: failureRows(records),
    budget: unpaidCases(records),
    decomposition: rows,
    slices: standsInGrid(header) ? {} : allSlices(records, reading),
    twins: twinTable(records, leftOutCases(header), reading.refused ?? undefined),
    variants: variantTables(records, leftOutCases(header)),
    positional,
    worst: worstItems(records),
    citationFaults: records.flatMap(({ id, authorities, rewrite }) =>
      [...(authorities?.examples ?? []), ...(rewrite?.added ?? []).map((added) => `the rewritten query adds ${added}`)].map(
        (fault) => `${id}: ${fault}`,
      ),
    ),
    claims: claimTable(records),
    panel: polledTable(records, 'panel'),
    confirmation: polledTable(records, 'confirmation'),
    baseline: header.confirm > 0 ? header.baseline : null,
    comparison: compared.comparison,
    trials: header.trials > 1 ? trialTable(records, header.trials) : null,
    calibration: calibrationTable(header.calibration, records),
    latency: spreadOf(records.flatMap(({ latencyMs }) => latencyMs ?? [])),
    cost: { judge: sumCosts(records.map(({ cost }) => cost.judge)), system: sumCosts(records.map(({ cost }) => cost.system)) },
    perCase: costPerCase(records),
    replayed: replayed(records),
    warnings: [
      ...header.warnings,
      ...judgeWarnings(header, records),
      ...sumUnrecorded(records.flatMap(({ unrecorded = [] }) => unrecorded)).map(unrecordedText),
      ...records.flatMap(({ id, warnings }) => warnings.map((warning) => `${id}: ${warning}`)),
    ],
  }
}

function ofSuite<Entry extends RunEnd['noResult'][number]>(
  entries: readonly Entry[],
  project: string,
  { file, suite }: SuiteHeader,
): Entry[] {
  return entries.filter((entry) => entry.project === project && entry.file === file && entry.suite === suite)
}

/** In the data's order, in which order ever they turned red: merged shards name the cases that one run would. */
function inOrder<Entry extends { id: string }>(entries: readonly Entry[], records: readonly CaseRecord[]): Entry[] {
  const places = new Map(records.map(({ id }, place) => [id, place]))
  return entries.toSorted((a, b) => (places.get(a.id) ?? records.length) - (places.get(b.id) ?? records.length))
}

/** Why a ratchet holds nothing: there is nothing that it could fall behind. */
function ratchetClosed({ comparison, pairs }: Compared): string | null {
  if (comparison !== null && comparison.refused === null) return null
  const found = pairs('correct')
  return 'refused' in found ? `ratchet: ${found.refused}` : null
}

/** Every rate over the cases that `among` picks. All cases are needed for the twins, whose bases may be in another slice. */
function measureAll(
  records: readonly CaseRecord[],
  { rates, refused }: Reading,
  among: (record: CaseRecord) => boolean = () => true,
): Record<string, Metric> {
  const picked = records.filter(among)
  const measured = Object.entries(rates).map(([key, rate]) => [key, measure(picked, rate).metric] as const)
  const twins = refused === null ? [] : [['twinParity', measureTwinParity(records, refused, among).metric] as const]
  return Object.fromEntries([...measured, ...twins])
}

/** The mean of every score that a case has. */
function measureMeans(records: readonly CaseRecord[]): Record<string, Mean> {
  const names = byReportOrder([...new Set(records.flatMap(({ scores }) => Object.keys(scores)))])
  return Object.fromEntries(names.map((name) => [name, measureScore(records, name).metric]))
}

function decomposition(records: readonly CaseRecord[]): DecompositionRow[] {
  return ErrorClasses.options.flatMap((errorClass) => {
    const members = records.filter((record) => record.errorClass === errorClass)
    return members.length === 0 ? [] : [{ errorClass, count: members.length, causes: tally(members.flatMap(causesOf)) }]
  })
}

function causesOf({ errorClass, cause, failure, unscored, signals }: CaseRecord): string[] {
  if (errorClass === 'over-refusal') return [cause ?? 'unknown']
  if (errorClass === 'infrastructure') return [`${failure?.stage} ${failure?.kind}`]
  if (errorClass !== 'unscored') return []
  const reason = unscored.outcome ?? unscored.g ?? unscored.c
  if (signals.g === false && reason !== undefined) {
    return [`ungrounded (${unscored.outcome === undefined ? 'correctness' : 'outcome'}: ${reason})`]
  }
  return reason === undefined ? [] : [reason]
}

/** A field with more values than this is hardly a slice; the largest are kept. */
const MOST_SLICES = 50

const FIELDS = ['type', 'language', 'persona', 'jurisdiction', 'difficulty', 'source'] as const

/** Whether a suite is a combination of a grid that the grid's table shows, and nothing else of it: its slices would take most of a report's time. */
function standsInGrid({ arm }: SuiteHeader): boolean {
  return arm !== undefined && Object.entries(arm.base).some(([factor, level]) => arm.levels[factor] !== level)
}

/** Slices by every field that some case has. */
function allSlices(records: readonly CaseRecord[], reading: Reading): SuiteReport['slices'] {
  return Object.fromEntries(
    FIELDS.map((field) => [field, slices(records, field, reading)] as const).filter(([, rows]) => rows.length > 0),
  )
}

/** The slices that a report shows, by field. */
function slicesOf(records: readonly CaseRecord[]): Slice[] {
  return FIELDS.flatMap((field) => valuesOf(records, field).map(([value]) => ({ [field]: value })))
}

/** The largest slices of a field. */
function valuesOf(records: readonly CaseRecord[], field: (typeof FIELDS)[number]): [string, CaseRecord[]][] {
  return [...groupBy(records, (record) => record[field])]
    .sort(([, a], [, b]) => b.length - a.length)
    .slice(0, MOST_SLICES)
    .flatMap(([value, members]): [string, CaseRecord[]][] => (value === undefined ? [] : [[value, members]]))
}

function slices(records: readonly CaseRecord[], field: (typeof FIELDS)[number], reading: Reading): SliceRow[] {
  return valuesOf(records, field).map(([value, members]) => ({
    slice: { [field]: value },
    n: members.length,
    groups: new Set(members.map(({ group }) => group)).size,
    classes: tally(members.map(({ errorClass }) => errorClass)) as Partial<Record<ErrorClass, number>>,
    metrics: measureAll(records, reading, (record) => record[field] === value),
    means: measureMeans(members),
  }))
}

/** Said wherever its verdicts are shown: on answers that paraphrase, most of what it calls unsupported is sound. */
const OFFLINE = 'offline (a lexical support check; it calls much sound paraphrase unsupported)'

function replayed(records: readonly CaseRecord[]): SuiteReport['replayed'] {
  const dates = records.flatMap(({ replayed }) => [replayed.recordedAt ?? [], replayed.systemRecordedAt ?? []].flat()).sort()
  const [oldest, newest] = [dates[0], dates.at(-1)]
  return {
    judge: records.filter((record) => record.replayed.judge).length,
    system: records.filter((record) => record.replayed.system).length,
    ...(oldest !== undefined && newest !== undefined ? { oldest, newest } : {}),
  }
}

function judgeText({ offline, members, ...judge }: SuiteHeader['judge']): string {
  if (offline) return OFFLINE
  return members.length === 0 ? name(judge) : `${judge.name} of ${judgeLabels(members).join(', ')}`
}

/** Items that are no case of the run, as the cases that each of their trials would be. */
function leftOutCases({ leftOut, trials }: SuiteHeader): SuiteHeader['leftOut'] {
  return leftOut.flatMap(({ id, twinOf, variantOf, axis }) =>
    Array.from({ length: trials }, (_, trial) => ({
      id: caseId(id, trial),
      ...(twinOf === undefined ? {} : { twinOf: caseId(twinOf, trial) }),
      ...(variantOf === undefined ? {} : { variantOf: caseId(variantOf, trial), axis }),
    })),
  )
}

function name({ name, model, version }: { name: string; model?: string | undefined; version?: string | undefined }): string {
  return [name, model ?? version].filter(Boolean).join(' ')
}
