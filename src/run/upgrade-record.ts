import { Item } from '../schema/item.js'
import { RECORD_VERSION } from '../schema/record.js'
import { itemHash } from './item-hash.js'

/** The oldest version of the run record whose lines can still be made of the present one. */
const OLDEST_READ = 3

/**
 * A line of an older run record as one of the present version, for the schema to check; a line of the present version as it is. Fails, with the way
 * out, for a version that is not read. What an older version did not record is computed from the line where the line has it, else it is what it was then.
 */
export function upgradeLine(line: unknown): { line: unknown } | { refused: string } {
  const version = isObject(line) ? line['schemaVersion'] : undefined
  if (version === RECORD_VERSION) return { line }
  if (version === OLDEST_READ && isObject(line)) return { line: fromVersion3(line) }
  const received = `expected record version ${RECORD_VERSION} or ${OLDEST_READ}, received ${JSON.stringify(version)}`
  if (typeof version !== 'number') return { refused: received }
  return {
    refused: `${received}: ${version > RECORD_VERSION ? 'update vitest-docket' : 'run again, or read it with the release that wrote it'}`,
  }
}

/** Version 4 tells cases of two runs apart by their content, and shards; gates got modes, whose defaults the schema fills in. */
function fromVersion3(line: Record<string, unknown>): unknown {
  const { kind, record, header, item } = line
  const now = { ...line, schemaVersion: RECORD_VERSION }
  if (kind === 'suite' && isObject(header)) return { ...now, header: { ...header, data: null, shard: null } }
  const content = kind === 'case' ? Item.safeParse(item) : undefined
  return content?.success && isObject(record) ? { ...now, record: { ...record, hash: itemHash(content.data) } } : now
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
