import { spawn } from 'node:child_process'

/** Milliseconds between the end of a program's input and its own, if it does not go by itself. */
const GRACE_MS = 2_000

/** Its input ends when the process does that started it, however that ends. */
const WATCH = `
const [target, grace] = process.argv.slice(1).map(Number)
const send = (signal) => { try { return process.kill(target, signal) } catch { return false } }
process.stdin.resume().once('close', () => {
  const until = Date.now() + grace
  setInterval(() => {
    if (send(0) && Date.now() < until) return
    send('SIGKILL')
    process.exit()
  }, 50)
})`

/**
 * Sees to it that a program does not outlive this process: Vitest ends its workers with a signal, and a program that is busy, or does not heed
 * the end of its input, would stay. Gives what ends the watch.
 */
export function watchProgram(pid: number): () => void {
  const watch = spawn(process.execPath, ['-e', WATCH, '--', String(groupOf(pid)), String(GRACE_MS)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // Neither what interrupts the run nor what is set for it is the watch's business.
    detached: process.platform !== 'win32',
    env: process.platform === 'win32' ? { SystemRoot: process.env['SystemRoot'] } : {},
    windowsHide: true,
  })
  // Without a watch the program still gets the end of its input.
  watch.on('error', () => undefined)
  watch.stdin.on('error', () => undefined)
  watch.unref()
  if ('unref' in watch.stdin && typeof watch.stdin.unref === 'function') watch.stdin.unref()
  return () => void watch.kill()
}

/** Ends a program at once, and all that it started in its group. */
export function killProgram(pid: number): void {
  try {
    process.kill(groupOf(pid), 'SIGKILL')
  } catch {
    // It has ended.
  }
}

/** A program is started as a group of its own, but on Windows, which has none. */
function groupOf(pid: number): number {
  return process.platform === 'win32' ? pid : -pid
}
