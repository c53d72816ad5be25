import { z } from 'zod'
import { MAX_MILLISECONDS } from '../abort.js'
import { corpusGiven, isManifest } from '../citations/expected-corpus.js'
import type { Manifest } from '../citations/manifest.js'
import type { PinpointDocument } from '../citations/pinpoints.js'
import type { ItemsInput } from '../datasets/dataset.js'
import { loadManifest } from '../datasets/manifest.js'
import { nearest } from '../datasets/nearest.js'
import { optionFaults, unknownOptions } from '../datasets/option-faults.js'
import type { SampleOptions } from '../datasets/sample.js'
import { OptionError } from '../errors.js'
import { isJudge, type JudgeOptions } from '../judges/options.js'
import { readingFor } from '../metrics/compat.js'
import { metricLabel } from '../metrics/standings.js'
import { knownMetrics, metricName, metricNames } from '../run/gates/names.js'
import { Compat } from '../schema/compat.js'
import { Gate, type GateInput, Slice } from '../schema/gate.js'
import type { Item } from '../schema/item.js'
import { Policy } from '../schema/policy.js'
import { Arm, Task } from '../schema/record.js'
import { asSystem } from '../systems/function.js'
import type { System, SystemFunction } from '../systems/system.js'
import { BENCHMARK_OPTIONS } from './benchmark-option-names.js'
import { documentFaults } from './known-documents.js'
import { Confirm, PLUGIN_PLACES, SAMPLE_OPTIONS, Sample, Trials } from './options.js'

export interface BenchmarkOptions {
  /** The items: an array, `jsonl('file.jsonl')`, or another format's source. */
  items: ItemsInput
  /** What is under test: a function, `httpSystem(…)` or a recorded run. */
  system: System | SystemFunction
  /**
   * `strict`: a case whose expectations fail is red · `ratchet`: one that the baseline had right and that is now wrong · `gate`: gates decide ·
   * `report`: nothing turns red. @default 'strict'
   */
  policy?: Policy
  gates?: readonly GateInput[]
  /** @default the plugin's */
  judge?: JudgeOptions
  /** Published readings instead of the sound ones; the docs of a format say how they differ. */
  compat?: Compat | undefined
  /** The corpus that golds and cited titles are looked up in: a manifest file, or one that is loaded. */
  corpus?: Manifest | string | URL | undefined
  /** Documents of the corpus whose text or parts are known: a pinpoint into one of them is checked. */
  documents?: readonly PinpointDocument[]
  /** `retrieval`: only the passages are looked at; no answer is needed, none is judged, and nothing is paid for. @default 'answer' */
  task?: Task
  /** Ranks at which retrieval is cut, such as 5 of recall@5. @default [1, 5, 10] */
  k?: readonly number[]
  /** How often each item is asked: systems do not say the same twice. @default the plugin's, 1 */
  trials?: number
  /** How often a verdict that differs from the baseline's is asked for again; the verdicts vote. @default the plugin's, 0 */
  confirm?: number
  /**
   * What the suite is compared with, from the project's root: a baseline file, the folder of an earlier run, or a file of its lines.
   * @default the suite's file below `baselines/`, where there is one
   */
  baseline?: string
  /** A declared sample is a design, and gates with its own n. @default the plugin's */
  sample?: 'all' | SampleOptions
  /** Runs the first so many items only: a partial run, which decides no gate. */
  limit?: number
  /** Runs some items only: a partial run, which decides no gate. */
  filter?: (item: Item) => boolean
  /** Milliseconds that a case may take. @default the plugin's */
  deadlineMs?: number
  /** Which combination of a grid the suite is; `describeGrid` sets it. */
  arm?: Arm
}

const Checked = z.looseObject({
  policy: Policy.default('strict'),
  gates: z.array(Gate).default([]),
  compat: Compat.optional(),
  task: Task.default('answer'),
  k: z.array(z.int().min(1)).min(1).default([1, 5, 10]),
  trials: Trials.optional(),
  confirm: Confirm.optional(),
  baseline: z.string().min(1).optional(),
  sample: Sample.optional(),
  limit: z.int().min(1).optional(),
  deadlineMs: z.int().min(1).max(MAX_MILLISECONDS).optional(),
  arm: Arm.optional(),
})

export type CheckedBenchmark = Omit<BenchmarkOptions, 'system' | 'gates' | 'policy' | 'corpus' | 'task' | 'k'> & {
  task: Task
  k: number[]
  corpus: Manifest | undefined
  system: System
  gates: Gate[]
  policy: Policy
}

/** Checks a benchmark's options; throws an `OptionError` that names the suite and every wrong option. */
export function checkBenchmark(name: string, options: BenchmarkOptions): CheckedBenchmark {
  const parsed = Checked.safeParse(options)
  const unknown = unknownOptions(Object.keys(options), BENCHMARK_OPTIONS, PLUGIN_PLACES)
  const faults = [
    ...unknown,
    ...(unknown.length > 0 ? [`its options are ${BENCHMARK_OPTIONS.join(', ')}`] : []),
    ...(parsed.success ? gateFaults(parsed.data, options.compat) : optionFaults(parsed.error.issues, options, knownAt)),
    ...systemFaults(options),
    ...judgeFaults(options),
    ...corpusFaults(options),
    ...documentFaults('documents', options.documents),
    ...(options.filter === undefined || typeof options.filter === 'function' ? [] : ['`filter`: expected a function of an item']),
    ...(options.items === undefined ? ["`items`: expected an array of items or a source such as jsonl('file.jsonl')"] : []),
  ]
  if (!parsed.success || faults.length > 0) {
    throw new OptionError(`describeBenchmark(${JSON.stringify(name)}): ${faults.join('; ')}`)
  }
  const { policy, gates, task, k } = parsed.data
  const { system, corpus } = options
  return {
    ...options,
    policy,
    gates,
    task,
    k: [...new Set(k)].sort((a, b) => a - b),
    system: asSystem(system),
    corpus: typeof corpus === 'string' || corpus instanceof URL ? loadManifest(corpus) : corpus,
  }
}

function knownAt([option, , field]: readonly PropertyKey[]): readonly string[] {
  if (option === 'sample') return SAMPLE_OPTIONS
  return Object.keys(field === 'slice' ? Slice.shape : Gate.shape)
}

/** A gate on a metric that does not exist would only be found closed after everything was paid for. */
function gateFaults({ gates, task, k }: z.output<typeof Checked>, compat: Compat | undefined): string[] {
  const reading = readingFor(compat ?? null, task)
  return gates.flatMap(({ metric, mode, slice }) => {
    const name = metricName(metric, reading, k)
    const sided = name === null || metricLabel(name, reading)?.better !== null
    const open = Object.entries(slice ?? {}).find(([, value]) => value === undefined)
    const guess = nearest(metric, metricNames(reading, k))
    return [
      ...(open === undefined ? [] : [`\`gates\`: \`slice.${open[0]}\` is undefined; leave it out to gate all items`]),
      ...(sided || mode === 'confident' || mode === 'point'
        ? []
        : [
            `\`gates\`: ${JSON.stringify(metric)} has no better side, so mode \`${mode}\` means nothing of it; gate it with \`max\` or \`min\``,
          ]),
      ...(name === null
        ? [
            `\`gates\`: no metric ${JSON.stringify(metric)}${guess === undefined ? '' : `, did you mean "${guess}"?`}; known: ${knownMetrics(reading, k)}`,
          ]
        : []),
    ]
  })
}

function corpusFaults({ corpus }: BenchmarkOptions): string[] {
  if (corpus === undefined || typeof corpus === 'string' || corpus instanceof URL || isManifest(corpus)) return []
  return [
    `\`corpus\`: expected a manifest file, which has a line with id and title for each document, or loadManifest(path) of one, received ${corpusGiven(corpus)}; a list of ids or documents goes to toCiteOnlyExisting({ corpus }); of a corpus read by loadCorpus give its \`manifest\``,
  ]
}

function systemFaults({ system, compat }: BenchmarkOptions): string[] {
  if (typeof system === 'function') return []
  if (typeof system?.respond !== 'function') return ['`system`: expected a function, or a system such as httpSystem({ url })']
  return readingFaults('recorded run', system, compat)
}

/** The judges that were given as objects: what others are of is data, which has no published reading. */
function judgeFaults({ judge, compat }: BenchmarkOptions): string[] {
  if (typeof judge !== 'object' || judge === null) return []
  const judges: readonly unknown[] = 'judges' in judge && Array.isArray(judge.judges) ? judge.judges : [judge]
  const faults = judges.filter(isJudge).flatMap((one) => readingFaults("judge's recorded verdicts", one, compat))
  return [...new Set(faults)]
}

function readingFaults(of: string, { compat: own }: Pick<System, 'compat'>, compat: BenchmarkOptions['compat']): string[] {
  if (own === undefined || own === (compat ?? null)) return []
  return [
    `\`compat\`: the benchmark has ${compat ?? 'none'} and its ${of} ${own ?? 'none'}; give both the same, since half of a published reading is neither the published nor the sound one`,
  ]
}
