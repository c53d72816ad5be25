import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { dataRoot, fromDataRoot } from '../datasets/root.js'
import { messageOf, OptionError } from '../errors.js'
import type { System } from './system.js'

/**
 * Reads the files that a system's answers depend on, once, as the suite loads. Throws an `OptionError` for one that cannot be read: with
 * a mistyped path a change of the prompt would be hidden by what was recorded before it.
 */
export function declareFiles(system: string, dependsOn: readonly string[] | undefined): Pick<System, 'files' | 'recording'> {
  if (dependsOn === undefined) return {}
  if (!Array.isArray(dependsOn) || dependsOn.some((path) => typeof path !== 'string'))
    throw new OptionError(`${system}: expected \`dependsOn\` to be an array of paths, received ${JSON.stringify(dependsOn)}`)
  const hashes = dependsOn.map((path): [string, string] => {
    const absolute = fromDataRoot(path)
    // Relative, so that a key is the same in every checkout.
    return [relative(dataRoot(), absolute).replaceAll('\\', '/'), hashOfFile(system, path, absolute)]
  })
  return { files: [...dependsOn], recording: { files: Object.fromEntries(hashes) } }
}

function hashOfFile(system: string, path: string, absolute: string): string {
  try {
    return createHash('sha256').update(readFileSync(absolute)).digest('hex')
  } catch (error) {
    throw new OptionError(
      `${system}: \`dependsOn\`: expected a file at ${JSON.stringify(path)}, relative to ${dataRoot()}: ${messageOf(error)}`,
      { cause: error },
    )
  }
}
