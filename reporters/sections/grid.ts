import { groupBy } from '../../src/group-by.js'
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
const ALPHA = 0.05

/** Suites that a grid shows: all of its arms but the one of base levels, which stands for itself. */
export function suitesInGrids({ grids, suites }: Report): ReadonlySet<SuiteReport> {
  const keyOf = ({ project, file, suite }: Pick<SuiteReport, 'project' | 'file' | 'suite'>) =>
    JSON.stringify([project, file, suite])
  const shown = new Set(
    grids.flatMap(({ project, file, factors, arms }) =>
      arms
        .filter(({ levels }) => factors.some(({ factor, base }) => levels[factor] !== base))
        .map(({ suite }) => keyOf({ project, file, suite })),
    ),
  )
  return new Set(suites.filter((suite) => shown.has(keyOf(suite))))
}

/** A grid: what becomes of the items under each combination, what a level changes, and which change drives which leaf. */
export function gridSections(grid: GridTable): Section[] {
  const { grid: name, file, arms, effects, drivers, problems } = grid
  const tests = effects.filter(({ adjusted }) => adjusted !== null).length
  const shown = effects.filter(isShown)
  return [
    ...section(`Grid ${name} · ${file} · ${count(arms.length, 'combination')}`, [
      { kind: 'list', items: capped(problems) },
      { kind: 'text', text: leavesText(grid) },
      { kind: 'table', table: leavesTable(grid) },
    ]),
    ...section(`Grid ${name}: what a level changes`, [
      {
        kind: 'text',
        text:
          effects.length === 0
            ? 'No two combinations differ in one factor alone, so nothing can be compared.'
            : `In points against the base level, everything else being equal, paired item by item. ${shown.length === 0 ? 'No change is' : 'Changes with * are'} shown, by Holm's correction over ${count(tests, 'test')}.`,
      },
      { kind: 'table', table: effectsTable(grid) },
      { kind: 'list', items: drivers.map((driver) => driverText(driver, effects)) },
    ]),
  ]
}

function leavesText({ arms, factors }: GridTable): string {
  const [least, most] = [
    Math.min(...arms.map(({ answerable }) => answerable)),
    Math.max(...arms.map(({ answerable }) => answerable)),
  ]
  const n = least === most ? String(most) : `${least} to ${most}`
  const pooled = arms.length > MOST_ARMS ? varied(factors).slice(2) : []
  const over = pooled.length === 0 ? '' : ` Over all levels of ${pooled.join(' and ')} together.`
  return `What becomes of the ${n} answerable items with a true premise, and of those that cannot be answered (false confidence).${over}`
}

interface Row {
  levels: string[]
  arms: Arm[]
}

function leavesTable(grid: GridTable): Table {
  const { factors, arms } = grid
  const named = arms.length > MOST_ARMS ? varied(factors).slice(0, 2) : varied(factors)
  const rows: Row[] = [...groupBy(arms, ({ levels }) => JSON.stringify(named.map((factor) => levels[factor]))).values()].map(
    (pooled) => ({
      levels: named.map((factor) => pooled[0]?.levels[factor] ?? ''),
      arms: pooled,
    }),
  )
  const classes = ErrorClass.options.filter((leaf) => arms.some(({ leaves }) => leaf in leaves))
  const columns: Column[] = [
    ...named.map((factor): Column => ({ header: factor })),
    ...classes.map((leaf): Column => ({ header: leaf, short: SHORT[leaf], align: 'right' })),
    { header: 'false confidence', short: SHORT['false confidence'], align: 'right' },
  ]
  return {
    columns,
    rows: rows.map((row) => [...row.levels, ...classes.map((leaf) => leafCell(row.arms, leaf)), falseConfidence(row.arms)]),
  }
}

/** Factors of more than one level. */
function varied(factors: GridTable['factors']): string[] {
  return factors.flatMap(({ factor, levels }) => (levels.length > 1 ? [factor] : []))
}

function leafCell(arms: readonly Arm[], leaf: string): string {
  const of = arms.reduce((sum, { answerable }) => sum + answerable, 0)
  return of === 0
    ? '–'
    : share(
        arms.reduce((sum, { leaves }) => sum + (leaves[leaf] ?? 0), 0),
        of,
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

function isShown({ adjusted, difference: { difference } }: Effect): boolean {
  return adjusted !== null && adjusted <= ALPHA && difference !== null && difference !== 0
}

/** `retrieval error is driven by retriever: hybrid against bm25 −4.0 [−6.0, −2.0], adjusted p .003, 240 pairs in 150 groups` */
function driverText({ metric, factor, level, adjusted }: GridTable['drivers'][number], effects: readonly Effect[]): string {
  const effect = effects.find((one) => one.metric === metric && one.factor === factor && one.level === level)
  if (effect === undefined) return ''
  const { pairs, groups } = effect.difference
  return `${metric} is driven by ${factor}: ${level} against ${effect.against} ${differenceCell(metric, effect.difference)}, adjusted p ${decimal(adjusted)}, ${count(pairs, 'pair')} in ${count(groups, 'group')}`
}
