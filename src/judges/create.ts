import { type Cassettes, noCassettes } from '../cassettes/cassettes.js'
import { openAnthropic } from './anthropic.js'
import { type Ledger, openLedger } from './budget.js'
import type { ModelJudgeParts } from './call.js'
import type { Judge } from './judge.js'
import { modelJudge } from './model.js'
import { type LoadModule, moduleJudge } from './module.js'
import { offlineJudge } from './offline.js'
import { openOpenAI } from './openai.js'
import { type CheckedJudge, checkJudgeOptions, type JudgeOptions, type ModelOptions } from './options.js'
import { panelJudge } from './panel.js'
import type { Prices } from './prices.js'
import { recordedJudge } from './recorded.js'

export interface JudgeSetting {
  /** What relative paths in the options are relative to. */
  root: string
  /** @default no recordings */
  cassettes?: Cassettes
  /** @default everything is admitted */
  budget?: Ledger
  /** What models cost, under the judge's own `prices` and above the list. */
  prices?: Prices | undefined
  /** How a judge that is a module is loaded. @default import() */
  loadModule?: LoadModule
  /** How retries are timed. @default 500 ms doubling, 120 s in all, Math.random */
  timing?: Partial<ModelJudgeParts['timing']>
}

/**
 * The judge that options name. Nothing is loaded, read or asked for here: a missing key, package or file shows at the first call. Throws
 * an `OptionError` for options that are wrong.
 */
export function createJudge(options: JudgeOptions, setting: JudgeSetting): Judge {
  return fromChecked(checkJudgeOptions(options), setting)
}

function fromChecked(checked: CheckedJudge, setting: JudgeSetting): Judge {
  switch (checked.provider) {
    case 'panel':
      return panelJudge(
        checked.judges.map((member) => fromChecked(member, setting)),
        checked.rule,
      )
    case 'judge':
      return checked.judge
    case 'module':
      return moduleJudge(checked.path, setting.root, setting.loadModule)
    case 'recorded':
      return recordedJudge(checked, setting.root)
    case 'offline':
      return offlineJudge()
    case 'anthropic': {
      const anthropic = withBaseURL(checked, 'ANTHROPIC_BASE_URL')
      return fromModel(anthropic, () => openAnthropic(anthropic), setting)
    }
    case 'openai': {
      const openai = withBaseURL(checked, 'OPENAI_BASE_URL')
      return fromModel(openai, () => openOpenAI(openai), setting)
    }
  }
}

function fromModel(options: ModelOptions, open: ModelJudgeParts['open'], setting: JudgeSetting): Judge {
  return modelJudge({
    options: { ...options, prices: { ...setting.prices, ...options.prices } },
    open,
    root: setting.root,
    cassettes: setting.cassettes ?? noCassettes,
    ledger: setting.budget ?? openLedger,
    timing: { baseMs: 500, totalMs: 120_000, random: Math.random, ...setting.timing },
  })
}

/** The variable that the provider's SDK reads too; it is resolved here, since another host is part of a recording's key. */
function withBaseURL<Options extends ModelOptions>(options: Options, variable: string): Options {
  const baseURL = options.baseURL ?? (process.env[variable]?.trim() || undefined)
  return baseURL === undefined ? options : { ...options, baseURL }
}
