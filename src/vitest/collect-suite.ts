import { relative, resolve } from 'node:path'
import { orAborted, startClock } from '../abort.js'
import { type Dataset, type DatasetItem, loadDataset } from '../datasets/dataset.js'
import { groupOf } from '../datasets/groups.js'
import { fromDataRoot } from '../datasets/root.js'
import { sampleItems } from '../datasets/sample.js'
import { spanTextFaults } from '../datasets/span-texts.js'
import { DatasetError, OptionError } from '../errors.js'
import { calibrationUse } from '../judges/calibration/use.js'
import type { Judge } from '../judges/judge.js'
import { trustOf } from '../judges/options.js'
import { seeded, shuffled } from '../random.js'
import { pairBeforehand } from '../run/baseline/beforehand.js'
import { findBaseline, openBaseline, placeOf, tryBaseline } from '../run/baseline/find.js'
import type { Confirmation } from '../run/confirm.js'
import { dataHash } from '../run/data-hash.js'
import { type CaseFrame, caseId } from '../run/record.js'
import type { ComparedCase } from '../schema/baseline.js'
import { issueText } from '../schema/issue.js'
import { SuiteHeader } from '../schema/record.js'
import { oneLine } from '../text/clip.js'
import type { CheckedBenchmark } from './benchmark-options.js'
import type { Session } from './session.js'
import { ownPart } from './shards.js'

const TITLE = 80
/** How long the source of the items may take. */
const LOADING_MS = 120_000

/** A suite as it is declared: its header, and its cases in the order of their dispatch. */
export interface CollectedSuite {
  header: SuiteHeader
  frames: CaseFrame[]
  /** Where verdicts are compared with an earlier run's. */
  confirmation: Confirmation | undefined
  /** Under policy `ratchet`, what the baseline says of the cases, by their id. */
  ratchet: Ratchet | undefined
}

/** What cases may not fall behind, and which file says so. */
export interface Ratchet {
  baseline: string
  had: ReadonlyMap<string, ComparedCase>
}

/** Loads a benchmark's items and makes cases of them. Throws a `DatasetError` for broken data, an `OptionError` for a design that does not fit. */
export async function collectSuite(
  name: string,
  file: string,
  checked: CheckedBenchmark,
  judge: Judge,
  { provided, coordinator }: Session,
): Promise<CollectedSuite> {
  const { options, root } = provided
  const calibration = trustOf(checked.judge ?? options.judge)?.calibration
  coordinator.watch(calibration === undefined ? [] : [resolve(root, calibration)], file)
  const dataset = await load(checked, judge, file, coordinator)
  const sample = checked.sample ?? options.sample
  const designed = sample === 'all' ? dataset : sampleItems(dataset, sample)
  const { items, partial } = narrow(designed, checked)
  const warnings = checked.system.inspect?.(dataset.items.map(({ item }) => item)) ?? []
  const ids = new Set(items.map(({ item }) => item.id))
  const trials = trialsOf(checked, options.trials)
  const place = { project: provided.project, file: relative(root, file).replaceAll('\\', '/'), suite: name }
  const baseline = findBaseline(root, place, checked.baseline)
  const read = baseline === null ? null : placeOf(root, baseline)
  if (read !== null) coordinator.watch([read], file)
  const header: SuiteHeader = {
    suite: name,
    file: place.file,
    policy: checked.policy,
    gates: checked.gates,
    compat: checked.compat ?? null,
    task: checked.task,
    k: checked.k,
    total: dataset.items.length,
    data: dataHash(dataset.items.map(({ item }) => item)),
    selected: designed.items.length,
    sample: sample === 'all' ? null : { size: sample.size, seed: sample.seed, by: [...(sample.by ?? [])] },
    partial,
    leftOut: dataset.items.flatMap(({ item: { id, twinOf, variantOf, axis } }) =>
      ids.has(id)
        ? []
        : [{ id, ...(twinOf === undefined ? {} : { twinOf }), ...(axis === undefined ? {} : { variantOf, axis }) }],
    ),
    trials,
    confirm: baseline === null ? 0 : (checked.confirm ?? options.confirm),
    baseline,
    shard: null,
    system: systemHeader(checked.system),
    ...(checked.arm === undefined ? {} : { arm: checked.arm }),
    judge: judgeHeader(judge),
    calibration: await calibrationUse(checked.judge ?? options.judge, judge, {
      root,
      languages: items.map(({ item }) => item.language),
    }),
    warnings: [
      ...dataset.warnings,
      ...languageWarning(dataset),
      ...confirmWarning(checked.confirm ?? options.confirm, baseline, judge),
      ...warnings,
    ],
  }
  const broken = SuiteHeader.safeParse(header)
  if (!broken.success)
    throw new OptionError(
      `describeBenchmark(${JSON.stringify(name)}): its system, judge or gates do not fit: ${issueText(broken.error)}`,
    )
  const seed = checked.system.live ? options.seed : null
  const cases = frames({ suite: name, file: header.file, task: checked.task }, dataset, items, trials, seed)
  const { confirmation, ratchet, warnings: unheld } = heldAgainst(header, cases, root, provided.project)
  header.warnings.push(...unheld)
  const own = ownPart(cases, header, file, provided)
  return { header: { ...header, shard: own.shard }, frames: own.cases, confirmation, ratchet }
}

/** How often each item is asked. A recorded run holds one answer an item, and to repeat it would count it twice. */
function trialsOf({ trials: own, system }: CheckedBenchmark, common: number): number {
  const trials = own ?? common
  if (trials === 1 || system.live) return trials
  throw new OptionError(
    `\`trials\`: ${trials} of a recorded run, which holds one answer an item; set \`trials: 1\` for this benchmark, or ask the system live`,
  )
}

type Compared = Pick<CollectedSuite, 'confirmation' | 'ratchet'>

/** What the suite's cases are held against while they run. A baseline that cannot be read holds nothing back: the report says so, and its gates stay closed. */
function heldAgainst(
  header: SuiteHeader,
  frames: readonly CaseFrame[],
  root: string,
  project: string,
): Compared & { warnings: string[] } {
  const { baseline, confirm: times, policy } = header
  const nothing = { confirmation: undefined, ratchet: undefined, warnings: [] }
  if (baseline === null || (times === 0 && policy !== 'ratchet')) return nothing
  const name = { project, file: header.file, suite: header.suite }
  const read = times > 0 ? { suite: openBaseline(root, baseline, name) } : tryBaseline(root, baseline, name)
  if (!('suite' in read)) return nothing
  const { confirmed, had } = pairBeforehand(read.suite, { project, header, frames })
  const refused = 'refused' in confirmed
  return {
    confirmation: times === 0 || refused ? undefined : { times, baseline: confirmed },
    ratchet: policy === 'ratchet' ? { baseline, had } : undefined,
    warnings: times > 0 && refused ? [`\`confirm\` has no effect: ${baseline} is of ${confirmed.refused}`] : [],
  }
}

/** What was asked for, and is not done: without a baseline nothing differs, and some judges tell nothing by being asked again. */
function confirmWarning(times: number, baseline: string | null, { name, recorded }: Judge): string[] {
  if (times === 0) return []
  if (baseline === null) {
    return [
      '`confirm` has no effect: there is no baseline yet; make one with `npx vitest-docket baseline accept`, or name an earlier run as `baseline`',
    ]
  }
  if (recorded !== true && name !== 'offline') return []
  return [`\`confirm\` has no effect: the judge "${name}" says the same every time`]
}

/** Names the files for watch mode before anything is made of them: a broken one is to be mended and read again. */
async function load(
  checked: CheckedBenchmark,
  judge: Judge,
  file: string,
  coordinator: Session['coordinator'],
): Promise<Dataset> {
  const watch = (files: readonly string[]) => coordinator.watch(files.map(fromDataRoot), file)
  const { system, corpus, documents = [] } = checked
  watch([...(system.files ?? []), ...(judge.files ?? []), ...(corpus === undefined ? [] : [corpus.file])])
  watch(documents.flatMap((document) => ('file' in document && typeof document.file === 'string' ? [document.file] : [])))
  try {
    const { signal, clear } = startClock(
      LOADING_MS,
      new AbortController().signal,
      `the items did not load within ${LOADING_MS} ms`,
    )
    const dataset = await orAborted(() => loadDataset(checked.items), signal).finally(clear)
    watch(dataset.files)
    const faults = spanTextFaults(dataset.items, documents)
    if (faults.length > 0)
      throw new DatasetError(`${dataset.files.join(', ') || dataset.name}, held against \`documents\``, faults)
    return dataset
  } catch (error) {
    if (error instanceof DatasetError) watch([...new Set(error.faults.map((fault) => fault.file))])
    throw error
  }
}

function languageWarning({ items }: Dataset): string[] {
  if (items.some(({ item }) => item.language !== 'und')) return []
  return ['no item names its `language`: numbers in words and refusals are told less well']
}

function narrow(dataset: Dataset, { limit, filter }: CheckedBenchmark): { items: DatasetItem[]; partial: string[] } {
  const kept = filter === undefined ? dataset.items : dataset.items.filter(({ item }) => filter(item))
  const items = limit === undefined ? kept : kept.slice(0, limit)
  if (items.length === 0) throw new OptionError('`filter` leaves no item of the data set')
  const partial = [
    ...(kept.length < dataset.items.length ? [`\`filter\` keeps ${kept.length} of ${dataset.items.length}`] : []),
    ...(items.length < kept.length ? [`\`limit\` ${limit}`] : []),
  ]
  return { items, partial }
}

/**
 * Live cases, all trials of all items together, are registered in a seeded shuffle, so that an outage shows as one; a recorded run keeps
 * its order.
 */
function frames(
  shared: Pick<CaseFrame, 'suite' | 'file' | 'task'>,
  dataset: Dataset,
  items: readonly DatasetItem[],
  trials: number,
  seed: number | null,
): CaseFrame[] {
  const positions = new Map(dataset.items.map(({ item }, position) => [item.id, position]))
  const groups = groupOf(dataset.items.map(({ item }) => item))
  const asked = items.flatMap((one) => Array.from({ length: trials }, (_, trial) => ({ ...one, trial })))
  const taken = asked.find(({ item, trial }) => trial > 0 && positions.has(caseId(item.id, trial)))
  if (taken !== undefined) {
    const id = JSON.stringify(caseId(taken.item.id, taken.trial))
    throw new OptionError(
      `\`trials\`: ${id} is an item, and the name of a later trial of ${JSON.stringify(taken.item.id)}; give one of them another id`,
    )
  }
  const ordered = seed === null ? asked : shuffled(asked, seeded(seed))
  return ordered.map(({ item, place, trial }) => ({
    ...shared,
    title: oneLine(item.question, TITLE),
    item,
    position: positions.get(item.id) ?? 0,
    trial,
    group: groups.get(item.id) ?? item.id,
    place,
  }))
}

function systemHeader({ name, kind, version, live }: CheckedBenchmark['system']): SuiteHeader['system'] {
  return { name, kind, live, ...(version === undefined ? {} : { version }) }
}

function judgeHeader({ name, model, rubric, members = [] }: Judge): SuiteHeader['judge'] {
  return {
    name,
    offline: name === 'offline',
    ...(model === undefined ? {} : { model }),
    ...(rubric === undefined ? {} : { rubric }),
    members: [...members],
  }
}
