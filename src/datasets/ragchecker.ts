import { OptionError } from '../errors.js'
import { buildDataset, type Dataset, type RawItem } from './dataset.js'
import { readJsonRows, within } from './json-document.js'
import { unknownOptions } from './option-faults.js'
import { readRagcheckerRecord } from './ragchecker-record.js'

export interface RagcheckerOptions {
  /** BCP 47 tag of every question: the records do not say. @default 'und' */
  language?: string
}

/**
 * The questions of RAGChecker's records (`checking_inputs.json`, `checking_outputs.json`): an object with `results`, or a list. `gt_answer` becomes
 * the reference; response, claims and labels are read by `ragcheckerRun` and `ragcheckerVerdicts`. There are no golds: the records say which
 * reference claims a passage entails, and of no passage that it should have been found. Throws an `OptionError` at once for an unknown option, and one
 * `DatasetError` with every fault when the returned source is called.
 */
export function ragcheckerItems(path: string | URL, options: RagcheckerOptions = {}): () => Dataset {
  const unknown = unknownOptions(Object.keys(options), ['language'])
  if (unknown.length > 0) throw new OptionError(`ragcheckerItems: ${unknown.join('; ')}; its only option is language`)
  const { language = 'und' } = options
  return () => {
    const { file, rows, faults } = readJsonRows(path, { at: 'results', key: 'query_id' })
    const raw = rows.flatMap(({ value, place, at }): RawItem[] => {
      const read = readRagcheckerRecord(value)
      if ('faults' in read) {
        faults.push(...read.faults.map(({ field, message }) => ({ ...place, field: within(at, field), message })))
        return []
      }
      const { id, query, reference, meta } = read.record
      return [{ value: { id, question: query, language, ...(reference === null ? {} : { reference }), meta }, place, at }]
    })
    return buildDataset({ name: 'RAGChecker', files: [file], rows: raw, faults })
  }
}
