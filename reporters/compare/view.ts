import { groupBy } from '../../src/group-by.js'
import { LEAST_SHARED } from '../../src/run/baseline/refusal.js'
import { isMean } from '../../src/run/gates/names.js'
import type {
  Against,
  ItemDifference,
  MetricRow,
  RunsComparison,
  SuiteComparison,
  TestedDifference,
} from '../../src/schema/compare.js'
import { count } from '../../src/text/count.js'
import { percent } from '../../src/text/percent.js'
import { plainText } from '../../src/text/plain-text.js'
import { type Block, capped, type Section, section } from '../sections/block.js'
import type { Table } from '../text-table.js'
import { isShown } from './cells.js'
import { runLines } from './run-lines.js'
import { countsTable, isScored, pairTable, type Row, valuesTable, wholeTable } from './tables.js'

export interface CompareViewOptions {
  /** Whether a table of all runs is narrow enough to be read; else each run has a table of its own. */
  fits(table: Table): boolean
  /** Items that are listed of each kind. @default 10 */
  items?: number
}

/** A comparison as it is shown: the first line, then sections. */
export interface CompareView {
  headline: string
  sections: Section[]
}

/** What a comparison says, settled; how it looks is the renderer's. */
export function viewComparison(comparison: RunsComparison, { fits, items = 10 }: CompareViewOptions): CompareView {
  const { suites, leftOut } = comparison
  const missing = leftOut.map(({ suite, runs }) => `Not compared, since not every run has it: ${suite} (${runs.join(', ')})`)
  return {
    headline: headline(comparison),
    sections: [
      ...suites.flatMap((suite) => suiteSections(suite, { fits, items, several: suites.length > 1 })),
      ...section('How to read this', [{ kind: 'list', items: [...missing, ...explained(comparison)] }]),
    ],
  }
}

function headline(comparison: RunsComparison): string {
  const { suites, tests, alpha } = comparison
  const labels = suites[0]?.runs.map(({ label }) => label) ?? []
  const names = `${labels.slice(1).join(', ')} against ${labels[0] ?? ''}`
  const known = knownDifferences(comparison)
  if (known.length === 0) return `${names}: nothing could be compared`
  if (tests === 0) return `${names}: no pair differs in any of ${count(known.length, 'metric')}`
  const real = known.filter(({ finding }) => isShown(finding)).length
  const found = real === 0 ? 'no difference is real' : real === 1 ? '1 difference is real' : `${real} differences are real`
  return `${names}: ${found} of ${count(tests, 'test')} (${limitText(alpha)}), ${tests - real} not shown`
}

/** Differences of which something is known on both sides. */
export function knownDifferences({ suites }: RunsComparison): TestedDifference[] {
  const all = suites.flatMap(({ metrics }) => metrics.flatMap(({ differences }) => differences.flatMap((one) => one ?? [])))
  return all.filter(({ finding }) => finding !== 'not tested')
}

function suiteSections(
  { suite, runs, metrics }: SuiteComparison,
  { fits, items, several }: Required<CompareViewOptions> & { several: boolean },
): Section[] {
  const [reference, ...others] = runs
  if (reference === undefined) return []
  const title = (text: string) => (several ? `${plainText(suite)}: ${text}` : text)
  const pairwise = others.length === 1
  const whole = wholeTable(runs, metrics)
  const inOne = !pairwise && fits(whole)
  return [
    ...section(`Runs of ${plainText(suite)}`, [{ kind: 'list', items: runs.flatMap(runLines) }]),
    ...(pairwise
      ? []
      : section(title('All runs'), [
          { kind: 'table', table: inOne ? whole : valuesTable(runs, metrics) },
          { kind: 'text', text: unknownEverywhere(metrics) },
        ])),
    ...others.flatMap(({ label, against }, place) => {
      const run = others[place]
      if (run === undefined || against === null) return []
      const rows = metrics.map((row) => ({ row, difference: row.differences[place] ?? null }))
      const [one, base] = [plainText(label), plainText(reference.label)]
      const table: Block[] = inOne ? [] : [{ kind: 'table', table: pairTable(reference, run, rows) }]
      const untestable = pairwise ? rows : rows.filter(({ row }) => isScored(row))
      return [
        ...section(title(`${one} against ${base}`), [...table, { kind: 'text', text: untested(untestable) }]),
        ...section(title(`Pairs of ${one} and ${base}`), [{ kind: 'table', table: countsTable(rows) }]),
        ...itemSections(against, items, title, [base, one]),
      ]
    }),
    ...section(title('What is counted'), [{ kind: 'list', items: denominators(metrics) }]),
  ]
}

/** What no run knows anything of is said once, above the blocks of several runs. */
function unknownEverywhere(metrics: readonly MetricRow[]): string {
  const labels = metrics.filter((row) => !isScored(row)).map(({ label }) => label)
  return labels.length === 0 ? '' : `Known in no run: ${labels.join(' · ')}.`
}

/** Metrics of which no pair is known in both, by why. */
function untested(rows: readonly Row[]): string {
  const untestable = rows.flatMap(({ row: { label }, difference }) => {
    if (difference === null || difference.finding !== 'not tested') return []
    const { pairs, unknown, lost } = difference
    const why = [
      ...(pairs > 0 ? [`${pairs} of one run alone`] : []),
      ...(unknown > 0 ? [`${unknown} unknown`] : []),
      ...(lost > 0 ? [`${lost} lost`] : []),
    ]
    return [{ label, why: why.join(', ') }]
  })
  const texts = [...groupBy(untestable, ({ why }) => why)].map(
    ([why, alike]) => `${alike.map(({ label }) => label).join(' · ')} (${why})`,
  )
  return texts.length === 0 ? '' : `Not tested, since no pair is known in both: ${texts.join('; ')}.`
}

function itemSections(
  { compared, newlyWrong, newlyRight }: Against,
  most: number,
  title: (text: string) => string,
  [base, one]: readonly [string, string],
): Section[] {
  if (compared !== 'all') return []
  return [
    ...section(title(`Right in ${base}, wrong in ${one}: ${newlyWrong.length}`), [itemList(newlyWrong, most)]),
    ...section(title(`Wrong in ${base}, right in ${one}: ${newlyRight.length}`), [itemList(newlyRight, most)]),
  ]
}

function itemList(differing: readonly ItemDifference[], most: number): Block {
  const items = differing.map(({ id, referenceId, reference, run }) => {
    const name = referenceId === undefined ? id : `${id} (${referenceId} in the reference)`
    return `${name}: ${reference} → ${run}`
  })
  return { kind: 'list', items: items.length === 0 ? ['none'] : capped(items, most) }
}

/** What each metric is a share or a mean of, each denominator once. */
function denominators(metrics: readonly MetricRow[]): string[] {
  return [...groupBy(metrics, ({ denominator }) => denominator)].map(
    ([denominator, rows]) => `${denominator}: ${rows.map(({ label }) => label).join(' · ')}`,
  )
}

function limitText(alpha: number): string {
  return `p ≤ ${String(alpha).replace(/^0/u, '')} after Holm's correction`
}

function explained(comparison: RunsComparison): string[] {
  const { tests, alpha, suites } = comparison
  if (knownDifferences(comparison).length === 0) return []
  const means = suites.some(({ metrics }) => metrics.some(({ name }) => isMean(name)))
  const several = suites.some(({ runs }) => runs.length > 2)
  return [
    `A difference is the run minus the reference over the cases that both have, of rates in percentage points${means ? ', of means as it is' : ''}. Its 95% interval counts unknown verdicts both ways.`,
    ...(several
      ? [
          'Under all runs, values are over all cases of a run that the metric counts, in brackets how many; a range is what unknown verdicts leave open.',
        ]
      : []),
    `p is two-sided: McNemar's exact test, the cases of a group being exchanged together, every unknown verdict taken against the difference, corrected over ${count(tests, 'test')}. Where no pair differs there is nothing to test. Real: ${limitText(alpha)}. What is not shown may be there all the same: it is not shown to be equal.`,
    `Pairs are cases that either run counts and both know; up and down are those that rose and fell. Unknown in a run, or lost in one: neither. Under ${percent(LEAST_SHARED)} shared nothing is compared.`,
  ]
}
