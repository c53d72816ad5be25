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
export function agreementSection({ panel, confirmation, trials }: SuiteReport): Section[] {
  const rows = [...panelRows(panel), ...confirmationRows(confirmation), ...trialRows(trials)]
  return section('Agreement', [
    { kind: 'table', table: { columns: trials === null ? COLUMNS.slice(0, 4) : COLUMNS, rows } },
    { kind: 'list', items: [...failures('panel', panel), ...failures('judged again', confirmation)] },
    ...disputes('The panel differs', panel),
    ...disputes('Judged again, with another verdict', confirmation),
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

function disputes(title: string, polled: PolledTable | null): Block[] {
  if (polled === null || polled.said.length === 0) return []
  // A line a case: what differs on its first signal, groundedness where it does. All of it is in the JSON.
  const items = polled.said.map(({ id, said: [first = '', ...more] }) =>
    [`${id}: ${first}`, ...more.map(signalOf)].join('; also '),
  )
  return [
    { kind: 'text', text: `${title} on ${count(polled.ids.length, 'case')}:` },
    { kind: 'list', items: capped(items, MOST_SHOWN) },
  ]
}

function signalOf(said: string): string {
  return said.split(':', 1)[0] ?? ''
}

function shown(ids: readonly string[]): string {
  return capped(ids, MOST_SHOWN).join(', ')
}
