import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { factsOf } from '../../reporters/facts.js'
import { buildReport } from '../../reporters/report.js'
import { folderOfTest, type Reported, runReported } from '../../test/unit/nested/reported.js'
import { type NestedRun, runNestedSuite } from '../../test/unit/nested.js'

const QUESTION = 'What is a lease?'
const LONG = { timeout: 60_000 }

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
    expect(named('wrong')).toMatchObject({ state: 'failed', record: { outcome: 'refused', cost: { system: { usd: 0.1 } } } })
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

describe('what a case leaves behind', () => {
  describe('fault 34: what failed is written down as red', () => {
    let run: Reported
    beforeAll(async () => {
      run = await runReported({ names: ['red'] })
    }, 60_000)
    const red = () => run.lines.flatMap((line) => (line.kind === 'red' ? [line] : []))

    it('with what it said, after its record', () => {
      expect(run.lines.filter(({ kind }) => kind === 'case')).toHaveLength(6)
      const failed = red().filter(({ id }) => id === 'fails')
      expect(Object.fromEntries(failed.map(({ suite, message }) => [suite, message]))).toEqual({
        'Own assertions': expect.stringMatching(/^expected 'fails' not to be 'fails'/),
        Strict: expect.stringMatching(/^expected the system not to refuse/),
      })
      for (const line of failed) {
        const record = run.lines.findIndex(
          (one) => one.kind === 'case' && one.record.id === 'fails' && one.record.suite === line.suite,
        )
        expect(run.lines.indexOf(line)).toBeGreaterThan(record)
        expect(record).toBeGreaterThan(0)
      }
    })

    it('and nothing that passed', () => {
      expect(red().filter(({ id }) => id === 'passes')).toEqual([])
    })

    it('nor what was skipped: without its last line the run has the same red cases', () => {
      expect(red().filter(({ id }) => id === 'is skipped')).toEqual([])
      const rebuilt = buildReport(factsOf(run.lines.filter(({ kind }) => kind !== 'end')))
      const reasons = (suites: typeof rebuilt.suites = []) => suites.map((suite) => [suite.suite, suite.status, suite.reasons[0]])
      expect(reasons(rebuilt.suites)).toEqual(reasons(run.report?.suites))
    })
  })

  it('fault 39: the costs of every attempt are summed', LONG, async () => {
    const { report, lines } = await runReported({ names: ['spent'], cli: { retry: 2 }, docket: { budget: {} } })
    const costs = lines.flatMap((line) => (line.kind === 'case' ? [line.record.cost.judge.usd] : []))
    expect(costs).toEqual([0.25, 0.5, 0.75])
    expect(report?.suites).toMatchObject([
      {
        n: 1,
        cost: {
          judge: { calls: 3, inputTokens: 30, outputTokens: 3, usd: 0.75 },
          system: { calls: 3, inputTokens: 300, usd: 3 },
        },
      },
    ])
    expect(report?.headline).toContain('3.75 USD (6 calls)')
  })
})

describe('what a callback does to the item', () => {
  it('changes nothing that its answer is scored by', LONG, async () => {
    const { cases } = await runNestedSuite('edits')
    expect(cases[`golds > T-1 · ${QUESTION}`]).toMatchObject({
      state: 'failed',
      errors: [expect.stringMatching(/expected the answer to cite its gold source[\s\S]*expected: Rent Act 2031/)],
    })
    expect(cases[`record > T-1 · ${QUESTION}`]).toMatchObject({ state: 'passed', record: { id: 'T-1', answerable: true } })
  })

  it('nor anything that is written down of it', LONG, async () => {
    const { lines } = await runReported({ names: ['edits'] })
    const items = lines.flatMap((line) => (line.kind === 'case' ? [line.item] : []))
    expect(items).toHaveLength(2)
    for (const item of items) expect(item).toMatchObject({ id: 'T-1', answerable: true, golds: [{ title: 'Rent Act 2031' }] })
  })
})

describe('fault 33: what never settles ends at the deadline and frees its turn, whatever clocks the suite fakes', () => {
  const late = "no result within the case's deadline of 300 ms"
  let run: Reported
  beforeAll(async () => {
    run = await runReported({ names: ['endless'], docket: { concurrency: 1 } })
  }, 60_000)
  const red = (suite: string) => run.lines.flatMap((line) => (line.kind === 'red' && line.suite === suite ? [line] : []))
  const found = (suite: string) => run.report?.suites.find((one) => one.suite === suite)

  it('a callback: its case is red, and its record stands', () => {
    const messages = red('callback').map(({ id, message }) => [id, message])
    expect(messages).toHaveLength(2)
    expect(Object.fromEntries(messages)).toEqual({ hangs: late, 'hangs too': late })
    expect(found('callback')).toMatchObject({
      n: 3,
      status: 'FAIL',
      decomposition: [{ errorClass: 'unscored', count: 3, causes: { 'no reference': 3 } }],
    })
    expect(run.code).toBe(1)
  })

  it('a system: its case is infrastructure', () => {
    expect(found('system')).toMatchObject({
      n: 3,
      status: 'INFRASTRUCTURE',
      decomposition: [
        { errorClass: 'unscored', count: 1, causes: { 'no reference': 1 } },
        { errorClass: 'infrastructure', count: 2, causes: { 'system deadline': 2 } },
      ],
    })
    expect(run.report?.problems).toEqual([])
  })

  it('a system: its case is not red under policy report', () => {
    expect(red('system')).toEqual([])
  })
})

describe('fault 33: a wait for a limit a minute', () => {
  it('uses up nothing of the time of its case', LONG, async () => {
    const { report } = await runReported({ names: ['off-clock'], docket: { deadlineMs: 100 } })
    const found = report?.suites.map(({ suite, decomposition }) => [
      suite,
      decomposition.map(({ errorClass, causes }) => ({ errorClass, causes })),
    ])
    expect(Object.fromEntries(found ?? [])).toEqual({
      'off the clock': [{ errorClass: 'correct', causes: {} }],
      'on the clock': [{ errorClass: 'unscored', causes: { 'judge failed': 1 } }],
      'twice at once': [{ errorClass: 'correct', causes: {} }],
    })
  })
})

describe('where Vitest asks every test for an assertion', () => {
  it.each(['gate', 'report'])('a case under policy %s has one', LONG, async (policy) => {
    const asking = { expect: { requireAssertions: true }, env: { DOCKET_NESTED: policy } }
    const { cases } = await runNestedSuite('asserts', asking)
    expect(Object.fromEntries(Object.entries(cases).map(([name, { state, errors }]) => [name, [state, ...errors]]))).toEqual({
      [`right > T-1 · ${QUESTION}`]: ['passed'],
      [`wrong > T-1 · ${QUESTION}`]: ['passed'],
      [`with a callback > T-1 · ${QUESTION}`]: ['passed'],
      // Were this one to pass, the others would show nothing.
      'a test without any': ['failed', expect.stringMatching(/assertion/)],
    })
  })
})

it('fault 34: where a case cannot be written down no further one is asked, and each says why and what to do', LONG, async () => {
  const [out, notes] = [folderOfTest(), join(folderOfTest(), 'notes.txt')]
  const { code, stdout, stderr } = await runReported({
    names: ['unkept'],
    docket: { concurrency: 1 },
    outputDir: out,
    env: { DOCKET_TEST_OUT: out, DOCKET_TEST_NOTES: notes },
    cli: { reporters: ['default'] },
  })
  expect(readFileSync(notes, 'utf8').trim().split('\n')).toHaveLength(1)
  expect(code).toBe(1)
  const said = `${stdout}${stderr}`.replace(/\s+/g, ' ')
  expect(said).toMatch(
    /the files of the run in \S+ cannot be written, so nothing more is asked: E\w+: .*; make room, or set `outputDir`/,
  )
  expect(said).toMatch(/3 failed/)
})
