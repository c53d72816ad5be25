import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { messageOf, OptionError, SystemError } from '../errors.js'
import { clip, oneLine } from '../text/clip.js'

export interface CommandLine {
  /** What messages call it. */
  name: string
  command: string
  args: readonly string[]
  /** Absolute. */
  cwd: string
  /** Beside the variables of this process. */
  env: Readonly<Record<string, string>>
}

/** Starts a program without a shell. Throws `notStarted` where that fails at once; otherwise the child has no pid and emits an error for it. */
export function spawnCommand(line: CommandLine): ChildProcessWithoutNullStreams {
  const { name, command, args, cwd, env } = line
  if (!existsSync(cwd)) throw new OptionError(`${name}: \`cwd\`: expected a folder, found none at ${cwd}`)
  try {
    return spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: 'pipe',
      // What interrupts the run would else interrupt the program first, and look like its failure.
      detached: process.platform !== 'win32',
      windowsHide: true,
    })
  } catch (error) {
    throw notStarted(line, error)
  }
}

/** The machine's fault, not that of the suite. */
const NO_ROOM = new Set(['EAGAIN', 'EMFILE', 'ENFILE', 'ENOMEM'])

/** An `OptionError`: a program that is not there is to be mended in the suite. Only a machine without room is `SystemError('connection')`. */
export function notStarted({ name, command, cwd }: CommandLine, error: unknown): OptionError | SystemError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const program = JSON.stringify(clip(command, 200))
  const cause = { cause: error }
  if (NO_ROOM.has(code)) return new SystemError('connection', `${name}: ${program} could not be started (${code})`, cause)
  const why =
    code === 'ENOENT' ? notFound(command, cwd) : code === 'EACCES' ? 'it may not be executed' : oneLine(messageOf(error), 200)
  return new OptionError(`${name}: \`command\`: ${program} cannot be started: ${why}`, cause)
}

function notFound(command: string, cwd: string): string {
  if (!/[/\\]/.test(command))
    return 'no program on the PATH has that name. There is no shell: what follows a program goes into `args`'
  return existsSync(resolve(cwd, command))
    ? 'what its first line names is not there'
    : `there is no such file, seen from ${cwd}. There is no shell: what follows a program goes into \`args\``
}

export function howEnded({ exitCode, signalCode }: ChildProcessWithoutNullStreams): string {
  if (signalCode !== null) return `was ended by ${signalCode}`
  return `exited with code ${exitCode}${exitCode === 0 ? ': it has to read lines until its input ends' : ''}`
}
