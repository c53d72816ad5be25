import { expect, test } from 'vitest'
import { describeBenchmark } from 'vitest-docket'
import { judgeSaying } from '../judge.js'

// Run by frames.test.ts, which looks where each failure points: at the line that bears the name of its case in a comment.
const judge = judgeSaying({ claims: [{ text: 'six months', support: 'neutral' }] })
const response = { answer: 'Six months.', passages: ['The notice period is three months.'] }

test('does not hold', async () => {
  await expect(response).toBeGrounded({ judge }) // does not hold
})

test('after something else was awaited', async () => {
  await expect(response).not.toRefuse()
  const pending = expect(response).toBeGrounded({ judge }) // after something else was awaited
  await new Promise((resolve) => setTimeout(resolve, 5))
  await pending
})

async function isGrounded(): Promise<void> {
  await expect(response).toBeGrounded({ judge }) // in a helper
}
test('in a helper', () => isGrounded())

test('soft', async () => {
  await expect.soft(response).toBeGrounded({ judge }) // soft
})

test('a mistake in the test', async () => {
  await expect({ answer: 'Six months.' }).toBeGrounded({ judge }) // a mistake in the test
})

test('not awaited', () => {
  expect(response).toBeGrounded({ judge }) // not awaited
})

const bug = () => {
  throw new TypeError('no question') // a bug points at itself
}
test('a bug points at itself', async () => {
  const options = {
    judge,
    get question() {
      return bug()
    },
  }
  await expect(response).toBeGrounded(options)
})

const items = (prefix: string) => Array.from({ length: 8 }, (_, n) => ({ id: `${prefix}-${n}`, question: 'How long?' }))
const system = () => response

describeBenchmark('matcher', { items: items('m'), system }, async ({ response, expect }) => {
  await expect(response).toBeGrounded({ judge }) // matcher
})
describeBenchmark('soft matcher', { items: items('s'), system }, async ({ response, expect }) => {
  await expect.soft(response).toBeGrounded({ judge }) // soft matcher
})
describeBenchmark('plain', { items: items('p'), system }, ({ expect }) => {
  expect(1).toBe(2) // plain
})
