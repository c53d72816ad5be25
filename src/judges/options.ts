import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { OptionError } from '../errors.js'
import { anthropicOptions, openaiOptions, optionRefusal } from '../providers/options.js'
import type { Judge, JudgeFunction } from './judge.js'
import { functionJudge } from './module.js'

/** What a judge that asks a model takes beside what the provider does. */
const judging = {
  rubric: z.string().min(1).optional(),
  maxInputCharacters: z.int().min(1).optional(),
  requestsPerMinute: z.int().min(1).optional(),
  tokensPerMinute: z.int().min(1).optional(),
}

/** What a suite asks of a judge before a gate may rest on it. */
const trust = {
  calibration: z.string().min(1).optional(),
  minSensitivity: z.number().min(0).max(1).optional(),
  minSpecificity: z.number().min(0).max(1).optional(),
}

const Trust = z.strictObject(trust)
/** What a suite asks of its judge: a calibration file, and the least that the lower bounds of its sensitivity and specificity must be. */
export type Trust = z.output<typeof Trust>
const TRUST = Object.keys(trust)

const schemas = {
  offline: z.strictObject({ provider: z.literal('offline'), ...trust }),
  anthropic: z.strictObject({ ...anthropicOptions, ...judging, ...trust }),
  openai: z.strictObject({ ...openaiOptions, ...judging, ...trust }),
  recorded: z.strictObject({ provider: z.literal('recorded'), path: z.string().min(1) }),
}

const panel = z.strictObject({
  provider: z.literal('panel'),
  judges: z.array(z.unknown()).min(2, { error: 'expected two judges or more' }),
  rule: z.enum(['majority', 'unanimity']).default('majority'),
  ...trust,
})

type Provider = keyof typeof schemas
const PROVIDERS = Object.keys(schemas) as Provider[]

/** Every option that some judge has. */
export const JUDGE_OPTIONS: readonly string[] = [
  ...new Set([...Object.values(schemas), panel].flatMap(({ shape }) => Object.keys(shape))),
]

/** What a judge that asks a model takes; docs/judges.md says what each option does. */
export type ModelOptions = z.output<(typeof schemas)['anthropic' | 'openai']>
type ProviderOptions = z.output<(typeof schemas)[Provider]>
/** A module whose default export, or export `judge`, is a judge or makes one. */
interface ModuleOptions extends Trust {
  provider: `${string}/${string}`
}

/** A judge as plain data, but for a panel: a provider with its options, the word `offline`, or the path of a module. */
type SingleOptions = ProviderOptions | ModuleOptions | 'offline' | `${string}/${string}`

/** Several judges that vote; docs/panels.md says how. */
interface PanelOptions<Member> extends Omit<z.input<typeof panel>, 'judges'> {
  judges: readonly Member[]
}

/** Which judge to use, as plain data, so that it can be set in the config. */
export type PlainJudgeOptions = SingleOptions | PanelOptions<SingleOptions>

/** Which judge to use: plain data, or a judge itself, as an object or as a function; a panel may have any of these as its members. */
export type JudgeOptions = SingleOptions | Judge | JudgeFunction | PanelOptions<SingleOptions | Judge | JudgeFunction>

type CheckedSingle = ProviderOptions | ({ provider: 'module'; path: string } & Trust) | { provider: 'judge'; judge: Judge }
export type CheckedJudge = CheckedSingle | (Omit<z.output<typeof panel>, 'judges'> & { judges: CheckedSingle[] })

/** Checks the options; throws an `OptionError` that names the option and what is accepted. */
export function checkJudgeOptions(options: unknown): CheckedJudge {
  return isPanel(options) ? checkPanel(options) : checkSingle(options, 'judge')
}

/** Whether a judge can be set in the config and told by its JSON: no function is part of it. */
export function isPlainJudge(options: JudgeOptions): options is PlainJudgeOptions {
  if (typeof options === 'function' || isJudge(options)) return false
  return !isPanel(options) || !Array.isArray(options.judges) || options.judges.every(isPlainJudge)
}

/** What is asked of a judge; null where nothing is. Throws as `checkJudgeOptions` does. */
export function trustOf(options: JudgeOptions): Trust | null {
  const checked = checkJudgeOptions(options)
  const asked = Object.fromEntries(
    Object.entries(checked).filter(([key, value]) => TRUST.includes(key) && value !== undefined),
  ) as Trust
  if (Object.keys(asked).length === 0) return null
  if (asked.calibration !== undefined) return asked
  const [bound] = Object.keys(asked)
  throw new OptionError(`\`judge.${bound}\` is compared with a calibration: name its file as \`judge.calibration\``)
}

function checkPanel(options: unknown): CheckedJudge {
  const checked = panel.safeParse(options)
  if (!checked.success) throw optionRefusal('judge', 'panel', panel, checked.error, options)
  const { judges: given } = checked.data
  const judges = given.map((member, index) => {
    const at = `judge.judges.${index}`
    if (isPanel(member))
      throw new OptionError(`\`${at}\`: a panel cannot be a member of a panel; list its judges beside the others`)
    const own = checkSingle(member, at)
    const asked = TRUST.find((key) => own.provider !== 'judge' && key in own)
    if (asked !== undefined)
      throw new OptionError(`\`${at}.${asked}\`: what is asked of a panel is an option of the panel itself`)
    return own
  })
  const twin = judges.findIndex((member, index) =>
    judges.slice(0, index).some((other, at) => isDeepStrictEqual(other, member) || given[at] === given[index]),
  )
  if (twin >= 0) {
    throw new OptionError(
      `\`judge.judges.${twin}\`: a judge that is in the panel already, whose verdict it would only repeat; to ask one judge again use \`confirm\``,
    )
  }
  return { ...checked.data, judges }
}

function checkSingle(options: unknown, at: string): CheckedSingle {
  if (typeof options === 'function') return { provider: 'judge', judge: functionJudge(options as JudgeFunction) }
  if (isJudge(options)) return { provider: 'judge', judge: options }
  const given = typeof options === 'string' ? { provider: options } : options
  if (given === null || typeof given !== 'object' || !('provider' in given) || typeof given.provider !== 'string') {
    throw new OptionError(
      `\`${at}\`: expected { provider } with one of ${known()}, a function, or an object with \`assess\`, received ${describe(options)}`,
    )
  }
  const { provider } = given
  const name = PROVIDERS.find((each) => each === provider)
  if (name === undefined) {
    if (!looksLikePath(provider)) {
      throw new OptionError(`\`${at}.provider\`: expected one of ${known()}, received ${JSON.stringify(provider)}`)
    }
    const { provider: path, ...rest } = given
    const extra = Object.keys(rest).find((key) => !TRUST.includes(key))
    if (extra !== undefined) {
      const own = `a judge that is a module takes no options but ${TRUST.join(', ')}; set it inside ${path}`
      throw new OptionError(`\`${at}.${extra}\`: ${own}`)
    }
    const asked = Trust.safeParse(rest)
    if (!asked.success) throw optionRefusal(at, path, Trust, asked.error, rest)
    return { provider: 'module', path, ...asked.data }
  }
  const checked = schemas[name].safeParse(given)
  if (checked.success) return checked.data
  throw optionRefusal(at, name, schemas[name], checked.error, given)
}

function isPanel(value: unknown): value is PanelOptions<SingleOptions | Judge | JudgeFunction> {
  return value !== null && typeof value === 'object' && 'provider' in value && value.provider === 'panel'
}

export function isJudge(value: unknown): value is Judge {
  return value !== null && typeof value === 'object' && 'assess' in value && typeof value.assess === 'function'
}

const looksLikePath = (text: string) => /[/\\]/.test(text) || /\.[cm]?[jt]s$/.test(text)
const known = () =>
  `${[...PROVIDERS, 'panel'].map((name) => `"${name}"`).join(', ')} or the path of a module such as "./judge.mjs"`
const describe = (value: unknown) =>
  value === null || typeof value !== 'object' ? String(value) : `{ ${Object.keys(value).join(', ')} }`
