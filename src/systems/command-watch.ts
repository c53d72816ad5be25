import { spawn } from 'node:child_process'
import { Socket } from 'node:net'

/**
 * Its input ends when the process does that started it, however that ends. Then the group has two seconds to end by itself. A shell, since it takes a
 * fortieth of the memory of a second Node.
 */
const WATCH = `
cat >/dev/null
for turn in 1 2 3 4; do
  kill -0 "-$1" 2>/dev/null || exit 0
  sleep 0.5
done
kill -9 "-$1" 2>/dev/null`

/**
 * Sees to it that a program does not outlive this process: Vitest ends its workers with a signal, and a program that is busy, or does not heed
 * the end of its input, would stay. On Windows Node itself ends its children with it. Gives what ends the watch.
 */
export function watchProgram(pid: number): () => void {
  if (process.platform === 'win32') return () => undefined
  // What interrupts the run must not end the watch before the program.
  const watch = spawn('/bin/sh', ['-c', WATCH, 'watch', String(pid)], { stdio: ['pipe', 'ignore', 'ignore'], detached: true })
  // Without a watch the program still gets the end of its input.
  watch.on('error', () => undefined)
  watch.stdin.on('error', () => undefined)
  watch.unref()
  if (watch.stdin instanceof Socket) watch.stdin.unref()
  return () => {
    if (watch.pid !== undefined) killGroup(watch.pid)
  }
}

/** Ends a program at once, and what it started. It is a group of its own, but on Windows, which has none. */
export function killGroup(pid: number): void {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL')
  } catch {
    // It has ended.
  }
}
