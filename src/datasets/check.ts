import { existsSync, readFileSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { type DataFault, DocketError } from '../errors.js'
import { ajvFaults } from './ajv-faults.js'
import { readJsonl } from './lines.js'

/** What each line of a file that others wrote is meant to be. */
export type FileKind = 'item' | 'response' | 'verdict' | 'run'

const SCHEMA_OF: Record<FileKind, string> = { item: 'item', response: 'response', verdict: 'verdict', run: 'run-record' }
const validators = new Map<FileKind, ValidateFunction>()

/**
 * Checks every line of a JSONL file against the published JSON Schema of its kind, and returns every fault in line order; empty where
 * the file is good. A file without a line is a fault. It sees one line at a time: ids given twice are found by loading the data set.
 */
export function checkFile(path: string | URL, kind: FileKind): DataFault[] {
  const validate = validatorOf(kind)
  const { file, rows, faults } = readJsonl(path)
  const found = [...faults]
  for (const { value, place } of rows) {
    if (validate(value)) continue
    for (const fault of ajvFaults(validate.errors ?? [])) found.push({ ...place, ...fault })
  }
  if (rows.length === 0 && found.length === 0) found.push({ file, field: '', message: `no lines; expected at least one ${kind}` })
  return found.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0))
}

function validatorOf(kind: FileKind): ValidateFunction {
  const known = validators.get(kind)
  if (known) return known
  // zod gives each format its pattern too, so ajv-formats is not needed; `verbose` hands each error its schema and value.
  const ajv = new Ajv2020({ allErrors: true, validateFormats: false, verbose: true, strict: true })
  const compiled = ajv.compile(readSchema(`${SCHEMA_OF[kind]}.schema.json`))
  validators.set(kind, compiled)
  return compiled
}

/** The package's schemas/ is two folders above this file in the sources and three above it in the build. */
function readSchema(name: string): object {
  for (const folder of ['../../schemas/', '../../../schemas/']) {
    const url = new URL(folder + name, import.meta.url)
    if (existsSync(url)) return JSON.parse(readFileSync(url, 'utf8'))
  }
  throw new DocketError(`schemas/${name} is not in the installed package; install it again`)
}
