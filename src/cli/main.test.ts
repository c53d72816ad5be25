import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

let listeners: ReturnType<typeof process.stdout.listeners>
let code: typeof process.exitCode

beforeEach(() => {
  listeners = process.stdout.listeners('error')
  code = process.exitCode
  process.exitCode = undefined
})

afterEach(() => {
  for (const listener of process.stdout.listeners('error')) {
    if (!listeners.includes(listener)) process.stdout.off('error', listener as () => void)
  }
  process.exitCode = code
  vi.restoreAllMocks()
})

/** Runs the command line as the process does. */
async function run(...args: string[]) {
  const lines: { out: string[]; error: string[] } = { out: [], error: [] }
  vi.spyOn(console, 'log').mockImplementation((text) => void lines.out.push(String(text)))
  vi.spyOn(console, 'error').mockImplementation((text) => void lines.error.push(String(text)))
  vi.spyOn(process, 'argv', 'get').mockReturnValue(['node', 'vitest-docket', ...args])
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never)
  vi.resetModules()
  await import('./main.js')
  return { out: lines.out.join('\n'), error: lines.error.join('\n'), code: exit.mock.calls[0]?.[0] ?? process.exitCode }
}

describe('vitest-docket', () => {
  it.each(['audit', 'calibrate', 'cassettes', 'check', 'demo', 'estimate', 'fetch', 'github', 'report', 'resume'])(
    '%s runs nothing where it does not know an option',
    async (command) => {
      const { out, error, code } = await run(command, 'NAME', '--nothing-like-it')
      expect([out, code]).toEqual(['', 1])
      expect(error).toMatch(/^no option `--nothing-like-it`; expected .*--help\.\n/)
      expect(error).toContain(`\`vitest-docket ${command} --help\` says what they do.`)
    },
  )

  it('says which option was meant', async () => {
    expect((await run('fetch', '--chek', 'paklegalqa')).error).toContain('Did you mean `--check`?')
  })

  it('names a command that it does not have before an option', async () => {
    expect((await run('ftch', '--chek')).error).toMatch(/^no command "ftch".+ Did you mean "fetch"\?\n/)
  })

  it.each([
    [['--version'], /^\d+\.\d+\.\d+/],
    [['-v'], /^\d+\.\d+\.\d+/],
    [['fetch', '--chek', '--help'], /^vitest-docket fetch: /],
    [['--help'], /^vitest-docket \S+: /],
    [['fetch', '--no-check', '--no-update-lock'], /^paklegalqa: /],
    [['fetch', '--updateLock=false'], /^paklegalqa: /],
  ])('%j is answered', async (args, answer) => {
    const { out, error, code } = await run(...args)
    expect([error, code ?? 0]).toEqual(['', 0])
    expect(out).toMatch(answer)
  })
})
