import { join } from 'node:path'
import { DocketError } from '../../errors.js'

/**
 * Where a file of the catalogue goes below `folder`. Throws for a name that leads out of it, that some file system would not take
 * literally, or that is one of fetch's own.
 */
export function placeOf(folder: string, path: string): string {
  const parts = path.split('/')
  const bad = (part: string) => part === '' || part === '.' || part === '..' || /[\\\0]/.test(part)
  if (parts.some(bad) || /^[A-Za-z]:/.test(path))
    throw new DocketError(`the catalogue names a file outside its folder, ${JSON.stringify(path)}: nothing was written`)
  if (OWN.test(path)) throw new DocketError(`the catalogue names a file as one of fetch's own, ${JSON.stringify(path)}`)
  return join(folder, ...parts)
}

export const PART = '.part'
export const PART_STATE = '.part.json'
export const REJECTED = '.rejected'
export const LOCK = 'docket.lock.json'
export const TURN = 'docket.fetching'

const OWN = /(?:\.part|\.part\.json|\.rejected)$|^docket\.(?:lock\.json|fetching)$/
