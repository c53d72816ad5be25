import { expect, it } from 'vitest'
import type { RunLine } from '../../src/schema/record.js'
import { headline, runReported } from './nested/reported.js'

const TIMEOUT = { timeout: 60_000 }

const caseLines = (lines: readonly RunLine[]) => lines.flatMap((line) => (line.kind === 'case' ? [line] : []))

it('every trial is a case of its own, and all of an item are one group', TIMEOUT, async () => {
  const { code, report, lines, stdout } = await runReported({ names: ['trials'], cli: { retry: 1 } })
  const suite = report?.suites[0]
  expect(code).toBe(1)
  expect(suite).toMatchObject({ n: 9, total: 3, selected: 3, groups: 3, status: 'FAIL', system: 'function', judge: 'verbatim' })
  expect(suite?.trials).toEqual({
    trials: 3,
    items: 3,
    flips: {
      g: { flipped: 1, of: 2 },
      c: { flipped: 1, of: 2 },
      answered: { flipped: 1, of: 3 },
      errorClass: { flipped: 2, of: 3 },
    },
    ids: ['A', 'C'],
  })
  // Red are the wrong trial and the two refused ones, and no other trial of their items.
  expect(suite?.reasons[0]).toMatch(/^3 red cases \(/)
  for (const id of ['A#3', 'C#2', 'C#3']) expect(suite?.reasons[0]).toContain(id)
  expect(stdout).toContain('3 items, 3 trials each: 9 cases in 3 groups')
  expect(stdout).toContain('Another class in another trial: A, C.')
  // Nothing is partial, nothing is lost: the trial that broke was retried by itself.
  expect(suite?.metrics['answered']).toMatchObject({ total: 9, lost: 0, groups: 3 })
  const ofCase = caseLines(lines).filter(({ record }) => record.id === 'B#2')
  expect(ofCase.map(({ record }) => record.errorClass)).toEqual(['infrastructure', 'correct'])
  expect(caseLines(lines)).toHaveLength(10)
})

it("the judge's own trial stays 0, so that equal answers share a recording", TIMEOUT, async () => {
  const { lines } = await runReported({ names: ['trials'], cli: { retry: 1 } })
  const judges = caseLines(lines).flatMap(({ verdict }) => verdict?.judge.name ?? [])
  expect(new Set(judges)).toEqual(new Set(['verbatim, trial 0']))
})

it('a part of the trials is a partial run', TIMEOUT, async () => {
  const { report, stdout } = await runReported({ names: ['trials'], cli: { testNamePattern: '^Tenancy [AB] ·' } })
  expect(report?.suites[0]).toMatchObject({ n: 2, groups: 2, status: 'PASS' })
  expect(report?.suites[0]?.reasons[0]).toBe('no gates declared')
  expect(report?.suites[0]?.reasons[1]).toBe('2 of 9 cases ran')
  expect(headline(stdout)).toContain('n 2')
})
