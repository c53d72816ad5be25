import { describe, expect, it } from 'vitest'
import { ProviderFault, type RetryOptions, retryAfter, withRetries } from './retry.js'

const never = new AbortController().signal
const fault = (status: number, headers: Record<string, string> = {}) =>
  new ProviderFault('status', `${status}`, { status, headers: new Headers(headers) })

/** Runs a call that fails with these faults in turn, and returns the waits between the attempts. */
async function waitsOf(faults: ProviderFault[], options: Partial<RetryOptions> = {}) {
  const waits: number[] = []
  const counter = { attempts: 0 }
  const result = await withRetries(
    async () => {
      const next = faults[counter.attempts - 1]
      if (next !== undefined) throw next
      return 'reply'
    },
    never,
    {
      retries: 10,
      deadlineMs: 1000,
      totalMs: 1e9,
      baseMs: 100,
      random: () => 0,
      sleep: async (ms) => {
        waits.push(ms)
      },
      ...options,
    },
    counter,
  ).catch((error: unknown) => error)
  return { waits, result, attempts: counter.attempts }
}

describe('withRetries', () => {
  it('doubles the wait up to its cap, with jitter of up to a half', async () => {
    const faults = Array.from({ length: 10 }, () => fault(500))
    expect((await waitsOf(faults)).waits).toEqual([50, 100, 200, 400, 800, 1600, 3200, 6400, 8000, 8000])
    expect((await waitsOf(faults.slice(0, 3), { random: () => 0.5 })).waits).toEqual([75, 150, 300])
  })

  it('fault 20: gives up after the count, and throws the last fault', async () => {
    const faults = Array.from({ length: 10 }, () => fault(503))
    expect(await waitsOf(faults, { retries: 3 })).toMatchObject({ attempts: 4, result: faults[3] })
    expect(await waitsOf(faults, { retries: 0 })).toMatchObject({ attempts: 1, waits: [] })
  })

  it('fault 20: begins no wait that would end after the total time', async () => {
    const faults = Array.from({ length: 10 }, () => fault(500))
    expect(await waitsOf(faults, { totalMs: 40 })).toMatchObject({ attempts: 1, waits: [] })
  })

  it.each([
    ['seconds', { 'retry-after': '3' }, [3000]],
    ['fractions', { 'retry-after': '0.25' }, [250]],
    ['milliseconds', { 'retry-after-ms': '40', 'retry-after': '3' }, [40]],
    ['the longest wait', { 'retry-after': '60' }, [60_000]],
    ['nothing', {}, [50]],
    ['rubbish', { 'retry-after': 'soon' }, [50]],
    ['a negative number', { 'retry-after': '-5' }, [50]],
    ['more than the longest wait', { 'retry-after': '61' }, []],
    ['no retry at all', { 'x-should-retry': 'false' }, []],
  ])('fault 20: a 429 that asks for %s', async (_, headers, waits) => {
    expect((await waitsOf([fault(429, headers)])).waits).toEqual(waits)
  })

  it.each([
    [0, 3000],
    [0.5, 3050],
    [0.9, 3090],
  ])('spreads those that were told the same moment by up to one backoff, never before it (%d)', async (drawn, wait) => {
    expect((await waitsOf([fault(429, { 'retry-after': '3' })], { random: () => drawn })).waits).toEqual([wait])
  })

  it("does not wait for a fault that is not the provider's", async () => {
    const bug = new TypeError('a bug')
    const counter = { attempts: 0 }
    const run = withRetries(
      () => Promise.reject(bug),
      never,
      { retries: 3, deadlineMs: 9, totalMs: 9, baseMs: 1, random: () => 0 },
      counter,
    )
    await expect(run).rejects.toBe(bug)
    expect(counter.attempts).toBe(1)
  })

  it('fault 33: returns at the deadline even where the call does not listen to its signal', async () => {
    const options = { retries: 0, deadlineMs: 20, totalMs: 1000, baseMs: 1, random: () => 0 }
    await expect(withRetries(() => new Promise(() => {}), never, options)).rejects.toThrow('no reply within 20 ms')
    const stop = AbortSignal.abort(new Error('stopped'))
    await expect(withRetries(() => new Promise(() => {}), stop, options)).rejects.toThrow('stopped')
  })
})

describe('retryAfter', () => {
  const now = Date.parse('2026-11-29T12:00:00Z')
  it.each([
    ['Sun, 29 Nov 2026 12:00:30 GMT', 30_000],
    ['Sun, 29 Nov 2026 11:59:30 GMT', null],
    ['2', 2000],
    ['', null],
  ])('reads %j', (text, expected) => {
    expect(retryAfter(new Headers({ 'retry-after': text }), now)).toBe(expected)
  })
})
