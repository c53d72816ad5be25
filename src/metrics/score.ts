import { clip } from '../text/clip.js'

/**
 * What a metric says of one case: a finite value, from 0 to 1, or null with the reason. `parts` are numerator and denominator where the value is a
 * quotient of counts or lengths, from which a micro mean is made. Wider than the record's `Score` in one thing: under `compat` a published recall
 * may exceed 1.
 */
export interface MetricScore {
  value: number | null
  reason?: string
  parts?: [numerator: number, denominator: number]
}

export function known(value: number, parts?: readonly [numerator: number, denominator: number]): MetricScore {
  return parts === undefined ? { value } : { value, parts: [...parts] }
}

export function unknown(reason: string): MetricScore {
  return { value: null, reason }
}

/** A quotient with its parts. The denominator is above 0: what an empty one means, each metric says for itself. */
export function quotient(numerator: number, denominator: number): MetricScore {
  return known(numerator / denominator, [numerator, denominator])
}

/** As published code has it: a quotient, and 0 where there is nothing to divide by. */
export function quotientOrZero(numerator: number, denominator: number): MetricScore {
  return denominator === 0 ? known(0) : quotient(numerator, denominator)
}

/** F1: the harmonic mean of precision and recall; 0 where both are 0. */
export function harmonicMean(precision: number, recall: number): number {
  const sum = precision + recall
  return sum === 0 ? 0 : (2 * precision * recall) / sum
}

/** @throws RangeError where they are no object or hold another name: a positional `5`, or `K`, must not be left out of account in silence. */
export function checkedOptions<Options extends object>(options: Options, known: readonly (keyof Options & string)[]): Options {
  const isObject = typeof options === 'object' && options !== null && !Array.isArray(options)
  const odd = isObject ? Object.keys(options).find((name) => !known.some((one) => one === name)) : undefined
  if (isObject && odd === undefined) return options
  const given = odd === undefined ? shown(options) : `\`${odd}\``
  throw new RangeError(`\`options\`: expected an object with ${known.join(', ')}, got ${given}`)
}

/** A wrong value in a message: short, and never itself an error. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(clip(value, 60))
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'object' && value !== null ? 'an object' : typeof value === 'function' ? 'a function' : String(value)
}

/** @throws RangeError where a name from plain JavaScript is none of them: a reading that is not known must not be the sound one in silence. */
export function checkOption(name: string, value: string | undefined, ...options: readonly string[]): void {
  if (value === undefined || options.includes(value)) return
  throw new RangeError(
    `\`${name}\`: expected ${options.map((option) => `'${option}'`).join(' or ')}, got ${JSON.stringify(value)}`,
  )
}
