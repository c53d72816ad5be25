import { describe, expect, it } from 'vitest'
import { DeadlineError, offClock, orAborted, startClock } from './abort.js'

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

describe('a clock that is paused', () => {
  const long = () => new Promise((resolve) => setTimeout(resolve, 60))

  it('fault 33: does not run out meanwhile, and runs out after', async () => {
    const clock = startClock(20, new AbortController().signal, 'too late')
    const waited = await offClock(clock, async () => {
      await long()
      return clock.signal.aborted
    })
    expect(waited).toBe(false)
    await expect(orAborted(() => never, clock.signal)).rejects.toThrow('too late')
  })

  it('goes on when the last of several pauses ends, each of which ends once', async () => {
    const clock = startClock(20, new AbortController().signal, 'too late')
    const [first, second] = [clock.pause(), clock.pause()]
    first()
    first()
    await long()
    expect(clock.signal.aborted).toBe(false)
    second()
    await expect(orAborted(() => never, clock.signal)).rejects.toThrow('too late')
  })

  it('goes on where the wait fails', async () => {
    const clock = startClock(20, new AbortController().signal, 'too late')
    await expect(offClock(clock, () => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
    await expect(orAborted(() => never, clock.signal)).rejects.toThrow('too late')
  })

  it('passes an outer abort on', async () => {
    const outer = new AbortController()
    const clock = startClock(20, outer.signal, 'too late')
    clock.pause()
    outer.abort(new Error('cancelled'))
    await expect(orAborted(() => never, clock.signal)).rejects.toThrow('cancelled')
  })

  it('stays still once it was cleared', async () => {
    const clock = startClock(20, new AbortController().signal, 'too late')
    const resume = clock.pause()
    clock.clear()
    resume()
    await long()
    expect(clock.signal.aborted).toBe(false)
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
