import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { issueText } from './issue.js'

const Row = z.strictObject({ golds: z.array(z.strictObject({ title: z.string() })) })

describe('issueText', () => {
  it.each([
    ['a field inside an array', { golds: [{ title: 'A' }, { title: 1 }] }, /^golds\.1\.title: .*expected string/],
    ['the whole value', 'text', /^Invalid input: expected object/],
    ['only the first of several', { golds: [{ title: 1 }, { title: 2 }] }, /^golds\.0\.title: [^\n]*$/],
  ])('names %s', (_, value, message) => {
    const { error } = Row.safeParse(value)
    expect(error && issueText(error)).toMatch(message)
  })

  it('says something of an error without issues', () => {
    expect(issueText(new z.ZodError([]))).toBe('unexpected shape')
  })
})
