import { fileURLToPath } from 'node:url'

/** Stack frames are what makes many failures slow, so of a benchmark's failures only the first of a worker have some. */
const FRAMES = 20
let failures = 0
const counted = new WeakMap<Error, boolean>()

/** Whether an error of a benchmark's case may show where it stands; each error is counted once. */
export function mayPoint(error: Error): boolean {
  const known = counted.get(error)
  if (known !== undefined) return known
  failures += 1
  const may = failures <= FRAMES
  counted.set(error, may)
  return may
}

/** Makes an error point at these lines of a stack, or nowhere. */
export function pointAt(error: Error, frames: string): void {
  error.stack = [`${error.name}: ${error.message}`, frames].filter(Boolean).join('\n')
}

/** What runs a case, as a frame names it: whose callback it is says nothing of the failure. */
const RUNNER = ['./case.js', './case.ts'].flatMap((file) => {
  const { href } = new URL(file, import.meta.url)
  return [href, fileURLToPath(href)]
})

/** The user's frames of an error's stack, without the message above them, which may hold lines that look like one. */
export function framesOf({ stack = '', message }: Error): string {
  const end = stack.indexOf(message)
  const frames = stack
    .slice(end < 0 ? 0 : end + message.length)
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
  const runner = frames.findIndex((frame) => RUNNER.some((file) => frame.includes(`${file}:`)))
  return frames.slice(0, runner < 0 ? frames.length : runner).join('\n')
}
