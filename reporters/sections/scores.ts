import { splitScore } from '../../src/metrics/score-names.js'
import type { SuiteReport } from '../../src/schema/report.js'
import type { Column } from '../text-table.js'
import { type Block, type Section, section } from './block.js'
import { decimal, interval, meanBlocks, meanOf, meansTable, notScored } from './means.js'
import { partsCases } from './slices.js'

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
    ...rankedTable(suite),
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

/** How much of the gold text was retrieved, and how much else. */
export function spansSection(suite: SuiteReport): Section[] {
  const at = cutsOf(suite).flatMap((k) => [`spanPrecision@${k}`, `spanRecall@${k}`])
  return section('Spans', [
    ...meansTable(suite, SPANS),
    ...meansTable(suite, at),
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

function rankedTable(suite: SuiteReport): Block[] {
  const cuts = cutsOf(suite)
  const deepest = cuts.at(-1)
  const rows = RANKED.flatMap((base) => {
    const last = meanOf(suite, `${base}@${deepest}`)
    if (last === undefined) return []
    const values = cuts.map((k) => decimal(meanOf(suite, `${base}@${k}`)?.value ?? null))
    return [{ mean: last, cells: [last.label.replace(/@.*/u, ''), ...values, interval(last)] }]
  })
  const columns: Column[] = [
    { header: 'mean at k' },
    ...cuts.map((k): Column => ({ header: `@${k}`, align: 'right' })),
    { header: `95% at ${deepest}`, align: 'right' },
  ]
  return meanBlocks(columns, rows)
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
