import { readJsonRows } from '../datasets/json-document.js'
import { type RagcheckerRecord, readRagcheckerRecord } from '../datasets/ragchecker-record.js'
import { DatasetError } from '../errors.js'
import { refuseUnknown } from './known-options.js'
import { type RecordedRow, recordedRun } from './recorded.js'
import type { System } from './system.js'

export interface RagcheckerRunOptions {
  /** @default the file as named */
  name?: string
}

/**
 * The responses of RAGChecker's records (`checking_inputs.json`, `checking_outputs.json`): `response` with `retrieved_context` as its passages, which
 * are not reported where the record has none. The record's own `metrics` stay under `meta.metrics`. A record without a response is
 * `SystemError('recorded')`; an empty one is an empty answer. `inspect` names labels that are none of the three.
 */
export function ragcheckerRun(path: string | URL, { name, ...rest }: RagcheckerRunOptions = {}): System {
  refuseUnknown('ragcheckerRun', rest, ['name'])
  return recordedRun(path, {
    ...(name === undefined ? {} : { name }),
    rows: (from) => readJsonRows(from, { at: 'results', key: 'query_id' }),
    id: (row) => row['query_id'],
    check: (row) => {
      const read = readRagcheckerRecord(row)
      return 'faults' in read ? read.faults.filter(({ field }) => field !== 'query_id') : []
    },
    warn: (row, { question }) => {
      const { query, oddities } = recordOf(row)
      const said = [...(query === question ? [] : ['the run was asked another question']), ...oddities]
      return said.length === 0 ? undefined : said.join('; ')
    },
    map: (row) => {
      const { response, passages, metrics } = recordOf(row)
      if (response === null) return { failure: 'the record has no response' }
      return { answer: response, passages, ...(metrics === null ? {} : { meta: { metrics } }) }
    },
  })
}

function recordOf(row: RecordedRow): RagcheckerRecord {
  const read = readRagcheckerRecord(row)
  if ('record' in read) return read.record
  throw new DatasetError(
    'a record of RAGChecker',
    read.faults.map((fault) => ({ file: 'record', ...fault })),
  )
}
