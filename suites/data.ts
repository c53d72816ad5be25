import { existsSync } from 'node:fs'

/** Where published benchmark data lies: `DOCKET_DATA`, else beside the repository. It is never part of it. */
export const DATA = process.env['DOCKET_DATA'] ?? '../shared/data'

/** The folder of a benchmark's data, or null where it is absent. */
export function dataOf(benchmark: string): string | null {
  const folder = `${DATA}/${benchmark}`
  return existsSync(folder) ? folder : null
}
