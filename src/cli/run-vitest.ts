import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { DocketError, OptionError } from '../errors.js'

/** The script of the Vitest that a project would run. Throws an `OptionError` where none is installed at or above the folder. */
export function vitestScript(folder: string): string {
  let manifest: string
  try {
    manifest = createRequire(join(folder, 'package.json')).resolve('vitest/package.json')
  } catch (cause) {
    throw new OptionError(`no vitest is installed at or above ${folder}; run this in the folder where you run \`vitest run\``, {
      cause,
    })
  }
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8')) as { bin?: { vitest?: string } }
  if (bin?.vitest === undefined) throw new DocketError(`${manifest} names no \`vitest\` to start`)
  return join(dirname(manifest), bin.vitest)
}

/** Runs `vitest run` in this terminal, and says what it exited with; one that a signal ended counts as shells count it. */
export function runVitest(script: string, args: readonly string[], environment: Record<string, string> = {}): Promise<number> {
  const child = spawn(process.execPath, [script, 'run', ...args], { stdio: 'inherit', env: { ...process.env, ...environment } })
  // A terminal's Ctrl-C reaches both: the run is to report what it has, and this process to wait for it.
  const ignore = () => {}
  const passOn = () => child.kill('SIGTERM')
  process.on('SIGINT', ignore)
  process.on('SIGTERM', passOn)
  return new Promise((done, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      process.off('SIGINT', ignore)
      process.off('SIGTERM', passOn)
      done(code ?? 128 + (signal === null ? 0 : constants.signals[signal]))
    })
  })
}
