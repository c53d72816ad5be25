import { beforeAll, describe, expect, it } from 'vitest'
import { type NestedRun, runNestedSuite } from '../../test/unit/nested.js'

const QUESTION = 'What is a lease?'

describe('fault 39: a retried case keeps nothing of the attempt before', () => {
  let run: NestedRun
  const named = (id: string) => run.cases[`Tenancy > ${id} · ${QUESTION}`]
  beforeAll(async () => {
    run = await runNestedSuite('test/unit/nested/retry.nested.ts', { retry: 1 })
  }, 60_000)

  it('runs three cases and breaks nothing else', () => {
    expect(Object.keys(run.cases)).toHaveLength(3)
    expect(run).toMatchObject({ broken: [], unhandled: [] })
  })

  it('what failed outside the answer is tried again, and the record is of the attempt that answered', () => {
    expect(named('again')).toMatchObject({ state: 'passed', record: { outcome: 'answered', signals: { g: true } } })
    expect(named('again')?.record?.failure).toBeUndefined()
  })

  it('an attempt that ends before its record leaves none: the one of the attempt before does not speak for it', () => {
    expect(named('breaks')).toMatchObject({
      state: 'failed',
      errors: expect.arrayContaining(['the recorded verdicts are broken']),
    })
    expect(named('breaks')).not.toHaveProperty('record')
  })

  it('a verdict is never tried again', () => {
    expect(named('wrong')).toMatchObject({ state: 'failed', record: { outcome: 'refused', cost: { system: { usd: 1 } } } })
  })
})

describe('fault 37: a negative expectation passes nowhere where nothing was answered or judged', () => {
  let run: NestedRun
  const found = (what: string) =>
    Object.fromEntries(
      ['strict', 'gate', 'report'].map((policy) => {
        const { state = 'did not run', errors = [] } = run.cases[`${what}, ${policy} > T-1 · ${QUESTION}`] ?? {}
        return [policy, [state, ...errors]]
      }),
    )
  beforeAll(async () => {
    run = await runNestedSuite('test/unit/nested/negative.nested.ts')
  }, 60_000)

  it.each(['system down', 'refusal of a system that is down'])('%s', (what) => {
    expect(found(what)).toEqual({
      strict: ['failed', expect.stringMatching(/^infrastructure: system threw: /)],
      gate: ['skipped'],
      report: ['skipped'],
    })
  })

  it('judge down', () => {
    const undetermined = expect.stringContaining('undetermined')
    expect(found('judge down')).toEqual({
      strict: ['failed', 'infrastructure: judge threw: down'],
      gate: ['failed', undetermined],
      report: ['failed', undetermined],
    })
  })

  it('with both up it says what is so', () => {
    const grounded = ['failed', expect.stringContaining('expected the answer not to be grounded')]
    expect(found('all up and grounded')).toEqual({ strict: grounded, gate: grounded, report: grounded })
    expect(found('all up and not grounded')).toEqual({ strict: ['passed'], gate: ['passed'], report: ['passed'] })
  })
})
