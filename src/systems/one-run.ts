import { DatasetError } from '../errors.js'
import { groupBy } from '../group-by.js'
import type { RecordedRow, RecordedRows } from './recorded.js'

/** What tells the runs of one file apart, by the option that chooses it; null where a row does not say. */
export type RunLabels = Record<string, string | number | null>

/**
 * The rows of one run, of a file that may hold several: those with the labels that are wanted. Throws a `DatasetError` that lists the runs of
 * the file where none or more than one is left. A file without rows is returned as it is.
 */
export function oneRun(
  table: RecordedRows,
  labelsOf: (row: RecordedRow) => RunLabels,
  wanted: Readonly<Record<string, string | number | undefined>>,
): RecordedRows {
  const asked = Object.entries(wanted).filter(([, value]) => value !== undefined)
  const labelled = table.rows.map((row) => ({ row, labels: labelsOf(row.value) }))
  const kept = labelled.filter(({ labels }) => asked.every(([name, value]) => labels[name] === value))
  const runs = groupBy(kept, ({ labels }) => JSON.stringify(labels))
  if (runs.size === 1 || labelled.length === 0) return { ...table, rows: kept.map(({ row }) => row) }
  const all = groupBy(runs.size === 0 ? labelled : kept, ({ labels }) => JSON.stringify(labels))
  const list = [...all.values()].map(
    (rows) => `  ${told(rows[0]?.labels ?? {})}: ${rows.length === 1 ? '1 row' : `${rows.length} rows`}`,
  )
  const which = asked.map(([name, value]) => `\`${name}\` ${JSON.stringify(value)}`).join(' and ')
  const differing = Object.keys(wanted).filter((name) => new Set(kept.map(({ labels }) => labels[name])).size > 1)
  const summary =
    runs.size === 0
      ? `${table.file} has no row of ${which}; it holds`
      : `${table.file} holds ${runs.size} runs; say which by ${differing.map((name) => `\`${name}\``).join(' and ')}`
  throw new DatasetError([`${summary}:`, ...list].join('\n'))
}

function told(labels: RunLabels): string {
  const parts = Object.entries(labels).map(([name, value]) => `${name} ${value === null ? 'not said' : JSON.stringify(value)}`)
  return parts.join(', ')
}
