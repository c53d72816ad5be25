import { plainText } from '../text/plain-text.js'

export type Level = 'error' | 'warning' | 'notice'

/** Where an annotation stands; without a file it stands on the run. */
export interface Place {
  /** Relative to the workspace. */
  file?: string | undefined
  line?: number | undefined
}

/**
 * A workflow command, as a line for standard output. Whatever the texts hold, it is one line and one command.
 *
 * Escapes as the runner reads: `%`, CR and LF everywhere, `:` and `,` in properties.
 */
export function annotation(level: Level, title: string, message: string, { file, line }: Place = {}): string {
  const properties = { file, line: file === undefined ? undefined : line, title: plainText(title) }
  const given = Object.entries(properties).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${escapeProperty(String(value))}`],
  )
  return `::${level} ${given.join(',')}::${escapeData(plainText(message))}`
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
