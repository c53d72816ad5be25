import { splitScore } from '../../src/metrics/score-names.js'
import type { Mean } from '../../src/schema/metric.js'
import type { SliceRow, SuiteReport } from '../../src/schema/report.js'
import { count } from '../../src/text/count.js'
import { decimal } from '../../src/text/decimal.js'
import type { Column } from '../text-table.js'
import { type Block, type Section, section } from './block.js'
import { interval, meanBlocks, meanOf, meansTable, notScored } from './means.js'
import { partsCases } from './slices.js'

const RANKED = ['hit', 'recall', 'precision', 'f1', 'ndcg', 'documentHit', 'documentRecall']
const RANKED_SPANS = ['spanPrecision', 'spanRecall']
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
  'claimHallucination',
  'selfKnowledge',
  'faithfulness',
  'unsupportedClaims',
  'contradictedClaims',
  'misgroundedClaims',
]

/** How far down the ranking the golds are: every metric at every cut, with the interval of the deepest, and the same by slice. */
export function retrievalSection(suite: SuiteReport): Section[] {
  const deepest = cutsOf(suite).at(-1)
  return section('Retrieval', [
    { kind: 'text', text: whatKCounts(suite) },
    ...rankedTable(suite, RANKED),
    ...meansTable(suite, WHOLE),
    ...bySlices(suite, [
      [`hit@${deepest}`, `hit@${deepest}`],
      [`recall@${deepest}`, `recall@${deepest}`],
      [`nDCG@${deepest}`, `ndcg@${deepest}`],
      ['MRR', 'mrr'],
    ]),
    notScored(suite, WHOLE),
  ])
}

/** What a rank is the rank of, by the golds; empty where no ranking is scored. */
function whatKCounts(suite: SuiteReport): string {
  const { passages, documents } = suite.ranked
  const scored = Object.keys(suite.means).filter((name) => meanOf(suite, name) !== undefined)
  const within = scored.some((name) => name.startsWith('document'))
  const ofWithin = within ? 'distinct documents in document hit and document recall' : null
  if (!within && !scored.some((name) => isRanked(name))) return ''
  if (passages > 0 && documents > 0)
    return `k counts passages in ${count(passages, 'case')}, distinct documents in ${documents}${within ? `, and ${ofWithin}` : ''}.`
  if (documents > 0) return 'k counts distinct documents.'
  if (passages > 0) return `k counts passages${within ? `, and ${ofWithin}` : ''}.`
  return within ? `k counts ${ofWithin}.` : ''
}

function isRanked(name: string): boolean {
  return [...RANKED, ...WHOLE].includes(splitScore(name).base)
}

/** How much of the gold text was retrieved, and how much else. */
export function spansSection(suite: SuiteReport): Section[] {
  const atK = rankedTable(suite, RANKED_SPANS)
  return section('Spans', [
    ...meansTable(suite, SPANS),
    {
      kind: 'text',
      text: atK.some((block) => block.kind === 'table' && block.table.rows.length > 0) ? 'k counts passages.' : '',
    },
    ...atK,
    ...meansTable(suite, CITED_SPANS),
    ...bySlices(suite, [
      ['precision', 'spanPrecision'],
      ['recall', 'spanRecall'],
      ['F1', 'spanF1'],
      ['IoU', 'spanIoU'],
    ]),
    notScored(suite, SPANS),
  ])
}

/** RAGChecker's metrics, and what else is counted of claims. */
export function claimScoresSection(suite: SuiteReport): Section[] {
  return section('Scores of claims', [...meansTable(suite, CLAIMS), notScored(suite, CLAIMS)])
}

/** Golds among what is cited. */
export function citationMeans(suite: SuiteReport): Block[] {
  return meansTable(suite, ['goldCitationRecall', 'goldCitationPrecision'])
}

function cutsOf({ means }: SuiteReport): number[] {
  const cuts = Object.keys(means).flatMap((name) => splitScore(name).k ?? [])
  return [...new Set(cuts)].sort((a, b) => a - b)
}

function rankedTable(suite: SuiteReport, bases: readonly string[]): Block[] {
  const cuts = cutsOf(suite)
  const deepest = cuts.at(-1)
  const rows = bases.flatMap((base) => {
    const last = meanOf(suite, `${base}@${deepest}`)
    if (last === undefined) return []
    const values = cuts.map((k) => decimal(meanOf(suite, `${base}@${k}`)?.value ?? null))
    return [
      {
        mean: asRecall(last, suite.means[`recall@${deepest}`]),
        cells: [last.label.replace(/@.*/u, ''), ...values, interval(last)],
      },
    ]
  })
  const columns: Column[] = [
    { header: 'mean at k' },
    ...cuts.map((k): Column => ({ header: `@${k}`, align: 'right' })),
    { header: `95% at ${deepest}`, align: 'right' },
  ]
  return meanBlocks(columns, rows)
}

/** Precision is of those of recall's cases of which something was retrieved; where that is all of them, its row need not say so. */
function asRecall(mean: Mean, recall: Mean | undefined): Mean {
  return recall !== undefined && mean.label.startsWith('precision') && mean.total === recall.total
    ? { ...mean, denominator: recall.denominator }
    : mean
}

type SliceColumn = readonly [header: string, name: string]

/** A table a field that parts the cases, where retrieval is all that is asked; in any other suite it would be one table too many. */
function bySlices(suite: SuiteReport, wanted: readonly SliceColumn[]): Block[] {
  const columns = wanted.filter(([, name]) => meanOf(suite, name) !== undefined)
  if (suite.task !== 'retrieval' || columns.length === 0) return []
  return Object.entries(suite.slices).flatMap(([field, slices]): Block[] => {
    if (!partsCases(slices, suite.n)) return []
    const rows = slices.map((row) => [
      Object.values(row.slice)[0] ?? '',
      scoredOf(row, columns),
      ...columns.map(([, name]) => decimal(meanOf(row, name)?.value ?? null)),
    ])
    return [
      {
        kind: 'table',
        table: {
          columns: [
            { header: `by ${field}` },
            { header: 'scored of n', align: 'right' },
            ...columns.map(([header]): Column => ({ header, align: 'right' })),
          ],
          rows,
        },
      },
    ]
  })
}

/** `2 of 15`: the cases that the row's means are of; `2–4 of 15` where they are not of the same number. */
function scoredOf({ n, means }: SliceRow, columns: readonly SliceColumn[]): string {
  const counts = columns.map(([, name]) => means[name]?.scored ?? 0)
  const [least, most] = [Math.min(...counts), Math.max(...counts)]
  return `${least === most ? most : `${least}–${most}`} of ${n}`
}
