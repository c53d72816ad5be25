import { isMean } from '../../src/run/gates/names.js'
import type { ChangedCase, Comparison } from '../../src/schema/comparison.js'
import type { Difference } from '../../src/schema/difference.js'
import type { Slice } from '../../src/schema/gate.js'
import type { GateResult, SuiteReport } from '../../src/schema/report.js'
import { count } from '../../src/text/count.js'
import { decimal } from '../../src/text/decimal.js'
import { differenceCell } from '../compare/cells.js'
import { share } from '../metric-cells.js'
import { leadingMeans } from '../table.js'
import type { Column } from '../text-table.js'
import { type Block, type Card, capped, type Section, section } from './block.js'

const MOST_CARDS = 10
const MOST_NAMED = 10
const MOST_SLICES = 8
const FIRST_NAMES = 3

const ACCEPT = 'npx vitest-docket baseline accept'

/** Never read apart, then what it comes to. */
const RATES = ['hallucinationRate', 'answered', 'overRefusal', 'falseConfidence', 'correct']

/** The cases that the section shows in full. */
export function shownAsNewlyWrong(comparison: Comparison | null): ChangedCase[] {
  return comparison?.newlyWrong.slice(0, MOST_CARDS) ?? []
}

/** What is not as it was in the baseline: by metric, by slice, and case by case. */
export function comparisonSection(suite: SuiteReport): Section[] {
  const { comparison } = suite
  if (comparison === null) return []
  const { refused } = comparison
  if (refused !== null) return section('Since the baseline', refusedBlocks(suite, { ...comparison, refused }))
  const opening = { kind: 'text', text: openingText(suite, comparison) } as const
  const { newlyWrong, newlyRight, changed } = comparison
  return section('Since the baseline', [
    opening,
    ...metricBlocks(suite, comparison),
    ...sliceBlocks(comparison),
    { kind: 'text', text: newlyWrong.length === 0 ? 'Nothing is newly wrong.' : `Newly wrong, ${newlyWrong.length}:` },
    { kind: 'cards', cards: shownAsNewlyWrong(comparison).map((one) => card(one, suite.task)) },
    { kind: 'text', text: namedText('More that is newly wrong', newlyWrong.slice(MOST_CARDS), suite.task) },
    { kind: 'text', text: namedText('Newly right', newlyRight, suite.task) },
    { kind: 'text', text: namedText('Of another class, neither newly wrong nor newly right', changed, suite.task) },
  ])
}

/** `baselines/leases.jsonl, made of run … of 2026-11-29: 58 of 60 items in both; 1 added (L-61), 1 removed (L-07).` */
function openingText(suite: SuiteReport, comparison: Comparison): string {
  return `${madeOf(comparison)}: ${sharedText(suite, comparison)}.`
}

function madeOf({ baseline, run, startedAt }: Comparison): string {
  return run === '' ? baseline : `${baseline}, made of run ${run} of ${startedAt.slice(0, 10)}`
}

function sharedText({ trials }: SuiteReport, comparison: Comparison): string {
  const { shared, of } = comparison
  const counts = lists(comparison).map(([name, ids]) => `${ids.length} ${name} (${capped(ids, FIRST_NAMES).join(', ')})`)
  return [`${shared} of ${count(of, trials === null ? 'item' : 'case')} in both`, ...counts].join('; ')
}

function lists({ added, removed, edited, renamed }: Comparison): [string, string[]][] {
  const all: [string, string[]][] = [
    ['added', added],
    ['removed', removed],
    ['edited', edited],
    ['renamed', renamed.map(({ before, now }) => `${before} → ${now}`)],
  ]
  return all.filter(([, ids]) => ids.length > 0)
}

/** Why nothing is compared, the way out, and below it every fault of a file that cannot be read. */
function refusedBlocks(suite: SuiteReport, comparison: Comparison & { refused: string }): Block[] {
  const { baseline, refused, of } = comparison
  const [reason = '', ...faults] = refused.split('\n').map((line) => line.trim())
  const which = reason.startsWith(baseline) ? 'Not compared' : `Not compared with ${madeOf(comparison)}`
  // Where too little is in both, the reason gives the counts already.
  const names = lists(comparison).map(([name, ids]) => `${name}: ${capped(ids, FIRST_NAMES).join(', ')}`)
  const shown = of === 0 ? '' : reason.includes('in both') ? names.join('; ') : sharedText(suite, comparison)
  const text = [`${which}: ${reason}`, shown].filter(Boolean).join('. ')
  return [
    { kind: 'text', text: faults.length > 0 ? `${text}:` : [`${text}.`, wayOut(suite, comparison)].join(' ').trim() },
    { kind: 'list', items: faults },
  ]
}

/** A baseline of the present run would hide what another judge hides: whether the system has changed. */
function wayOut(suite: SuiteReport, { run, refused }: Comparison & { refused: string }): string {
  const [, what] = /^another (judge|task|reading)/.exec(refused) ?? []
  if (what !== undefined)
    return `Run the system that the baseline is of with this ${what}, and accept that run with \`${ACCEPT}\`.`
  const isKnown = run !== '' || refused.startsWith('there is no ')
  const isComplete = suite.status !== 'INFRASTRUCTURE' && suite.n === suite.selected * (suite.trials?.trials ?? 1)
  return isKnown && isComplete && !refused.includes(ACCEPT) ? `\`${ACCEPT}\` makes a baseline of a run like this one.` : ''
}

interface Row {
  label: string
  name: string
  difference: Difference
}

function metricBlocks(suite: SuiteReport, { differences }: Comparison): Block[] {
  const gated = suite.gates.flatMap((result) => gatedRow(result, differences))
  const wanted = [...(suite.task === 'retrieval' ? [] : RATES), ...meansShown(suite, differences)]
  const whole = wanted.flatMap((name) => rowOf(name, differences))
  const seen = new Set<string>()
  const rows = [...whole.filter(({ name }) => RATES.includes(name)), ...gated, ...whole].filter(({ label }) => {
    if (seen.has(label)) return false
    seen.add(label)
    return true
  })
  const test =
    "pairs: cases that either run counts; worse, better: those of which more counts against this run, or less; p: two-sided, McNemar's exact test"
  const grouped = rows.some(({ difference }) => difference.groups < difference.pairs)
  return [
    ...table('metric', rows, true),
    {
      kind: 'text',
      text: rows.length === 0 ? '' : `${test}${grouped ? ', groups exchanged as one' : ''}, of each metric by itself.`,
    },
  ]
}

/** Rankings are what a benchmark of retrieval is read for; beside answers only where they changed. */
function meansShown(suite: SuiteReport, differences: Comparison['differences']): string[] {
  const names = ['goldRetrieved', ...leadingMeans(suite)]
  return names.filter((name) => {
    const difference = differences[name]
    return difference !== undefined && (suite.task === 'retrieval' || difference.worse + difference.improved > 0)
  })
}

function rowOf(name: string, differences: Comparison['differences'], label?: string): Row[] {
  const difference = differences[name]
  if (difference === undefined || difference.pairs + difference.unknown + difference.lost === 0) return []
  return [{ label: label ?? difference.label, name, difference }]
}

/** A gate's own pairs, where it is decided by them; else the metric's that it is on. */
function gatedRow({ gate, difference }: GateResult, differences: Comparison['differences']): Row[] {
  const { metric, slice = {}, against = 'baseline' } = gate
  if (against !== 'baseline') return []
  const name = Object.keys(differences).find((key) => key === metric || `${key}Rate` === metric || key === `${metric}Rate`)
  if (name === undefined) return []
  const fields = Object.entries(slice).map(([field, value]) => `${field} ${value}`)
  if (difference !== null) return [{ label: [difference.label, ...fields].join(', '), name, difference }]
  return fields.length > 0 ? [] : rowOf(name, differences)
}

/** Slices of which the interval leaves no doubt, the plainest first. */
function sliceBlocks({ slices }: Comparison): Block[] {
  const parting = slices.filter(({ slice }) => {
    const [field] = Object.keys(slice)
    return slices.filter((other) => Object.keys(other.slice)[0] === field).length > 1
  })
  const all = parting.flatMap(({ slice, differences }) =>
    Object.entries(differences).map(([name, difference]): Row => ({ label: sliceLabel(slice, difference), name, difference })),
  )
  const looked = all.filter(({ difference }) => difference.low !== null)
  const found = looked.filter(({ difference: { low, high } }) => (low ?? 0) > 0 || (high ?? 0) < 0)
  if (found.length === 0) return []
  const shown = found.toSorted((a, b) => (a.difference.p ?? 1) - (b.difference.p ?? 1)).slice(0, MOST_SLICES)
  const more = found.length > shown.length ? `, the first ${shown.length} of ${found.length}` : ''
  return [
    {
      kind: 'text',
      text: `Slices whose interval excludes 0${more}; ${count(looked.length, 'difference')} of slices were looked at, each by itself:`,
    },
    ...table('slice', shown, false),
  ]
}

function sliceLabel(slice: Slice, { label }: Difference): string {
  return `${Object.entries(slice)
    .map(([field, value]) => `${field} ${value}`)
    .join(', ')}: ${label}`
}

/** Of many slices that were looked at, a p would be taken for more than it is. */
function table(header: string, rows: readonly Row[], tested: boolean): Block[] {
  const columns: Column[] = [
    { header },
    { header: 'base', align: 'right' },
    { header: 'now', align: 'right' },
    { header: 'difference [95%]', align: 'right' },
    { header: 'worse/better', short: 'worse/\nbetter', align: 'right' },
    ...(tested ? [{ header: 'p', align: 'right' } as const] : []),
    { header: 'pairs' },
  ]
  return [
    {
      kind: 'table',
      table: {
        columns,
        rows: rows.map(({ label, name, difference }) => [
          label,
          figure(name, difference.base),
          figure(name, difference.now),
          differenceCell(name, difference),
          changesCell(difference),
          ...(tested ? [difference.p === null ? '–' : decimal(difference.p)] : []),
          pairsCell(difference),
        ]),
      },
    },
  ]
}

function figure(name: string, value: number | null): string {
  if (value === null) return '–'
  return isMean(name) ? decimal(value) : share(value, 1)
}

/** Of a metric without a better side, how often it rose and fell. */
function changesCell({ better, worse, improved }: Difference): string {
  return better === null ? `+${worse}/−${improved}` : `${worse}/${improved}`
}

function pairsCell({ pairs, unknown, lost }: Difference): string {
  return [String(pairs), ...(unknown > 0 ? [`${unknown} unknown`] : []), ...(lost > 0 ? [`${lost} lost`] : [])].join(', ')
}

function card(one: ChangedCase, task: SuiteReport['task']): Card {
  const { id, place, question, claim, reason, nearest, answer } = one
  const fields = [
    { name: 'question', text: question },
    { name: 'claim', text: claim },
    { name: 'answer', text: claim === undefined ? answer : undefined },
    { name: 'reason', text: reason },
    { name: 'nearest', text: nearest },
  ]
  return {
    title: [id, changeText(one, task), ...(place === undefined ? [] : [`${place.file}:${place.line}`])].join(' · '),
    fields: fields.flatMap(({ name, text }) => (text === undefined || text.trim() === '' ? [] : [{ name, text }])),
  }
}

function namedText(what: string, cases: readonly ChangedCase[], task: SuiteReport['task']): string {
  if (cases.length === 0) return ''
  const names = cases.map((one) => (task === 'retrieval' ? one.id : `${one.id} (${changeText(one, task)})`))
  return `${what}, ${cases.length}: ${capped(names, MOST_NAMED).join(', ')}.`
}

function changeText({ before, now }: ChangedCase, task: SuiteReport['task']): string {
  return task === 'retrieval' ? 'gold not retrieved any more' : before === now ? now : `${before} → ${now}`
}
