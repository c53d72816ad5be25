import {
  averagePrecision,
  documentRanking,
  f1,
  hit,
  ndcg,
  precision,
  type Relevant,
  rankByScore,
  recall,
  reciprocalRank,
} from '../../../src/metrics/retrieval.js'
import { attempt, type ExpectedScore, mustThrow, scoreOf, type Throws } from './scores.js'
import { readTable, runTable } from './table.js'

/** JSON has no word for these numbers, so the table writes them as text. */
type Num = number | 'NaN' | 'Infinity' | '-Infinity' | '-0'

type RelevantOfRow = string[] | { set: string[] } | { map: [string, Num][] } | { record: Record<string, Num> }

interface ScoredRow {
  name: string
  function: 'hit' | 'recall' | 'precision' | 'f1' | 'reciprocalRank' | 'averagePrecision' | 'ndcg'
  ranking: string[] | null
  documents?: Record<string, string>
  relevant: RelevantOfRow
  options: { k?: Num; gain?: 'exponential' | 'linear'; compat?: string }
  expected: ExpectedScore | Throws
  derivation: string
}

interface OrderRow {
  name: string
  derivation: string
  expected: { order: string[] } | Throws
}

type Row =
  | ScoredRow
  | (OrderRow & { function: 'rankByScore'; entries: { id: string; score: Num }[] })
  | (OrderRow & { function: 'documentRanking'; ranking: string[]; documents: Record<string, string> })

/** Every function under one shape; which options each takes is not what is tested here. */
type Metric = (
  ranking: readonly string[] | null,
  relevant: Relevant,
  options: object,
) => { value: number | null; reason?: string; parts?: [number, number] }

const METRICS = { hit, recall, precision, f1, reciprocalRank, averagePrecision, ndcg } as unknown as Record<string, Metric>

function relevantOf(given: RelevantOfRow): Relevant {
  if (Array.isArray(given)) return given
  if ('set' in given) return new Set(given.set)
  if ('map' in given) return new Map(given.map.map(([id, grade]) => [id, Number(grade)]))
  return Object.fromEntries(Object.entries(given.record).map(([id, grade]) => [id, Number(grade)]))
}

function documents(ranking: readonly string[], documentsById: Record<string, string>): string[] {
  const byId = new Map(Object.entries(documentsById))
  return documentRanking(ranking, (id) => byId.get(id) ?? id)
}

function call(row: Row): unknown {
  if (row.function === 'rankByScore') return rankByScore(row.entries.map(({ id, score }) => ({ id, score: Number(score) })))
  if (row.function === 'documentRanking') return documents(row.ranking, row.documents)
  return score(row)
}

function score(row: ScoredRow): ReturnType<Metric> {
  const metric = METRICS[row.function]
  if (metric === undefined) throw new Error(`no function ${row.function}`)
  const { k, ...options } = row.options
  const ranking = row.documents === undefined || row.ranking === null ? row.ranking : documents(row.ranking, row.documents)
  return metric(ranking, relevantOf(row.relevant), { ...options, ...(k === undefined ? {} : { k: Number(k) }) })
}

runTable('expected scores of rankings', {
  rows: readTable<{ cases: Row[] }>('retrieval').cases,
  nameOf: (row) => `${row.name} ${row.function}`,
  disputed: {
    'n23 ndcg': '2^2000 is beyond the numbers: 1 by the table, since the gain cancels; a RangeError that says so by the code',
  },
  compare(row) {
    if ('throws' in row.expected) return mustThrow(() => call(row))
    if ('order' in row.expected) return { received: call(row), expected: row.expected.order }
    const { expected } = row
    return attempt(expected, () => scoreOf(score(row as ScoredRow), expected))
  },
})
