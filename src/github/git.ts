import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { DocketError } from '../errors.js'

const run = promisify(execFile)

/** Configuration of one command, in order; a key may come twice. */
export type Settings = readonly (readonly [key: string, value: string])[]

export interface Git {
  /** What a command says, without the end of its last line. Throws a `DocketError` with git's own words. */
  text(args: readonly string[], settings?: Settings): Promise<string>
  bytes(args: readonly string[]): Promise<Buffer>
}

const MOST_OUTPUT = 512 * 1024 * 1024
/** A fetch of one commit; git itself would wait for ever for a network that swallows everything. */
const DEADLINE_MS = 180_000

/** Git in a folder: asks nobody for a password, runs no hook, and takes a checkout that another user made, as in a container. */
export function gitIn(cwd: string): Git {
  const always = ['-c', 'safe.directory=*', '-c', 'core.hooksPath=/dev/null', '-c', 'core.quotePath=false']

  async function bytes(args: readonly string[], settings: Settings = []): Promise<Buffer> {
    const config = settings.flatMap(([key, value], index) => [
      [`GIT_CONFIG_KEY_${index}`, key],
      [`GIT_CONFIG_VALUE_${index}`, value],
    ])
    const count = settings.length === 0 ? {} : { GIT_CONFIG_COUNT: String(settings.length) }
    try {
      const { stdout } = await run('git', [...always, ...args], {
        cwd,
        encoding: 'buffer',
        maxBuffer: MOST_OUTPUT,
        timeout: DEADLINE_MS,
        env: {
          ...process.env,
          ...Object.fromEntries(config),
          ...count,
          GIT_TERMINAL_PROMPT: '0',
          GIT_ASKPASS: '',
          LC_ALL: 'C',
        },
      })
      return stdout
    } catch (error) {
      throw new DocketError(`git ${args[0]}: ${wordsOf(error)}`, { cause: error })
    }
  }

  return { bytes, text: async (args, settings) => (await bytes(args, settings)).toString('utf8').replace(/\n$/u, '') }
}

function wordsOf(error: unknown): string {
  const { stderr, code, killed, message } = error as { stderr?: Buffer; code?: unknown; killed?: boolean; message?: string }
  if (code === 'ENOENT') return 'git is not installed'
  if (killed === true) return `no answer in ${DEADLINE_MS / 1000} s`
  const words = stderr?.toString('utf8').trim() || String(message)
  // An address may carry a user and a password.
  return words.replace(/\/\/[^@/\s]*@/gu, '//')
}
