import { credentialsOfUrl, redactor, redactWords } from '../cassettes/redact.js'
import type { LooseJson } from '../datasets/json-line.js'
import { OptionError, SystemError } from '../errors.js'
import { secretsOf } from '../providers/credentials.js'
import type { Item } from '../schema/item.js'
import type { Task } from '../schema/record.js'
import type { Response } from '../schema/response.js'
import { cleaned, cleaningOf, guarded, normaliseCleanly } from './cleaning.js'
import { checkDeadline, withDeadline } from './deadline.js'
import { declareFiles } from './depends-on.js'
import { fromEnvironment } from './environment.js'
import { inputOf, messageSecretsOf } from './http-recording.js'
import { backOff, connectionFault, excerptOf, parseBody, readBody } from './http-transport.js'
import { refuseUnknown } from './known-options.js'
import type { System } from './system.js'

export interface HttpSystemOptions {
  url: string | ((item: Item) => string)
  /** @default 'POST' */
  method?: string
  /** What is sent as JSON; not used with GET and HEAD. @default (item) => ({ question: item.question }) */
  body?: (item: Item) => unknown
  /** Turns the JSON of the service into a response. @default the JSON as it is */
  map?: (json: LooseJson, response: globalThis.Response) => unknown
  /** `${NAME}` in a value is that environment variable, read at the first call. */
  headers?: Readonly<Record<string, string>>
  /** Milliseconds for one item, all of its attempts together; the deadline of the case holds too. @default 60_000 */
  deadlineMs?: number
  /** How often a call whose connection failed is made again; a status or a deadline is never tried again. @default 2 */
  retries?: number
  /** @default the URL's host, or `http` */
  name?: string
  /** What the report calls this state of the service. With a version its answers are recorded and replayed as `cassettes` says. */
  version?: string
  /** Files that the answers depend on, such as prompts: where one has changed, nothing recorded before is replayed. */
  dependsOn?: readonly string[]
}

/**
 * A system behind HTTP that answers in JSON. A `SystemError` says what went wrong: `connection` after the retries, `http` for a status
 * other than 2xx, `deadline`, `shape` for what is not JSON or not a response, `threw` where `url`, `body` or `map` threw. A wrong option,
 * an unset variable or a file of `dependsOn` that is not there is an `OptionError`. `timings.total` is that of the attempt that
 * succeeded, unless `map` gives one. Redirects and proxies are left to `fetch`.
 */
export function httpSystem(options: HttpSystemOptions): System {
  const {
    url,
    method = 'POST',
    body = ({ question }) => ({ question }),
    map,
    headers = {},
    deadlineMs = 60_000,
    retries = 2,
  } = options
  refuseUnknown('httpSystem', options, KNOWN)
  checkOptions(url, deadlineMs, retries)
  const name = options.name ?? (typeof url === 'string' ? parseUrl(url).host : 'http')
  const bodiless = ['GET', 'HEAD'].includes(method.toUpperCase())
  const { recording, ...files } = declareFiles('httpSystem', options.dependsOn)
  let filled: Record<string, string> | undefined

  /** What may be kept of a service's words, and of JSON that came from it. */
  const cleaning = (target: URL) => cleaningOf([...messageSecretsOf(headers, filled), ...credentialsOfUrl(target.href)])

  async function call(target: URL, content: string | undefined, signal: AbortSignal, task: Task | undefined): Promise<Response> {
    const clean = cleaning(target)
    const sent = new Headers({
      accept: 'application/json',
      ...(content === undefined ? {} : { 'content-type': 'application/json' }),
    })
    for (const [header, value] of Object.entries(filled ?? {})) sent.set(header, value)
    const started = performance.now()
    const reply = await fetch(target, { method, headers: sent, signal, ...(content === undefined ? {} : { body: content }) })
    if (!reply.ok) throw new SystemError('http', `${name} answered with ${await excerptOf(reply, clean.words)}`)
    const text = await readBody(reply)
    const total = performance.now() - started
    const json = parseBody(text, reply.headers.get('content-type'), clean.words)
    const response = normaliseCleanly(map ? await guarded('map', () => map(json, reply), clean.json(json)) : json, clean, task)
    return { ...response, timings: { total, ...response.timings } }
  }

  async function requestFor(item: Item): Promise<{ target: URL; content: string | undefined }> {
    const target = parseUrl(typeof url === 'string' ? url : await guarded('url', () => url(item)))
    const content = bodiless ? undefined : await guarded('body', () => JSON.stringify(body(item)))
    return { target, content }
  }

  async function respond(item: Item, signal: AbortSignal, task: Task | undefined): Promise<Response> {
    filled ??= fromEnvironment('headers', headers)
    const { target, content } = await requestFor(item)
    for (let tried = 0; ; tried += 1) {
      try {
        return await call(target, content, signal, task)
      } catch (error) {
        const fault = connectionFault(error)
        const { words } = cleaning(target)
        if (fault === undefined) throw cleaned(error, words)
        if (!fault.again || tried >= retries) {
          // Neither the query nor the user info of a URL goes into a message: keys stand there.
          const after = tried > 0 ? `; tried ${tried + 1} times` : ''
          const message = `${name} at ${target.origin}${target.pathname}: ${fault.message}${after}`
          throw cleaned(new SystemError(fault.kind, message, { cause: error }), words)
        }
        await backOff(tried, signal)
      }
    }
  }

  return {
    name,
    kind: 'http',
    live: true,
    ...(options.version === undefined ? {} : { version: options.version }),
    ...files,
    recording: {
      ...recording,
      input: async ({ item }) => inputOf({ method, headers, ...(await requestFor(item)) }),
      secrets: () => secretsOf(filled ?? headers),
    },
    respond: ({ item, signal: outer, task }) =>
      withDeadline((signal) => respond(item, signal, task), { signal: outer, ms: deadlineMs, who: name }),
  }
}

function parseUrl(url: string): URL {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (parsed && (parsed.username !== '' || parsed.password !== '')) {
    throw new OptionError(
      '`url` holds a user name or a password, which `fetch` does not take: send them as `headers: { authorization: … }`',
    )
  }
  if (parsed && /^https?:$/.test(parsed.protocol)) return parsed
  throw new OptionError(
    `expected \`url\` to be an absolute http or https URL such as "http://localhost:8000/ask", received ${JSON.stringify(redactWords(redactor(), String(url)))}`,
  )
}

const KNOWN = [
  'url',
  'method',
  'body',
  'map',
  'headers',
  'deadlineMs',
  'retries',
  'name',
  'version',
  'dependsOn',
] satisfies (keyof HttpSystemOptions)[]

function checkOptions(url: unknown, deadlineMs: number, retries: number): void {
  if (typeof url !== 'string' && typeof url !== 'function')
    throw new OptionError(`expected \`url\` to be a string or (item) => string, received ${typeof url}`)
  checkDeadline(deadlineMs)
  if (!Number.isInteger(retries) || retries < 0)
    throw new OptionError(`expected \`retries\` to be a whole number from 0, received ${retries}`)
}
