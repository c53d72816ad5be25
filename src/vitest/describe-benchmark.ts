import { relative } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { orAborted, startClock } from '../abort.js'
import { type Dataset, type DatasetItem, loadDataset } from '../datasets/dataset.js'
import { groupOf } from '../datasets/groups.js'
import { fromDataRoot } from '../datasets/root.js'
import { sampleItems, seededShuffle } from '../datasets/sample.js'
import { DatasetError, OptionError } from '../errors.js'
import type { Judge } from '../judges/judge.js'
import { goldFinder } from '../run/golds.js'
import type { CaseFrame } from '../run/record.js'
import { issueText } from '../schema/issue.js'
import type { Item } from '../schema/item.js'
import { SuiteHeader } from '../schema/record.js'
import { oneLine } from '../text/clip.js'
import { plainText } from '../text/plain-text.js'
import { type BenchmarkOptions, type CheckedBenchmark, checkBenchmark } from './benchmark-options.js'
import { type BenchmarkCallback, INFRASTRUCTURE, runCase } from './case.js'
import { type Session, session } from './session.js'

const declared = new Set<string>()
const TITLE = 80
/** How long the source of the items may take. */
const LOADING_MS = 120_000

/**
 * Declares a benchmark as a suite: one case per item, named `id · question`, tagged `type:…` and `language:…`. Without a callback
 * the expectations follow from each item; assertions of a callback are always red when they fail.
 */
export function describeBenchmark(name: string, options: BenchmarkOptions, callback?: BenchmarkCallback): void {
  const checked = checkBenchmark(name, options)
  const file = expect.getState().testPath ?? ''
  if (declared.has(`${file}\0${name}`))
    throw new OptionError(
      `describeBenchmark: the name ${JSON.stringify(name)} is used twice in this file; give one of them another`,
    )
  declared.add(`${file}\0${name}`)

  // Vitest takes a suite's meta before it collects the suite, so the header is an object that is filled in while collecting.
  const docketSuite: Partial<SuiteHeader> = {}
  describe(plainText(name), { concurrent: true, meta: { docketSuite } } as object, async () => {
    const shared = await session()
    const judge = await shared.judge(checked.judge)
    const { header, frames } = await collect(name, file, checked, judge, shared)
    Object.assign(docketSuite, header)
    shared.runFile.append({ kind: 'suite', project: shared.provided.project, header })
    vi.setConfig({ maxConcurrency: shared.provided.options.concurrency })
    const golds = {
      ...(checked.compat === undefined ? {} : { compat: checked.compat }),
      ...(checked.corpus === undefined ? {} : { corpus: checked.corpus }),
    }
    const bench = { system: checked.system, judge, findGolds: goldFinder(golds) }
    const deadlineMs = checked.deadlineMs ?? shared.provided.options.deadlineMs
    for (const frame of frames) {
      test(plainText(`${frame.item.id} · ${frame.title}`), testOptions(frame.item, shared), (context) =>
        runCase({ context, frame, bench, golds, policy: checked.policy, deadlineMs, callback, session: shared }),
      )
    }
  })
}

async function collect(name: string, file: string, checked: CheckedBenchmark, judge: Judge, { provided, coordinator }: Session) {
  const { options, root } = provided
  const dataset = await load(checked, judge, file, coordinator)
  const sample = checked.sample ?? options.sample
  const designed = sample === 'all' ? dataset : sampleItems(dataset, sample)
  const { items, partial } = narrow(designed, checked)
  const warnings = checked.system.inspect?.(dataset.items.map(({ item }) => item)) ?? []
  const ids = new Set(items.map(({ item }) => item.id))
  const header: SuiteHeader = {
    suite: name,
    file: relative(root, file).replaceAll('\\', '/'),
    policy: checked.policy,
    gates: checked.gates,
    compat: checked.compat ?? null,
    total: dataset.items.length,
    selected: designed.items.length,
    sample: sample === 'all' ? null : { size: sample.size, seed: sample.seed, by: [...(sample.by ?? [])] },
    partial,
    leftOut: dataset.items.flatMap(({ item }) =>
      ids.has(item.id) ? [] : [{ id: item.id, ...(item.twinOf === undefined ? {} : { twinOf: item.twinOf }) }],
    ),
    system: systemHeader(checked.system),
    judge: judgeHeader(judge),
    warnings: [...dataset.warnings, ...languageWarning(dataset), ...warnings],
  }
  const broken = SuiteHeader.safeParse(header)
  if (!broken.success)
    throw new OptionError(
      `describeBenchmark(${JSON.stringify(name)}): its system, judge or gates do not fit: ${issueText(broken.error)}`,
    )
  return { header, frames: frames(name, header.file, dataset, items, checked.system.live ? options.seed : null) }
}

/** Names the files for watch mode before anything is made of them: a broken one is to be mended and read again. */
async function load(
  checked: CheckedBenchmark,
  judge: Judge,
  file: string,
  coordinator: Session['coordinator'],
): Promise<Dataset> {
  const watch = (files: readonly string[]) => coordinator.watch(files.map(fromDataRoot), file)
  watch([...(checked.system.files ?? []), ...(judge.files ?? []), ...(checked.corpus === undefined ? [] : [checked.corpus.file])])
  try {
    const { signal, clear } = startClock(
      LOADING_MS,
      new AbortController().signal,
      `the items did not load within ${LOADING_MS} ms`,
    )
    const dataset = await orAborted(() => loadDataset(checked.items), signal).finally(clear)
    watch(dataset.files)
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

/** Live cases are registered in a seeded shuffle, so that an outage shows as one; a recorded run keeps its order. */
function frames(suite: string, file: string, dataset: Dataset, items: readonly DatasetItem[], seed: number | null): CaseFrame[] {
  const positions = new Map(dataset.items.map(({ item }, position) => [item.id, position]))
  const groups = groupOf(dataset.items.map(({ item }) => item))
  const ordered = seed === null ? items : seededShuffle(items, seed)
  return ordered.map(({ item, place }) => ({
    suite,
    file,
    title: oneLine(item.question, TITLE),
    item,
    position: positions.get(item.id) ?? 0,
    group: groups.get(item.id) ?? item.id,
    place,
  }))
}

function testOptions(item: Item, { provided }: Session): object {
  const tags = [...(item.type === undefined ? [] : [`type:${item.type}`]), `language:${item.language}`].map(asTag)
  return {
    // The case's own deadline ends it; Vitest's clock would count the wait for a turn.
    timeout: 0,
    tags,
    // Meta of a suite is inherited by its tests: the header must not travel with every case.
    meta: { docketSuite: undefined, docketCase: item.id },
    retry: { count: provided.retry, condition: INFRASTRUCTURE },
  }
}

/** A tag may have no spaces and none of the filter's own signs. */
function asTag(text: string): string {
  return text.replace(/[\s!*&|()]+/g, '-')
}

function systemHeader({ name, kind, version, live }: CheckedBenchmark['system']): SuiteHeader['system'] {
  return { name, kind, live, ...(version === undefined ? {} : { version }) }
}

function judgeHeader({ name, model }: Judge): SuiteHeader['judge'] {
  return { name, offline: name === 'offline', ...(model === undefined ? {} : { model }) }
}
