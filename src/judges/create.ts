import { type Cassettes, noCassettes } from '../cassettes/cassettes.js'
import { openModel } from '../providers/open.js'
import { withBaseURL } from '../providers/options.js'
import type { Prices } from '../providers/prices.js'
import { DEFAULT_TIMING } from '../providers/retry.js'
import { type Ledger, openLedger } from './budget.js'
import type { ModelJudgeParts } from './call.js'
import type { Judge } from './judge.js'
import { modelJudge } from './model.js'
import { type LoadModule, moduleJudge } from './module.js'
import { offlineJudge } from './offline.js'
import { type CheckedJudge, checkJudgeOptions, type JudgeOptions, type ModelOptions } from './options.js'
import { panelJudge } from './panel.js'
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
    case 'anthropic':
    case 'openai':
      return fromModel(withBaseURL(checked), setting)
  }
}

function fromModel(options: ModelOptions, setting: JudgeSetting): Judge {
  return modelJudge({
    options: { ...options, prices: { ...setting.prices, ...options.prices } },
    open: () => openModel(options, 'judge'),
    root: setting.root,
    cassettes: setting.cassettes ?? noCassettes,
    ledger: setting.budget ?? openLedger,
    timing: { ...DEFAULT_TIMING, ...setting.timing },
  })
}
