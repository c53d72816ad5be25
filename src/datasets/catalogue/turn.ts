import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { Sleep } from './download.js'
import { TURN } from './place.js'

const HEARTBEAT = 5_000
/** A turn that has not been renewed for so many milliseconds belongs to nobody. */
const STALE = 30_000
const POLL = 500

/**
 * Waits until no other process fetches into `folder`, and keeps others from it until what it returns is called. The turn of a process
 * that died is taken over: at once on the same machine, after half a minute else. Throws the signal's reason where it aborts.
 */
export async function takeTurn(
  folder: string,
  { signal, onWait, sleep }: { signal: AbortSignal; onWait: () => void; sleep: Sleep },
): Promise<() => Promise<void>> {
  const file = join(folder, TURN)
  const mine = JSON.stringify({ process: process.pid, host: hostname(), token: randomUUID() })
  await mkdir(folder, { recursive: true })
  for (let waits = 0; !(await created(file, mine)); waits += 1) {
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
  }
}

async function created(file: string, content: string): Promise<boolean> {
  try {
    await writeFile(file, content, { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
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
