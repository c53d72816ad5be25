import { describe, expect, it } from 'vitest'
import { DeadlineError, orAborted, startClock } from './abort.js'

const never = new Promise<never>(() => {})

describe('startClock', () => {
  it('fault 33: aborts with a DeadlineError when time is up', async () => {
    const { signal } = startClock(1, new AbortController().signal, 'too late')
    await expect(orAborted(() => never, signal)).rejects.toThrow(new DeadlineError('too late'))
  })

  it('passes an outer abort on, with its reason', async () => {
    const outer = new AbortController()
    const { signal } = startClock(60_000, outer.signal, 'too late')
    const waiting = orAborted(() => never, signal)
    outer.abort(new Error('cancelled'))
    await expect(waiting).rejects.toThrow('cancelled')
  })

  it('is aborted at once under an outer signal that was', () => {
    expect(startClock(60_000, AbortSignal.abort(new Error('gone')), 'too late').signal.reason).toEqual(new Error('gone'))
  })

  it('is still after it was cleared', async () => {
    const outer = new AbortController()
    const { signal, clear } = startClock(1, outer.signal, 'too late')
    clear()
    outer.abort()
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(signal.aborted).toBe(false)
  })
})

describe('orAborted', () => {
  it('starts nothing under an aborted signal', async () => {
    let started = false
    const work = () => {
      started = true
    }
    await expect(orAborted(work, AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone')
    expect(started).toBe(false)
  })

  it('gives what the work gives, or throws what it throws', async () => {
    const { signal } = new AbortController()
    await expect(orAborted(() => 7, signal)).resolves.toBe(7)
    await expect(
      orAborted(() => {
        throw new Error('broken')
      }, signal),
    ).rejects.toThrow('broken')
  })
})
