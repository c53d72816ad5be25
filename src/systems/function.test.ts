import { describe, expect, test } from 'vitest'
import { startClock } from '../abort.js'
import { OptionError, SystemError } from '../errors.js'
import { Item } from '../schema/item.js'
import { functionSystem } from './function.js'
import type { SystemFunction } from './system.js'

const item = Item.parse({ id: 'a', question: 'Q?' })
const ask = (answer: SystemFunction, signal = new AbortController().signal) =>
  functionSystem(answer, { name: 'mine' }).respond({ question: item.question, item, trial: 0, signal })

test('a function has no `map`: the hint is what to return', async () => {
  await expect(ask(() => ({ text: 'A.' }))).rejects.toThrow('for example: return { answer: r.text }')
})

test('a string is the answer; the question and the item arrive', async () => {
  expect(await ask(({ question, item: given }) => `${question} ${given.id}`)).toEqual({ answer: 'Q? a' })
})

test('name and version', () => {
  expect(functionSystem(async function askLaw() {}, { version: '3' })).toMatchObject({
    name: 'askLaw',
    version: '3',
    kind: 'function',
    live: true,
  })
  expect(functionSystem(() => '').name).toBe('function')
  expect(() => functionSystem('http://localhost' as never)).toThrow(OptionError)
})

test.each<[string, SystemFunction]>([
  [
    'thrown',
    () => {
      throw new RangeError('index')
    },
  ],
  [
    'rejected',
    async () => {
      throw new RangeError('index')
    },
  ],
])('what it threw is kept as cause: %s', async (_, answer) => {
  const error = await ask(answer).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(SystemError)
  expect(error).toMatchObject({ kind: 'threw', message: 'mine threw: index', cause: expect.any(RangeError) })
})

test('a SystemError of its own passes through', async () => {
  const own = new SystemError('http', 'status 503')
  await expect(ask(() => Promise.reject(own))).rejects.toBe(own)
})

test('an unknown shape', async () => {
  await expect(ask(() => ({ text: 'A' }))).rejects.toMatchObject({ kind: 'shape' })
})

/** The clock of a case, which `ms` milliseconds end. */
const clock = (ms: number) => startClock(ms, new AbortController().signal, 'no result in time').signal

describe('fault 33: a call that hangs ends when its signal is aborted', () => {
  test('even where it does not heed the signal', async () => {
    await expect(ask(() => new Promise(() => {}), clock(20))).rejects.toMatchObject({
      kind: 'deadline',
      message: "mine gave no response before the case's deadline",
    })
  })

  test('and where it does, it is a deadline and not what the function threw', async () => {
    const controller = new AbortController()
    let heard = false
    const asked = ask(
      ({ signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => {
            heard = true
            reject(new Error('stopped'))
          })
          controller.abort()
        }),
      controller.signal,
    )
    await expect(asked).rejects.toMatchObject({ kind: 'deadline', message: 'mine was aborted before it gave a response' })
    expect(heard).toBe(true)
  })

  test('one that is aborted already is not called', async () => {
    let called = false
    await expect(
      ask(() => {
        called = true
      }, AbortSignal.abort()),
    ).rejects.toMatchObject({ kind: 'deadline' })
    expect(called).toBe(false)
  })
})
