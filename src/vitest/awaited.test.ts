import { beforeAll, describe, expect, it } from 'vitest'
import { type NestedRun, runNested } from '../../test/unit/nested.js'

describe('fault 38: a matcher that is not awaited fails its case', () => {
  let run: NestedRun
  const names = (kind: string) => Object.keys(run.cases).filter((name) => name.startsWith(`${kind}: `))
  beforeAll(async () => {
    run = await runNested('awaited')
  }, 60_000)

  it('leaves no error outside a case', () => {
    expect(run.unhandled).toEqual([])
  })

  it('awaited in any way it passes where it should', () => {
    expect(names('pass').length).toBeGreaterThanOrEqual(12)
    expect(Object.fromEntries(names('pass').map((name) => [name, run.cases[name]]))).toEqual(
      Object.fromEntries(names('pass').map((name) => [name, { state: 'passed', errors: [] }])),
    )
  })

  it('awaited in any way it fails where it should, with its own message', () => {
    expect(names('fail').length).toBeGreaterThanOrEqual(5)
    for (const name of names('fail')) {
      expect({ name, ...run.cases[name] }).toMatchObject({
        name,
        state: 'failed',
        errors: expect.arrayContaining([expect.stringContaining('expected the answer to be grounded')]),
      })
      expect(run.cases[name]?.errors.filter((message) => message.includes('was not awaited'))).toEqual([])
    }
  })

  it('soft, awaited: every failure is kept, and the case goes on', () => {
    const { errors = [] } = run.cases['fail: soft, awaited, and what follows is run'] ?? {}
    expect(errors).toEqual([
      expect.stringContaining('expected the answer to be grounded'),
      expect.stringContaining('`toCiteGold` needs the citations'),
      expect.stringContaining('the end'),
    ])
  })

  it('not awaited it fails, whatever it would have said, and says what to write', () => {
    expect(names('not awaited').length).toBeGreaterThanOrEqual(12)
    for (const name of names('not awaited')) {
      expect({ name, ...run.cases[name] }).toMatchObject({
        name,
        state: 'failed',
        errors: expect.arrayContaining([
          expect.stringMatching(/`to\w+` was not awaited: write `await expect\(…\)\.(not\.)?to\w+\(…\)`/),
        ]),
      })
    }
  })
})
