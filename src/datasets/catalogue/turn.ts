import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rm, rmdir, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { Sleep } from './download.js'
import { TURN } from './place.js'

const HEARTBEAT = 5_000
/** A turn that has not been renewed for so many milliseconds belongs to nobody. */
const STALE = 30_000
const POLL = 500

/**
 * Waits until no other process fetches into `folder`, and keeps others from it until what it returns is called, which leaves no empty
 * folder. The turn of a process that died is taken over: at once on the same machine, after half a minute else. Throws the signal's
 * reason where it aborts.
 */
export async function takeTurn(
  folder: string,
  { signal, onWait, sleep }: { signal: AbortSignal; onWait: () => void; sleep: Sleep },
): Promise<() => Promise<void>> {
  const file = join(folder, TURN)
  const mine = JSON.stringify({ process: process.pid, host: hostname(), token: randomUUID() })
  for (let waits = 0; !(await created(folder, file, mine)); waits += 1) {
    if (await abandoned(file)) {
      await rm(file, { force: true })
      continue
    }
    if (waits === 0) onWait()
    await sleep(POLL, signal)
  }
  const beat = setInterval(() => utimes(file, new Date(), new Date()).catch(() => {}), HEARTBEAT)
  beat.unref()
  return async () => {
    clearInterval(beat)
    if ((await readFile(file, 'utf8').catch(() => '')) === mine) await rm(file, { force: true })
    // An empty folder would look to a suite like data; one with something in it is not removed.
    await rmdir(folder).catch(() => {})
  }
}

async function created(folder: string, file: string, content: string): Promise<boolean> {
  await mkdir(folder, { recursive: true })
  try {
    await writeFile(file, content, { flag: 'wx' })
    return true
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // ENOENT: another process has just left, and taken the empty folder with it.
    if (code === 'EEXIST' || code === 'ENOENT') return false
    throw error
  }
}

async function abandoned(file: string): Promise<boolean> {
  try {
    const { mtimeMs } = await stat(file)
    if (Date.now() - mtimeMs > STALE) return true
    const owner = JSON.parse(await readFile(file, 'utf8')) as { process?: unknown; host?: unknown }
    return owner.host === hostname() && typeof owner.process === 'number' && !runs(owner.process)
  } catch {
    // It has just gone, or its owner has not yet written its name.
    return false
  }
}

function runs(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
