import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, type OnTestFinishedHandler, test, vi } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')

/** A program that answers with its process id, and neither heeds the end of its input nor a request to end. */
const STUBBORN = `
  process.on('SIGTERM', () => {}).on('SIGINT', () => {})
  setInterval(() => {}, 1000)
  require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, question } = JSON.parse(line)
    if (question !== 'wait') console.log(JSON.stringify({ id, answer: String(process.pid) }))
  })`

/** Code for a process or a thread of its own, with `ask`, which asks such a program. */
const asking = (code: string) => `
  void (async () => {
    const { runnerImport } = await import('vite')
    const { module } = await runnerImport(${JSON.stringify(join(ROOT, 'src/systems/command.ts'))}, { configFile: false })
    const system = module.commandSystem({ command: process.execPath, args: ['-e', ${JSON.stringify(STUBBORN)}] })
    const ask = (question, signal = new AbortController().signal) =>
      system.respond({ question, item: { id: 'a', question, language: 'en' }, trial: 0, signal })
    ${code}
  })()`

/** Calls what it is given at the end of one of the tests, which run beside each other. */
type AtEnd = (run: OnTestFinishedHandler) => void

/** Runs code in a process of its own, and collects what it says. */
function worker(code: string, atEnd: AtEnd): { child: ChildProcess; said: () => string; ended: Promise<unknown[]> } {
  const child = spawn(process.execPath, ['-e', code], { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] })
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    text += chunk
  })
  atEnd(() => void child.kill('SIGKILL'))
  return { child, said: () => text, ended: new Promise((resolve) => child.once('exit', (...how) => resolve(how))) }
}

/** Whether it has ended; it stays in the table as a zombie until the process that started it ends or asks. */
function hasEnded(pid: number): boolean {
  const state = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim()
  return state === '' || state.startsWith('Z')
}

const WITHIN = { timeout: 30_000, interval: 50 }

/** The process id that was said, of a program that runs. */
async function programOf(said: () => string, atEnd: AtEnd): Promise<number> {
  const pid = await vi.waitFor(() => {
    const found = Number(/pid (\d+)/.exec(said())?.[1])
    expect(found).toBeGreaterThan(0)
    return found
  }, WITHIN)
  atEnd(() => {
    if (!hasEnded(pid)) process.kill(pid, 'SIGKILL')
  })
  return pid
}

const ANSWERED = "console.log('pid ' + (await ask('Q?')).answer)"

const end = (pid: number) => vi.waitFor(() => expect(hasEnded(pid)).toBe(true), WITHIN)

describe.concurrent('a program ends with the process that asked it', () => {
  test.for([
    ['a program that was answered', ANSWERED],
    [
      'a request that was aborted',
      `${ANSWERED}\nawait ask('wait', AbortSignal.timeout(50)).catch((error) => console.log(error.kind))`,
    ],
  ] as const)('which ends by itself beside %s', async ([, code], { onTestFinished }) => {
    const { said, ended } = worker(asking(code), onTestFinished)
    const pid = await programOf(said, onTestFinished)
    expect(await ended).toEqual([0, null])
    await end(pid)
  })

  test('which a request in flight holds', async ({ onTestFinished }) => {
    const code = `${ANSWERED}\nawait ask('wait', AbortSignal.timeout(300)).catch((error) => console.log('then ' + error.kind))`
    const { said, ended } = worker(asking(code), onTestFinished)
    const pid = await programOf(said, onTestFinished)
    await ended
    expect(said()).toContain('then deadline')
    await end(pid)
  })

  test.for(['SIGTERM', 'SIGKILL'] as const)('which %s ends in the middle of a request', async (signal, { onTestFinished }) => {
    const { child, said, ended } = worker(asking(`${ANSWERED}\nawait ask('wait')`), onTestFinished)
    const pid = await programOf(said, onTestFinished)
    expect(hasEnded(pid)).toBe(false)
    child.kill(signal)
    expect(await ended).toEqual([null, signal])
    await end(pid)
  })

  test('and with the thread, where one is terminated while the process goes on', async ({ onTestFinished }) => {
    const code = asking("require('node:worker_threads').parentPort.postMessage((await ask('Q?')).answer)")
    const { child, said } = worker(
      `const { Worker } = require('node:worker_threads')
      const thread = new Worker(${JSON.stringify(code)}, { eval: true })
      thread.on('message', async (pid) => {
        await thread.terminate()
        console.log('pid ' + pid)
        setInterval(() => {}, 1000)
      })`,
      onTestFinished,
    )
    await end(await programOf(said, onTestFinished))
    expect(child.exitCode).toBe(null)
  })
})
