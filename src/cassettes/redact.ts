import { messageOf, OptionError } from '../errors.js'
import type { Json } from '../schema/json.js'

export interface Redaction {
  /** Sources of regular expressions of what else must not be stored. E-mail addresses are kept unless one names them. */
  patterns?: readonly string[]
}

const MARK = '[redacted]'
const TOKENS = [/\bBearer\s+[\w.~+/=-]{8,}/gi, /\bsk-[\w-]{16,}/g, /\b(?:gh[pousr]_|xox[abprs]-|AKIA)[\w-]{16,}/g]
const SECRET_NAME = /(?:API_?KEY|TOKEN|SECRET|PASSWORD)$/i
/** Shorter values of environment variables are as likely to be words of the text as secrets. */
const SECRET_LENGTH = 16

/**
 * Replaces secrets in every string of a JSON value, keys left alone: bearer tokens, provider keys, the values of environment
 * variables that are named like secrets, and what is configured. Throws an `OptionError` as `checkRedaction` does.
 */
export function redactor({ patterns = [] }: Redaction = {}): <Value extends Json>(value: Value) => Value {
  const expressions = [...TOKENS, ...patterns.map(globalPattern)]
  return (value) => {
    // Read each time: a variable may be set after the store is opened.
    const exact = Object.entries(process.env).flatMap(([name, secret]) =>
      SECRET_NAME.test(name) && secret !== undefined && secret.length >= SECRET_LENGTH ? [secret] : [],
    )
    const clean = (text: string) =>
      expressions.reduce(
        (rest, expression) => rest.replace(expression, MARK),
        exact.reduce((rest, secret) => rest.replaceAll(secret, MARK), text),
      )
    return mapStrings(value, clean) as typeof value
  }
}

/**
 * Checks the patterns of a config before anything runs. Throws an `OptionError` for one that is no regular expression, or that matches
 * the empty string and so would redact everywhere.
 */
export function checkRedaction(patterns: readonly string[]): void {
  for (const pattern of patterns) globalPattern(pattern)
}

function globalPattern(pattern: string): RegExp {
  let expression: RegExp
  try {
    expression = new RegExp(pattern, 'g')
  } catch (error) {
    const why = messageOf(error)
    throw new OptionError(
      `\`cassettes.redact\`: expected sources of regular expressions, received ${JSON.stringify(pattern)} (${why})`,
      { cause: error },
    )
  }
  if (expression.test('')) {
    throw new OptionError(
      `\`cassettes.redact\`: ${JSON.stringify(pattern)} matches the empty string, so it would redact everywhere`,
    )
  }
  return expression
}

function mapStrings(value: Json, change: (text: string) => string): Json {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((element) => mapStrings(element, change))
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, mapStrings(member, change)]))
  }
  return value
}
