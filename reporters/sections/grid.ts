import { groupBy } from '../../src/group-by.js'
import { isShown } from '../../src/metrics/grid.js'
import type { GridTable } from '../../src/schema/grid.js'
import { ErrorClass } from '../../src/schema/record.js'
import type { Report, SuiteReport } from '../../src/schema/report.js'
import { count } from '../../src/text/count.js'
import { decimal } from '../../src/text/decimal.js'
import { differenceCell, pointsCell } from '../compare/cells.js'
import { share } from '../metric-cells.js'
import type { Column, Table } from '../text-table.js'
import { capped, type Section, section } from './block.js'
import { SHORT } from './classes.js'

type Arm = GridTable['arms'][number]
type Effect = GridTable['effects'][number]

/** More arms than this are pooled over all factors but the first two. */
const MOST_ARMS = 12
const LOST: readonly ErrorClass[] = ['infrastructure', 'missing']
/** Between the levels of a combination. */
const BETWEEN = ' · '

/** Suites that a grid shows: all of its arms but the one of base levels, which stands for itself, or the only one that ran. */
export function suitesInGrids({ grids, suites }: Report): ReadonlySet<SuiteReport> {
  const keyOf = ({ project, file, suite }: Pick<SuiteReport, 'project' | 'file' | 'suite'>) =>
    JSON.stringify([project, file, suite])
  const shown = new Set(
    grids.flatMap(({ project, file, factors, arms }) => {
      const ran = ranOf(arms)
      const isBase = ({ levels }: Arm) => factors.every(({ factor, base }) => levels[factor] === base)
      const inFull = ran.length === 1 ? ran[0] : ran.length === 0 ? arms.find(isBase) : ran.find(isBase)
      return arms.filter((arm) => arm !== inFull).map(({ suite }) => keyOf({ project, file, suite }))
    }),
  )
  return new Set(suites.filter((suite) => shown.has(keyOf(suite))))
}

/** A grid: what becomes of the items under each combination, what a level changes, and which change moves which leaf most. */
export function gridSections(grid: GridTable, { suites }: Pick<Report, 'suites'>): Section[] {
  const { file, project, arms, effects, drivers, problems } = grid
  const several = new Set(suites.map((suite) => suite.project)).size > 1
  const name = `Grid ${grid.grid}${several ? ` (project ${project})` : ''}`
  return [
    ...section(`${name} · ${file} · ${count(arms.length, 'combination')}`, [
      { kind: 'list', items: capped(problems) },
      { kind: 'text', text: leavesText(grid) },
      { kind: 'table', table: leavesTable(grid) },
    ]),
    ...section(`${name}: what a level changes`, [
      { kind: 'text', text: effectsText(effects) },
      { kind: 'table', table: effectsTable(grid) },
      { kind: 'list', items: drivers.map((driver) => driverText(driver, effects)) },
    ]),
  ]
}

function ranOf(arms: readonly Arm[]): Arm[] {
  return arms.filter(({ n }) => n > 0)
}

function leavesText(grid: GridTable): string {
  const { named, rows } = pooledRows(grid)
  if (rows.length === 0) return ''
  const answerable = rows.flat().map((arm) => arm.answerable)
  const [least, most] = [Math.min(...answerable), Math.max(...answerable)]
  const n = least === most ? String(most) : `${least} to ${most}`
  const pooled = varied(grid.factors).slice(named.length)
  const over = pooled.length === 0 ? '' : ` Over all levels of ${pooled.join(' and ')} together.`
  const unequal = new Set(rows.map(({ length }) => length)).size > 1 ? ' Rows are of unequal numbers of combinations.' : ''
  return `What becomes of the ${n} answerable items with a true premise, and of those that cannot be answered (false confidence).${over}${unequal}`
}

/** The arms that ran, those of a row together, and the factors by which the rows differ. */
function pooledRows({ arms, factors }: GridTable): { named: string[]; rows: Arm[][] } {
  const ran = ranOf(arms)
  const named = ran.length > MOST_ARMS ? varied(factors).slice(0, 2) : varied(factors)
  return { named, rows: [...groupBy(ran, ({ levels }) => JSON.stringify(named.map((factor) => levels[factor]))).values()] }
}

function effectsText(effects: readonly Effect[]): string {
  if (effects.length === 0)
    return 'No two combinations that ran differ in one factor alone, one of them at its base level, so nothing can be compared.'
  const tests = effects.filter(({ adjusted }) => adjusted !== null).length
  const found =
    tests === 0
      ? 'There is no change to test.'
      : `${effects.some(isShown) ? 'Changes with * are' : 'No change is'} shown, by Holm's correction over ${count(tests, 'test')}.`
  const apart = effects.some(({ difference: { unknown, lost } }) => unknown + lost > 0)
    ? ' A pair of which a side is unknown or was lost is left out, so that a change need not be the difference of two rows above.'
    : ''
  return `In points against the base level, everything else being equal, paired item by item. ${found}${apart}`
}

/** One column names a row, however many factors there are, since a table that is too wide repeats its first column alone. */
function leavesTable(grid: GridTable): Table {
  const { named, rows } = pooledRows(grid)
  const classes = ErrorClass.options.filter((leaf) => rows.flat().some(({ leaves }) => leaf in leaves))
  return {
    columns: [
      { header: named.join(BETWEEN) || 'combination', short: named.join(' ·\n') || 'combination' },
      ...classes.map((leaf): Column => ({ header: leaf, short: SHORT[leaf], align: 'right' })),
      { header: 'false confidence', short: SHORT['false confidence'], align: 'right' },
    ],
    rows: rows.map((row) => [
      named.map((factor) => row[0]?.levels[factor] ?? '').join(BETWEEN) || 'all',
      ...classes.map((leaf) => leafCell(row, leaf)),
      falseConfidence(row),
    ]),
  }
}

/** Factors of more than one level. */
function varied(factors: GridTable['factors']): string[] {
  return factors.flatMap(({ factor, levels }) => (levels.length > 1 ? [factor] : []))
}

/** Of an arm of which nothing ran or was judged, only what it was lost to. */
function leafCell(arms: readonly Arm[], leaf: ErrorClass): string {
  const sum = (of: (arm: Arm) => number) => arms.reduce((total, arm) => total + of(arm), 0)
  const all = sum(({ answerable }) => answerable)
  const lost = sum(({ leaves }) => LOST.reduce((total, one) => total + (leaves[one] ?? 0), 0))
  return all === 0 || (all === lost && !LOST.includes(leaf))
    ? '–'
    : share(
        sum(({ leaves }) => leaves[leaf] ?? 0),
        all,
      )
}

function falseConfidence(arms: readonly Arm[]): string {
  const rates = arms.flatMap(({ metrics }) => metrics['falseConfidence'] ?? [])
  const scored = rates.reduce((sum, rate) => sum + rate.scored, 0)
  return scored === 0
    ? '–'
    : share(
        rates.reduce((sum, rate) => sum + rate.count, 0),
        scored,
      )
}

function effectsTable({ effects, factors }: GridTable): Table {
  const [only, ...others] = varied(factors)
  const metrics = [...new Set(effects.map(({ metric }) => metric))]
  const rows = [...groupBy(effects, ({ factor, level }) => JSON.stringify([factor, level])).values()]
  const short = (metric: string) => (Object.hasOwn(SHORT, metric) ? SHORT[metric as ErrorClass] : metric)
  return {
    columns: [
      { header: others.length === 0 ? (only ?? 'level') : 'level' },
      ...metrics.map((metric): Column => ({ header: metric, short: short(metric), align: 'right' })),
    ],
    rows: rows.map((own) => [
      own
        .slice(0, 1)
        .map(({ factor, level }) => (others.length === 0 ? level : `${factor}: ${level}`))
        .join(''),
      ...metrics.map((metric) => effectCell(own.find((effect) => effect.metric === metric))),
    ]),
  }
}

function effectCell(effect: Effect | undefined): string {
  if (effect === undefined || effect.difference.difference === null) return '–'
  return `${pointsCell(effect.difference.difference)}${isShown(effect) ? '*' : ''}`
}

/** `retrieval error is changed most by retriever: hybrid against bm25 −4.0 [−6.0, −2.0], adjusted p .003, 240 pairs in 150 groups` */
function driverText({ metric, factor, level, adjusted }: GridTable['drivers'][number], effects: readonly Effect[]): string {
  const effect = effects.find((one) => one.metric === metric && one.factor === factor && one.level === level)
  if (effect === undefined) return ''
  const { pairs, groups } = effect.difference
  return `${metric} is changed most by ${factor}: ${level} against ${effect.against} ${differenceCell(metric, effect.difference)}, adjusted p ${decimal(adjusted)}, ${count(pairs, 'pair')} in ${count(groups, 'group')}`
}
