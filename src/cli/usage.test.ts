import type { CommandDef } from 'citty'
import { describe, expect, it } from 'vitest'
import { displayWidth } from '../../reporters/layout.js'
import { audit } from './audit.js'
import { calibrate } from './calibrate.js'
import { cassettes } from './cassettes.js'
import { check, fitted } from './check.js'
import { estimate } from './estimate.js'
import { fetch } from './fetch.js'
import { report } from './report.js'
import { usageText } from './usage.js'

const subCommands = { audit, calibrate, cassettes, check, estimate, fetch, report }
const main = { meta: { name: 'vitest-docket', version: '1.2.3', description: 'Tools beside Vitest' }, subCommands } as CommandDef
const helpOf = (name: string, columns: number) =>
  name === 'main'
    ? usageText(main, undefined, columns)
    : usageText(subCommands[name as 'audit'] as unknown as CommandDef, main, columns)

describe.each(['main', ...Object.keys(subCommands)])('the help of %s', (name) => {
  it.each([[80], [60]])('fits into %d columns', async (columns) => {
    const lines = (await helpOf(name, columns)).split('\n')
    expect(lines.filter((line) => displayWidth(line) > columns)).toEqual([])
    expect(lines.filter((line) => line !== line.trimEnd())).toEqual([])
  })

  it('says everything, whole', async () => {
    const text = (await helpOf(name, 80)).replace(/\s+/g, ' ')
    const told =
      name === 'main'
        ? Object.entries(subCommands).map(([key, { meta }]) => [key, (meta as { description: string }).description])
        : Object.entries(subCommands[name as 'audit'].args ?? {}).map(([key, arg]) => [
            arg.type === 'positional' ? key.toUpperCase() : `--${key}`,
            String(arg.description),
          ])
    expect(told.length).toBeGreaterThan(0)
    for (const words of told.flat()) expect(text).toContain(words)
  })
})

it('names what must be given, what may be, and defaults', async () => {
  const command: CommandDef = {
    meta: { name: 'do', description: 'Does it.' },
    args: {
      what: { type: 'positional', required: true, description: 'what is done' },
      more: { type: 'positional', required: false, description: 'more' },
      size: { type: 'string', default: '3', alias: 's', description: 'how much' },
      dry: { type: 'boolean', default: false, description: 'nothing is done' },
    },
  }
  expect(await usageText(command, main, 80)).toBe(
    [
      'vitest-docket do: Does it.',
      '',
      'Usage: vitest-docket do [OPTIONS] WHAT [MORE]',
      '',
      'Arguments:',
      '  WHAT  what is done',
      '  MORE  more',
      '',
      'Options:',
      '  -s, --size=VALUE  how much (default: 3)',
      '  --dry             nothing is done',
    ].join('\n'),
  )
})

describe('an error of a command', () => {
  const text = 'items.jsonl: 1 fault\n  items.jsonl:3 golds: expected an array, received "5"'

  it('keeps its lines and their indent in a narrow terminal', () => {
    expect(fitted(text, 30).split('\n')).toEqual([
      'items.jsonl: 1 fault',
      '  items.jsonl:3 golds:',
      '  expected an array, received',
      '  "5"',
    ])
  })

  it('is whole where there is no terminal', () => {
    expect(fitted(text, undefined)).toBe(text)
  })
})
