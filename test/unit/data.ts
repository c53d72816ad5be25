import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** Where published benchmark data lies: `DOCKET_DATA`, taken from the repository's root, else beside it. It is never part of it. */
const DATA = resolve(import.meta.dirname, '../..', process.env['DOCKET_DATA'] || '../shared/data')

export interface PublishedData {
  folder: string
  absent: boolean
  /** For the title of what is skipped where the data is absent; empty where it is there. */
  whetherSkipped: string
}

/**
 * The data of one benchmark. Where it is absent the console says so, since Vitest prints no reason of a skipped test: once for each
 * file that asks.
 */
export function publishedData(benchmark: string): PublishedData {
  const folder = join(DATA, benchmark)
  if (existsSync(folder)) return { folder, absent: false, whetherSkipped: '' }
  const why = `SKIPPED: no data at ${folder}; set DOCKET_DATA to the folder that holds ${benchmark}`
  console.warn(why)
  return { folder, absent: true, whetherSkipped: ` (${why})` }
}
