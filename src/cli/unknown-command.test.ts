import { describe, expect, it } from 'vitest'
import { unknownCommand } from './unknown-command.js'

const COMMANDS = ['audit', 'check', 'estimate', 'fetch', 'report']
const expected = 'expected one of audit, check, estimate, fetch, report.'

describe('a command line', () => {
  it.each([
    [['ftch'], `no command "ftch"; ${expected} Did you mean "fetch"?`],
    [['Reports', 'run.json'], `no command "Reports"; ${expected} Did you mean "report"?`],
    [['--dry', 'chek'], `no command "chek"; ${expected} Did you mean "check"?`],
    [['constructor'], `no command "constructor"; ${expected}`],
  ])('%j names no command', (args, message) => {
    expect(unknownCommand(args, COMMANDS)).toBe(`${message}\n\`vitest-docket --help\` says what they do.`)
  })

  it.each([[[]], [['--help']], [['--version']], [['fetch']], [['fetch', 'ftch']], [['ftch', '--help']], [['-h', 'ftch']]])(
    '%j is for others to read',
    (args) => {
      expect(unknownCommand(args, COMMANDS)).toBeNull()
    },
  )
})
