import { describeGate } from '../src/run/gates/names.js'
import type { Mean, Metric } from '../src/schema/metric.js'
import type { CaseRecord } from '../src/schema/record.js'
import type { GateResult, Report, SuiteReport } from '../src/schema/report.js'
import { clip, oneLine } from '../src/text/clip.js'
import { baselineOfCases } from './case-baseline.js'
import { CASE_FIELDS, type FieldValue, unknownReason } from './case-fields.js'
import type { RunFacts } from './facts.js'
import { type SuiteCase, suiteCases } from './suite-cases.js'
import { xmlAttributes, xmlText } from './xml.js'

/** What a consumer of JUnit files is told of a test beside its name. */
type Said = { as: 'pass' } | { as: 'failure' | 'error' | 'skipped'; type: string; message: string; text?: string }

interface TestCase {
  name: string
  classname: string
  seconds: number | null
  said: Said
  properties: [string, FieldValue][]
}

interface TestSuite {
  name: string
  file?: string
  properties: [string, FieldValue][]
  /** Made anew each time: of many cases only one is held at once. */
  cases: () => Iterable<TestCase>
}

const LONGEST_MESSAGE = 500
const LONGEST_TEXT = 2000

/**
 * The run as JUnit XML, in pieces: a `testsuite` a benchmark with its metrics, a `testcase` a case with its scores, and the gates as a suite of their own. It is red where
 * the run is, and follows the schema of Jenkins' xUnit plugin, by which cases have no properties: theirs are lines `[[PROPERTY|name=value]]` of their output.
 */
export function* renderJunit(report: Report, facts: RunFacts): Generator<string, void, void> {
  const suites = [...suitesOf(report, facts), ...gatesOf(report, facts), ...problemsOf(report)]
  const tallies = suites.map(({ cases }) => tallyOf(cases()))
  const all = (of: (tally: Tally) => number) => tallies.reduce((sum, tally) => sum + of(tally), 0)
  const total = {
    tests: all(({ tests }) => tests),
    failures: all(({ failures }) => failures),
    errors: all(({ errors }) => errors),
  }
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites${xmlAttributes({ name: `vitest-docket ${report.run}`, ...total, time: all(({ seconds }) => seconds).toFixed(3) })}>\n`
  // Ant's form has no zone; the time is UTC.
  const timestamp = report.startedAt.slice(0, 19)
  for (const [place, { name, file, properties, cases }] of suites.entries()) {
    const { seconds = 0, ...tally } = tallies[place] ?? tallyOf([])
    yield `  <testsuite${xmlAttributes({ name, ...tally, time: seconds.toFixed(3), timestamp, file })}>\n${propertiesXml(properties)}`
    for (const one of cases()) yield testCaseXml(one)
    yield '  </testsuite>\n'
  }
  yield '</testsuites>\n'
}

function suitesOf(report: Report, facts: RunFacts): TestSuite[] {
  return suiteCases(report, facts).map(({ suite, cases }) => ({
    name: nameOf(suite),
    file: suite.file,
    properties: suiteProperties(suite),
    cases: function* () {
      const baselineOf = baselineOfCases(suite)
      for (const one of cases) yield testCaseOf(suite, one, baselineOf)
    },
  }))
}

function nameOf({ project, suite }: SuiteReport): string {
  return project === '' ? suite : `${project} > ${suite}`
}

function suiteProperties(suite: SuiteReport): TestSuite['properties'] {
  const { status, policy, system, judge, n, selected, groups } = suite
  return [
    ...Object.entries({ status, policy, system, judge, n, selected, groups }),
    ...Object.entries({ ...suite.metrics, ...suite.means }).flatMap(([name, metric]) => metricProperties(name, metric)),
    ...comparisonProperties(suite.comparison),
    ...suite.gates.map(({ gate, status }): [string, FieldValue] => [`gate ${describeGate(gate)}`, status]),
  ]
}

function comparisonProperties(comparison: SuiteReport['comparison']): TestSuite['properties'] {
  if (comparison === null) return []
  const { baseline, refused, shared, newlyWrong, newlyRight, differences } = comparison
  if (refused !== null) return Object.entries({ baseline, 'baseline.refused': refused })
  return [
    ...Object.entries({ baseline, shared, newlyWrong: newlyWrong.length, newlyRight: newlyRight.length }),
    ...Object.entries(differences).flatMap(([name, { base, difference, low, high, p }]): [string, FieldValue][] => [
      [`${name}.base`, base],
      [`${name}.difference`, difference],
      [`${name}.difference.low`, low],
      [`${name}.difference.high`, high],
      [`${name}.difference.p`, p],
    ]),
  ]
}

/** A metric that counts no case says nothing. */
function metricProperties(name: string, metric: Metric | Mean): [string, FieldValue][] {
  const { value, low, high, scored, total } = metric
  if (total === 0) return []
  return [
    [name, value],
    [`${name}.scored`, scored],
    [`${name}.total`, total],
    [`${name}.low`, low],
    [`${name}.high`, high],
  ]
}

function testCaseOf(suite: SuiteReport, one: SuiteCase, baselineOf: ReturnType<typeof baselineOfCases>): TestCase {
  const { id, record } = one
  return {
    name: record === null ? id : `${id}: ${record.title}`,
    classname: nameOf(suite),
    seconds: record?.durationMs == null ? null : record.durationMs / 1000,
    said: saidOfCase(one),
    properties: record === null ? [] : [...caseProperties(record), ...Object.entries(baselineOf(record))],
  }
}

/** Infrastructure is an error whatever else it is; then what is red fails; what nobody could score is skipped. */
function saidOfCase({ record, red }: SuiteCase): Said {
  if (record === null) return { as: 'error', type: 'no result', message: red ?? 'no result: it was cut off' }
  const { failure, errorClass } = record
  const text = evidenceText(record)
  if (failure !== undefined && failure.kind !== 'missing') {
    return { as: 'error', type: `${failure.stage} ${failure.kind}`, message: failure.message, text }
  }
  if (red !== undefined) return { as: 'failure', type: errorClass, message: red, text }
  if (errorClass === 'unscored' || errorClass === 'missing') {
    return { as: 'skipped', type: errorClass, message: `${errorClass}: ${unknownReason(record) ?? 'nobody knows'}` }
  }
  return { as: 'pass' }
}

function evidenceText({ errorClass, place, title, evidence: { claim, reason, nearest } }: CaseRecord): string {
  const lines = [
    place === undefined ? errorClass : `${errorClass} at ${place.file}:${place.line}`,
    `question: ${title}`,
    ...Object.entries({ claim, reason, nearest }).flatMap(([name, text]) => (text === undefined ? [] : [`${name}: ${text}`])),
  ]
  return clip(lines.join('\n'), LONGEST_TEXT)
}

const SHOWN = [
  ...(['class', 'cause', 'outcome', 'c', 'g', 'r', 'reason', 'goldCited', 'goldCitedSection', 'claimCount'] as const),
  ...(['unsupportedClaimCount', 'dataFile', 'dataLine', 'hash', 'latencyMs', 'judgeUsd', 'systemUsd'] as const),
] as const satisfies readonly (keyof typeof CASE_FIELDS)[]

function caseProperties(record: CaseRecord): TestCase['properties'] {
  return [
    ...SHOWN.map((name): [string, FieldValue] => [name, CASE_FIELDS[name](record)]),
    ...Object.entries(record.scores).flatMap(([name, { value, reason = 'not known' }]): [string, FieldValue][] =>
      value === null ? [[`${name}.reason`, reason]] : [[name, value]],
    ),
  ]
}

/** A test a gate; and where a suite is red without any that says so, what it is red for. */
function gatesOf(report: Report, facts: RunFacts): TestSuite[] {
  const cases = suiteCases(report, facts).flatMap(({ suite, cases: ofSuite }) => {
    const gates = suite.gates.map((result) => gateCase(suite, result, ofSuite, facts.end.shard))
    const isBlocking = suite.policy !== 'report' && (suite.status === 'FAIL' || suite.status === 'INFRASTRUCTURE')
    const isSaid = gates.some(({ said }) => isRed(said)) || ofSuite.some((one) => isRed(saidOfCase(one)))
    return isBlocking && !isSaid ? [...gates, statusCase(suite)] : gates
  })
  return cases.length === 0 ? [] : [{ name: 'gates', properties: [], cases: () => cases }]
}

function isRed({ as }: Said): boolean {
  return as === 'failure' || as === 'error'
}

function gateCase(suite: SuiteReport, result: GateResult, cases: readonly SuiteCase[], shard: string | null): TestCase {
  const { gate, status, metric, lower, upper, p, adjusted, needed } = result
  const value = metric?.value ?? null
  const scored = metric?.scored ?? null
  const total = metric?.total ?? null
  return {
    name: describeGate(gate),
    classname: nameOf(suite),
    seconds: null,
    said: saidOfGate(suite, result, cases, shard),
    properties: Object.entries({ status, value, scored, total, lower, upper, p, adjusted, needed }),
  }
}

/** Under policy `report` no gate turns a run red, nor this file; and a shard decides none. */
function saidOfGate(
  { policy }: SuiteReport,
  { gate, status, message, cases: against }: GateResult,
  cases: readonly SuiteCase[],
  shard: string | null,
): Said {
  if (status === 'pass') return { as: 'pass' }
  const fails = status !== 'undecided' || gate.undecided === 'fail'
  if (!fails || policy === 'report' || shard !== null) return { as: 'skipped', type: status, message: `${status}: ${message}` }
  const evidence = cases.flatMap(({ id, record }) =>
    record !== null && against.includes(id) ? [`${id}: ${clip(evidenceText(record), LONGEST_MESSAGE)}`] : [],
  )
  return { as: 'failure', type: status, message, text: clip([message, ...evidence].join('\n\n'), LONGEST_TEXT) }
}

function statusCase(suite: SuiteReport): TestCase {
  const message = suite.reasons.join('; ')
  return {
    name: 'status',
    classname: nameOf(suite),
    seconds: null,
    said: { as: suite.status === 'FAIL' ? 'failure' : 'error', type: suite.status, message, text: message },
    properties: [],
  }
}

/** What went wrong outside any suite. */
function problemsOf({ problems }: Report): TestSuite[] {
  const cases = problems.map((problem, place): TestCase => {
    const said: Said = { as: 'error', type: 'problem', message: problem, text: clip(problem, LONGEST_TEXT) }
    return { name: `problem ${place + 1}`, classname: 'run', seconds: null, said, properties: [] }
  })
  return cases.length === 0 ? [] : [{ name: 'run', properties: [], cases: () => cases }]
}

interface Tally {
  tests: number
  failures: number
  errors: number
  skipped: number
  seconds: number
}

function tallyOf(cases: Iterable<TestCase>): Tally {
  const tally = { tests: 0, failures: 0, errors: 0, skipped: 0, seconds: 0 }
  for (const { said, seconds } of cases) {
    tally.tests += 1
    tally.seconds += seconds ?? 0
    if (said.as === 'failure') tally.failures += 1
    if (said.as === 'error') tally.errors += 1
    if (said.as === 'skipped') tally.skipped += 1
  }
  return tally
}

function testCaseXml({ name, classname, seconds, said, properties }: TestCase): string {
  const attributes = xmlAttributes({
    name: oneLine(name, LONGEST_MESSAGE),
    classname: oneLine(classname, LONGEST_MESSAGE),
    time: seconds?.toFixed(3),
  })
  const inside = `${saidXml(said)}${outputXml(properties)}`
  return inside === '' ? `    <testcase${attributes}/>\n` : `    <testcase${attributes}>\n${inside}    </testcase>\n`
}

function saidXml(said: Said): string {
  if (said.as === 'pass') return ''
  const attributes = xmlAttributes({ type: said.type, message: oneLine(said.message, LONGEST_MESSAGE) })
  return said.text === undefined
    ? `      <${said.as}${attributes}/>\n`
    : `      <${said.as}${attributes}>${xmlText(said.text)}</${said.as}>\n`
}

function outputXml(properties: TestCase['properties']): string {
  const lines = known(properties).map(([name, value]) => `[[PROPERTY|${name}=${value}]]\n`)
  return lines.length === 0 ? '' : `      <system-out>\n${xmlText(lines.join(''))}</system-out>\n`
}

function propertiesXml(properties: TestSuite['properties']): string {
  const lines = known(properties).map(([name, value]) => `      <property${xmlAttributes({ name, value })}/>\n`)
  return lines.length === 0 ? '' : `    <properties>\n${lines.join('')}    </properties>\n`
}

/** What is not known has no property: an empty one would read as a value. */
function known(properties: readonly [string, FieldValue][]): [string, string][] {
  return properties.flatMap(([name, value]) =>
    value === null ? [] : [[oneLine(name, LONGEST_MESSAGE), oneLine(String(value), LONGEST_MESSAGE)]],
  )
}
