import { type ChildProcess, spawn } from 'node:child_process'
import { stripVTControlCharacters } from 'node:util'

export interface Finished {
  code: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
}

export interface Running {
  child: ChildProcess
  /** What was written so far, without colours; standard output first. */
  output(): string
  /** Waits until the output matches; rejects with the output where the process ends, or time runs out, before it does. */
  shows(pattern: RegExp | ((output: string) => boolean), ms?: number): Promise<void>
  done: Promise<Finished>
}

const SHOWS_MS = 60_000

/** What a consumer runs in: nothing of the test runner around these tests, and no key that a developer's shell holds. */
export function plainEnvironment(): Record<string, string> {
  const kept = ['PATH', 'HOME', 'TMPDIR', 'USERPROFILE', 'APPDATA', 'LOCALAPPDATA', 'SystemRoot', 'TEMP', 'TMP']
  const values = kept.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]))
  return { ...Object.fromEntries(values), CI: 'true' }
}

/** Starts a process in exactly this environment and without a terminal. */
export function start(command: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Running {
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const written = { stdout: '', stderr: '' }
  const listeners = new Set<() => void>()
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      written[name] += text
      for (const listener of listeners) listener()
    })
  }
  const plain = () => ({
    stdout: stripVTControlCharacters(written.stdout),
    stderr: stripVTControlCharacters(written.stderr),
  })
  const output = () => `${plain().stdout}${plain().stderr}`
  const done = new Promise<Finished>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve({ code, signal, ...plain() }))
  })
  const shows: Running['shows'] = (pattern, ms = SHOWS_MS) =>
    new Promise((resolve, reject) => {
      const end = (act: () => void) => {
        clearTimeout(timer)
        listeners.delete(look)
        act()
      }
      const look = () => {
        if (typeof pattern === 'function' ? pattern(output()) : pattern.test(output())) end(resolve)
      }
      const timer = setTimeout(() => end(() => reject(new Error(`not shown: ${pattern}\n${output()}`))), ms)
      listeners.add(look)
      done.then(
        () => end(() => reject(new Error(`ended before it showed ${pattern}\n${output()}`))),
        (error: unknown) => end(() => reject(error)),
      )
      look()
    })
  return { child, output, shows, done }
}

/** Runs a tool of these tests to its end, in their own environment; throws with its output where it does not exit 0. */
export async function succeed(command: string, args: readonly string[], cwd: string): Promise<Finished> {
  const env = Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_ENV$)/.test(name))
  const finished = await start(command, args, cwd, Object.fromEntries(env)).done
  if (finished.code !== 0) {
    throw new Error(`${command} ${args.join(' ')} exited with ${finished.code}\n${finished.stdout}${finished.stderr}`)
  }
  return finished
}
