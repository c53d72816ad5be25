import type { DataFault } from '../errors.js'
import { placeText, within } from './json-document.js'

/**
 * A check that every id of a data set is given once: true for an id at its first place, false after adding a fault that names that
 * place too. `field` is where the ids stand, empty where a mapping gives them; `at` is a row's place in its JSON document.
 */
export function uniqueIds(
  faults: DataFault[],
  field = 'id',
): (id: string, place: Pick<DataFault, 'file' | 'line'>, at?: string) => boolean {
  const seen = new Map<string, string>()
  return (id, place, at) => {
    const first = seen.get(id)
    if (first === undefined) seen.set(id, placeText(place, at))
    else faults.push({ ...place, field: within(at, field), message: `duplicate id ${JSON.stringify(id)}; ${first} has it too` })
    return first === undefined
  }
}
