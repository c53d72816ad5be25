import { describe, expect, test } from 'vitest'
import { finish, paced, type Steps } from './pace.js'

function* busy(milliseconds: number): Steps<number> {
  const end = performance.now() + milliseconds
  let steps = 0
  while (performance.now() < end) {
    steps += 1
    yield
  }
  return steps
}

describe('steps', () => {
  test('both runners return what the work returns', async () => {
    function* work(): Steps<string> {
      yield
      return 'done'
    }
    expect(finish(work())).toBe('done')
    expect(await paced(work(), new AbortController().signal)).toBe('done')
  })

  test('others have their turn while the work goes on', async () => {
    let turns = 0
    const turn = () => {
      turns += 1
      timer = setImmediate(turn)
    }
    let timer = setImmediate(turn)
    await paced(busy(100), new AbortController().signal)
    clearImmediate(timer)
    expect(turns).toBeGreaterThan(0)
  })

  test('a deadline that passes meanwhile ends the work', async () => {
    const controller = new AbortController()
    setImmediate(() => controller.abort(new Error('deadline')))
    await expect(paced(busy(10_000), controller.signal)).rejects.toThrow('deadline')
  })

  test('nothing begins under an aborted signal, and an error of the work is its own', async () => {
    let begun = false
    function* work(): Steps<void> {
      begun = true
      yield
      throw new Error('broken')
    }
    await expect(paced(work(), AbortSignal.abort(new Error('cancelled')))).rejects.toThrow('cancelled')
    expect(begun).toBe(false)
    await expect(paced(work(), new AbortController().signal)).rejects.toThrow('broken')
    expect(() => finish(work())).toThrow('broken')
  })
})
