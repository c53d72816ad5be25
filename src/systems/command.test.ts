// biome-ignore-all lint/suspicious/noTemplateCurlyInString: ${NAME} in a variable is what is tested

import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { startClock } from '../abort.js'
import { OptionError, SystemError } from '../errors.js'
import { Item } from '../schema/item.js'
import { type CommandSystemOptions, commandSystem } from './command.js'
import type { System } from './system.js'

const item = Item.parse({ id: 'a', question: 'Q?', language: 'en', reference: 'R.', persona: 'tenant' })

afterEach(() => vi.unstubAllEnvs())

/** A program in JavaScript: `line` is called with every request, `say` writes a line, `raw` bytes. */
const program = (line: string, first = '') => [
  '-e',
  `const say = (value) => process.stdout.write(JSON.stringify(value) + '\\n')
   const raw = (value) => process.stdout.write(value)
   const later = (run, ms = 20) => setTimeout(run, ms)
   let count = 0
   ${first}
   require('node:readline').createInterface({ input: process.stdin }).on('line', (text) => {
     const request = JSON.parse(text)
     const { id } = request
     count += 1
     ${line}
   })`,
]

const systemOf = (args: string[], options: Partial<CommandSystemOptions> = {}) =>
  commandSystem({ command: process.execPath, name: 'product', args, ...options })

const ask = (system: System, question = item.question, signal = new AbortController().signal) =>
  system.respond({ question, item: { ...item, question }, trial: 0, signal })

/** What it rejects with. */
const failure = (system: System, question?: string) =>
  ask(system, question).then(
    (response) => expect.unreachable(`expected no response, received ${JSON.stringify(response)}`),
    (error: unknown) => error,
  )

const ECHO = 'say({ id, answer: request.question })'

describe('a request', () => {
  test('is a line with what a product would know, and nothing that the item is scored by', async () => {
    const system = systemOf(program('say({ id, answer: text })'))
    const response = await ask(system)
    expect(response.timings).toEqual({ total: expect.any(Number) })
    expect(JSON.parse(response.answer)).toEqual({
      id: 1,
      question: 'Q?',
      language: 'en',
      item: { id: 'a', persona: 'tenant' },
    })
  })

  test('body and map adapt both, whatever ends a line for the program; timings of the program stand', async () => {
    const system = systemOf(program('say({ id, text: request.q, context: ["p"], timings: { total: 12 } })'), {
      body: ({ question }) => ({ q: `${question}\n\u0085\u2028\u2029ü` }),
      map: (reply) => ({ answer: JSON.stringify(reply), passages: reply.context, timings: reply.timings }),
    })
    expect(await ask(system)).toEqual({
      answer: JSON.stringify({ text: 'Q?\n\u0085\u2028\u2029ü', context: ['p'], timings: { total: 12 } }),
      passages: [{ text: 'p' }],
      timings: { total: 12 },
    })
  })

  test('32 are in flight at once, of one process, and told by id in whatever order they come', async () => {
    const reversed = `held.push({ id, answer: request.question + ' by ' + process.pid })
      if (held.length === 32) for (const one of held.reverse()) say(one)`
    const system = systemOf(program(reversed, 'const held = []'))
    const questions = Array.from({ length: 32 }, (_, index) => `Q${index}?`)
    const answers = await Promise.all(questions.map(async (question) => (await ask(system, question)).answer))
    const [pid] = new Set(answers.map((answer) => answer.split(' by ')[1]))
    expect(answers).toEqual(questions.map((question) => `${question} by ${pid}`))
  })

  test('a program that handles one after another works too', async () => {
    const system = systemOf(
      program(
        `chain = chain.then(() => new Promise((done) => later(() => { ${ECHO}; done() }, 5)))`,
        'let chain = Promise.resolve()',
      ),
    )
    const answers = await Promise.all(['A', 'B', 'C'].map(async (question) => (await ask(system, question)).answer))
    expect(answers).toEqual(['A', 'B', 'C'])
  })
})

describe('bytes', () => {
  const answer = 'Die Kündigung — § 271 ‹ok› 🏛'

  test.each([1, 2, 3, 7])(
    'lines cut into chunks of %i, inside characters too, with CRLF and blank lines between',
    async (size) => {
      const chunked = `const bytes = Buffer.from('\\r\\n\\n' + JSON.stringify({ id, answer: ${JSON.stringify(answer)} }) + '\\r\\n')
      let at = 0
      const next = () => { raw(bytes.subarray(at, at + ${size})); at += ${size}; if (at < bytes.length) setImmediate(next) }
      next()`
      const system = systemOf(program(chunked))
      expect((await ask(system)).answer).toBe(answer)
      expect((await ask(system)).answer).toBe(answer)
    },
  )

  test('a byte order mark, several replies in one chunk, and a last line without an end', async () => {
    const both = `held.push(id)
      if (held.length === 2) { raw('\\ufeff' + held.map((one) => JSON.stringify({ id: one, answer: 'A' + one })).join('\\n')); process.exitCode = 0; process.stdin.destroy() }`
    const system = systemOf(program(both, 'const held = []'))
    const answers = await Promise.all([ask(system), ask(system)])
    expect(answers.map((one) => one.answer)).toEqual(['A1', 'A2'])
  })

  test('a line of megabytes', async () => {
    const system = systemOf(program("say({ id, answer: 'ü'.repeat(3_000_000) })"))
    expect((await ask(system)).answer).toBe('ü'.repeat(3_000_000))
  })

  test('a line above `maxLine` fails its request, is not held, and the next line is read', async () => {
    const system = systemOf(program("say({ id, answer: count === 1 ? 'x'.repeat(5000) : 'short' })"), { maxLine: 1000 })
    expect(await failure(system)).toMatchObject({
      kind: 'shape',
      message: 'product wrote a line of more than 1000 bytes; return what the answer was made from, or set `maxLine`',
    })
    expect((await ask(system)).answer).toBe('short')
  })
})

describe('what a program may say instead', () => {
  test.each<[string, string, string, RegExp]>([
    ['an error', "say({ id, error: 'index is\\n missing' })", 'threw', /^product replied with an error: index is missing$/],
    ['an error that is no string', 'say({ id, error: { code: 3 } })', 'threw', /replied with an error: \{"code":3\}$/],
    [
      'a log',
      "raw('Loading model …\\n'); later(() => say({ id, answer: 'A' }))",
      'shape',
      /^product wrote a line that is no reply: expected JSON, received "Loading model …": .*print logs to standard error$/,
    ],
    ['NaN', 'raw(\'{"id": \' + id + \', "score": NaN}\\n\')', 'shape', /received "\{\\"id\\": 1, \\"score\\": NaN\}"/],
    ['a value that is no object', 'say([id])', 'shape', /expected \{"id": 7, "answer": "…"\}, received an array of 1\. .*logs/],
    [
      'a reply without id, though one request is in flight',
      "say({ answer: 'A' })",
      'shape',
      /without the `id` of a request: .* it has no `id` in \{ answer: "A" \}$/,
    ],
    ['an id as a string', "say({ id: String(id), answer: 'A' })", 'shape', /its `id` is "1" in/],
    ['an id of no request', "say({ id: 99, answer: 'A' })", 'shape', /replied with `id` 99, which no request has$/],
    [
      'bytes that are no UTF-8',
      'raw(Buffer.from([0x7b, 0xfc, 0x7d, 0x0a]))',
      'shape',
      /not UTF-8: "\{\uFFFD\}"\. Set the encoding/,
    ],
    [
      'no answer',
      "say({ id, text: 'A', context: [] })",
      'shape',
      /map: \(r\) => \(\{ answer: r\.text, passages: r\.context \}\)$/,
    ],
  ])('%s', async (_, line, kind, message) => {
    const error = await failure(systemOf(program(line)))
    expect(error).toBeInstanceOf(SystemError)
    expect(error).toMatchObject({ kind, message: expect.stringMatching(message) })
  })

  test('a null error is none', async () => {
    expect((await ask(systemOf(program("say({ id, answer: 'A', error: null })")))).answer).toBe('A')
  })

  test('an error of `map` shows what arrived', async () => {
    const system = systemOf(program(ECHO), {
      map: () => {
        throw new Error('no')
      },
    })
    expect(await failure(system)).toMatchObject({ kind: 'threw', message: '`map` threw on { answer: "Q?" }: no' })
  })

  test('garbage fails all that is in flight, and their late replies are dropped', async () => {
    const system = systemOf(
      program("if (count === 2) raw('oops\\n'); if (count > 2) { say({ id: 1, answer: 'late' }); say({ id, answer: 'A' }) }"),
    )
    const both = await Promise.all([failure(system), failure(system)])
    for (const error of both) expect(error).toMatchObject({ kind: 'shape', message: expect.stringContaining('"oops"') })
    expect((await ask(system)).answer).toBe('A')
  })

  test('garbage while nothing is in flight fails the next request, so that none is quiet', async () => {
    const system = systemOf(program("say({ id, answer: 'A' }); if (count === 1) raw('done!\\n')"))
    expect((await ask(system)).answer).toBe('A')
    await vi.waitFor(async () => expect(await failure(system)).toMatchObject({ message: expect.stringContaining('"done!"') }))
  })

  test('a second reply of one id', async () => {
    const system = systemOf(program("if (count === 2) say({ id: 1, answer: 'again' }); else say({ id, answer: 'A' })"))
    await ask(system)
    expect(await failure(system)).toMatchObject({ message: 'product replied with `id` 1, which was answered before' })
  })
})

describe('the end of a program', () => {
  const fatal =
    "if (request.question === 'die') { console.error('Traceback\\n\\u001b[31mout of memory\\u001b[0m'); process.exit(3) }"

  test('fails what is in flight with exit code and last words; the next request starts it again', async () => {
    const system = systemOf(program(`${fatal}; if (request.question !== 'wait') say({ id, answer: String(process.pid) })`))
    const first = (await ask(system)).answer
    const [waiting, dying] = await Promise.all([failure(system, 'wait'), failure(system, 'die')])
    const message = 'product exited with code 3; the last of its standard error: Traceback | out of memory'
    expect(waiting).toMatchObject({ kind: 'connection', message })
    expect(dying).toMatchObject({ kind: 'connection', message })
    const second = (await ask(system)).answer
    expect(second).not.toBe(first)
  })

  test.each<[string, string, RegExp]>([
    ['a signal', "process.kill(process.pid, 'SIGKILL')", /^product was ended by SIGKILL$/],
    ['code 0', 'process.exit(0)', /^product exited with code 0: it has to read lines until its input ends$/],
    [
      'an error of its own',
      "throw new RangeError('too deep')",
      /^product exited with code 1; .*RangeError: too deep \| Node\.js v\S+$/,
    ],
    ['standard output closed', 'process.stdout.end(); setInterval(() => {}, 1000)', /^product closed its standard output$/],
  ])('by %s', async (_, line, message) => {
    expect(await failure(systemOf(program(line)))).toMatchObject({ kind: 'connection', message: expect.stringMatching(message) })
  })

  test('what it still wrote counts, also where what it started holds its pipes', async () => {
    const child =
      "require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' })"
    const system = systemOf(program(`${child}; say({ id, answer: 'A' }); if (count === 2) process.exit(1)`))
    const both = await Promise.all([ask(system), ask(system)])
    expect(both.map(({ answer }) => answer)).toEqual(['A', 'A'])
    const third = await ask(systemOf(program(`${child}; process.exit(7)`))).catch((error: unknown) => error)
    expect(third).toMatchObject({ kind: 'connection', message: 'product exited with code 7' })
  })

  test('after an answer, in order, loses nothing: what was sent while it ended is sent again', async () => {
    const system = systemOf(program('say({ id, answer: request.question + process.pid }); process.exit(0)'))
    const answers: string[] = []
    for (const question of ['A', 'B', 'C', 'D']) answers.push((await ask(system, question)).answer)
    expect(answers.map((answer) => answer[0])).toEqual(['A', 'B', 'C', 'D'])
    expect(new Set(answers.map((answer) => answer.slice(1))).size).toBe(4)
  })

  test('after an answer, but with an error or once more, fails what is in flight', async () => {
    const asked = (exit: number) => {
      const system = systemOf(program(`say({ id, answer: request.question }); process.exit(${exit})`))
      return Promise.all(['A', 'B', 'C', 'D'].map((question) => ask(system, question).then(({ answer }) => answer, String)))
    }
    const ended = (how: string) => `SystemError: product exited with code ${how}`
    const again = ended('0: it has to read lines until its input ends')
    expect(await asked(0)).toEqual(['A', 'B', again, again])
    expect(await asked(3)).toEqual(['A', ...Array(3).fill(ended('3'))])
  })

  test('it is started again three times in a row without an answer, and an answer begins the count anew', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'docket-command-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const started = JSON.stringify(join(folder, 'started'))
    const note = `const { appendFileSync, readFileSync } = require('node:fs'); appendFileSync(${started}, 'x')
      const nth = readFileSync(${started}, 'utf8').length`
    const system = systemOf(program("if (nth === 3) say({ id, answer: 'A' }); else process.exit(1)", note))
    const outcomes: unknown[] = []
    for (let asked = 0; asked < 3; asked += 1) outcomes.push(await ask(system).catch((error: unknown) => error))
    expect(outcomes.map((one) => one instanceof SystemError)).toEqual([true, true, false])
    await ask(system).then(
      ({ answer }) => expect(answer).toBe('A'),
      () => expect.unreachable('the third program lives'),
    )
    const other = systemOf(program('process.exit(1)', note))
    const failures: string[] = []
    for (let asked = 0; asked < 6; asked += 1) failures.push(String(await failure(other)))
    const last =
      'SystemError: product exited with code 1; it was started 4 times in a row without an answer, and is not started again'
    expect(failures).toEqual([...Array(4).fill('SystemError: product exited with code 1'), last, last])
    expect(readFileSync(join(folder, 'started'), 'utf8')).toHaveLength(3 + 4)
  })
})

describe('time', () => {
  test('fault 33: a program that says nothing is left at the deadline, with what that may come from', async () => {
    expect(await failure(systemOf(program(''), { deadlineMs: 200 }))).toMatchObject({
      kind: 'deadline',
      message:
        'product gave no response within 200 ms; it has written no line so far: does it flush its standard output after each?',
    })
  })

  test('requests that wait in line behind others are told so, each of them', async () => {
    const system = systemOf(program("if (request.question === 'A') say({ id, answer: 'A' })"), { deadlineMs: 200 })
    expect((await ask(system, 'A')).answer).toBe('A')
    const message =
      'product gave no response within 200 ms; 2 other requests had no reply either: where it handles one after another they wait in line, so raise `deadlineMs` or lower `concurrency`'
    for (const error of await Promise.all(['B', 'C', 'D'].map((question) => failure(system, question))))
      expect(error).toMatchObject({ kind: 'deadline', message })
  })

  test("fault 33: at the case's deadline a request fails with the last words of the program, and its late reply is dropped", async () => {
    const slow = `if (count === 1) console.error('thinking')
      if (count === 3) say({ id: 2, answer: 'late' })
      if (count !== 2) say({ id, answer: 'A' + id })`
    const system = systemOf(program(slow))
    expect((await ask(system)).answer).toBe('A1')
    const clock = startClock(100, new AbortController().signal, 'no result in time')
    await expect(ask(system, 'Q?', clock.signal)).rejects.toMatchObject({
      kind: 'deadline',
      message: "product gave no response before the case's deadline; the last of its standard error: thinking",
    })
    expect((await ask(system)).answer).toBe('A3')
  })

  test('an aborted request fails, and only that one', async () => {
    const system = systemOf(
      program("if (request.question !== 'wait') say({ id, answer: 'A' + id }); if (id === 3) say({ id: 1, answer: 'late' })"),
    )
    const controller = new AbortController()
    const aborted = ask(system, 'wait', controller.signal)
    // Once this is answered, that was read.
    expect((await ask(system)).answer).toBe('A2')
    controller.abort(new Error('cancelled'))
    await expect(aborted).rejects.toMatchObject({ kind: 'deadline', message: expect.stringContaining('was aborted') })
    expect((await ask(system)).answer).toBe('A3')
    expect((await ask(system)).answer).toBe('A4')
  })

  test('nothing is sent under a signal that has aborted', async () => {
    const system = systemOf(program(ECHO))
    await expect(ask(system, 'Q', AbortSignal.abort(new Error('no')))).rejects.toMatchObject({ kind: 'deadline' })
    expect((await ask(systemOf(program('say({ id, answer: String(id) })')))).answer).toBe('1')
  })
})

describe('where and with what it runs', () => {
  test('cwd, and variables beside those of this process', async () => {
    vi.stubEnv('DOCKET_TEST_OWN', 'own')
    vi.stubEnv('DOCKET_TEST_KEY', 'k1')
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'docket-command-')))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    writeFileSync(
      join(folder, 'product.cjs'),
      program('say({ id, answer: [process.cwd(), process.env.DOCKET_TEST_OWN, process.env.KEY].join() })')[1] ?? '',
    )
    const system = systemOf(['product.cjs'], { cwd: folder, env: { KEY: 'key ${DOCKET_TEST_KEY}' } })
    expect((await ask(system)).answer).toBe([folder, 'own', 'key k1'].join())
  })

  test.each<[string, Partial<CommandSystemOptions>, RegExp]>([
    [
      'a program that is not on the PATH',
      { command: 'docket-no-such-program --fast' },
      /`command`: "docket-no-such-program --fast" .*no program on the PATH .*`args`/,
    ],
    ['a path that is not there', { command: './no/such/program' }, /no such file, seen from /],
    ['a folder as program', { command: tmpdir() }, /`command`: .*may not be executed|`command`/],
    ['a folder that is not there', { cwd: 'no/such/folder' }, /`cwd`: expected a folder, found none at .*folder/],
    [
      'a variable that is not set',
      { env: { A: '${DOCKET_NONE}' } },
      /`env` needs the environment variable `DOCKET_NONE`, which is not set/,
    ],
    ['a body that is no object', { body: () => 'Q?' }, /`body` to give an object, .* received "Q\?"/],
    ['a body with an id', { body: () => ({ id: 3 }) }, /`body` gives a field `id`/],
  ])("%s is the suite's fault, at every request", async (_, options, message) => {
    const system = systemOf(program(ECHO), options)
    for (let times = 0; times < 6; times += 1) {
      const error = await failure(system)
      expect(error).toBeInstanceOf(OptionError)
      expect(error).toMatchObject({ message: expect.stringMatching(message) })
    }
  })

  test.each<[string, unknown, RegExp]>([
    ['no command', {}, /`command` to be the name or path of a program, received undefined/],
    ['args as a string', { command: 'x', args: '-v' }, /`args` to be an array of strings, received "-v"/],
    ['a variable that is no string', { command: 'x', env: { A: 1 } }, /`env` to be an object of strings/],
    ['a map that is no function', { command: 'x', map: 'answer' }, /`map`/],
    ['a deadline of 0', { command: 'x', deadlineMs: 0 }, /`deadlineMs`/],
    ['a `maxLine` that no string holds', { command: 'x', maxLine: 2 ** 40 }, /`maxLine` to be bytes from 1 to 268435456/],
    ['an option that there is not', { command: 'x', arg: [] }, /`arg`.*`args`/],
  ])('%s is refused at once', (_, options, message) => {
    expect(() => commandSystem(options as CommandSystemOptions)).toThrow(OptionError)
    expect(() => commandSystem(options as CommandSystemOptions)).toThrow(message)
  })

  test('is called by its file name', () => {
    expect(commandSystem({ command: '/opt/product/bin/answer.exe' })).toMatchObject({
      name: 'answer',
      kind: 'command',
      live: true,
    })
  })

  test.each([
    ['python3', ['-u', 'product/answer.py', '--port', '1'], 'answer.py'],
    ['/usr/bin/python3.12', ['answer.py', 'other.py'], 'answer.py'],
    ['node.exe', ['--env-file', '.env', 'server.mjs'], 'server.mjs'],
    ['uv', ['run', 'my product/answer.py'], 'answer.py'],
    ['python3', ['-c', 'import a.b'], 'python3'],
    ['node', ['-e', 'main.run'], 'node'],
    ['python', [], 'python'],
    ['product', ['data.json'], 'product'],
  ])('of an interpreter by its script: %s %j is %s', (command, args, name) => {
    expect(commandSystem({ command, args }).name).toBe(name)
  })
})

describe('fault 26: what a program says tells no secret', () => {
  const SECRET = 'swordfish-of-mine'
  const words = `bad key ${SECRET}, --api-key argument-of-mine, sk-ant-REDACTED-NOT-0000, https://me:hunter2-of-mine@host/`

  test.each<[string, string]>([
    ['as an error', `say({ id, error: ${JSON.stringify(words)} })`],
    ['on standard error', `console.error(${JSON.stringify(words)}); process.exit(1)`],
    [
      'on standard error, after much else',
      `console.error('x'.repeat(50_000) + ${JSON.stringify(words)}); process.exitCode = 1; process.stdin.destroy()`,
    ],
    ['as a line that is no reply', `raw(${JSON.stringify(`${words}\n`)})`],
    ['as no response', `say({ id, fault: ${JSON.stringify(words)} })`],
    ['as an id', `say({ id: ${JSON.stringify(SECRET)} })`],
  ])('%s', async (_, line) => {
    vi.stubEnv('DOCKET_TEST_PASS', SECRET)
    const [flag = '', code = ''] = program(line)
    const system = systemOf([flag, code, '--', '--api-key', 'argument-of-mine'], { env: { PRODUCT: '${DOCKET_TEST_PASS}' } })
    const error = await failure(system)
    expect(error).toBeInstanceOf(SystemError)
    const said = error instanceof Error ? `${error.stack} ${error.cause instanceof Error ? error.cause.stack : ''}` : ''
    expect(said).toContain('[redacted')
    expect(said).not.toMatch(/swordfish|argument-of|sk-ant-|hunter2/)
  })
})
