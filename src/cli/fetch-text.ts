import { clip, wrap } from '../../reporters/layout.js'
import type { Benchmark } from '../datasets/catalogue/benchmark.js'
import type { FetchEvent, Fetched } from '../datasets/catalogue/fetch-benchmark.js'
import { bytesText } from '../text/bytes.js'
import { count } from '../text/count.js'
import { checkText, isAnythingThere } from './fetch-check-text.js'

export interface Listed {
  benchmark: Benchmark
  folder: string
  /** How many of its files are there, right or not. */
  there: number
  /** Whether all are that could be had. */
  complete: boolean
}

/** What can be fetched: what it is, how large, how much of it is there and under which licence. */
export function listText(listed: readonly Listed[], columns: number): string {
  return [
    ...listed.flatMap(({ benchmark, folder, there, complete }) => {
      const files = benchmark.sources.flatMap((source) => source.files).length
      const much = there === 0 ? '–' : `${complete ? 'complete' : `${there} of ${files}`} in ${folder}`
      return [
        ...wrap(`${benchmark.name}: ${benchmark.title}`, columns),
        ...indented(`${filesText(benchmark)}; there: ${much}`, columns),
        ...indented(benchmark.licence, columns),
      ]
    }),
    '',
    ...wrap('`vitest-docket fetch NAME` downloads one; `--check` holds what is there against its hashes.', columns),
  ].join('\n')
}

/** What one should know before it is downloaded: the licence first. */
export function licenceText(benchmark: Benchmark, columns: number): string {
  return [
    ...wrap(`${benchmark.title}. Licence: ${benchmark.licence}`, columns),
    ...[...benchmark.terms, ...benchmark.notes].flatMap((line) => indented(line, columns)),
    ...indented(benchmark.page, columns),
    ...benchmark.sources.flatMap(({ revision }) => indented(`at ${revision.replace(/(?<=@.{12}).+/, '')}`, columns)),
  ].join('\n')
}

/** What was done. */
export function fetchedText({ name }: Benchmark, folder: string, fetched: Fetched, columns: number): string {
  const { downloaded, kept, made, absent, locked } = fetched
  const parts = [
    ...(downloaded.length > 0 ? [`${count(downloaded.length, 'file')} downloaded`] : []),
    ...(kept.length > 0 ? [`${count(kept.length, 'file')} there and right`] : []),
    ...(made.length > 0 ? [`${made.join(', ')} made of them`] : []),
    ...(absent.length > 0 ? [`not there upstream: ${absent.join(', ')}`] : []),
  ]
  const note = `${count(locked.length, 'file')} without a published hash: held by docket.lock.json from now on`
  return [
    ...wrap(`${name}: ${parts.join('; ')}`, columns),
    ...(locked.length > 0 ? indented(note, columns) : []),
    ...indented(`in ${folder}`, columns),
  ].join('\n')
}

/** How far a benchmark's download is. */
export interface Progress {
  name: string
  /** Where it goes, as it is shown. */
  folder: string
  /** Of how many files. */
  files: number
  done: number
  /** What has come of every file, by path. */
  bytes: ReadonlyMap<string, number>
}

export function startProgress(name: string, folder: string): Progress {
  return { name, folder, files: 0, done: 0, bytes: new Map() }
}

export function advance(progress: Progress, event: FetchEvent): Progress {
  if (event.kind === 'started') return { ...progress, files: event.files }
  if (event.kind === 'checked' || event.kind === 'waiting' || event.kind === 'retry') return progress
  const bytes = new Map(progress.bytes).set(event.path, event.bytes)
  return { ...progress, bytes, done: progress.done + (event.kind === 'bytes' ? 0 : 1) }
}

/** One line for a terminal, which is written over and over. */
export function progressLine({ name, files, done, bytes }: Progress, columns: number): string {
  const come = [...bytes.values()].reduce((sum, one) => sum + one, 0)
  return clip(`${name}: ${done} of ${count(files, 'file')}, ${bytesText(come)}`, columns)
}

/** The lines of an event where no line can be written over; null for those that come too often or say nothing. */
export function eventLine({ name, folder, files, done }: Progress, event: FetchEvent): string | null {
  switch (event.kind) {
    case 'checked':
      return isAnythingThere(event.files) ? checkText(name, folder, event.files) : null
    case 'waiting':
      return `${name}: another process fetches it; waiting`
    case 'retry':
      return `${name}: ${event.path}: ${event.why}; trying again`
    case 'absent':
      return `${name}: ${done} of ${files}: ${event.path} is not there upstream`
    case 'done':
      return `${name}: ${done} of ${files}: ${event.path} (${bytesText(event.bytes)})`
    case 'started':
    case 'bytes':
      return null
  }
}

/** How many files, how many of them with a hash in the catalogue, and how large, as far as that is known. */
function filesText({ sources }: Benchmark): string {
  const files = sources.flatMap((source) => source.files)
  const pinned = files.filter(({ sha256 }) => sha256 !== undefined).length
  const sized = files.flatMap(({ bytes }) => bytes ?? [])
  const unknown = files.length - sized.length
  const sizes = [
    ...(sized.length > 0 ? [bytesText(sized.reduce((sum, bytes) => sum + bytes, 0))] : []),
    ...(unknown === 0 ? [] : [sized.length === 0 ? 'sizes not known' : `size of ${unknown} not known`]),
  ]
  return `${count(files.length, 'file')}, ${pinned === files.length ? 'all' : pinned} pinned; ${sizes.join(', ')}`
}

function indented(text: string, columns: number): string[] {
  return wrap(text, Math.max(20, columns - 2)).map((line) => `  ${line}`)
}
