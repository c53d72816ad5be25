import { Socket } from 'node:net'
import { SystemError } from '../errors.js'
import type { Json } from '../schema/json.js'
import { count } from '../text/count.js'
import type { Clean } from './cleaning.js'
import { lineReader } from './command-lines.js'
import { readReply } from './command-reply.js'
import { type CommandLine, howEnded, notStarted, spawnCommand } from './command-start.js'
import { lastWords } from './command-stderr.js'
import { killGroup, watchProgram } from './command-watch.js'

/** The fields of a line, beside its `id`. */
export type Fields = { [key: string]: Json }

export interface ProgramOptions extends CommandLine {
  /** Bytes. */
  maxLine: number
  clean: Clean
  /** Called at every reply to a request. */
  onAnswer: () => void
}

/** A program that runs, and answers lines with lines. */
export interface Program {
  /** Whether it can be asked. */
  alive(): boolean
  /** Why not, as what was in flight was told; undefined while it runs. */
  ending(): Error | undefined
  /** Whether it ended with code 0 after an answer: what was in flight then was most likely never read. */
  left(): boolean
  /** What is known of why it does not answer, for the end of a message; empty where that is nothing. */
  silence(): string
  /** Sends a line under an id of its own and gives the reply. Rejects with the signal's reason; a reply that comes later is dropped. */
  ask(sent: Fields, signal: AbortSignal): Promise<Record<string, unknown>>
}

interface Pending {
  resolve(reply: Record<string, unknown>): void
  reject(error: unknown): void
}

/** How long replies are waited for once a program, or one of its pipes, has ended. */
const LAST_REPLIES_MS = 1_000

/** Taken at load: a suite that fakes timers must not keep a program from ending. */
const { setTimeout: later, clearTimeout: forget } = globalThis

/** Starts it. Throws an `OptionError` where it cannot be started; where that shows only later, what is asked rejects with it. */
export function startProgram({ maxLine, clean, onAnswer, ...line }: ProgramOptions): Program {
  const { name } = line
  const child = spawnCommand(line)
  const { pid, stdin, stdout } = child
  const stopWatch = pid === undefined ? undefined : watchProgram(pid)
  const stderr = lastWords(child.stderr, clean)
  const pending = new Map<number, Pending>()
  /** Requests that nobody waits for any more, and whose reply may still come. */
  const abandoned = new Set<number>()
  let nextId = 1
  let silent = true
  let answered = false
  /** What was wrong on standard output while nobody waited. */
  let unsaid: SystemError | undefined
  let ended: Error | undefined
  let closing: ReturnType<typeof later> | undefined

  /** While nothing is in flight, the program keeps no process from ending. */
  function hold(held: boolean): void {
    for (const handle of [child, stdin, stdout, child.stderr]) {
      if (handle !== child && !(handle instanceof Socket)) continue
      if (held) handle.ref()
      else handle.unref()
    }
  }

  function settle(id: number): Pending | undefined {
    const waiting = pending.get(id)
    pending.delete(id)
    if (pending.size === 0) hold(false)
    return waiting
  }

  /** Nobody can say which request it belongs to: it is told to all of them, or to the next, so that nothing wrong is quiet. */
  function fault(what: string): void {
    const error = new SystemError('shape', `${name} ${what}`)
    if (pending.size === 0) unsaid ??= error
    for (const id of [...pending.keys()]) {
      abandoned.add(id)
      settle(id)?.reject(error)
    }
  }

  function onLine(bytes: Buffer): void {
    silent = false
    const read = readReply(bytes, clean)
    if (read === null) return
    if ('fault' in read) {
      fault(read.fault)
      return
    }
    const waiting = settle(read.id)
    if (waiting !== undefined || abandoned.delete(read.id)) {
      answered = true
      onAnswer()
      waiting?.resolve(read.reply)
      return
    }
    const known = Number.isInteger(read.id) && read.id >= 1 && read.id < nextId
    fault(`replied with \`id\` ${read.id}, ${known ? 'which was answered before' : 'which no request has'}`)
  }

  function end(error: Error): void {
    if (ended !== undefined) return
    ended = error
    forget(closing)
    stopWatch?.()
    // What it started may hold the other ends, and so this process.
    for (const stream of [stdin, stdout, child.stderr]) stream.destroy()
    for (const id of [...pending.keys()]) settle(id)?.reject(error)
  }

  const lost = (how: string) => new SystemError('connection', `${name} ${how}${stderr.words()}`)
  const isRunning = () => child.exitCode === null && child.signalCode === null

  /** Asks it nothing more, and takes the replies that are under way. */
  function close(what: string): void {
    if (ended !== undefined) return
    closing ??= later(() => {
      const how = isRunning() ? what : howEnded(child)
      if (pid !== undefined) killGroup(pid)
      end(lost(how))
    }, LAST_REPLIES_MS)
  }

  const lines = lineReader(maxLine, onLine, () => {
    silent = false
    fault(`wrote a line of more than ${maxLine} bytes; return what the answer was made from, or set \`maxLine\``)
  })
  stdout.on('data', lines.read)
  stdout.once('end', () => {
    lines.end()
    close('closed its standard output')
  })
  stdout.on('error', () => close('closed its standard output'))
  stdin.on('error', () => close('closed its standard input'))
  child.once('exit', () => close('ended'))
  child.once('close', () => end(lost(howEnded(child))))
  child.on('error', (error) => {
    if (pid === undefined) end(notStarted(line, error))
  })
  hold(false)

  /** Of requests that nobody waits for any more, the program still has to work off each. */
  function inLine(): string {
    const others = pending.size + abandoned.size - 1
    if (others < 1) return ''
    return `; ${count(others, 'other request')} had no reply either: where it handles one after another they wait in line, so raise \`deadlineMs\` or lower \`concurrency\``
  }

  return {
    alive: () => ended === undefined && closing === undefined,
    ending: () => ended,
    left: () => ended !== undefined && child.exitCode === 0 && answered,
    silence: () =>
      `${silent ? '; it has written no line so far: does it flush its standard output after each?' : ''}${inLine()}${stderr.words()}`,
    async ask(sent, signal) {
      if (unsaid !== undefined) {
        const error = unsaid
        unsaid = undefined
        throw error
      }
      signal.throwIfAborted()
      const id = nextId
      nextId += 1
      const abandon = () => {
        abandoned.add(id)
        settle(id)?.reject(signal.reason)
      }
      signal.addEventListener('abort', abandon, { once: true })
      try {
        return await new Promise((resolve, reject) => {
          pending.set(id, { resolve, reject })
          hold(true)
          stdin.write(lineOf({ id, ...sent }))
        })
      } finally {
        signal.removeEventListener('abort', abandon)
      }
    },
  }
}

/** Some readers of lines end one at these too, inside a string of JSON. */
const OTHER_LINE_ENDS = /[\u0085\u2028\u2029]/g

function lineOf(fields: Fields): string {
  const escaped = (end: string) => `\\u${end.charCodeAt(0).toString(16).padStart(4, '0')}`
  return `${JSON.stringify(fields).replace(OTHER_LINE_ENDS, escaped)}\n`
}
