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
import type { Headed, Heads } from './heads.js'
import { runLines } from './run-lines.js'
import { countsTable, isScored, NARROW, pairTable, type Row, upAndDown, valuesTable, WIDE, wholeTable } from './tables.js'

export interface CompareViewOptions {
  /** Whether a table of all runs is narrow enough to be read; else each run has a table of its own. */
  fits(table: Table): boolean
  /** What runs are called in the heads of columns that have so many cells. */
  headsOf(runs: readonly Headed[], width: number): Heads
  /** Items that are listed of each kind. @default 10 */
  items?: number
}

/** Metrics that are named of those that nobody asked for. */
const MOST_OTHERS = 6

/** A comparison as it is shown: the first line, then sections. */
export interface CompareView {
  headline: string
  sections: Section[]
}

/** What a comparison says, settled; how it looks is the renderer's. */
export function viewComparison(comparison: RunsComparison, { items = 10, ...looks }: CompareViewOptions): CompareView {
  const { suites, leftOut } = comparison
  const missing = leftOut.map(({ suite, runs }) => `Not compared, since not every run has it: ${suite} (${listed(runs)})`)
  return {
    headline: headline(comparison),
    sections: [
      ...suites.flatMap((suite) => suiteSections(suite, { ...looks, items, several: suites.length > 1 })),
      ...section('How to read this', [{ kind: 'list', items: [...missing, ...explained(comparison)] }]),
    ],
  }
}

function headline(comparison: RunsComparison): string {
  const { suites, tests, alpha } = comparison
  const [reference = '', ...others] = suites[0]?.runs.map(({ label }) => label) ?? []
  const [first = '', ...rest] = others.map((_, place) => foundIn(comparison, place))
  const found = [`${others[0]} against ${reference}: ${first}`, ...rest.map((text, place) => `${others[place + 1]}: ${text}`)]
  const over = rest.length > 0 ? ` over all ${count(tests, 'test')}` : ''
  return `${found.join('; ')}${tests === 0 ? '' : ` (${limitText(alpha)}${over})`}`
}

/** What one run differs in, the first after the reference being 0: a metric in which no pair went up or down is no test. */
function foundIn(comparison: RunsComparison, place: number): string {
  const known = knownDifferences(comparison, place)
  const tests = known.filter(({ tested }) => tested !== null).length
  if (known.length === 0) return 'nothing could be compared'
  if (tests === 0) return `no pair went up or down in any of ${count(known.length, 'metric')}`
  const real = known.filter(({ finding }) => isShown(finding)).length
  const found = real === 0 ? 'no difference is real' : real === 1 ? '1 difference is real' : `${real} differences are real`
  return `${found} of ${count(tests, 'test')}, ${tests - real} not shown`
}

/** Differences of which something is known on both sides: all, or those of one run. */
export function knownDifferences({ suites }: RunsComparison, place?: number): TestedDifference[] {
  const rows = suites.flatMap(({ metrics }) => metrics)
  const all = rows.flatMap(({ differences }) => (place === undefined ? differences : [differences[place] ?? null]))
  return all.flatMap((one) => (one === null || one.finding === 'not tested' ? [] : one))
}

/** Names of any kind: where one has a comma in it, semicolons part them. */
function listed(names: readonly string[]): string {
  return names.join(names.some((name) => name.includes(',')) ? '; ' : ', ')
}

function suiteSections(
  { suite, runs, metrics }: SuiteComparison,
  { fits, headsOf, items, several }: Required<CompareViewOptions> & { several: boolean },
): Section[] {
  const [reference, ...others] = runs
  if (reference === undefined) return []
  const title = (text: string) => (several ? `${plainText(suite)}: ${text}` : text)
  const pairwise = others.length === 1
  const headed = runs.map(({ label }, place) => ({ label, place }))
  const all = headsOf(headed, WIDE)
  const whole = wholeTable(all.heads, metrics)
  const inOne = !pairwise && fits(whole)
  return [
    ...section(`Runs of ${plainText(suite)}`, [{ kind: 'list', items: runs.flatMap(runLines) }]),
    ...(pairwise
      ? []
      : section(title('All runs'), [
          { kind: 'table', table: inOne ? whole : valuesTable(all.heads, metrics) },
          { kind: 'text', text: all.legend },
          { kind: 'text', text: unknownEverywhere(metrics) },
        ])),
    ...others.flatMap(({ label, against }, place) => {
      if (against === null) return []
      const rows = metrics.map((row) => ({ row, difference: row.differences[place] ?? null }))
      const [one, base] = [plainText(label), plainText(reference.label)]
      const { heads, legend } = headsOf([...headed.slice(0, 1), ...headed.slice(place + 1, place + 2)], NARROW)
      const table: Block[] = inOne
        ? []
        : [
            { kind: 'table', table: pairTable(heads, rows) },
            { kind: 'text', text: legend },
          ]
      const untestable = pairwise ? rows : rows.filter(({ row }) => isScored(row))
      return [
        ...section(title(`${one} against ${base}`), [...table, { kind: 'text', text: untested(untestable) }]),
        ...section(title(`Pairs of ${one} and ${base}`), [{ kind: 'table', table: countsTable(rows) }]),
        ...section(title(`Where ${one} really differs from ${base}`), [{ kind: 'list', items: realCases(rows, against, items) }]),
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

/** Which cases make each difference that is real: one that is answered now, or refused, need be neither newly right nor newly wrong. */
function realCases(rows: readonly Row[], { renamed }: Against, most: number): string[] {
  const before = new Map(renamed.map(({ now, before }) => [now, before]))
  return rows.flatMap(({ row: { label, better }, difference }) => {
    if (difference === null || !isShown(difference.finding)) return []
    const { up, down } = upAndDown(difference)
    const side = (which: 'up' | 'down', ids: readonly string[]) => {
      const whether = better === null ? '' : (which === 'up') === (better === 'higher') ? ' (better)' : ' (worse)'
      const names = ids.map((id) => caseName(id, before.get(id)))
      return inLines(capped(names, most)).map(
        (line, place) => `${label}, ${ids.length} ${which}${whether}${place > 0 ? ', further' : ''}: ${listed(line)}`,
      )
    }
    return [...side('up', up), ...side('down', down)]
  })
}

/** Characters of names that stand in one item of a list: a longer text would be cut as it is made plain. */
const MOST_TOGETHER = 2000

function inLines(names: readonly string[]): string[][] {
  const lines: string[][] = []
  let room = 0
  for (const name of names) {
    room -= name.length + 2
    if (room < 0) {
      lines.push([])
      room = MOST_TOGETHER - name.length - 2
    }
    lines.at(-1)?.push(name)
  }
  return lines
}

function caseName(id: string, referenceId: string | undefined): string {
  return referenceId === undefined ? id : `${id} (${referenceId} in the reference)`
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
  const items = differing.map(({ id, referenceId, reference, run }) => `${caseName(id, referenceId)}: ${reference} → ${run}`)
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
  const others = [...new Set(suites.flatMap((suite) => suite.others))]
  return [
    `A difference is the run minus the reference over the cases that both have, of rates in percentage points${means ? ', of means as it is' : ''}. Its 95% interval counts unknown verdicts both ways.`,
    ...(several
      ? [
          'Under all runs, values are over all cases of a run that the metric counts, in brackets how many; a range is what unknown verdicts leave open.',
        ]
      : []),
    `p is two-sided: McNemar's exact test of the pairs that went up or down, the cases of a group being exchanged together, every unknown verdict taken against the difference, corrected over ${count(tests, 'test')}. Where no pair went either way there is nothing to test. Real: ${limitText(alpha)}. What is not shown may be there all the same: it is not shown to be equal.`,
    `Pairs are cases that either run counts and both know; up and down are those in which it rose and fell, a case that one run does not count having nothing wrong there. Unknown in a run, or lost in one: neither. Under ${percent(LEAST_SHARED)} shared nothing is compared.`,
    ...(others.length === 0
      ? []
      : [
          `Compared is what a report is read for, or what \`--metric NAME\` asked for, so that the correction is over few tests. Not looked at: ${capped(others, MOST_OTHERS).join(', ')}. \`--metric all\` looks at all.`,
        ]),
  ]
}
