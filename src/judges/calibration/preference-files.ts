import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { locate } from '../../datasets/lines.js'
import { type DataFault, DatasetError, messageOf } from '../../errors.js'
import { issueText } from '../../schema/issue.js'
import { annotatorAgreement, measurePreferences, type PreferenceMeasures, type ScoredPair } from './preferences.js'

const ASPECTS = ['correctness', 'completeness', 'overall'] as const
type Aspect = (typeof ASPECTS)[number]

const id = z.union([z.string(), z.number()]).transform(String)
const label = z.number().min(-2).max(2)
const score = z.number().nullable()
const Pair = { dataset: z.string().optional(), query_id: id }
const LabelRow = z.looseObject({
  ...Pair,
  model1: z.looseObject({ model_name: z.string() }),
  model2: z.looseObject({ model_name: z.string() }),
  correctness_label: label.optional(),
  completeness_label: label.optional(),
  overall_label: label.optional(),
})
const Scores = z.looseObject({
  correctness_label: score.optional(),
  completeness_label: score.optional(),
  overall_label: score.optional(),
})
const ScoreRow = z.looseObject({
  ...Pair,
  model1: z.looseObject({ model_name: z.string() }),
  model2: z.looseObject({ model_name: z.string() }),
})

/** What a metric has to do with what people prefer, aspect by aspect. */
export interface PreferenceTable {
  /** Name of the metric in the file of scores. */
  metric: string
  aspects: { aspect: Aspect; metric: PreferenceMeasures; annotators: PreferenceMeasures }[]
  /** Labelled pairs without a row of scores, and the reverse. */
  unmatched: { labels: number; scores: number }
}

/**
 * RAGChecker's meta-evaluation: human labels of pairs of answers, one row per annotator, beside a metric's scores of the same pairs, joined by data set, question and the two
 * models. A score that is not a number (`null`, or Python's `NaN`) is unknown. Throws a `DatasetError` with every fault.
 */
export function comparePreferences(
  labelsPath: string,
  scoresPath: string,
  options: { seed: number; compat?: 'ragchecker' | undefined },
): PreferenceTable[] {
  const labels = readRows(labelsPath, LabelRow)
  const scores = readRows(scoresPath, ScoreRow)
  const byPair = new Map<string, z.output<typeof LabelRow>[]>()
  for (const row of labels.rows) byPair.set(keyOf(row), [...(byPair.get(keyOf(row)) ?? []), row])
  const twice = scores.rows.findIndex((row, i) => scores.rows.findIndex((other) => keyOf(other) === keyOf(row)) !== i)
  if (twice >= 0) throw fault(scores.file, `${twice}`, 'this pair of models for this question is given twice')
  const metrics = [...new Set(scores.rows.flatMap(({ model1, model2 }) => [...scoreNames(model1), ...scoreNames(model2)]))]
  if (metrics.length === 0) throw fault(scores.file, '', 'expected scores such as `model1.ragchecker.overall_label`')
  const matched = scores.rows.filter((row) => byPair.has(keyOf(row)))
  if (matched.length === 0)
    throw fault(scores.file, '', `no pair of ${labels.file} is in it: they are joined by dataset, query_id and models`)
  return metrics.map((metric) => ({
    metric,
    aspects: ASPECTS.flatMap((aspect) => {
      const pairs = matched.flatMap((row): ScoredPair[] => {
        const given = (byPair.get(keyOf(row)) ?? []).flatMap((one) => one[`${aspect}_label`] ?? [])
        const of = (model: unknown) => scoreOf(model, metric, aspect)
        return given.length === 0 ? [] : [{ model1: of(row.model1), model2: of(row.model2), labels: given }]
      })
      if (pairs.length === 0) return []
      const annotators = annotatorAgreement(
        pairs.map((pair) => pair.labels),
        options.seed,
      )
      return [{ aspect, metric: measurePreferences(pairs, options), annotators }]
    }),
    unmatched: { labels: byPair.size - matched.length, scores: scores.rows.length - matched.length },
  }))
}

type PairRow = z.output<typeof ScoreRow>

function keyOf({ dataset = '', query_id, model1, model2 }: PairRow): string {
  return JSON.stringify([dataset, query_id, model1.model_name, model2.model_name])
}

function scoreNames(model: Record<string, unknown>): string[] {
  return Object.entries(model).flatMap(([name, value]) => {
    const scores = Scores.safeParse(value)
    return scores.success && ASPECTS.some((aspect) => scores.data[`${aspect}_label`] !== undefined) ? [name] : []
  })
}

function scoreOf(model: unknown, metric: string, aspect: Aspect): number | null {
  const scores = Scores.safeParse((model as Record<string, unknown>)[metric])
  return scores.success ? (scores.data[`${aspect}_label`] ?? null) : null
}

function readRows<Row>(path: string, schema: z.ZodType<Row>): { file: string; rows: Row[] } {
  const { file, full } = locate(path)
  let value: unknown
  try {
    value = JSON.parse(withoutNaN(readFileSync(full, 'utf8').replace(/^\uFEFF/, '')))
  } catch (error) {
    throw fault(file, '', `expected JSON, a list of pairs: ${messageOf(error)}`)
  }
  const list = Array.isArray(value) ? value : (value as { results?: unknown } | null)?.results
  if (!Array.isArray(list) || list.length === 0) throw fault(file, '', 'expected a list of pairs')
  const faults: DataFault[] = []
  const rows = list.flatMap((row: unknown, i) => {
    const parsed = schema.safeParse(row)
    if (parsed.success) return [parsed.data]
    faults.push({ file, field: String(i), message: issueText(parsed.error) })
    return []
  })
  if (faults.length > 0) throw new DatasetError(file, faults)
  return { file, rows }
}

/** Python writes a score that is not a number as `NaN`, which is no JSON. */
function withoutNaN(text: string): string {
  return text.replace(/"[^"\\]*(?:\\.[^"\\]*)*"|\bNaN\b/g, (token) => (token === 'NaN' ? 'null' : token))
}

const fault = (file: string, field: string, message: string) => new DatasetError(file, [{ file, field, message }])
