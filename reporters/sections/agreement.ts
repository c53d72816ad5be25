import { groupBy } from '../../src/group-by.js'
import type { Flips, PolledTable, SuiteReport, TrialTable } from '../../src/schema/report.js'
import { count } from '../../src/text/count.js'
import { share } from '../metric-cells.js'
import type { Column } from '../text-table.js'
import { type Block, capped, type Section, section } from './block.js'

const MOST_SHOWN = 10

const COLUMNS: Column[] = [
  { header: 'what differs' },
  { header: 'groundedness', short: 'grounded-\nness', align: 'right' },
  { header: 'correctness', short: 'correct-\nness', align: 'right' },
  { header: 'outcome', align: 'right' },
  { header: 'class', align: 'right' },
]

/** Where several verdicts on one answer, or several answers to one question, do not say the same. */
export function agreementSection({ panel, confirmation, baseline, trials }: SuiteReport): Section[] {
  const rows = [...panelRows(panel), ...confirmationRows(confirmation), ...trialRows(trials)]
  return section('Agreement', [
    { kind: 'table', table: { columns: trials === null ? COLUMNS.slice(0, 4) : COLUMNS, rows } },
    {
      kind: 'list',
      items: [...failures('panel', panel), ...comparedWith(baseline, confirmation), ...failures('judged again', confirmation)],
    },
    ...disputes('The panel differs', panel, trials),
    ...disputes('Judged again, with another verdict', confirmation, trials),
    {
      kind: 'text',
      text: trials === null || trials.ids.length === 0 ? '' : `Another class in another trial: ${shown(trials.ids)}.`,
    },
  ])
}

function panelRows(panel: PolledTable | null): string[][] {
  if (panel === null) return []
  const { g, c, outcome } = panel.disagreeing
  return [[`panel: cases of ${panel.cases}`, ...[g, c, outcome].map((n) => `${n} (${share(n, panel.cases)})`), '']]
}

function confirmationRows(confirmation: PolledTable | null): string[][] {
  if (confirmation === null) return []
  const { cases, differing, overturned } = confirmation
  return [
    [`judged again: verdicts of ${differing.g.of}`, rate(differing.g), rate(differing.c), rate(differing.outcome), ''],
    [`overturned: cases of ${cases}`, ...[overturned.g, overturned.c, overturned.outcome].map(String), ''],
  ]
}

function trialRows(trials: TrialTable | null): string[][] {
  if (trials === null) return []
  const { g, c, answered, errorClass } = trials.flips
  return [[`${trials.trials} trials: items`, ...[g, c, answered, errorClass].map((flips) => `${flips.flipped} of ${flips.of}`)]]
}

function rate({ flipped, of }: Flips): string {
  return of === 0 ? '–' : `${flipped} (${share(flipped, of)})`
}

function failures(who: string, polled: PolledTable | null): string[] {
  if (polled === null || polled.failed === 0) return []
  return [`${who}: ${count(polled.failed, 'verdict')} of ${polled.votes + polled.failed} failed and had no vote`]
}

/** Without it nobody knows what was judged again, or why nothing was. */
function comparedWith(baseline: string | null, confirmation: PolledTable | null): string[] {
  if (baseline === null) return []
  if (confirmation === null) return [`judged again: nothing, since no verdict that could be compared differs from ${baseline}`]
  return [`judged again: what differs from ${baseline}`]
}

/** A line an item: what differs on the first signal of the trial that differs most, groundedness where it does. All of it is in the JSON. */
function disputes(title: string, polled: PolledTable | null, trials: TrialTable | null): Block[] {
  if (polled === null || polled.said.length === 0) return []
  const items = [...groupBy(polled.said, ({ item }) => item).values()].flatMap((differing) => {
    const [worst] = differing.toSorted((a, b) => b.said.length - a.said.length)
    if (worst === undefined) return []
    const [first = '', ...more] = worst.said
    const among = trials === null ? '' : ` (in ${differing.length} of ${trials.trials} trials)`
    return [[`${worst.id}${among}: ${first}`, ...more.map(signalOf)].join('; also ')]
  })
  const of = items.length < polled.ids.length ? ` of ${count(items.length, 'item')}` : ''
  return [
    { kind: 'text', text: `${title} on ${count(polled.ids.length, 'case')}${of}:` },
    { kind: 'list', items: capped(items, MOST_SHOWN) },
  ]
}

function signalOf(said: string): string {
  return said.split(':', 1)[0] ?? ''
}

function shown(ids: readonly string[]): string {
  return capped(ids, MOST_SHOWN).join(', ')
}
