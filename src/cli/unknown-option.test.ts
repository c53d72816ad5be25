import type { ArgsDef } from 'citty'
import { describe, expect, it } from 'vitest'
import { unknownOption } from './unknown-option.js'

const get: ArgsDef = {
  name: { type: 'positional', required: false },
  check: { type: 'boolean' },
  'update-lock': { type: 'boolean', default: true },
  mirror: { type: 'string' },
  testNamePattern: { type: 'string', alias: ['t', 'pattern'] },
  quiet: { type: 'boolean', alias: 'q' },
}
const COMMANDS = { get: { args: get }, bare: {}, late: { args: async () => get } }
const expected = 'expected one of --check, --update-lock, --mirror, --testNamePattern, --quiet, --help.'

const faultIn = (line: string) => unknownOption(line === '' ? [] : line.split(' '), COMMANDS)

describe('an option', () => {
  it.each([
    ['get --chek NAME', `no option \`--chek\`; ${expected} Did you mean \`--check\`?`],
    ['get NAME --foo', `no option \`--foo\`; ${expected}`],
    ['get --updateLok=false', `no option \`--updateLok\`; ${expected} Did you mean \`--update-lock\`?`],
    ['get --miror=https://mirror.example', `no option \`--miror\`; ${expected} Did you mean \`--mirror\`?`],
    ['get -check', `no option \`-check\`; ${expected} Did you mean \`--check\`?`],
    ['get -x', `no option \`-x\`; ${expected}`],
    ['get -qx', `no option \`-qx\`; ${expected}`],
    ['get --no-chek', `no option \`--no-chek\`; ${expected} Did you mean \`--no-check\`?`],
    ['get --no-mirror', `no option \`--no-mirror\`; ${expected}`],
    ['get --no-check=1', `no option \`--no-check\`; ${expected} Did you mean \`--no-check\`?`],
    ['get --check --hlep', `no option \`--hlep\`; ${expected} Did you mean \`--help\`?`],
    ['get --version', `no option \`--version\`; ${expected}`],
    ['get --name x', `no option \`--name\`; ${expected}`],
    ['get --mirror --chek --chak', `no option \`--chak\`; ${expected} Did you mean \`--check\`?`],
    ['get --constructor', `no option \`--constructor\`; ${expected}`],
    ['get --__proto__ x', `no option \`--__proto__\`; ${expected}`],
    ['get --_', `no option \`--_\`; ${expected}`],
    ['late --chek', `no option \`--chek\`; ${expected} Did you mean \`--check\`?`],
    ['bare --check', 'no option `--check`; expected --help.'],
  ])('that the command of `%s` does not know is named', async (line, message) => {
    const [command] = line.split(' ')
    expect(await faultIn(line)).toBe(`${message}\n\`vitest-docket ${command} --help\` says what they do.`)
  })

  it.each([
    ['--dry get', '--dry', ''],
    ['--vershion', '--vershion', ' Did you mean `--version`?'],
    ['-x', '-x', ''],
  ])('before a command or without one is a general one: `%s`', async (line, written, hint) => {
    expect(await faultIn(line)).toBe(
      `no option \`${written}\`; expected one of --version, --help.${hint}\n\`vitest-docket --help\` says what they do.`,
    )
  })

  it.each([
    '',
    '--version',
    '-v',
    '--help',
    'get',
    'get NAME --check -q',
    'get --no-check --no-update-lock --no-updateLock --no-q',
    'get --update-lock=false --updateLock',
    'get --mirror=https://mirror.example --mirror https://mirror.example',
    'get --mirror -5 --mirror --chek',
    'get --testNamePattern=a --test-name-pattern b --pattern c -t d -te',
    'get -qt d -- --chek --no-chek -x',
    'get --foo --help',
    'get -h --foo',
    'no-command --foo',
    'constructor --foo',
    'bare NAME',
    '-- get',
  ])('of `%s` is known, a value, or for others to read', async (line) => {
    expect(await faultIn(line)).toBeNull()
  })
})
