import type { ArgDef, ArgsDef, CommandDef, Resolvable, SubCommandsDef } from 'citty'
import { displayWidth, pad, wrap } from '../../reporters/layout.js'

/** A name of at most so many characters stands beside its description, a longer one above it. */
const NAME_COLUMN = 26

/** The help of a command as it is printed; no line is longer than `columns`. */
export async function usageText<T extends ArgsDef>(
  command: CommandDef<T>,
  parent: CommandDef<T> | undefined,
  columns: number,
): Promise<string> {
  const { name, version, description } = (await resolved(command.meta)) ?? {}
  const title = [(await resolved(parent?.meta))?.name, name].filter(Boolean).join(' ')
  const args: [string, ArgDef][] = Object.entries((await resolved(command.args)) ?? {})
  const commands = await Promise.all(
    Object.entries((await resolved<SubCommandsDef>(command.subCommands)) ?? {}).map(async ([key, sub]): Promise<Row> => {
      const meta = await resolved((await resolved(sub))?.meta)
      return [key, meta?.description ?? '']
    }),
  )
  const positional = args.filter(([, { type }]) => type === 'positional')
  const options = args.filter(([, { type }]) => type !== 'positional')
  const words = [
    title,
    ...(commands.length > 0 ? ['COMMAND'] : []),
    ...(options.length > 0 ? ['[OPTIONS]'] : []),
    ...positional.map(([key, { required }]) => (required ? key.toUpperCase() : `[${key.toUpperCase()}]`)),
  ]
  return [
    ...wrap(`${[title, version].filter(Boolean).join(' ')}: ${description ?? ''}`, columns),
    '',
    ...wrap(`Usage: ${words.join(' ')}`, columns),
    ...section('Commands', commands, columns),
    ...section(
      'Arguments',
      positional.map(([key, arg]) => [key.toUpperCase(), arg.description ?? '']),
      columns,
    ),
    ...section('Options', options.map(optionRow), columns),
    ...(commands.length > 0 ? ['', ...wrap(`${title} COMMAND --help says more of a command.`, columns)] : []),
  ].join('\n')
}

type Row = [name: string, description: string]

function section(title: string, rows: readonly Row[], columns: number): string[] {
  if (rows.length === 0) return []
  const widest = Math.max(...rows.map(([name]) => displayWidth(name)).filter((width) => width <= NAME_COLUMN), 0)
  const indent = ' '.repeat(widest + 4)
  return [
    '',
    `${title}:`,
    ...rows.flatMap(([name, description]) => {
      const lines = wrap(description, Math.max(20, columns - indent.length))
      if (displayWidth(name) > widest) return [`  ${name}`, ...lines.map((line) => indent + line)]
      return lines.map((line, index) => `  ${pad(index === 0 ? name : '', widest)}  ${line}`.trimEnd())
    }),
  ]
}

function optionRow([name, arg]: [string, ArgDef]): Row {
  const alias = 'alias' in arg && arg.alias !== undefined ? [arg.alias].flat() : []
  const names = [...alias.map((short) => `-${short}`), `--${name}`].join(', ')
  const value = arg.type === 'boolean' ? '' : `=${(arg.valueHint ?? 'VALUE').toUpperCase()}`
  const standard = arg.type === 'boolean' || arg.default === undefined ? '' : ` (default: ${arg.default})`
  return [`${names}${value}`, `${arg.description ?? ''}${standard}`]
}

/** What citty takes as it is, as a promise or from a function. */
export async function resolved<Value>(value: Resolvable<Value> | undefined): Promise<Value | undefined> {
  return typeof value === 'function' ? await (value as () => Value | Promise<Value>)() : await value
}
