import { parseArgs } from 'node:util'
import type { ArgDef, ArgsDef, Resolvable } from 'citty'
import { nearest } from '../datasets/nearest.js'
import { resolved } from './usage.js'

type Options = Readonly<Record<string, ArgDef>>

/** What may stand before a command, or without one; `--help` is read before all else. */
const GENERAL: Options = { version: { type: 'boolean', alias: 'v' } }

/**
 * What is wrong with a command line that has an option its command does not know, which would otherwise be ignored, with the nearest one;
 * null where every option is known, or help is asked for. What stands behind `--` is no option.
 */
export async function unknownOption(
  rawArgs: readonly string[],
  commands: Readonly<Record<string, { args?: Resolvable<ArgsDef> }>>,
): Promise<string | null> {
  if (rawArgs.includes('--help') || rawArgs.includes('-h')) return null
  const at = rawArgs.findIndex((arg) => !arg.startsWith('-'))
  const general = faultIn(at < 0 ? rawArgs : rawArgs.slice(0, at), GENERAL)
  if (general !== null) return said('vitest-docket', general, GENERAL)
  const name = rawArgs[at]
  if (name === undefined || !Object.hasOwn(commands, name)) return null
  const args = Object.entries((await resolved<ArgsDef>(commands[name]?.args)) ?? {})
  const options = Object.fromEntries(args.filter(([, { type }]) => type !== 'positional'))
  const fault = faultIn(rawArgs.slice(at + 1), options)
  return fault === null ? null : said(`vitest-docket ${name}`, fault, options)
}

/** The first option, as it was written, that is none of `options`. Reads as citty does: a string's value is what comes next, whatever it begins with. */
function faultIn(rawArgs: readonly string[], options: Options): string | null {
  const known = spellingsOf(options)
  const end = rawArgs.includes('--') ? rawArgs.indexOf('--') : rawArgs.length
  const isNegative = (arg: string, index: number) => index < end && arg.startsWith(NO)
  const negative = rawArgs.filter(isNegative).find((arg) => known.get(arg.slice(NO.length))?.type !== 'boolean')
  if (negative !== undefined) return negative
  const args = rawArgs.filter((arg, index) => !isNegative(arg, index))
  const config = { args, options: Object.fromEntries(known), strict: false, allowPositionals: true, tokens: true } as const
  const unknown = parseArgs(config).tokens.find((token) => token.kind === 'option' && !known.has(token.name))
  return unknown === undefined ? null : (args[unknown.index] ?? null)
}

const NO = '--no-'

function spellingsOf(options: Options): Map<string, { type: 'boolean' | 'string'; short?: string }> {
  const spellings = new Map<string, { type: 'boolean' | 'string'; short?: string }>()
  for (const [name, option] of Object.entries(options)) {
    const type = option.type === 'boolean' ? 'boolean' : 'string'
    const aliases = 'alias' in option && option.alias !== undefined ? [option.alias].flat() : []
    const short = aliases.find((alias) => alias.length === 1)
    for (const spelling of [...aliases, camelCase(name), kebabCase(name)]) spellings.set(spelling, { type })
    spellings.set(name, { type, ...(short === undefined ? {} : { short }) })
  }
  return spellings
}

function said(command: string, arg: string, options: Options): string {
  const [written = arg] = arg.split('=')
  const known = [...Object.keys(options), 'help']
  const isNegative = written.startsWith(NO)
  const meant = isNegative
    ? nearest(
        written.slice(NO.length),
        known.filter((name) => options[name]?.type === 'boolean'),
      )
    : nearest(written, known)
  const hint = meant === undefined ? '' : ` Did you mean \`${isNegative ? NO : '--'}${meant}\`?`
  const expected = known.map((name) => `--${name}`).join(', ')
  return [
    `no option \`${written}\`; expected ${known.length > 1 ? 'one of ' : ''}${expected}.${hint}`,
    `\`${command} --help\` says what they do.`,
  ].join('\n')
}

function camelCase(name: string): string {
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}

function kebabCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
