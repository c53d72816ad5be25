import { expect, onTestFinished, test } from 'vitest'
import '../../../src/vitest/register.js'
import { judgeSaying } from '../judge.js'

// Run by awaited.test.ts, which says of every case whether it must pass, and how it must fail.
const passages = [{ id: 'p1', text: 'The notice period is three months.' }]
const response = { answer: 'Three months.', passages }
const good = { judge: judgeSaying({ claims: [{ text: 'three months', support: 'entailment' }] }) }
const bad = { judge: judgeSaying({ claims: [{ text: 'six months', support: 'neutral' }] }) }
const slow = {
  judge: {
    name: 'slow',
    assess: async () => {
      await new Promise((resolve) => setTimeout(resolve, 30))
      return bad.judge.assess({} as never, {} as never)
    },
  },
}
const gold = { kind: 'statute', title: 'Rent Act 2031' } as const
const usage = { answer: 'no passages' }

test('pass: awaited', async () => {
  await expect(response).toBeGrounded(good)
  await expect(response).not.toBeGrounded(bad)
})
test('pass: returned', () => expect(response).toBeGrounded(good))
test('pass: then', () =>
  expect(response)
    .toBeGrounded(good)
    .then(() => {}))
test('pass: catch and finally', async () => {
  await expect(response)
    .toBeGrounded(bad)
    .catch(() => {})
  await expect(response)
    .toBeGrounded(good)
    .finally(() => {})
})
test('pass: Promise.all, allSettled, race', async () => {
  await Promise.all([expect(response).toBeGrounded(good), expect(response).not.toRefuse()])
  await Promise.allSettled([expect(response).toBeGrounded(bad)])
  await Promise.race([expect(response).toBeGrounded(good)])
})
test('pass: resolves', async () => {
  await expect(Promise.resolve(response)).resolves.toBeGrounded(good)
  await expect(Promise.resolve(response)).resolves.not.toBeGrounded(bad)
})
test('pass: poll', async () => {
  let calls = 0
  await expect
    .poll(() => {
      calls += 1
      return calls < 3 ? { answer: "I'm sorry, I cannot help with that." } : response
    })
    .not.toRefuse({ language: 'en' })
})
test('pass: soft, awaited', async () => {
  await expect.soft(response).toBeGrounded(good)
  await expect.soft(response).not.toBeGrounded(bad)
})
test('pass: awaited later', async () => {
  const pending = expect(response).toBeGrounded(good)
  await new Promise((resolve) => setTimeout(resolve, 10))
  await pending
})
test('pass: inside onTestFinished', () => {
  onTestFinished(async () => {
    await expect(response).toBeGrounded(good)
  })
})
test.concurrent('pass: concurrent a', async ({ expect }) => {
  await expect(response).toBeGrounded(good)
})
test.concurrent('pass: concurrent b', async ({ expect }) => {
  await expect(response).not.toBeGrounded(slow)
})

test('fail: awaited', async () => {
  await expect(response).toBeGrounded(bad)
})
test('fail: Promise.all', async () => {
  await Promise.all([expect(response).toBeGrounded(good), expect(response).toBeGrounded(bad)])
})
test('fail: resolves', async () => {
  await expect(Promise.resolve(response)).resolves.toBeGrounded(bad)
})
test('fail: poll', async () => {
  await expect.poll(() => response, { timeout: 100, interval: 20 }).toBeGrounded(bad)
})
test('fail: soft, awaited, and what follows is run', async () => {
  await expect.soft(response).toBeGrounded(bad)
  await expect.soft(response).toCiteGold(gold)
  expect.soft('reached').toBe('the end')
})

test('not awaited: would pass', () => {
  void expect(response).toBeGrounded(good)
})
test('not awaited: would fail', () => {
  void expect(response).toBeGrounded(bad)
})
test('not awaited: slow, would fail after the case', () => {
  void expect(response).toBeGrounded(slow)
})
test('not awaited: .not', () => {
  void expect(response).not.toBeGrounded(bad)
})
test('not awaited: toRefuse', () => {
  void expect(response).not.toRefuse()
})
test('not awaited: toCiteGold', () => {
  void expect({ answer: 'a', citations: ['Rent Act 2031'] }).toCiteGold(gold)
})
test('not awaited: toAnswerCorrectly', () => {
  void expect(response).toAnswerCorrectly({ reference: 'x', judge: judgeSaying({ correct: true }) })
})
test('not awaited: a mistake in the test', () => {
  void expect(usage).toBeGrounded()
})
test('not awaited: soft', () => {
  void expect.soft(response).toBeGrounded(good)
})
test('not awaited: soft, would fail', () => {
  void expect.soft(response).toBeGrounded(bad)
})
test('not awaited: one of two', async () => {
  void expect(response).toBeGrounded(good)
  await expect(response).toBeGrounded(good)
})
test.concurrent('not awaited: concurrent', ({ expect }) => {
  void expect(response).toBeGrounded(good)
})
