import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { defineCommand } from 'citty'
import { wrap } from '../../reporters/layout.js'
import { openCassettes } from '../cassettes/cassettes.js'
import { messageOf, OptionError } from '../errors.js'
import { judgeIdentity } from '../judges/calibration/identity.js'
import { comparePreferences } from '../judges/calibration/preference-files.js'
import { FORMATS, readLabelled } from '../judges/calibration/read.js'
import { tabulate } from '../judges/calibration/tabulate.js'
import { createJudge } from '../judges/create.js'
import type { Judge } from '../judges/judge.js'
import { checkJudgeOptions, type PlainJudgeOptions } from '../judges/options.js'
import { assessExamples, planExamples } from '../run/calibrate.js'
import { createLedger, DEFAULT_LIMITS } from '../run/coordinator.js'
import { tallyUnrecorded, unrecordedText } from '../run/unrecorded.js'
import { CALIBRATION_VERSION, Calibration, CalibrationUnit } from '../schema/calibration.js'
import type { Json } from '../schema/json.js'
import { usdText } from '../text/money.js'
import { plainText } from '../text/plain-text.js'
import { calibrationText, preferenceText } from './calibration-text.js'
import { fail } from './check.js'

/** `vitest-docket calibrate FILE`: how wrong a judge is, on examples that people labelled. */
export const calibrate = defineCommand({
  meta: { name: 'calibrate', description: 'How wrong the judge is, on claims or answers that people labelled' },
  args: {
    file: {
      type: 'positional',
      required: false,
      description: 'labelled claims or answers: JSONL, an audit sheet (CSV), or ClaimRAG-LAW claims',
    },
    judge: { type: 'string', description: "offline, a module's path, or options as JSON; the Vitest config's judge by default" },
    config: { type: 'string', description: 'the Vitest config' },
    format: { type: 'string', description: `${FORMATS.join(', ')}; told by content by default` },
    unit: { type: 'string', description: 'claim: of labelled answers, take their labelled claims as the examples' },
    texts: { type: 'string', description: 'ClaimRAG-LAW: the *-RAG-LAW.json file with the texts' },
    language: { type: 'string', description: 'ClaimRAG-LAW: the language of its claims' },
    out: { type: 'string', description: 'where the calibration goes; calibrations/<judge>-<unit>.json by default' },
    seed: { type: 'string', default: '1', description: 'of the intervals that are resampled' },
    'budget-usd': { type: 'string', default: String(DEFAULT_LIMITS.budget.usd), description: 'most that the judge may cost' },
    concurrency: {
      type: 'string',
      default: String(DEFAULT_LIMITS.concurrency),
      description: 'examples that are judged at a time',
    },
    json: { type: 'boolean', default: false, description: 'print the calibration as JSON' },
    preferences: { type: 'string', description: "human preferences between two answers, in RAGChecker's format; needs --scores" },
    scores: { type: 'string', description: "a metric's scores of the same pairs" },
    compat: { type: 'string', description: 'ragchecker: its published treatment of unknown scores' },
  },
  async run({ args }) {
    const columns = process.stdout.columns ?? 80
    try {
      const print = args.preferences === undefined ? await calibrateJudge(args, columns) : preferences(args, columns)
      process.stdout.write(print)
    } catch (error) {
      fail(messageOf(error))
    }
  },
})

interface Given {
  file?: string | undefined
  judge?: string | undefined
  config?: string | undefined
  format?: string | undefined
  unit?: string | undefined
  texts?: string | undefined
  language?: string | undefined
  out?: string | undefined
  seed: string
  'budget-usd': string
  concurrency: string
  json: boolean
  preferences?: string | undefined
  scores?: string | undefined
  compat?: string | undefined
}

function preferences({ preferences = '', scores, compat, seed, json }: Given, columns: number): string {
  if (scores === undefined) throw new OptionError("`--preferences` needs `--scores`: the metric's scores of the same pairs")
  if (compat !== undefined && compat !== 'ragchecker')
    throw new OptionError(`\`--compat\`: expected ragchecker, received "${compat}"`)
  const tables = comparePreferences(preferences, scores, { seed: whole('seed', seed), compat })
  return json ? `${JSON.stringify(tables, null, 2)}\n` : `${preferenceText(tables, compat !== undefined, columns).join('\n')}\n`
}

async function calibrateJudge(given: Given, columns: number): Promise<string> {
  const { file, texts, language } = given
  if (file === undefined) throw new OptionError('name a file of labelled examples, or `--preferences` and `--scores`')
  const format = given.format === undefined ? undefined : oneOf('format', given.format, FORMATS)
  const unit = given.unit === undefined ? undefined : oneOf('unit', given.unit, CalibrationUnit.options)
  const seed = whole('seed', given.seed)
  const concurrency = whole('concurrency', given.concurrency)
  if (concurrency < 1) throw new OptionError('`--concurrency`: expected 1 or more')
  const usd = Number(given['budget-usd'])
  if (!(usd >= 0)) throw new OptionError(`\`--budget-usd\`: expected an amount in USD, received "${given['budget-usd']}"`)
  const data = readLabelled(file, { format, unit, texts, language })
  const { judge, options, root } = await openJudge(given, usd)
  const suite = `calibration of ${data.unit}s`
  const planned = await planExamples(data.examples, judge, suite)
  // Without a plan a judge has no recordings either.
  const anew = judge.plan === undefined || !data.notReplayed ? [] : [`Recordings of the run do not apply: ${data.notReplayed}`]
  if (planned.usd > usd) {
    throw new OptionError(
      [
        `the calibration does not start: it is estimated at ${usdText(planned.usd)} USD (${planned.calls} calls), and \`--budget-usd\` is ${usd}`,
        ...anew,
      ].join('\n'),
    )
  }
  if (planned.unpriced > 0) {
    console.error(
      `No price is known for ${planned.unpriced} calls: set \`prices\` of the judge; \`--budget-usd\` does not hold for them.`,
    )
  }
  const controller = new AbortController()
  const stop = () => controller.abort(new Error('interrupted'))
  process.once('SIGINT', stop)
  const run = await assessExamples(data.examples, judge, { suite, concurrency, signal: controller.signal }).finally(() =>
    process.removeListener('SIGINT', stop),
  )
  for (const tally of tallyUnrecorded(run.unrecorded) ?? []) console.error(unrecordedText(tally))
  if (run.assessed.every(({ verdict }) => verdict === null)) {
    throw new OptionError(`no example was judged, so nothing is measured: ${run.assessed[0]?.message ?? 'there is none'}`)
  }
  const { tables, languages } = tabulate(data, run.assessed, seed)
  const calibration = Calibration.parse({
    schemaVersion: CALIBRATION_VERSION,
    kind: 'calibration',
    createdAt: new Date().toISOString(),
    judge: await judgeIdentity(options, judge, root),
    unit: data.unit,
    data: { file: data.file, sha256: data.sha256, examples: data.examples.length },
    languages,
    tables: JSON.parse(JSON.stringify(tables)) as Json,
  })
  const who = [calibration.judge.name, calibration.judge.model].filter((name) => name !== undefined).join(' ')
  const out = given.out ?? `calibrations/${slug(who)}-${data.unit}.json`
  mkdirSync(dirname(resolve(out)), { recursive: true })
  const text = `${JSON.stringify(calibration, null, 2)}\n`
  writeFileSync(out, text)
  if (given.json) return text
  const { calls, usd: spent } = run.cost
  const prose = (...texts: string[]) => texts.flatMap((text) => wrap(plainText(text), columns))
  return [
    ...prose(`${who} on ${data.file}: ${data.examples.length} ${data.unit}s`),
    '',
    ...calibrationText(data, tables, columns),
    ...prose(
      `Judge calls: ${calls}, ${spent === null ? 'cost unknown' : `${usdText(spent)} USD`}; verdicts replayed: ${run.replayed}`,
      ...anew,
      `Written to ${out}`,
      'A suite asks for it as `calibration` of its `judge`',
    ),
    '',
  ].join('\n')
}

/** The judge that is asked for, or the config's; recordings and prices are the config's where there is one. */
async function openJudge(
  { judge: wanted, config }: Given,
  usd: number,
): Promise<{ judge: Judge; options: PlainJudgeOptions; root: string }> {
  const { loadDocketOptions, moduleLoader } = await import('../vitest/load-judge.js')
  const here = process.cwd()
  const configured = wanted === undefined || config !== undefined ? await loadDocketOptions(here, config) : null
  const root = configured?.root ?? here
  const options = wanted === undefined ? (configured?.options.judge ?? 'offline') : judgeOptions(wanted)
  const { mode = 'auto', dir = '.docket/cassettes', redact = [] } = configured?.options.cassettes ?? {}
  const judge = createJudge(options, {
    root,
    cassettes: openCassettes({ mode, dir: resolve(root, dir), redact: { patterns: redact } }),
    budget: createLedger({ usd }),
    prices: configured?.options.prices,
    loadModule: moduleLoader(here),
  })
  return { judge, options, root }
}

/** `offline`, a path, or `{"provider": …}`. */
function judgeOptions(text: string): PlainJudgeOptions {
  let options: unknown = text
  if (text.trimStart().startsWith('{')) {
    try {
      options = JSON.parse(text)
    } catch (error) {
      throw new OptionError(`\`--judge\`: expected options as JSON, received ${JSON.stringify(text)}: ${messageOf(error)}`)
    }
  }
  checkJudgeOptions(options)
  return options as PlainJudgeOptions
}

function slug(name: string): string {
  return (
    name
      .toLowerCase()
      .replace(/[^a-z0-9.]+/g, '-')
      .replace(/^[-.]+|[-.]+$/g, '') || 'judge'
  )
}

function whole(option: string, text: string): number {
  const value = Number(text)
  if (Number.isSafeInteger(value) && value >= 0) return value
  throw new OptionError(`\`--${option}\`: expected a whole number, received "${text}"`)
}

function oneOf<Name extends string>(option: string, text: string, names: readonly Name[]): Name {
  const name = names.find((known) => known === text)
  if (name !== undefined) return name
  throw new OptionError(`\`--${option}\`: expected one of ${names.join(', ')}, received "${text}"`)
}
