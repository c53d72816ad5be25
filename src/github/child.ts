import { spawn } from 'node:child_process'
import { constants } from 'node:os'

/** By convention that of a command that could not be started. */
const NOT_STARTED = 127

/**
 * Runs a command with this process's terminal, and waits for it; what would end this process ends the command first. Gives its exit code, 128 and the
 * number of a signal that ended it.
 */
export async function runCommand(
  [command = '', ...args]: readonly string[],
  options: { env: NodeJS.ProcessEnv; onError: (message: string) => void },
): Promise<number> {
  // Windows starts npx and its like through a shell only.
  const child = spawn(command, args, { stdio: 'inherit', env: options.env, shell: process.platform === 'win32' })
  const forward = (signal: NodeJS.Signals) => void child.kill(signal)
  process.on('SIGINT', forward).on('SIGTERM', forward)
  try {
    return await new Promise<number>((resolve) => {
      child.once('error', (error) => {
        options.onError(error.message)
        resolve(NOT_STARTED)
      })
      child.once('close', (code, signal) => resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])))
    })
  } finally {
    process.off('SIGINT', forward).off('SIGTERM', forward)
  }
}
