import { SystemError } from '../errors.js'
import type { Json } from '../schema/json.js'
import { clip } from '../text/clip.js'

/** Characters and values that one response may hold: far above any real one, and reached in well under a second. */
const MAX_CHARACTERS = 16_000_000
const MAX_VALUES = 500_000
const MAX_DEPTH = 100

/**
 * A copy of a value as plain JSON. Fields that are undefined are left out, as JSON does. Throws `SystemError('shape')` that names the
 * field for anything that JSON cannot hold: functions, symbols, BigInt, NaN, cycles, dates and maps, and for what is too large.
 */
export function plainJson(value: unknown): Json {
  const budget = { characters: MAX_CHARACTERS, values: MAX_VALUES }
  const ancestors = new Set<object>()

  const copy = (node: unknown, path: string): Json => {
    budget.values -= 1
    if (budget.values < 0)
      throw notPlain(path, `more than ${MAX_VALUES} values in one response; return what the answer was made from`)
    switch (typeof node) {
      case 'boolean':
        return node
      case 'string':
        spend(node.length, path)
        return node
      case 'number':
        if (Number.isFinite(node)) return node
        throw notPlain(path, `${node} is not JSON; leave the field out or use null`)
      case 'bigint':
        throw notPlain(path, `a BigInt is not JSON; use a number or a string`)
      case 'undefined':
        throw notPlain(path, 'undefined in an array is not JSON; leave the entry out')
      case 'object':
        return node === null ? null : copyObject(node, path)
      default:
        throw notPlain(path, `a ${typeof node} is not JSON; return data only`)
    }
  }
  const copyObject = (node: object, path: string): Json => {
    if (ancestors.has(node)) throw notPlain(path, 'a cycle: the object contains itself; return plain data only')
    if (ancestors.size >= MAX_DEPTH) throw notPlain(path, `nested deeper than ${MAX_DEPTH} levels`)
    const kind = Object.prototype.toString.call(node).slice(8, -1)
    if (kind !== 'Object' && kind !== 'Array')
      throw notPlain(path, `a ${kind} is not JSON; ${kind === 'Promise' ? 'await it' : 'convert it'} before returning it`)
    ancestors.add(node)
    const plain = Array.isArray(node) ? copyEntries(node, path) : copyFields(node, path)
    ancestors.delete(node)
    return plain
  }
  const copyEntries = (node: readonly unknown[], path: string): Json[] => {
    const entries: Json[] = []
    // By index, since map() would leave holes as they are, and go through every one of `new Array(2 ** 32 - 1)`.
    for (let index = 0; index < node.length; index += 1) {
      if (!(index in node))
        throw notPlain(`${path}.${index}`, `an empty place in an array (of length ${node.length}) is not JSON; leave it out`)
      entries.push(copy(node[index], `${path}.${index}`))
    }
    return entries
  }
  const copyFields = (node: object, path: string): Json => {
    const fields: [string, Json][] = []
    for (const [key, entry] of Object.entries(node)) {
      spend(key.length, path)
      if (entry !== undefined) fields.push([key, copy(entry, path ? `${path}.${key}` : key)])
    }
    // Object.fromEntries defines, so a field named __proto__ stays a field.
    return Object.fromEntries(fields)
  }
  const spend = (characters: number, path: string) => {
    budget.characters -= characters
    if (budget.characters < 0)
      throw notPlain(
        path,
        `more than ${MAX_CHARACTERS / 1_000_000} million characters in one response; return what the answer was made from`,
      )
  }

  try {
    return copy(value, '')
  } catch (error) {
    if (error instanceof SystemError) throw error
    // A getter or a proxy of the user's object threw.
    throw new SystemError('shape', 'the response could not be read: one of its fields threw', { cause: error })
  }
}

function notPlain(path: string, what: string): SystemError {
  return new SystemError('shape', `the response is not plain JSON at ${clip(path.replace(/^\./, ''), 200) || 'its top'}: ${what}`)
}
