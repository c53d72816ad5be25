import { describe, expect, it } from 'vitest'
import type { Report } from '../src/schema/report.js'
import type { RunFacts } from './facts.js'
import {
  hallucinated,
  hostileRun,
  lost,
  makeCase,
  makeFacts,
  makeHeader,
  outageRun,
  providerRun,
  tenancyRun,
  times,
  twinRun,
  twoSuiteRun,
  unscoredRun,
} from './fixtures.test-util.js'
import { renderJunit } from './junit.js'
import { type Element, readXml, schemaFaults } from './junit.test-util.js'
import { buildReport, isBlocking } from './report.js'

const render = (facts: RunFacts) => [...renderJunit(buildReport(facts), facts)].join('')
const read = (facts: RunFacts) => readXml(render(facts))
const named = ({ children }: Element, name: string) => children.filter((child) => child.name === name)
const suiteOf = (root: Element, name: string) => root.children.find(({ attributes }) => attributes['name'] === name)
const caseOf = (suite: Element | undefined, start: string) =>
  suite?.children.find(({ attributes }) => attributes['name']?.startsWith(start))
const propertiesOf = (suite: Element | undefined) =>
  Object.fromEntries((suite?.children[0]?.children ?? []).map(({ attributes: { name = '', value } }) => [name, value]))
/** Of a case: the lines of its output. */
const outputOf = (one: Element | undefined) =>
  Object.fromEntries(
    [...(one?.children.find(({ name }) => name === 'system-out')?.text ?? '').matchAll(/^\[\[PROPERTY\|(.*?)=(.*)\]\]$/gm)].map(
      ([, name = '', value]) => [name, value],
    ),
  )

const RUNS: [string, RunFacts][] = [
  ['a run that passes', twoSuiteRun()],
  ['a run that fails', tenancyRun(18)],
  ['twins', twinRun()],
  ['nothing scored', unscoredRun()],
  ['an outage', outageRun()],
  ['a provider that fails', providerRun()],
  ['hostile texts', hostileRun()],
  ['no suite', makeFacts([], { problems: ['a.suite.ts: did not load'] })],
]

describe('a JUnit file', () => {
  it.each(RUNS)("satisfies the schema of Jenkins' xUnit plugin: %s", (_, facts) => {
    expect(schemaFaults(read(facts))).toEqual([])
  })

  it.each(RUNS)('counts what is in it: %s', (_, facts) => {
    const root = read(facts)
    for (const suite of root.children) {
      const cases = named(suite, 'testcase')
      const count = (name: string) => String(cases.filter((one) => named(one, name).length > 0).length)
      expect(suite.attributes).toMatchObject({
        tests: String(cases.length),
        failures: count('failure'),
        errors: count('error'),
        skipped: count('skipped'),
      })
    }
    for (const name of ['tests', 'failures', 'errors']) {
      const sum = root.children.reduce((total, { attributes }) => total + Number(attributes[name]), 0)
      expect(root.attributes[name]).toBe(String(sum))
    }
  })

  const lostSuite = { header: makeHeader({ total: 20, selected: 20 }), cases: times(20, lost) }
  const reported = makeHeader({ policy: 'report', gates: [{ metric: 'correct', min: 1 }] })

  it.each<[string, RunFacts]>([
    ...RUNS,
    ['a suite that is red without a gate', makeFacts([lostSuite])],
    ['policy report', makeFacts([{ header: reported, cases: times(300, hallucinated) }])],
    ['a shard', { ...tenancyRun(18), end: { ...tenancyRun(18).end, shard: '1/4' } }],
  ])('is red where the run is: %s', (_, facts) => {
    const { failures, errors } = read(facts).attributes
    const blocking = isBlocking(buildReport(facts))
    expect({ blocking, failures, errors }).toEqual(
      blocking
        ? { blocking, failures, errors: failures === '0' ? expect.not.stringMatching(/^0$/) : errors }
        : { blocking, failures: '0', errors },
    )
  })
})

describe('fault 54: what a JUnit file says of', () => {
  const scores = { 'recall@5': { value: 0.5 }, mrr: { value: 0.25 }, spanRecall: { value: null, reason: 'no gold span' } }
  const facts = makeFacts(
    [
      {
        header: makeHeader({
          total: 5,
          selected: 5,
          gates: [
            { metric: 'hallucinationRate', max: 0.9 },
            { metric: 'correct', min: 0.99, mode: 'point' },
            { metric: 'overRefusal', max: 0.05 },
            { metric: 'bogus', max: 0.05 },
          ],
        }),
        cases: [
          makeCase(0, { scores, durationMs: 1250 }),
          hallucinated(1, { place: { file: 'a.jsonl', line: 7 } }),
          makeCase(2, { errorClass: 'unscored', signals: { c: null, g: true, r: true }, unscored: { c: 'no reference' } }),
          lost(3),
        ],
      },
    ],
    {
      red: [{ project: 'docket', file: 'suites/tenancy.suite.ts', suite: 'Tenancy', id: 'T-002', message: 'expected grounded' }],
      noResult: [{ project: 'docket', file: 'suites/tenancy.suite.ts', suite: 'Tenancy', id: 'T-005' }],
    },
  )
  const root = read(facts)
  const suite = suiteOf(root, 'docket > Tenancy')
  const report = buildReport(facts)

  it('a benchmark: its metrics with their counts and intervals, and its gates', () => {
    const metric = report.suites[0]?.metrics['hallucinationRate']
    expect(metric).toMatchObject({ scored: 3, total: 4 })
    expect(propertiesOf(suite)).toMatchObject({
      status: report.status,
      policy: 'gate',
      hallucinationRate: String(metric?.value),
      'hallucinationRate.scored': '3',
      'hallucinationRate.total': '4',
      'hallucinationRate.low': String(metric?.low),
      'recall@5': '0.5',
      'recall@5.scored': '1',
      'gate bogus ≤ 5.0%': 'closed',
    })
    expect(suite?.attributes).toMatchObject({ file: 'suites/tenancy.suite.ts', timestamp: '2026-11-29T10:00:00' })
  })

  it('a benchmark with a baseline: what became wrong, and the difference of each metric', () => {
    const difference = {
      ...{
        label: 'correct',
        better: 'higher' as const,
        base: 0.9,
        now: 0.8,
        difference: -0.1,
        low: -0.2,
        high: 0.01,
        p: 0.06,
        midP: null,
      },
      ...{ pairs: 5, groups: 5, worse: 1, improved: 0, unknown: 0, lost: 0 },
    }
    const comparison = {
      ...{
        baseline: 'baselines/tenancy.jsonl',
        run: 'r',
        startedAt: '',
        refused: null,
        shared: 5,
        of: 5,
        added: [],
        removed: [],
        edited: [],
      },
      ...{ renamed: [], newlyRight: [], changed: [], differences: { correct: difference }, slices: [] },
      newlyWrong: [{ id: 'T-002', before: 'correct' as const, now: 'hallucination' as const, question: 'q' }],
    }
    const withBaseline = (compared: Report['suites'][number]['comparison']) => {
      const suites = report.suites.map((one) => ({ ...one, comparison: compared }))
      const xml = readXml([...renderJunit({ ...report, suites }, facts)].join(''))
      expect(schemaFaults(xml)).toEqual([])
      return propertiesOf(suiteOf(xml, 'docket > Tenancy'))
    }
    expect(withBaseline(comparison)).toMatchObject({
      baseline: 'baselines/tenancy.jsonl',
      newlyWrong: '1',
      newlyRight: '0',
      'correct.base': '0.9',
      'correct.difference': '-0.1',
      'correct.difference.high': '0.01',
      'correct.difference.p': '0.06',
    })
    const refused = withBaseline({ ...comparison, refused: 'another judge' })
    expect(refused).toMatchObject({ 'baseline.refused': 'another judge' })
    expect(refused).not.toHaveProperty('newlyWrong')
  })

  it('a case: class, signals, scores, cost and time', () => {
    const one = caseOf(suite, 'T-001: How long')
    expect(one?.attributes).toMatchObject({ classname: 'docket > Tenancy', time: '1.250' })
    expect(outputOf(one)).toMatchObject({
      class: 'correct',
      outcome: 'answered',
      c: 'true',
      g: 'true',
      'recall@5': '0.5',
      mrr: '0.25',
      'spanRecall.reason': 'no gold span',
      judgeUsd: '0.0111',
      dataFile: 'suites/tenancy.jsonl',
      dataLine: '1',
    })
    expect(outputOf(one)).not.toHaveProperty('spanRecall')
    expect(one?.children.map(({ name }) => name)).toEqual(['system-out'])
  })

  it('a red case: its message, and beside it claim, nearest passage and data line', () => {
    const [failure] = caseOf(suite, 'T-002')?.children ?? []
    expect(failure).toMatchObject({ name: 'failure', attributes: { type: 'hallucination', message: 'expected grounded' } })
    expect(failure?.text).toMatch(
      /^hallucination at a\.jsonl:7\nquestion: .*\nclaim: The landlord.*\nreason: number.*\nnearest: Section 12/,
    )
  })

  it.each([
    ['a case that nobody could score', 'T-003', 'skipped', 'unscored: c: no reference'],
    ['a case that was lost', 'T-004', 'error', '503 Service Unavailable after 4 tries'],
    ['a case without a record', 'T-005', 'error', 'no result: it was cut off'],
  ])('%s', (_, id, name, message) => {
    expect(caseOf(suite, id)?.children[0]).toMatchObject({ name, attributes: { message } })
  })

  it('gates: each a test, with what it was decided by', () => {
    const gates = suiteOf(root, 'gates')
    const kinds = gates?.children.map((one) => [one.attributes['name'], one.children[0]?.name])
    // With a case lost of five the run decides none.
    expect(kinds).toEqual(
      ['hallucinationRate ≤ 90.0%', 'correct ≥ 99.0% (point)', 'overRefusal ≤ 5.0%', 'bogus ≤ 5.0%'].map((name) => [
        name,
        'failure',
      ]),
    )
    const decided = suiteOf(read(tenancyRun(8)), 'gates')
    const [undecided, passed] = decided?.children ?? []
    expect(undecided?.children[0]).toMatchObject({ name: 'skipped', attributes: { type: 'undecided' } })
    expect(passed?.children.map(({ name }) => name)).toEqual(['system-out'])
    const gate = buildReport(tenancyRun(8)).suites[0]?.gates[0]
    expect(outputOf(undecided)).toMatchObject({
      status: 'undecided',
      upper: String(gate?.upper),
      p: String(gate?.p),
      needed: String(gate?.needed),
    })
  })

  it('a gate that fails: the cases that count against it', () => {
    const failing = tenancyRun(18)
    const { message, cases = [] } = buildReport(failing).suites[0]?.gates[0] ?? {}
    const [failure] = suiteOf(read(failing), 'gates')?.children[0]?.children ?? []
    expect(failure?.name).toBe('failure')
    expect(failure?.text.startsWith(`${message}\n\nT-001: hallucination at suites/tenancy.jsonl:1\nquestion: `)).toBe(true)
    expect([...(failure?.text ?? '').matchAll(/^(T-\d+): hallucination/gmu)].map(([, id]) => id)).toEqual(cases)
    expect(failure?.text.length).toBeLessThanOrEqual(2000)
  })

  it('what went wrong outside any suite', () => {
    const run = suiteOf(read(makeFacts([], { problems: ['a.suite.ts: did not load'] })), 'run')
    expect(run?.children[0]?.children[0]).toMatchObject({ name: 'error', attributes: { message: 'a.suite.ts: did not load' } })
  })
})

describe('fault 51: a JUnit file of many cases', () => {
  it('comes in pieces, none of which grows with the run', { timeout: 30_000 }, () => {
    const cases = times(3000, (i) => makeCase(i, { evidence: { answer: 'x'.repeat(5000) } }))
    const facts = makeFacts([{ header: makeHeader({ total: 3000, selected: 3000 }), cases }])
    const pieces = [...renderJunit(buildReport(facts), facts)]
    expect(pieces.length).toBeGreaterThan(3000)
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(10_000)
    expect(pieces.join('')).not.toContain('xxxx')
  })
})
