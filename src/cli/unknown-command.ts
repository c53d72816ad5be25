import { nearest } from '../datasets/nearest.js'

/** What is wrong with a command line that begins with no command, with the nearest one; null where it begins with one or only asks for help. */
export function unknownCommand(rawArgs: readonly string[], commands: readonly string[]): string | null {
  const name = rawArgs.find((arg) => !arg.startsWith('-'))
  if (name === undefined || commands.includes(name) || rawArgs.includes('--help') || rawArgs.includes('-h')) return null
  const meant = nearest(name, commands)
  const hint = meant === undefined ? '' : ` Did you mean "${meant}"?`
  return `no command "${name}"; expected one of ${commands.join(', ')}.${hint}\n\`vitest-docket --help\` says what they do.`
}
