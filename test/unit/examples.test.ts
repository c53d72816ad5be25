import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { Item } from '../../src/schema/item.js'
import { commandSystem } from '../../src/systems/command.js'
import { httpSystem } from '../../src/systems/http.js'
import type { System } from '../../src/systems/system.js'

const EXAMPLES = join(import.meta.dirname, '../../docs/examples')
const PYTHON = spawnSync('python3', ['--version']).status === 0
const where = PYTHON ? '' : ' (skipped: there is no python3 on the PATH)'

const ask = (system: System, question: string) =>
  system.respond({ question, item: Item.parse({ id: 'a', question }), trial: 0, signal: new AbortController().signal })

/** Starts the service on a free port; gives its address once it listens. */
async function serve(): Promise<string> {
  const child = spawn('python3', ['-B', 'http_system.py', '0'], { cwd: EXAMPLES, stdio: ['ignore', 'ignore', 'pipe'] })
  onTestFinished(() => void child.kill())
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (chunk) => {
    said += chunk
  })
  return await vi.waitFor(() => /http:\S+(?=\n)/.exec(said)?.[0] ?? expect.unreachable(`no address in: ${said}`), {
    timeout: 30_000,
  })
}

const SYSTEMS: [string, () => Promise<System>][] = [
  ['command_system.py', async () => commandSystem({ command: 'python3', args: ['-B', 'command_system.py'], cwd: EXAMPLES })],
  ['http_system.py', async () => httpSystem({ url: await serve() })],
]

describe.skipIf(!PYTHON)(`docs/examples${where}`, () => {
  test.each(SYSTEMS)('%s answers from a passage and cites it, or refuses, many at once', async (_, open) => {
    const system = await open()
    const notice = {
      answer: 'The harbour master may end a mooring licence by written notice of six weeks.',
      refused: false,
      passages: [
        expect.objectContaining({ id: 'mooring-act-4', document: 'mooring-act-2030', section: '4', score: expect.any(Number) }),
        expect.objectContaining({ id: 'mooring-act-9' }),
      ],
      citations: [{ title: 'Mooring Act 2030', section: '4', id: 'mooring-act-4' }],
    }
    const email = {
      answer: 'A notice sent by e-mail alone is not written notice within section 4.',
      citations: [expect.objectContaining({ citation: '[2031] HC 12', section: '7' })],
    }
    const outside = { answer: 'The documents that I have do not answer this.', refused: true, citations: [] }
    const asked = [
      ['How long is the notice for a mooring licence?', notice],
      ['Is an e-mail enough as written notice?', email],
      ['Who is the mayor of Paris?', { ...outside, passages: [] }],
      ['What is the fee for a fishing permit?', { ...outside, passages: [expect.objectContaining({ section: '9' })] }],
    ] as const
    const many = [...asked, ...asked, ...asked]
    const answers = await Promise.all(many.map(([question]) => ask(system, question)))
    expect(answers).toEqual(many.map(([, expected]) => expect.objectContaining(expected)))
  })

  test('command_system.py answers by hand as its first lines say', () => {
    const script = readFileSync(join(EXAMPLES, 'command_system.py'), 'utf8')
    const command = /By hand: +(.+)/.exec(script)?.[1] ?? expect.unreachable('no example')
    const { stdout } = spawnSync(command.replace('python3', 'python3 -B'), { cwd: EXAMPLES, shell: true, encoding: 'utf8' })
    expect(JSON.parse(stdout)).toMatchObject({
      id: 1,
      answer: 'The fee is due on the first day of each quarter.',
      refused: false,
    })
  })

  test('what the product throws is an error of its request alone', async () => {
    const system = commandSystem({
      command: 'python3',
      args: ['-B', 'command_system.py'],
      cwd: EXAMPLES,
      body: ({ question }) => ({ question: question === 'five' ? 5 : question }),
    })
    await expect(ask(system, 'five')).rejects.toMatchObject({
      kind: 'threw',
      message: "command_system.py replied with an error: AttributeError: 'int' object has no attribute 'lower'",
    })
    expect(await ask(system, 'When is the fee due?')).toMatchObject({
      answer: 'The fee is due on the first day of each quarter.',
    })
  })

  test('the service says what it expects', async () => {
    const url = await serve()
    await expect(ask(httpSystem({ url, body: () => ({ q: 'Q?' }) }), 'Q?')).rejects.toMatchObject({
      kind: 'http',
      message: expect.stringMatching(/status 400 Bad Request: .*expected \{\\"question\\"/),
    })
    await expect(ask(httpSystem({ url: url.replace('/ask', '/') }), 'Q?')).rejects.toMatchObject({
      message: expect.stringContaining('status 404'),
    })
  })
})
