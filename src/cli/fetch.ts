import { existsSync } from 'node:fs'
import { relative } from 'node:path'
import { defineCommand } from 'citty'
import type { Benchmark } from '../datasets/catalogue/benchmark.js'
import { BENCHMARK_NAMES, benchmarkNamed } from '../datasets/catalogue/catalogue.js'
import { folderOf } from '../datasets/catalogue/data-folder.js'
import { type FetchEvent, fetchBenchmark } from '../datasets/catalogue/fetch-benchmark.js'
import { placeOf } from '../datasets/catalogue/place.js'
import { messageOf } from '../errors.js'
import { fail } from './check.js'
import { advance, eventLine, fetchedText, licenceText, listText, progressLine, startProgress } from './fetch-text.js'

/** By convention 128 and the number of the signal. */
const INTERRUPTED = { SIGINT: 130, SIGTERM: 143 } as const
/** Milliseconds between two states of the progress line. */
const REFRESH = 100

/** `vitest-docket fetch [NAME…]`: downloads benchmarks at pinned revisions; what there is, without a name. */
export const fetch = defineCommand({
  meta: { name: 'fetch', description: 'Download a benchmark at a pinned revision, held against its hashes' },
  args: {
    name: { type: 'positional', required: false, description: `${BENCHMARK_NAMES.join(', ')}; more may follow` },
    mirror: { type: 'string', valueHint: 'url', description: 'ask this host for the same paths, such as https://mirror.example' },
    'update-lock': {
      type: 'boolean',
      default: false,
      description: 'accept what is published now for files that only docket.lock.json holds',
    },
  },
  async run({ args }) {
    const { columns = 80 } = process.stdout
    let benchmarks: Benchmark[]
    try {
      benchmarks = args._.map(benchmarkNamed)
    } catch (error) {
      return fail(messageOf(error))
    }
    if (benchmarks.length === 0) return console.log(listText(BENCHMARK_NAMES.map(listed), columns))
    const controller = new AbortController()
    const interrupt = (signal: keyof typeof INTERRUPTED) => {
      process.exitCode = INTERRUPTED[signal]
      controller.abort()
    }
    process.once('SIGINT', interrupt).once('SIGTERM', interrupt)
    try {
      for (const benchmark of benchmarks) await fetchOne(benchmark, args.mirror, args['update-lock'], controller.signal, columns)
    } catch (error) {
      if (controller.signal.aborted) console.error('interrupted; what has come is kept, fetch again to go on')
      else fail(messageOf(error))
    } finally {
      process.off('SIGINT', interrupt).off('SIGTERM', interrupt)
    }
  },
})

async function fetchOne(
  benchmark: Benchmark,
  mirror: string | undefined,
  updateLock: boolean,
  signal: AbortSignal,
  columns: number,
): Promise<void> {
  console.log(licenceText(benchmark, columns))
  const progress = progressOn(process.stderr, benchmark.name)
  const folder = folderOf(benchmark)
  try {
    const fetched = await fetchBenchmark(benchmark, { folder, mirror, updateLock, signal, onEvent: progress.show })
    progress.end()
    console.log(fetchedText(benchmark, shown(folder), fetched, columns))
  } finally {
    progress.end()
  }
}

function listed(name: (typeof BENCHMARK_NAMES)[number]) {
  const benchmark = benchmarkNamed(name)
  const folder = folderOf(benchmark)
  const files = benchmark.sources.flatMap((source) => source.files)
  return { benchmark, folder: shown(folder), there: files.filter(({ path }) => existsSync(placeOf(folder, path))).length }
}

/** Below the working directory without it, elsewhere whole. */
function shown(folder: string): string {
  const below = relative('.', folder)
  return below.startsWith('..') ? folder : below
}

/** One line that is written over on a terminal, a line an event elsewhere. */
function progressOn(stream: NodeJS.WriteStream, name: string): { show: (event: FetchEvent) => void; end: () => void } {
  let progress = startProgress(name)
  let drawnAt = 0
  const clear = () => {
    if (stream.isTTY) stream.write('\r\u001B[K')
  }
  const show = (event: FetchEvent) => {
    progress = advance(progress, event)
    const line = stream.isTTY && (event.kind === 'done' || event.kind === 'started') ? null : eventLine(progress, event)
    if (line !== null) {
      clear()
      stream.write(`${line}\n`)
    }
    if (!stream.isTTY || event.kind === 'waiting' || (event.kind === 'bytes' && Date.now() - drawnAt < REFRESH)) return
    drawnAt = Date.now()
    stream.write(`\r\u001B[K${progressLine(progress, (stream.columns ?? 80) - 1)}`)
  }
  return { show, end: clear }
}
