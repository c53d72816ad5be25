import { figureOf, isMean } from '../../src/run/gates/names.js'
import type {
  Against,
  ItemDifference,
  MetricRow,
  RunInComparison,
  RunsComparison,
  SuiteComparison,
} from '../../src/schema/compare.js'
import { count } from '../../src/text/count.js'
import { percent } from '../../src/text/percent.js'
import { plainText } from '../../src/text/plain-text.js'
import { wrap } from '../layout.js'
import { type Block, capped, type Section, section } from '../sections/block.js'
import type { Column, Table } from '../text-table.js'
import { differenceCell, isShown, pairsCell, pCell, valueCell } from './cells.js'

export interface CompareOptions {
  /** Whether a table of all runs is narrow enough to be read; else each run has a block of its own. */
  fits(table: Table): boolean
  /** Items that are listed of each kind. @default 10 */
  items?: number
}

/** A comparison as it is shown: the first line, then sections, those with a title per run being lists of items. */
export interface CompareView {
  headline: string
  sections: Section[]
}

const LABEL_WIDTH = 14

/** What a comparison says, settled; how it looks is the renderer's. */
export function viewComparison(comparison: RunsComparison, { fits, items = 10 }: CompareOptions): CompareView {
  const { suites, leftOut } = comparison
  const several = suites.length > 1
  const named = (suite: SuiteComparison) => (title: string) => (several ? `${plainText(suite.suite)}: ${title}` : title)
  const missing = leftOut.map(({ suite, runs }) => `Not compared, since not every run has it: ${suite} (${runs.join(', ')})`)
  return {
    headline: headline(comparison),
    sections: [
      ...suites.flatMap((suite) => suiteSections(suite, { fits, items, title: named(suite) })),
      ...section('How to read this', [{ kind: 'list', items: [...missing, ...explained(comparison)] }]),
    ],
  }
}

function headline({ suites, tests, alpha }: RunsComparison): string {
  const all = suites.flatMap(({ metrics }) => metrics.flatMap(({ differences }) => differences.flatMap((one) => one ?? [])))
  const real = all.filter(({ finding }) => isShown(finding)).length
  const labels = suites[0]?.runs.map(({ label }) => label) ?? []
  const names = `${labels.slice(1).join(', ')} against ${labels[0] ?? ''}`
  if (tests === 0) return `${names}: nothing could be tested`
  const found = real === 0 ? 'no difference is real' : real === 1 ? '1 difference is real' : `${real} differences are real`
  return `${names}: ${found} of ${count(tests, 'test')} (p ≤ ${String(alpha).slice(1)} after Holm), ${tests - real} not shown`
}

function suiteSections(
  { suite, runs, metrics }: SuiteComparison,
  { fits, items, title }: Required<CompareOptions> & { title: (text: string) => string },
): Section[] {
  const [reference, ...others] = runs
  if (reference === undefined) return []
  const whole = allInOne(runs, metrics)
  const inOne = others.length === 1 || fits(whole)
  return [
    ...section(title(`Runs of ${plainText(suite)}`), [{ kind: 'list', items: runs.flatMap(runLines) }]),
    ...(others.length === 1
      ? []
      : section(title('Metrics'), [{ kind: 'table', table: inOne ? whole : valuesTable(runs, metrics) }])),
    ...others.flatMap((run, place) => {
      const { against } = run
      if (against === null) return []
      const rows = metrics.map((row) => ({ row, difference: row.differences[place] ?? null }))
      const versus = `${plainText(run.label)} against ${plainText(reference.label)}`
      const ownTable: Block[] = inOne && others.length > 1 ? [] : [{ kind: 'table', table: pairTable(reference, run, rows) }]
      return [
        ...section(title(versus), [...ownTable, { kind: 'text', text: untested(rows) }]),
        ...section(title(`Pairs of ${versus}`), [{ kind: 'table', table: countsTable(rows) }]),
        ...section(
          title(`Right in ${plainText(reference.label)}, wrong in ${plainText(run.label)}: ${against.newlyWrong.length}`),
          [itemList(against.newlyWrong, items)],
        ),
        ...section(
          title(`Wrong in ${plainText(reference.label)}, right in ${plainText(run.label)}: ${against.newlyRight.length}`),
          [itemList(against.newlyRight, items)],
        ),
      ]
    }),
  ]
}

/** What was run, how much of it is shared, and what is wrong with it. */
function runLines({
  label,
  run,
  path,
  cases,
  groups,
  system,
  models,
  judge,
  task,
  warnings,
  against,
}: RunInComparison): string[] {
  const facts = [
    `${count(cases, 'case')}${groups < cases ? ` in ${count(groups, 'group')}` : ''}`,
    `system ${[system.name, system.version ?? models.join(' + ')].filter(Boolean).join(' ')}`,
    ...(task === 'retrieval' ? [] : [`judge ${[judge.name, judge.model].filter(Boolean).join(' ')}`]),
    ...(path.includes(run) ? [path] : [`run ${run}`, path]),
    ...(against === null ? ['the reference'] : [sharing(against)]),
  ]
  return [
    `${label}: ${facts.join(' · ')}`,
    ...(warnings.length > 0 ? [`${label} is not complete: ${warnings.join('; ')}`] : []),
    ...(against === null || against.refused === null ? [] : [refusal(label, against)]),
  ]
}

function sharing({ shared, of, added, removed, edited, renamed }: Against): string {
  const rest = [
    ...(added.length > 0 ? [`${added.length} only here`] : []),
    ...(removed.length > 0 ? [`${removed.length} only in the reference`] : []),
    ...(edited.length > 0 ? [`${edited.length} edited`] : []),
    ...(renamed.length > 0 ? [`${renamed.length} under another id`] : []),
  ]
  return [`${shared} of ${of} cases shared`, ...rest].join(', ')
}

function refusal(label: string, { compared, refused }: Against): string {
  const what = compared === 'nothing' ? 'is not compared' : 'is compared only by what rests on no judge'
  return `${label} ${what}: ${refused} (reference first)`
}

type Row = { row: MetricRow; difference: MetricRow['differences'][number] }

const DIFFERENCE: Column = { header: 'difference [95%]', align: 'right' }
const P: Column = { header: 'p', align: 'right' }
const FINDING: Column = { header: 'finding', least: 8 }

/** A label of any length as a header that leaves room: on several lines. */
function labelColumn({ label }: RunInComparison): Column {
  const plain = plainText(label)
  return { header: plain, short: wrap(plain, LABEL_WIDTH).join('\n'), align: 'right' }
}

/** Two runs: figures over the cases that both know, so that they add up. */
function pairTable(reference: RunInComparison, run: RunInComparison, rows: readonly Row[]): Table {
  return {
    columns: [{ header: 'metric' }, labelColumn(reference), labelColumn(run), DIFFERENCE, P, FINDING],
    rows: rows.flatMap(({ row, difference }) => {
      if (difference === null || difference.finding === 'not tested') return []
      const figure = figureOf(row.name)
      const side = (value: number | null) => (value === null ? '–' : figure(value))
      return [[row.label, side(difference.base), side(difference.now), ...tested(row, difference)]]
    }),
  }
}

/** All runs: each one's own value over all its cases, and its difference over the pairs. */
function allInOne([reference, ...others]: readonly RunInComparison[], metrics: readonly MetricRow[]): Table {
  return {
    columns: [
      { header: 'metric' },
      ...(reference === undefined ? [] : [labelColumn(reference)]),
      ...others.flatMap((run) => [labelColumn(run), DIFFERENCE, P, FINDING]),
    ],
    rows: metrics.map((row) => [
      row.label,
      valueCell(row.name, row.values[0] ?? null),
      ...others.flatMap((_, place) => [
        valueCell(row.name, row.values[place + 1] ?? null),
        ...tested(row, row.differences[place] ?? null),
      ]),
    ]),
  }
}

function tested({ name }: MetricRow, difference: Row['difference']): [string, string, string] {
  if (difference === null) return ['', '', 'not compared']
  const { finding, adjusted } = difference
  return [
    differenceCell(name, difference),
    adjusted === null ? '–' : pCell(adjusted),
    isShown(finding) ? `real: ${finding}` : finding,
  ]
}

function valuesTable(runs: readonly RunInComparison[], metrics: readonly MetricRow[]): Table {
  return {
    columns: [{ header: 'metric' }, ...runs.map(labelColumn)],
    rows: metrics.map((row) => [row.label, ...row.values.map((value) => valueCell(row.name, value))]),
  }
}

/** By how many pairs each figure stands: a difference of two pairs is none of two hundred. */
function countsTable(rows: readonly Row[]): Table {
  return {
    columns: [
      { header: 'metric' },
      { header: 'up', align: 'right' },
      { header: 'down', align: 'right' },
      { header: 'groups', align: 'right' },
      { header: 'pairs' },
    ],
    rows: rows.flatMap(({ row: { label, denominator }, difference }) => {
      if (difference === null || difference.finding === 'not tested') return []
      const { better, worse, improved, groups } = difference
      const [up, down] = better === 'higher' ? [improved, worse] : [worse, improved]
      return [[label, String(up), String(down), String(groups), pairsCell(denominator, difference)]]
    }),
  }
}

/** Metrics of which no pair is known in both, by why. */
function untested(rows: readonly Row[]): string {
  const texts = rows.flatMap(({ row: { label }, difference }) => {
    if (difference === null || difference.finding !== 'not tested') return []
    const { pairs, unknown, lost } = difference
    const why = [
      ...(pairs > 0 ? [`only one side counts any of ${pairs}`] : []),
      ...(unknown > 0 ? [`${unknown} unknown`] : []),
      ...(lost > 0 ? [`${lost} lost`] : []),
    ]
    return [`${label} (${why.join(', ') || 'nothing known'})`]
  })
  return texts.length === 0 ? '' : `Not tested, since no pair is known in both: ${texts.join('; ')}.`
}

function itemList(differing: readonly ItemDifference[], most: number): Block {
  const items = differing.map(({ id, referenceId, reference, run }) => {
    const name = referenceId === undefined ? id : `${id} (${referenceId} in the reference)`
    return `${name}: ${reference} → ${run}`
  })
  return { kind: 'list', items: capped(items, most) }
}

function explained({ tests, alpha, suites }: RunsComparison): string[] {
  const means = suites.some(({ metrics }) => metrics.some(({ name }) => isMean(name)))
  const several = suites.some(({ runs }) => runs.length > 2)
  return [
    `Differences are run minus reference over the cases that both have, of rates in percentage points${means ? ', of means as they are' : ''}; their 95% interval counts unknown verdicts both ways.`,
    ...(several
      ? [
          'Values in a table of all runs are over all cases that a run counts, in brackets how many; a range is what unknown verdicts leave open.',
        ]
      : []),
    `p is two-sided: McNemar's exact test, the cases of a group being exchanged together, after Holm's correction over the ${count(tests, 'test')} shown. Real: p ≤ ${String(alpha).slice(1)}, and no unknown verdict could undo it. What is not shown may still be there; it is not shown to be equal.`,
    `Up and down: pairs that rose and fell, of those that both runs count. A pair stands in a metric where either run counts it, and each run's value is over those that it counts itself; unknown and lost pairs are in neither. Under ${percent(0.9)} shared, nothing is compared.`,
  ]
}
