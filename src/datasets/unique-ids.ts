import type { DataFault } from '../errors.js'

/**
 * A check that every id of a data set is given once: true for an id at its first place, false after adding a fault that names that
 * place too. `field` is where the ids stand, empty where a mapping gives them.
 */
export function uniqueIds(faults: DataFault[], field = 'id'): (id: string, place: Pick<DataFault, 'file' | 'line'>) => boolean {
  const seen = new Map<string, string>()
  return (id, place) => {
    const first = seen.get(id)
    if (first === undefined) seen.set(id, place.line === undefined ? place.file : `${place.file}:${place.line}`)
    else faults.push({ ...place, field, message: `duplicate id ${JSON.stringify(id)}; ${first} has it too` })
    return first === undefined
  }
}
