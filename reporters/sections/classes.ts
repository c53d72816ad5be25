import type { Slice } from '../../src/schema/gate.js'
import type { ErrorClass } from '../../src/schema/record.js'
import type { SliceRow, SuiteReport } from '../../src/schema/report.js'
import { share } from '../metric-cells.js'
import { tallyText } from '../tally.js'
import type { Column } from '../text-table.js'
import { type Section, section } from './block.js'
import { MOST_SLICES, partsCases } from './slices.js'

/** Headers on two lines, for tables with a column a class. */
export const SHORT: Record<ErrorClass, string> = {
  correct: 'correct',
  hallucination: 'halluci-\nnation',
  'retrieval error': 'retrieval\nerror',
  'reasoning error': 'reasoning\nerror',
  'unattributed error': 'unattrib.\nerror',
  'over-refusal': 'over-\nrefusal',
  'non-answer': 'non-\nanswer',
  'correct refusal': 'correct\nrefusal',
  'false confidence': 'false\nconfid.',
  'premise corrected': 'premise\ncorrected',
  'premise accepted': 'premise\naccepted',
  unscored: 'un-\nscored',
  infrastructure: 'infra-\nstructure',
  missing: 'missing',
}

/** What became of every case: all classes that occur, their share of n, and what is behind them. */
export function decompositionSection({ decomposition, n, task }: SuiteReport): Section[] {
  // Nobody looked at an answer: what there is to say of retrieval stands in its own section.
  if (task === 'retrieval') return []
  const columns: Column[] = [
    { header: 'class' },
    { header: 'cases', align: 'right' },
    { header: `share of ${n}`, align: 'right' },
    { header: 'causes' },
  ]
  const rows = decomposition.map(({ errorClass, count, causes }) => [
    errorClass,
    String(count),
    share(count, n),
    tallyText(causes),
  ])
  const noCauses = rows.every((row) => row[3] === '')
  return section('Decomposition', [
    {
      kind: 'table',
      table: noCauses ? { columns: columns.slice(0, 3), rows: rows.map((row) => row.slice(0, 3)) } : { columns, rows },
    },
  ])
}

export function classSlicesSection(suite: SuiteReport): Section[] {
  return (['type', 'language'] as const).flatMap((field) => sliceSection(field, suite.slices[field] ?? [], suite))
}

/** Classes by slice; a single slice, or a single class, would only repeat the decomposition. */
function sliceSection(field: keyof Slice, slices: readonly SliceRow[], { n, decomposition, task }: SuiteReport): Section[] {
  // Nobody looked at an answer: by slice, too, what there is to say stands with retrieval.
  if (task === 'retrieval' || decomposition.length < 2 || !partsCases(slices, n)) return []
  const classes = decomposition.map(({ errorClass }) => errorClass)
  const grouped = slices.some((slice) => slice.groups < slice.n)
  const columns: Column[] = [
    { header: field },
    { header: 'n', align: 'right' },
    ...(grouped ? [{ header: 'groups', align: 'right' } as const] : []),
    ...classes.map((errorClass): Column => ({ header: errorClass, short: SHORT[errorClass], align: 'right' })),
  ]
  const rows = slices
    .slice(0, MOST_SLICES)
    .map((slice) => [
      slice.slice[field] ?? '',
      String(slice.n),
      ...(grouped ? [String(slice.groups)] : []),
      ...classes.map((errorClass) => String(slice.classes[errorClass] ?? '·')),
    ])
  const more = slices.length - MOST_SLICES
  return section(`By ${field}`, [
    { kind: 'table', table: { columns, rows } },
    { kind: 'text', text: more > 0 ? `and ${more} more` : '' },
  ])
}
