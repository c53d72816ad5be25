import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { factsOf } from '../../reporters/facts.js'
import { readingFor } from '../../src/metrics/compat.js'
import { comparedSuite } from '../../src/run/baseline/compared-suite.js'
import { baselineText } from '../../src/run/baseline/file.js'
import { type Reported, runReported } from './nested/reported.js'

describe('policy ratchet', () => {
  const folder = mkdtempSync(join(tmpdir(), 'docket-ratchet-'))
  const baseline = join(folder, 'tenancy.jsonl')
  let first: Reported
  let same: Reported
  let changed: Reported

  beforeAll(async () => {
    first = await runReported({ names: ['ratchet'] })
    const { suites, cases, run, startedAt } = factsOf(first.lines)
    const [one] = suites
    if (one === undefined) throw new Error('no suite')
    const records = cases.map(({ record }) => record)
    writeFileSync(baseline, baselineText(comparedSuite({ ...one, records, reading: readingFor(null, 'answer'), run, startedAt })))
    const env = { DOCKET_NESTED_BASELINE: baseline }
    same = await runReported({ names: ['ratchet'], env })
    const now = { ...env, DOCKET_NESTED_NOW: '1' }
    changed = await runReported({ names: ['ratchet'], env: now, cli: { reporters: ['default'] } })
  }, 120_000)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const red = ({ lines }: Reported) =>
    Object.fromEntries(lines.flatMap((line) => (line.kind === 'red' ? [[line.id, line.message]] : [])))

  it('without a baseline nothing is red and nothing passes, and the way out is said', () => {
    expect(red(first)).toEqual({})
    expect(first.report?.suites[0]).toMatchObject({ status: 'FAIL', comparison: null })
    expect(first.report?.suites[0]?.reasons[0]).toMatch(/^ratchet: no baseline: .*`npx vitest-docket baseline accept`/)
    expect(first.code).toBe(1)
  })

  it('what was wrong and is wrong is not red', () => {
    expect(red(same)).toEqual({})
    expect(same.report?.suites[0]).toMatchObject({
      status: 'PASS',
      baseline: null,
      comparison: { refused: null, newlyWrong: [] },
    })
    expect(same.code).toBe(0)
  })

  it('red is what was right and is wrong: neither what was wrong, nor what broke, nor what is new or edited', () => {
    expect(red(changed)).toEqual({
      'becomes wrong': `newly wrong: correct in ${baseline}, now hallucination`,
      'becomes refused': `newly wrong: correct in ${baseline}, now over-refusal`,
    })
    expect(changed.report?.suites[0]?.comparison).toMatchObject({
      refused: null,
      added: ['is new'],
      edited: ['is edited'],
      newlyWrong: [{ id: 'becomes wrong' }, { id: 'becomes refused' }],
      newlyRight: [{ id: 'becomes right' }],
    })
  })

  it('a red case says what it was, what it is, and by which claim and passage', () => {
    const said = changed.stdout + changed.stderr
    expect(said).toContain(`newly wrong: correct in ${baseline}, now hallucination`)
    expect(said).toMatch(/expected the answer to be grounded in its passages/)
    expect(said).toMatch(/claim:\s+“A contract for life\.”/)
    expect(said).toMatch(/reason:\s+“not for life”/)
    expect(said).toMatch(/nearest: .*“A contract\.”/)
  })
})
