import { messageOf, OptionError } from '../errors.js'
import type { Json } from '../schema/json.js'

export interface Redaction {
  /** Sources of regular expressions of what else must not be stored. E-mail addresses are kept unless one names them. */
  patterns?: readonly string[]
}

/** `secrets`: what else must not be stored, word for word. */
export type Redact = <Value>(value: Value, secrets?: readonly string[]) => Value

const MARK = '[redacted]'
const TOKENS = [
  /\bBearer\s+[\w.~+/=-]{8,}/gi,
  /\bsk-[\w-]{16,}/g,
  /\b(?:gh[pousr]_|github_pat_|glpat-|xox[abprs]-|AKIA|AIza|hf_|gsk_|xai-)[\w-]{16,}/g,
  // A JSON web token, and a private key as its file holds it; a quote ends it, since a judge's reply is JSON in a string.
  /\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}/g,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[^"]*?(?:-----END [A-Z ]*PRIVATE KEY-----|(?=")|$)/g,
]
const SECRET_NAME = /(?:API_?KEY|TOKEN|SECRET|PASSWORD)$/i
/** Shorter values of environment variables are as likely to be words of the text as secrets. */
const SECRET_LENGTH = 16

/**
 * Replaces secrets in every string of a JSON value, keys left alone: bearer tokens, provider keys, the values of environment
 * variables that are named like secrets, the secrets that the call itself names, and what is configured. Throws an `OptionError` as
 * `checkRedaction` does.
 */
export function redactor({ patterns = [] }: Redaction = {}): Redact {
  const expressions = [...TOKENS, ...patterns.map(globalPattern)]
  return (value, secrets = []) => {
    // Read each time: a variable may be set after the store is opened.
    const ofEnvironment = Object.entries(process.env).flatMap(([name, secret]) =>
      SECRET_NAME.test(name) && secret !== undefined && secret.length >= SECRET_LENGTH ? [secret] : [],
    )
    // The longest first, so that no rest of one is left where another is a part of it.
    const exact = [...secrets, ...ofEnvironment].sort((a, b) => b.length - a.length)
    const cleanPart = (text: string) =>
      expressions.reduce(
        (rest, expression) => rest.replace(expression, MARK),
        exact.reduce((rest, secret) => rest.replaceAll(secret, MARK), text),
      )
    // Not what is redacted already: a pattern may match the mark, and doing it twice must change nothing.
    const clean = (text: string) => text.split(MARK).map(cleanPart).join(MARK)
    return mapStrings(value as Json, clean) as typeof value
  }
}

/** Who is let in, before the host of a URL; and the value of a query parameter that is named like a credential. */
const URL_USER = /(?<=:\/\/)[^\s/?#@"'<>]+(?=@)/g
const URL_SECRET = /([?&][\w.-]{0,40}(?:key|token|secret|password|passwd|auth|sig)[\w.-]{0,40}=)[^\s&#"'<>]+/gi

/**
 * The words of a provider or a service as a message may show them, and so reports and files of runs: as `redact` leaves them, without
 * credentials in URLs, and without the beginning of a secret where the words end in one that was cut off.
 */
export function redactWords(redact: Redact, words: string, secrets: readonly string[] = []): string {
  const text = redact(words.replace(URL_USER, MARK).replace(URL_SECRET, `$1${MARK}`), secrets)
  const cut = Math.max(0, ...secrets.map((secret) => cutOff(text, secret)))
  return cut === 0 ? text : `${text.slice(0, -cut)}${MARK}`
}

/** Fewer characters are as likely to be words of the text as what is left of a secret. */
const SHORTEST_REST = 6

/** How many characters of a secret's beginning a text ends in; where it was clipped, before the sign of that. */
function cutOff(text: string, secret: string): number {
  const sign = text.endsWith('…') ? 1 : 0
  const end = text.slice(0, text.length - sign)
  for (let length = Math.min(secret.length - 1, end.length); length >= SHORTEST_REST; length -= 1) {
    if (end.endsWith(secret.slice(0, length))) return length + sign
  }
  return 0
}

/** The credentials in a URL, as they stand there and as they are meant: user name and password, and query parameters named like one. */
export function credentialsOfUrl(url: string): string[] {
  if (!URL.canParse(url)) return []
  const written = [...url.matchAll(URL_USER)].flatMap(([user]) => [user, ...user.split(':').slice(1)])
  const queried = [...url.matchAll(URL_SECRET)].map(([whole, name = '']) => whole.slice(name.length))
  return [...new Set([...written, ...queried].flatMap((secret) => [secret, decoded(secret)]))].filter((secret) => secret !== '')
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** A URL by which a host is told from others, without credentials and without its query. */
export function publicUrl(url: string): string {
  if (!URL.canParse(url)) return 'an address that is no URL'
  const { origin, pathname } = new URL(url)
  return `${origin}${pathname}`.replace(/\/$/, '')
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
