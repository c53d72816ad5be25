import { unknownOptions } from '../datasets/option-faults.js'
import { OptionError } from '../errors.js'

/** Throws an `OptionError` for options that a system does not have: ignored, a mistyped one would change nothing in silence. */
export function refuseUnknown(system: string, options: object, known: readonly string[]): void {
  const unknown = unknownOptions(Object.keys(options), known)
  if (unknown.length > 0) throw new OptionError(`${system}: ${unknown.join('; ')}; its options are ${known.join(', ')}`)
}
