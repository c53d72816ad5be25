import { splitScore } from '../../src/metrics/score-names.js'
import type { Mean, SuiteReport } from '../../src/schema/report.js'
import type { Column } from '../text-table.js'
import { type Block, type Section, section } from './block.js'

const MOST_SLICES = 20
const RANKED = ['hit', 'recall', 'precision', 'f1', 'ndcg', 'documentHit', 'documentRecall']
const WHOLE = ['mrr', 'map']
const SPANS = ['spanPrecision', 'spanRecall', 'spanF1', 'spanIoU']
const CITED_SPANS = [
  'citedSpanPrecision',
  'citedSpanRecall',
  'citedSpanF1',
  'citedSpanIoU',
  'expandedSpanPrecision',
  'expandedSpanRecall',
  'noCitation',
  'citationsWithoutSpan',
]
const CLAIMS = [
  'answerPrecision',
  'answerRecall',
  'answerF1',
  'claimRecall',
  'contextPrecision',
  'contextUtilization',
  'noiseSensitivityInRelevant',
  'noiseSensitivityInIrrelevant',
  'hallucination',
  'selfKnowledge',
  'faithfulness',
  'unsupportedClaims',
  'contradictedClaims',
  'misgroundedClaims',
]

/** How far down the ranking the golds are: every metric at every cut, with the interval of the deepest, and the same by slice. */
export function retrievalSection(suite: SuiteReport): Section[] {
  return section('Retrieval', [rankedTable(suite), wholeTable(suite), ...bySlices(suite, retrievalColumns(suite))])
}

/** How much of the gold text was retrieved, and how much else. */
export function spansSection(suite: SuiteReport): Section[] {
  const at = cutsOf(suite).flatMap((k) => [`spanPrecision@${k}`, `spanRecall@${k}`])
  return section('Spans', [
    meansTable(suite, SPANS),
    meansTable(suite, at),
    meansTable(suite, CITED_SPANS),
    ...bySlices(suite, [
      ['precision', 'spanPrecision'],
      ['recall', 'spanRecall'],
      ['F1', 'spanF1'],
      ['IoU', 'spanIoU'],
    ]),
  ])
}

/** RAGChecker's metrics, and what else is counted of claims. */
export function claimScoresSection(suite: SuiteReport): Section[] {
  return section('Scores of claims', [meansTable(suite, CLAIMS)])
}

/** Golds among what is cited. */
export function citationMeans(suite: SuiteReport): Block {
  return meansTable(suite, ['goldCitationRecall', 'goldCitationPrecision'])
}

/** `.630`, since a mean is no share of cases; `–` where nothing is scored. */
export function decimal(value: number | null): string {
  if (value === null) return '–'
  const text = value.toFixed(3)
  return text.startsWith('0') ? text.slice(1) : text
}

function interval({ low, high }: Mean): string {
  return low === null || high === null ? '' : `${decimal(low)}–${decimal(high)}`
}

function scored({ scored, total, unknown, lost, denominator }: Mean): string {
  const rest = [...(unknown > 0 ? [`${unknown} unknown`] : []), ...(lost > 0 ? [`${lost} lost`] : [])]
  return [`${scored} of ${total} ${denominator}`, ...rest].join(', ')
}

function cutsOf({ means }: SuiteReport): number[] {
  const cuts = Object.keys(means).flatMap((name) => splitScore(name).k ?? [])
  return [...new Set(cuts)].sort((a, b) => a - b)
}

/** The mean, where some case has the score. */
function meanOf({ means }: Pick<SuiteReport, 'means'>, name: string): Mean | undefined {
  const mean = means[name]
  return mean === undefined || mean.total === 0 ? undefined : mean
}

function rankedTable(suite: SuiteReport): Block {
  const cuts = cutsOf(suite)
  const deepest = cuts.at(-1)
  const rows = RANKED.flatMap((base) => {
    const last = meanOf(suite, `${base}@${deepest}`)
    if (last === undefined) return []
    const values = cuts.map((k) => decimal(meanOf(suite, `${base}@${k}`)?.value ?? null))
    return [[last.label.replace(/@.*/u, ''), ...values, interval(last), scored(last)]]
  })
  const columns: Column[] = [
    { header: 'mean at k' },
    ...cuts.map((k): Column => ({ header: `@${k}`, align: 'right' })),
    { header: `95% at ${deepest}`, align: 'right' },
    { header: 'scored of n' },
  ]
  return { kind: 'table', table: { columns, rows } }
}

function wholeTable(suite: SuiteReport): Block {
  return meansTable(suite, WHOLE)
}

/** Macro mean with its interval; micro mean and mean of sources where some score has them. */
function meansTable(suite: SuiteReport, names: readonly string[]): Block {
  const means = names.flatMap((name) => meanOf(suite, name) ?? [])
  const micro = means.some((mean) => mean.micro !== null)
  const weighted = means.some((mean) => mean.weighted !== null)
  const columns: Column[] = [
    { header: 'mean' },
    { header: 'macro', align: 'right' },
    { header: '95% interval', align: 'right' },
    ...(micro ? [{ header: 'micro', align: 'right' } as const] : []),
    ...(weighted ? [{ header: 'of sources', short: 'of\nsources', align: 'right' } as const] : []),
    { header: 'scored of n' },
  ]
  const rows = means.map((mean) => [
    mean.label,
    decimal(mean.value),
    interval(mean),
    ...(micro ? [mean.micro === null ? '' : decimal(mean.micro.value)] : []),
    ...(weighted ? [mean.weighted === null ? '' : decimal(mean.weighted.value)] : []),
    scored(mean),
  ])
  return { kind: 'table', table: { columns, rows } }
}

type SliceColumn = readonly [header: string, name: string]

function retrievalColumns(suite: SuiteReport): SliceColumn[] {
  const deepest = cutsOf(suite).at(-1)
  return [
    [`hit@${deepest}`, `hit@${deepest}`],
    [`recall@${deepest}`, `recall@${deepest}`],
    [`nDCG@${deepest}`, `ndcg@${deepest}`],
    ['MRR', 'mrr'],
  ]
}

/** A table a field: only where it parts the cases. */
function bySlices(suite: SuiteReport, wanted: readonly SliceColumn[]): Block[] {
  const columns = wanted.filter(([, name]) => meanOf(suite, name) !== undefined)
  if (columns.length === 0) return []
  return Object.entries(suite.slices).flatMap(([field, slices]): Block[] => {
    if (slices.length < 2 || slices.length > MOST_SLICES) return []
    const rows = slices.map((row) => [
      Object.values(row.slice)[0] ?? '',
      String(row.n),
      ...columns.map(([, name]) => decimal(meanOf(row, name)?.value ?? null)),
    ])
    return [
      {
        kind: 'table',
        table: {
          columns: [
            { header: `by ${field}` },
            { header: 'n', align: 'right' },
            ...columns.map(([header]): Column => ({ header, align: 'right' })),
          ],
          rows,
        },
      },
    ]
  })
}
