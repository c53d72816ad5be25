import { groupBy } from '../src/group-by.js'
import { driversOf, type GridArm, gridEffects, isOfLeaves, leavesOf } from '../src/metrics/grid.js'
import type { GridTable } from '../src/schema/grid.js'
import type { Arm } from '../src/schema/record.js'
import type { SuiteReport } from '../src/schema/report.js'
import { count } from '../src/text/count.js'
import { suiteKey } from './facts.js'
import type { AssessedSuite } from './suite-report.js'

/** Rates of an arm that a grid shows beside its leaves. */
const METRICS = [
  'hallucinationRate',
  'answered',
  'overRefusal',
  'falseConfidence',
  'premiseCorrected',
  'twinParity',
  'goldRetrieved',
]

type ArmSuite = AssessedSuite & { header: { arm: Arm } }

/** The grids of a run: suites of one file and one grid side by side. Pure. */
export function gridTables(assessed: readonly AssessedSuite[], reports: readonly SuiteReport[]): GridTable[] {
  const arms = assessed.filter((suite): suite is ArmSuite => suite.header.arm !== undefined)
  const byKey = new Map(reports.map((report) => [suiteKey(report.project, report), report]))
  const grids = groupBy(arms, ({ project, header: { file, arm } }) => JSON.stringify([project, file, arm.grid]))
  return [...grids.values()].map((suites) => gridTable(suites, byKey))
}

/** Suites of grids that did not run, which a headline says once a grid: the first of its problems. */
export function idleArms(grids: readonly GridTable[]): { keys: ReadonlySet<string>; reasons: string[] } {
  const idle = grids.filter(({ arms }) => arms.some(({ n }) => n === 0))
  const keys = idle.flatMap(({ project, file, arms }) =>
    arms.flatMap(({ suite, n }) => (n === 0 ? [suiteKey(project, { file, suite })] : [])),
  )
  return { keys: new Set(keys), reasons: idle.map(({ grid, problems: [first] }) => `Grid ${grid}: ${first}`) }
}

function gridTable(suites: readonly ArmSuite[], reports: ReadonlyMap<string, SuiteReport>): GridTable {
  const [first] = suites
  const { project = '', header } = first ?? {}
  const base = header?.arm.base ?? {}
  const arms = suites.map(
    ({ header: { suite, arm }, records }): GridArm => ({ suite, levels: arm.levels, base: arm.base, records }),
  )
  const effects = gridEffects(arms.filter(({ records }) => records.length > 0))
  return {
    grid: header?.arm.grid ?? '',
    file: header?.file ?? '',
    project,
    factors: Object.entries(base).map(([factor, level]) => ({
      factor,
      levels: [...new Set([level, ...arms.flatMap(({ levels }) => levels[factor] ?? [])])],
      base: level,
    })),
    arms: suites.map(({ project: own, header: { suite, file, arm }, records }) => {
      const metrics = reports.get(suiteKey(own, { file, suite }))?.metrics ?? {}
      return {
        suite,
        levels: arm.levels,
        n: records.length,
        answerable: records.filter(isOfLeaves).length,
        leaves: leavesOf(records),
        metrics: Object.fromEntries(METRICS.flatMap((name) => (metrics[name] === undefined ? [] : [[name, metrics[name]]]))),
      }
    }),
    effects,
    drivers: driversOf(effects),
    problems: problemsOf(suites, base),
  }
}

/** Why a comparison of arms is less than it seems: what all say alike is said once. */
function problemsOf(suites: readonly ArmSuite[], base: Readonly<Record<string, string>>): string[] {
  const isBase = ({ header: { arm } }: ArmSuite) => Object.entries(base).every(([factor, level]) => arm.levels[factor] === level)
  const ran = suites.filter(({ records }) => records.length > 0)
  const most = Math.max(...ran.map(({ records }) => records.length))
  const reasons = ran.flatMap(({ header: { suite }, records: { length }, infrastructure, partial }) => {
    const own = [...infrastructure, ...partial]
    return (own.length === 0 && length < most ? [`${length} of ${most} cases ran`] : own).map((reason) => ({ suite, reason }))
  })
  return [
    ...notRun(suites, isBase),
    ...(suites.some(isBase) ? [] : ['no combination of all base levels is in the run']),
    ...(new Set(suites.map(({ header: { judge } }) => JSON.stringify(judge))).size > 1 ? ['its arms have several judges'] : []),
    ...[...groupBy(reasons, ({ reason }) => reason)].map(
      ([reason, [first, ...more]]) => `${more.length === 0 ? first?.suite : count(more.length + 1, 'combination')}: ${reason}`,
    ),
  ]
}

/** `9 of 16 combinations did not run, that of the base levels among them: -t hybrid` */
function notRun(suites: readonly ArmSuite[], isBase: (suite: ArmSuite) => boolean): string[] {
  const missing = suites.filter(({ records }) => records.length === 0)
  if (missing.length === 0) return []
  const why = [...new Set(missing.flatMap(({ infrastructure, partial }) => [...infrastructure, ...partial]))]
  // That none of its cases ran is what is being said.
  const reasons = why.filter((reason) => !reason.startsWith('0 of ')).join('; ')
  return [
    `${missing.length} of ${count(suites.length, 'combination')} did not run${missing.some(isBase) ? ', that of the base levels among them' : ''}${reasons === '' ? '' : `: ${reasons}`}`,
  ]
}
