import { OptionError } from '../errors.js'
import type { Json } from '../schema/json.js'

export interface Redaction {
  /** What else must not be stored: a regular expression, or the source of one. E-mail addresses are kept unless one names them. */
  patterns?: readonly (RegExp | string)[]
  /** Exact values that must not be stored. */
  secrets?: readonly string[]
}

const MARK = '[redacted]'
const TOKENS = [/\bBearer\s+[\w.~+/=-]{8,}/gi, /\bsk-[\w-]{16,}/g, /\b(?:gh[pousr]_|xox[abprs]-|AKIA)[\w-]{16,}/g]
const SECRET_NAME = /(?:API_?KEY|TOKEN|SECRET|PASSWORD)$/i
/** Shorter values of environment variables are as likely to be words of the text as secrets. */
const SECRET_LENGTH = 16

/**
 * Replaces secrets in every string of a JSON value, keys left alone: bearer tokens, provider keys, the values of environment
 * variables that are named like secrets, and what is configured. Throws an `OptionError` for a pattern that matches nothing at all.
 */
export function redactor({ patterns = [], secrets = [] }: Redaction = {}): <Value extends Json>(value: Value) => Value {
  const expressions = [...TOKENS, ...patterns.map(globalPattern)]
  const known = () => [
    ...secrets,
    ...Object.entries(process.env).flatMap(([name, value]) =>
      SECRET_NAME.test(name) && value !== undefined && value.length >= SECRET_LENGTH ? [value] : [],
    ),
  ]
  return (value) => {
    const exact = known().filter((secret) => secret !== '')
    const clean = (text: string) =>
      expressions.reduce(
        (rest, expression) => rest.replace(expression, MARK),
        exact.reduce((rest, secret) => rest.replaceAll(secret, MARK), text),
      )
    return mapStrings(value, clean) as typeof value
  }
}

function globalPattern(pattern: RegExp | string): RegExp {
  let expression: RegExp
  try {
    expression = typeof pattern === 'string' ? new RegExp(pattern, 'g') : new RegExp(pattern, addGlobal(pattern.flags))
  } catch (error) {
    throw new OptionError(`\`cassettes.redact.patterns\`: ${JSON.stringify(pattern)} is no regular expression`, { cause: error })
  }
  if (''.match(expression) !== null) {
    throw new OptionError(
      `\`cassettes.redact.patterns\`: ${String(pattern)} matches the empty string, so it would redact everywhere`,
    )
  }
  return expression
}

const addGlobal = (flags: string) => (flags.includes('g') ? flags : `${flags}g`)

function mapStrings(value: Json, change: (text: string) => string): Json {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((element) => mapStrings(element, change))
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, mapStrings(member, change)]))
  }
  return value
}
