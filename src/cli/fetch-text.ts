import { clip, wrap } from '../../reporters/layout.js'
import type { Benchmark } from '../datasets/catalogue/benchmark.js'
import type { FetchEvent, Fetched } from '../datasets/catalogue/fetch-benchmark.js'
import { bytesText } from '../text/bytes.js'
import { count } from '../text/count.js'

export interface Listed {
  benchmark: Benchmark
  folder: string
  /** How many of its files are there, right or not. */
  there: number
}

/** What can be fetched: two lines each, what it is and under which licence. */
export function listText(listed: readonly Listed[], columns: number): string {
  return [
    ...listed.flatMap(({ benchmark, folder, there }) => {
      const files = benchmark.sources.flatMap((source) => source.files).length
      const where = there === 0 ? '' : there >= files ? `; in ${folder}` : `; ${there} of ${files} in ${folder}`
      return [
        ...wrap(`${benchmark.name}: ${benchmark.title}, ${count(files, 'file')}${sizeText(benchmark)}${where}`, columns),
        ...indented(benchmark.licence, columns),
      ]
    }),
    '',
    ...wrap('`vitest-docket fetch NAME` downloads one.', columns),
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
  /** Of how many files. */
  files: number
  done: number
  /** What has come of every file, by path. */
  bytes: ReadonlyMap<string, number>
}

export function startProgress(name: string): Progress {
  return { name, files: 0, done: 0, bytes: new Map() }
}

export function advance(progress: Progress, event: FetchEvent): Progress {
  if (event.kind === 'started') return { ...progress, files: event.files }
  if (event.kind === 'waiting' || event.kind === 'retry') return progress
  const bytes = new Map(progress.bytes).set(event.path, event.bytes)
  return { ...progress, bytes, done: progress.done + (event.kind === 'bytes' ? 0 : 1) }
}

/** One line for a terminal, which is written over and over. */
export function progressLine({ name, files, done, bytes }: Progress, columns: number): string {
  const come = [...bytes.values()].reduce((sum, one) => sum + one, 0)
  return clip(`${name}: ${done} of ${count(files, 'file')}, ${bytesText(come)}`, columns)
}

/** The line of an event where no line can be written over; null for those that come too often. */
export function eventLine({ name, files, done }: Progress, event: FetchEvent): string | null {
  switch (event.kind) {
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

function sizeText({ sources }: Benchmark): string {
  const files = sources.flatMap((source) => source.files)
  const known = files.reduce((sum, { bytes = 0 }) => sum + bytes, 0)
  if (known === 0) return ', size unknown'
  return files.every(({ bytes }) => bytes !== undefined) ? `, ${bytesText(known)}` : `, more than ${bytesText(known)}`
}

function indented(text: string, columns: number): string[] {
  return wrap(text, Math.max(20, columns - 2)).map((line) => `  ${line}`)
}
