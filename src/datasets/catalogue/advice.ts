import { count } from '../../text/count.js'
import type { Benchmark } from './benchmark.js'
import { DownloadError } from './download-error.js'
import { LOCK, REJECTED } from './place.js'
import type { FileState } from './survey.js'

/** What a failed file is part of. */
export interface FailedFile {
  benchmark: Benchmark
  path: string
  target: string
  url: string
  /** Where what it was held against comes from. */
  held: 'catalogue' | 'lock' | 'nothing'
}

/** The failure of a file with its name, its address and what to do about it. */
export function advised(error: DownloadError, failed: FailedFile): DownloadError {
  const { benchmark, path, url } = failed
  const what = `${benchmark.name}: ${path} could not be fetched: ${error.message}`
  const { status } = error
  return new DownloadError(error.kind, [what, `  ${url}`, ...adviceOn(error, failed).map((line) => `  ${line}`)].join('\n'), {
    cause: error,
    ...(status === undefined ? {} : { status }),
  })
}

/** A host that cannot be reached is one fault, however many files it keeps away: all of them, then what to do. */
export function unreached(error: DownloadError, benchmark: Benchmark, files: readonly FileState[]): DownloadError {
  const lines = [
    `${benchmark.name}: ${error.message}; ${count(files.length, 'file')} could not be fetched:`,
    ...files.map((file) => `  ${file.path}${REMARKS[file.state]}`),
    'What is there is kept: fetch again when the network is. Behind a proxy Node needs NODE_USE_ENV_PROXY=1. `--mirror URL` asks another host for the same paths.',
    byHand(benchmark),
  ]
  return new DownloadError(error.kind, lines.join('\n'), { cause: error })
}

const REMARKS: Readonly<Record<FileState['state'], string>> = {
  right: '',
  missing: '',
  absent: '',
  unheld: ' (there, without a known hash)',
  differs: ' (there, but not the file that it should be)',
}

function byHand({ name, folder = name, page }: Benchmark): string {
  return `Or get it by hand from ${page}, and set DOCKET_DATA to the folder that holds ${folder}/.`
}

const AGAIN =
  'Fetch again, without `--mirror` where you named one; a proxy or the login page of a network may have answered instead.'

function adviceOn({ kind, status }: DownloadError, { benchmark, target, held }: FailedFile): string[] {
  if (kind === 'content') {
    const kept = `What came, where it came whole, lies in ${target}${REJECTED}.`
    if (held === 'lock')
      return [
        `It was expected by ${LOCK}, which the first download wrote. ${kept}`,
        '`--update-lock` accepts what is published now.',
      ]
    return [`${kept} ${AGAIN}`, byHand(benchmark)]
  }
  if (kind === 'form') return [AGAIN, byHand(benchmark)]
  if (kind === 'http' && status !== undefined && (status === 401 || status === 403 || status === 404 || status === 410))
    return ['It may have been moved or closed upstream. `--mirror URL` asks another host for the same paths.', byHand(benchmark)]
  return ['What has come is kept: fetch again later. `--mirror URL` asks another host for the same paths.', byHand(benchmark)]
}
