import { basename } from 'node:path'
import type { LooseJson } from '../datasets/json-line.js'
import { fromDataRoot } from '../datasets/root.js'
import { OptionError, SystemError } from '../errors.js'
import type { Item } from '../schema/item.js'
import type { Task } from '../schema/record.js'
import type { Response } from '../schema/response.js'
import { oneLine } from '../text/clip.js'
import { type Cleaning, cleaned, cleaningOf, guarded, normaliseCleanly } from './cleaning.js'
import { type Fields, type Program, startProgram } from './command-program.js'
import { inputOf, messageSecretsOf, secretsOf } from './command-recording.js'
import { checkDeadline, withDeadline } from './deadline.js'
import { declareFiles } from './depends-on.js'
import { fromEnvironment } from './environment.js'
import { refuseUnknown } from './known-options.js'
import { shown } from './sample-mapping.js'
import type { System } from './system.js'

export interface CommandSystemOptions {
  /** The program: a path, or a name on the PATH. It is started without a shell. */
  command: string
  /** @default [] */
  args?: readonly string[]
  /** The folder that it runs in, relative to the root. @default the root */
  cwd?: string
  /** Variables beside those of this process. `${NAME}` in a value is that environment variable, read at the first call. */
  env?: Readonly<Record<string, string>>
  /** The fields of the line that is sent, beside its `id`. @default question, language, and of the item its id, persona and jurisdiction */
  body?: (item: Item) => unknown
  /** Turns a reply, without its `id`, into a response. @default the reply as it is */
  map?: (reply: LooseJson) => unknown
  /** Milliseconds for one item, from when its line is sent; the deadline of the case holds too. @default 60_000 */
  deadlineMs?: number
  /** @default the program's file name, or that of the script where the program is an interpreter such as `python3` */
  name?: string
  /** What the report calls this state of the program. With a version its answers are recorded and replayed as `cassettes` says. */
  version?: string
  /** Files that the answers depend on, such as the program itself: where one has changed, nothing recorded before is replayed. */
  dependsOn?: readonly string[]
  /** Bytes that one line of the program may have. @default 64 MiB */
  maxLine?: number
}

/** Starts again without an answer in between. */
const RESTARTS = 3
const MAX_LINE = 64 * 1024 * 1024
/** Far below the longest string that there can be. */
const MOST_MAX_LINE = 256 * 1024 * 1024

/**
 * A program that speaks JSON lines: one line `{"id": 7, "question": …}` to its standard input, one line with the same `id` and a response,
 * or `{"id": 7, "error": "words"}`, from its standard output, in any order. It is started at the first case and asked many at once. A
 * `SystemError` says what went wrong: `connection` where it ended, `deadline`, `shape` for a line that is no reply or not a response, `threw`
 * for an `error` and where `body` or `map` threw. A program that is not there, a wrong option, an unset variable or a file of `dependsOn`
 * that is not there is an `OptionError`. `timings.total` is from the line that was sent to the reply, unless the program or `map` gives one.
 */
export function commandSystem(options: CommandSystemOptions): System {
  const { command, args = [], env = {}, body = defaultBody, map, deadlineMs = 60_000, maxLine = MAX_LINE } = options
  refuseUnknown('commandSystem', options, KNOWN)
  checkOptions(options, deadlineMs, maxLine)
  const name = options.name ?? nameOf(command, args)
  const { recording, ...files } = declareFiles('commandSystem', options.dependsOn)
  const folder = () => fromDataRoot(options.cwd ?? '.')
  let filled: Record<string, string> | undefined
  let program: Program | undefined
  let starts = 0

  const cleaning = (): Cleaning => cleaningOf(messageSecretsOf(env, filled ?? env, args))

  function running(): Program {
    if (program?.alive()) return program
    const last = program?.ending()
    if (last instanceof OptionError) starts = 0
    if (starts > RESTARTS) {
      const message = `${last?.message ?? `${name} ended`}; it was started ${starts} times in a row without an answer, and is not started again`
      throw new SystemError('connection', message, { cause: last })
    }
    filled ??= fromEnvironment('env', env)
    const onAnswer = () => {
      starts = 0
    }
    program = startProgram({ name, command, args, cwd: folder(), env: filled, maxLine, clean: cleaning().words, onAnswer })
    starts += 1
    return program
  }

  /** A program that ends after an answer may be sent a line while it ends: that is asked again, once, since it may after all have been read. */
  async function replyTo(sent: Fields, signal: AbortSignal): Promise<Record<string, unknown>> {
    const asked = running()
    try {
      return await asked.ask(sent, signal)
    } catch (error) {
      if (error !== asked.ending() || !asked.left()) throw error
      return await running().ask(sent, signal)
    }
  }

  async function sentFor(item: Item): Promise<Fields> {
    const sent: unknown = await guarded('body', () => JSON.parse(JSON.stringify(body(item)) ?? 'null'))
    if (typeof sent !== 'object' || sent === null || Array.isArray(sent))
      throw new OptionError(`${name}: expected \`body\` to give an object, the fields of a line, received ${shown(sent)}`)
    if ('id' in sent) throw new OptionError(`${name}: \`body\` gives a field \`id\`, which is the line's own; name it otherwise`)
    return sent as Fields
  }

  async function respond(item: Item, signal: AbortSignal, task: Task | undefined): Promise<Response> {
    const sent = await sentFor(item)
    const started = performance.now()
    const replied = replyTo(sent, signal)
    // After the first start, so that what it was filled in with is known.
    const clean = cleaning()
    try {
      const reply = await replied
      const total = performance.now() - started
      const response = await responseOf(reply, clean, task)
      return { ...response, timings: { total, ...response.timings } }
    } catch (error) {
      throw cleaned(error, clean.words)
    }
  }

  async function responseOf(
    { error, ...reply }: Record<string, unknown>,
    clean: Cleaning,
    task: Task | undefined,
  ): Promise<Response> {
    if (error !== undefined && error !== null) {
      const words = typeof error === 'string' ? error : JSON.stringify(error)
      throw new SystemError('threw', `${name} replied with an error: ${oneLine(clean.words(words), 500)}`)
    }
    return normaliseCleanly(map ? await guarded('map', () => map(reply), clean.json(reply)) : reply, clean, task)
  }

  return {
    name,
    kind: 'command',
    live: true,
    ...(options.version === undefined ? {} : { version: options.version }),
    ...files,
    recording: {
      ...recording,
      input: async ({ item }) => inputOf({ args, cwd: folder(), env, body: await sentFor(item) }),
      secrets: () => secretsOf(filled ?? env),
    },
    async respond({ item, signal: outer, task }) {
      try {
        return await withDeadline((signal) => respond(item, signal, task), { signal: outer, ms: deadlineMs, who: name })
      } catch (error) {
        if (!(error instanceof SystemError) || error.kind !== 'deadline') throw error
        throw new SystemError('deadline', `${error.message}${program?.silence() ?? ''}`, { cause: error.cause })
      }
    },
  }
}

const INTERPRETER = /^(?:bash|bun|deno|java|node|nodejs|perl|php|pwsh|py|python|ruby|Rscript|sh|uv)[\d.]*$/i
/** What follows is code, or a module. */
const INLINE = /^(?:-[cemp]|--eval|--print)$/
const FILE = /^[^-].*[^/\\.]\.[a-z]\w*$/i

function nameOf(command: string, args: readonly string[]): string {
  const program = basename(command).replace(/\.exe$/i, '')
  if (!INTERPRETER.test(program) || args.some((argument) => INLINE.test(argument))) return program
  return basename(args.find((argument) => FILE.test(argument)) ?? program)
}

/** Of the item what a product would know, and nothing that it is scored by. */
function defaultBody({ id, question, language, persona, jurisdiction }: Item): unknown {
  return { question, language, item: { id, persona, jurisdiction } }
}

const KNOWN = [
  'command',
  'args',
  'cwd',
  'env',
  'body',
  'map',
  'deadlineMs',
  'name',
  'version',
  'dependsOn',
  'maxLine',
] satisfies (keyof CommandSystemOptions)[]

const isStrings = (value: unknown) => Array.isArray(value) && value.every((one) => typeof one === 'string')
const isFunction = (value: unknown) => typeof value === 'function'

const FORMS: [keyof CommandSystemOptions, string, (value: unknown) => boolean][] = [
  ['args', 'an array of strings', isStrings],
  ['cwd', 'a path', (value) => typeof value === 'string'],
  ['env', 'an object of strings', (value) => typeof value === 'object' && value !== null && isStrings(Object.values(value))],
  ['body', '(item) => the fields of a line', isFunction],
  ['map', '(reply) => a response', isFunction],
  ['name', 'a string', (value) => typeof value === 'string'],
]

function checkOptions(options: CommandSystemOptions, deadlineMs: number, maxLine: number): void {
  const { command } = options
  if (typeof command !== 'string' || command === '')
    throw new OptionError(`expected \`command\` to be the name or path of a program, received ${JSON.stringify(command)}`)
  for (const [option, form, fits] of FORMS) {
    const value = options[option]
    if (value !== undefined && !fits(value))
      throw new OptionError(`expected \`${option}\` to be ${form}, received ${shown(value)}`)
  }
  checkDeadline(deadlineMs)
  if (!Number.isInteger(maxLine) || maxLine < 1 || maxLine > MOST_MAX_LINE)
    throw new OptionError(`expected \`maxLine\` to be bytes from 1 to ${MOST_MAX_LINE}, received ${maxLine}`)
}
