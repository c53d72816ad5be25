/** Base of every error this package throws on purpose; `instanceof DocketError` separates them from bugs. */
export class DocketError extends Error {
  override name = 'DocketError'
}

/** One thing wrong with a data file: where it is and what was expected there. */
export interface DataFault {
  file: string
  /** 1-based line; absent when the fault is of the whole file. */
  line?: number
  /** Dotted path of the field, such as `golds.0.title`; empty for the whole line. */
  field: string
  message: string
}

const SHOWN_FAULTS = 20

/** All faults of a data file at once: how many, and the first twenty, in the message behind `summary`; every one in `faults`. */
export class DatasetError extends DocketError {
  override name = 'DatasetError'
  readonly faults: readonly DataFault[]

  constructor(summary: string, faults: readonly DataFault[] = [], options?: ErrorOptions) {
    const shown = faults.slice(0, SHOWN_FAULTS).map(formatFault)
    const more = faults.length - shown.length
    const count = faults.length === 0 ? '' : faults.length === 1 ? ': 1 fault' : `: ${faults.length} faults`
    super([`${summary}${count}`, ...shown, ...(more > 0 ? [`  … and ${more} more`] : [])].join('\n'), options)
    this.faults = faults
  }
}

function formatFault({ file, line, field, message }: DataFault): string {
  const place = line === undefined ? file : `${file}:${line}`
  return `  ${printable(`${place}${field ? ` ${field}` : ''}: ${message}`)}`
}

/** Words of a data file on one line, where no terminal and no CI runner takes them for a command. */
function printable(text: string): string {
  return text
    .replace(/\s+/gu, ' ')
    .replace(/\p{Cc}/gu, '\uFFFD')
    .replace(/:(?=:)/gu, ': ')
}

/** The system under test gave no usable response: an infrastructure error, never a verdict about an answer. */
export class SystemError extends DocketError {
  override name = 'SystemError'
  readonly kind: SystemFailure

  constructor(kind: SystemFailure, message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}

/**
 * `connection`: nothing answered · `http`: a status other than 2xx · `deadline`: no response in time · `recorded`: the recorded
 * row is itself an error · `missing`: the recorded run has no row for the item · `shape`: the response is not one ·
 * `threw`: the system's own code threw.
 */
export type SystemFailure = 'connection' | 'http' | 'deadline' | 'recorded' | 'missing' | 'shape' | 'threw'

/** The judge gave no usable verdict; the case is unscored with this reason. */
export class JudgeError extends DocketError {
  override name = 'JudgeError'
  readonly kind: JudgeFailure
  /** What the provider sent, when it sent something that could not be used. */
  readonly raw: string | undefined

  constructor(kind: JudgeFailure, message: string, options?: ErrorOptions & { raw?: string }) {
    super(message, options)
    this.kind = kind
    this.raw = options?.raw
  }
}

/**
 * `setup`: package, key or option missing · `provider`: the provider failed after every retry · `reply`: the reply could not be
 * read · `deadline`: no reply in time · `budget`: the run's budget is spent · `replay`: no recording · `circuit`: too many
 * failures in a row, so it was not asked.
 */
export type JudgeFailure = 'setup' | 'provider' | 'reply' | 'deadline' | 'budget' | 'replay' | 'circuit'

/** A recording is missing in `replay` mode. */
export class CassetteMissError extends JudgeError {
  override name = 'CassetteMissError'
  constructor(message: string) {
    super('replay', message)
  }
}

/** A recording exists and cannot be read: never quietly a live call. */
export class CassetteCorruptError extends DocketError {
  override name = 'CassetteCorruptError'
}

/** A matcher was used without what it needs: a mistake in the test, not a verdict about the answer. */
export class MatcherUsageError extends DocketError {
  override name = 'MatcherUsageError'
}

/** An option is wrong; the message names it in backticks and says what is accepted. */
export class OptionError extends DocketError {
  override name = 'OptionError'
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
