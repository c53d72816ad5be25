import { OptionError } from '../../errors.js'

/** Throws an `OptionError` unless an option is a whole number of at least 1. */
export function checkCount(who: string, name: string, value: number): void {
  if (!Number.isInteger(value) || value < 1)
    throw new OptionError(`${who}: expected \`${name}\` to be a whole number of at least 1, received ${value}`)
}
