import { existsSync } from 'node:fs'
import { relative } from 'node:path'
import { defineCommand } from 'citty'
import type { Benchmark } from '../datasets/catalogue/benchmark.js'
import { BENCHMARK_NAMES, benchmarkNamed } from '../datasets/catalogue/catalogue.js'
import { folderOf } from '../datasets/catalogue/data-folder.js'
import { type FetchEvent, fetchBenchmark } from '../datasets/catalogue/fetch-benchmark.js'
import { readDownloadLock } from '../datasets/catalogue/lock.js'
import { placeOf } from '../datasets/catalogue/place.js'
import { survey } from '../datasets/catalogue/survey.js'
import { messageOf, OptionError } from '../errors.js'
import { fail, fitted } from './check.js'
import { checkText, isAnythingThere, isFaulty } from './fetch-check-text.js'
import { advance, eventLine, fetchedText, type Listed, licenceText, listText, progressLine, startProgress } from './fetch-text.js'

/** By convention 128 and the number of the signal. */
const INTERRUPTED = { SIGINT: 130, SIGTERM: 143 } as const
/** Milliseconds between two states of the progress line. */
const REFRESH = 100

/** `vitest-docket fetch [NAME…]`: downloads benchmarks at pinned revisions; what there is, without a name. */
export const fetch = defineCommand({
  meta: { name: 'fetch', description: 'Download a benchmark at a pinned revision, held against its hashes' },
  args: {
    name: { type: 'positional', required: false, description: `${BENCHMARK_NAMES.join(', ')}; more may follow` },
    check: {
      type: 'boolean',
      default: false,
      description: 'only hold what is there against its hashes: nothing is asked, nothing written',
    },
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
    if (args.check) {
      if (args.mirror !== undefined || args['update-lock'])
        return fail('`--check` looks only at what is there; leave off `--mirror` and `--update-lock`')
      return await checkAll(benchmarks)
    }
    if (benchmarks.length === 0) return console.log(listText(await Promise.all(BENCHMARK_NAMES.map(listed)), columns))
    const controller = new AbortController()
    const interrupt = (signal: keyof typeof INTERRUPTED) => {
      process.exitCode = INTERRUPTED[signal]
      controller.abort()
    }
    process.once('SIGINT', interrupt).once('SIGTERM', interrupt)
    const { signal } = controller
    try {
      for (const benchmark of benchmarks) {
        try {
          await fetchOne(benchmark, args.mirror, args['update-lock'], signal, columns)
        } catch (error) {
          if (signal.aborted) return console.error('interrupted; what has come is kept, fetch again to go on')
          fail(messageOf(error))
          // What is wrong with an option is so for the next one too.
          if (error instanceof OptionError) return
        }
      }
    } finally {
      process.off('SIGINT', interrupt).off('SIGTERM', interrupt)
    }
  },
})

/** Exit code 1 where a file differs or is missing. Without a name, every benchmark of which something is there. */
async function checkAll(named: readonly Benchmark[]): Promise<void> {
  let checked = 0
  for (const benchmark of named.length > 0 ? named : BENCHMARK_NAMES.map(benchmarkNamed)) {
    const folder = folderOf(benchmark)
    try {
      const { files, derived } = await survey(benchmark, folder)
      const all = [...files, ...derived]
      if (named.length === 0 && !isAnythingThere(all)) continue
      console.log(fitted(checkText(benchmark.name, shown(folder), all), process.stdout.columns))
      if (all.some(isFaulty) || !isAnythingThere(all)) process.exitCode = 1
    } catch (error) {
      fail(messageOf(error))
    }
    checked += 1
  }
  if (checked === 0) fail('nothing to check: no benchmark has been fetched to `DOCKET_DATA`, by default .docket/data')
}

async function fetchOne(
  benchmark: Benchmark,
  mirror: string | undefined,
  updateLock: boolean,
  signal: AbortSignal,
  columns: number,
): Promise<void> {
  console.log(licenceText(benchmark, columns))
  const folder = folderOf(benchmark)
  const progress = progressOn(process.stderr, benchmark.name, shown(folder))
  try {
    const fetched = await fetchBenchmark(benchmark, { folder, mirror, updateLock, signal, onEvent: progress.show })
    progress.end()
    console.log(fetchedText(benchmark, shown(folder), fetched, columns))
  } finally {
    progress.end()
  }
}

async function listed(name: (typeof BENCHMARK_NAMES)[number]): Promise<Listed> {
  const benchmark = benchmarkNamed(name)
  const folder = folderOf(benchmark)
  const files = benchmark.sources.flatMap((source) => source.files)
  const missing = files.filter(({ path }) => !existsSync(placeOf(folder, path)))
  // A lock that cannot be read is an error for those who fetch; the list is for all.
  const { absent = [] } = await readDownloadLock(folder, benchmark).catch(() => ({ absent: [] }))
  return {
    benchmark,
    folder: shown(folder),
    there: files.length - missing.length,
    complete: missing.every(({ path }) => absent.includes(path)),
  }
}

/** Below the working directory without it, elsewhere whole. */
function shown(folder: string): string {
  const below = relative('.', folder)
  return below.startsWith('..') ? folder : below
}

/** One line that is written over on a terminal, a line an event elsewhere. */
function progressOn(
  stream: NodeJS.WriteStream,
  name: string,
  folder: string,
): { show: (event: FetchEvent) => void; end: () => void } {
  let progress = startProgress(name, folder)
  let drawnAt = 0
  const clear = () => {
    if (stream.isTTY) stream.write('\r\u001B[K')
  }
  const show = (event: FetchEvent) => {
    progress = advance(progress, event)
    const line = stream.isTTY && (event.kind === 'done' || event.kind === 'started') ? null : eventLine(progress, event)
    if (line !== null) {
      clear()
      stream.write(`${fitted(line, stream.columns)}\n`)
    }
    if (
      !stream.isTTY ||
      event.kind === 'checked' ||
      event.kind === 'waiting' ||
      (event.kind === 'bytes' && Date.now() - drawnAt < REFRESH)
    )
      return
    drawnAt = Date.now()
    stream.write(`\r\u001B[K${progressLine(progress, (stream.columns ?? 80) - 1)}`)
  }
  return { show, end: clear }
}
