import { describe, expect, it } from 'vitest'
import { inPool } from './pool.js'

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

describe('inPool', () => {
  it.each([
    [9, 4, 4],
    [2, 4, 2],
    [0, 4, 0],
  ])('does %i items, %i at a time', async (items, size, most) => {
    const done: number[] = []
    const running: number[] = []
    let now = 0
    await inPool(
      Array.from({ length: items }, (_, index) => index),
      size,
      async (item) => {
        now += 1
        running.push(now)
        await turn()
        now -= 1
        done.push(item)
      },
    )
    expect(done.sort()).toEqual(Array.from({ length: items }, (_, index) => index))
    expect(Math.max(0, ...running)).toBe(most)
  })

  it('begins nothing after a failure, waits for what has begun, and rejects with the first', async () => {
    const ended: number[] = []
    const work = async (item: number) => {
      if (item === 1) throw new Error('the first')
      await turn()
      ended.push(item)
      if (item === 2) throw new Error('the second')
    }
    await expect(inPool([0, 1, 2, 3, 4, 5], 3, work)).rejects.toThrow('the first')
    expect(ended).toEqual([0, 2])
  })
})
