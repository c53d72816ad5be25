import { z } from 'zod'
import { MAX_MILLISECONDS } from '../abort.js'
import { CASSETTE_MODES, type CassetteMode } from '../cassettes/mode.js'
import { checkRedaction } from '../cassettes/redact.js'
import { type OptionPlace, optionFaults } from '../datasets/option-faults.js'
import type { SampleOptions } from '../datasets/sample.js'
import { messageOf, OptionError } from '../errors.js'
import { checkJudgeOptions, isPlainJudge, JUDGE_OPTIONS, type PlainJudgeOptions } from '../judges/options.js'
import { Price, type Prices } from '../providers/prices.js'
import { DEFAULT_LIMITS } from '../run/coordinator.js'
import type { BudgetLimits } from '../run/spending.js'
import { Output } from '../schema/output.js'
import { BENCHMARK_OPTIONS } from './benchmark-option-names.js'

/** Options of `docketProject` and `docket`: one place for what a whole run shares. */
export interface DocketOptions {
  /** Who judges the answers; a benchmark may name its own. @default { provider: 'offline' } */
  judge?: PlainJudgeOptions
  /** Cases in flight over the whole run, all workers and projects together. @default 8 */
  concurrency?: number
  /** Where any is spent no further paid call starts, and what is left is `unscored: budget`. @default { usd: 1 } */
  budget?: BudgetLimits
  /** USD per million tokens by model, of judges and of systems that report their usage; above the list in the package. @default {} */
  prices?: Prices
  /** A declared sample is a design and may gate; `'all'` is the default. */
  sample?: 'all' | SampleOptions
  /** Milliseconds that one case may take, from its turn to its verdict; then `signal` aborts. @default 120_000 */
  deadlineMs?: number
  /**
   * Recordings of the calls of model judges, and of systems with a `version`: a mode, or more. `redact` holds regular expressions of what
   * must not be stored. `system` says whether systems are recorded: by default in all suites but those of policy `gate` or `ratchet`, where a recording
   * would hide the change under test. @default { mode: 'auto', dir: '.docket/cassettes' }
   */
  cassettes?: CassetteMode | { mode?: CassetteMode; dir?: string; redact?: string[]; system?: boolean }
  /** How often each item is asked; a benchmark may name its own. @default 1 */
  trials?: number
  /** How often a verdict that differs from the suite's baseline is asked for again. @default 0 */
  confirm?: number
  /** Seed of the order in which live cases are dispatched. @default 1 */
  seed?: number
  /** Where runs, recordings and the report go, relative to the root. @default '.docket' */
  outputDir?: string
  /** Written beside `report.json`: `junit` as `junit.xml`, `csv` as `cases.csv`. @default [] */
  outputs?: Output[]
}

/** The same, complete and plain: it crosses to the workers. */
export interface ResolvedOptions {
  judge: PlainJudgeOptions
  concurrency: number
  budget: BudgetLimits
  prices: Prices
  sample: 'all' | SampleOptions
  deadlineMs: number
  cassettes: { mode: CassetteMode; dir: string; redact?: string[]; system?: boolean }
  trials: number
  confirm: number
  seed: number
  outputDir: string
  outputs: Output[]
}

const positive = z.int().min(1)
const milliseconds = positive.max(MAX_MILLISECONDS)
const limit = z.number().min(0).optional()
const mode = z.enum(CASSETTE_MODES)
export const Trials = positive
export const Confirm = z.int().min(0)
const sample = z.strictObject({ size: positive, seed: z.int(), by: z.array(z.string()).optional() })
export const SAMPLE_OPTIONS = Object.keys(sample.shape)
/** What `sampleItems` checks further. */
export const Sample = z.union([z.literal('all'), sample], {
  error: "expected 'all' or { size, seed, by } with whole numbers and a list of fields",
})
const budget = z.strictObject({ usd: limit, calls: limit, tokens: limit })
const cassettes = z.strictObject({
  mode: mode.optional(),
  dir: z.string().min(1).optional(),
  redact: z.array(z.string()).optional(),
  system: z.boolean().optional(),
})

const Options = z.strictObject({
  judge: z.unknown().optional(),
  concurrency: positive.default(DEFAULT_LIMITS.concurrency),
  budget: budget.default(DEFAULT_LIMITS.budget),
  prices: z.record(z.string(), Price).default({}),
  sample: Sample.default('all'),
  deadlineMs: milliseconds.default(120_000),
  cassettes: z
    .union([mode.transform((mode) => ({ mode, dir: undefined, redact: undefined, system: undefined })), cassettes], {
      error: `expected one of ${CASSETTE_MODES.join(', ')}, or { ${Object.keys(cassettes.shape).join(', ')} }`,
    })
    .default({}),
  trials: Trials.default(1),
  confirm: Confirm.default(0),
  seed: z.int().default(1),
  outputDir: z.string().min(1).default('.docket'),
  outputs: z.array(Output).default([]),
})

const KNOWN = Object.keys(Options.shape)
const PARTS: readonly OptionPlace[] = [
  { where: '`judge`', names: JUDGE_OPTIONS },
  { where: '`budget`', names: Object.keys(budget.shape) },
  { where: '`cassettes`', names: Object.keys(cassettes.shape) },
]
/** Where an option stands that is none of a benchmark. */
export const PLUGIN_PLACES: readonly OptionPlace[] = [{ where: 'the plugin', names: KNOWN }, ...PARTS]

/** Checks the options and fills in the defaults; throws an `OptionError` that names every wrong one. */
export function resolveOptions(options: DocketOptions = {}): ResolvedOptions {
  const parsed = Options.safeParse(options)
  const { judge = { provider: 'offline' }, cassettes: recordings } = (options ?? {}) as DocketOptions
  const faults = [
    ...(parsed.success
      ? []
      : optionFaults(parsed.error.issues, options, knownAt, [
          ...PARTS,
          { where: '`describeBenchmark`', names: BENCHMARK_OPTIONS },
        ])),
    ...refusalOf(() => checkJudge(judge)),
    ...refusalOf(() => checkRedaction(patternsOf(recordings))),
  ]
  if (!parsed.success || faults.length > 0) {
    const [first, ...others] = faults
    throw new OptionError(`vitest-docket options:${others.length === 0 ? ` ${first}` : ['', ...faults].join('\n  ')}`)
  }
  const { cassettes, outputDir, ...rest } = parsed.data
  return {
    ...rest,
    judge,
    sample: options.sample ?? 'all',
    outputDir,
    cassettes: {
      mode: cassettes.mode ?? 'auto',
      dir: cassettes.dir ?? `${outputDir}/cassettes`,
      ...(cassettes.redact === undefined ? {} : { redact: cassettes.redact }),
      ...(cassettes.system === undefined ? {} : { system: cassettes.system }),
    },
  }
}

function knownAt([option, , above]: readonly PropertyKey[]): readonly string[] {
  if (option === 'budget') return Object.keys(budget.shape)
  if (option === 'cassettes') return Object.keys(cassettes.shape)
  if (option === 'sample') return SAMPLE_OPTIONS
  if (option !== 'prices') return KNOWN
  return Object.keys(above === undefined ? Price.shape : Price.shape.above.unwrap().shape)
}

function checkJudge(judge: PlainJudgeOptions): void {
  checkJudgeOptions(judge)
  if (isPlainJudge(judge)) return
  throw new OptionError(
    '`judge`: the config holds plain data only; give the path of a module that exports the judge, or set it in describeBenchmark',
  )
}

function patternsOf(recordings: DocketOptions['cassettes']): string[] {
  const redact: unknown = typeof recordings === 'object' ? recordings.redact : undefined
  return Array.isArray(redact) ? redact.filter((pattern) => typeof pattern === 'string') : []
}

/** What a check has to say, a fault a line, so that it stands with the others. */
function refusalOf(check: () => void): string[] {
  try {
    check()
    return []
  } catch (error) {
    if (error instanceof OptionError) return messageOf(error).split('\n')
    throw error
  }
}
