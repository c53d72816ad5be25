import type { Benchmark } from './benchmark.js'
import { DownloadError } from './download-error.js'
import { LOCK, REJECTED } from './place.js'

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

function adviceOn({ kind, status }: DownloadError, { benchmark, target, held }: FailedFile): string[] {
  const byHand = `Or get it by hand from ${benchmark.page}, and set DOCKET_DATA to the folder that holds ${benchmark.folder ?? benchmark.name}/.`
  if (kind === 'content') {
    const kept = `What came, where it came whole, lies in ${target}${REJECTED}.`
    if (held === 'lock')
      return [
        `It was expected by ${LOCK}, which the first download wrote. ${kept}`,
        '`--update-lock` accepts what is published now.',
      ]
    return [`${kept} Fetch again, without \`--mirror\` where you named one; a proxy may have answered instead.`, byHand]
  }
  if (kind === 'http' && status !== undefined && (status === 401 || status === 403 || status === 404 || status === 410))
    return ['It may have been moved or closed upstream. `--mirror URL` asks another host for the same paths.', byHand]
  return ['What has come is kept: fetch again later. `--mirror URL` asks another host for the same paths.', byHand]
}
