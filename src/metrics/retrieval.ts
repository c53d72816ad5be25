import { checkRanking, gradesOf, type Ranking, type Relevant } from './ranking.js'
import { checkedOptions, checkOption, harmonicMean, known, type MetricScore, quotient, quotientOrZero, unknown } from './score.js'

export { documentRanking, type Ranking, type Relevant, rankByScore } from './ranking.js'

/** Where a ranking is cut: a whole number of at least 1; the whole ranking without it. */
export interface Cut {
  k?: number | undefined
}

type CutAs<Compat extends string> = Cut & { compat?: Compat | undefined }

/**
 * Whether anything relevant was retrieved: 1 where a relevant id is among the first k, else 0 (hit@k, success@k).
 *
 * Every metric of this file is null, "retrieval not reported", without a ranking, and null, "nothing relevant", where no id has a grade above 0. Ids are
 * compared by equality. An id that comes again keeps its place and gains nothing.
 *
 * `compat: 'legal-rag-bench'`: a relevant id that is part of a retrieved id is a hit too. `'canlegalragbench'`: 0 where nothing is relevant.
 *
 * @throws RangeError unless k is a whole number of at least 1, ids are strings in an array and every grade is finite and not negative, and on an option that
 * there is not.
 */
export function hit(
  ranking: Ranking | null | undefined,
  relevant: Relevant,
  options: CutAs<'legal-rag-bench' | 'canlegalragbench'> = {},
): MetricScore {
  const { k, compat } = checkedOptions(options, ['k', 'compat'])
  checkOption('compat', compat, 'legal-rag-bench', 'canlegalragbench')
  return scored(ranking, relevant, { k, compat }, ({ cut, grades, found }) => {
    if (compat !== 'legal-rag-bench') return known(found.length > 0 ? 1 : 0)
    return known([...grades.keys()].some((id) => cut.some((retrieved) => retrieved.includes(id))) ? 1 : 0)
  })
}

/**
 * How much of what is relevant was retrieved: distinct relevant ids among the first k / relevant ids. 0 where nothing was retrieved.
 *
 * Source: C. D. Manning, P. Raghavan, H. Schütze (2008), Introduction to Information Retrieval, 8.3.
 *
 * `compat: 'canlegalragbench'`: of a ranking of one document id a chunk, every chunk counts, repeats too, so that the value may exceed 1; 0 where
 * nothing is relevant.
 *
 * @throws RangeError as {@link hit}.
 */
export function recall(
  ranking: Ranking | null | undefined,
  relevant: Relevant,
  options: CutAs<'canlegalragbench'> = {},
): MetricScore {
  const { k, compat } = checkedOptions(options, ['k', 'compat'])
  checkOption('compat', compat, 'canlegalragbench')
  return scored(ranking, relevant, { k, compat }, ({ cut, grades, found }) =>
    quotient(compat === undefined ? found.length : cut.filter((id) => grades.has(id)).length, grades.size),
  )
}

/**
 * How much of what was retrieved is relevant: distinct relevant ids among the first k / k, also where fewer than k came (P_k of trec_eval); without k
 * / ids returned, repeats among them. null, "nothing retrieved", of an empty ranking.
 *
 * Source: Manning, Raghavan, Schütze (2008), 8.3 and 8.4.
 *
 * `compat: 'canlegalragbench'`: / distinct documents among the first k; 0 where nothing is relevant or retrieved.
 *
 * @throws RangeError as {@link hit}.
 */
export function precision(
  ranking: Ranking | null | undefined,
  relevant: Relevant,
  options: CutAs<'canlegalragbench'> = {},
): MetricScore {
  const { k, compat } = checkedOptions(options, ['k', 'compat'])
  checkOption('compat', compat, 'canlegalragbench')
  return scored(ranking, relevant, { k, compat }, ({ cut, found }) => {
    if (compat !== undefined) return quotientOrZero(found.length, new Set(cut).size)
    return cut.length === 0 ? unknown('nothing retrieved') : quotient(found.length, k ?? cut.length)
  })
}

/**
 * The harmonic mean of precision and recall at k; 0 where nothing relevant was retrieved.
 *
 * Source: Manning, Raghavan, Schütze (2008), 8.3.
 *
 * @throws RangeError as {@link hit}.
 */
export function f1(ranking: Ranking | null | undefined, relevant: Relevant, options: Cut = {}): MetricScore {
  const { k } = checkedOptions(options, ['k'])
  return scored(ranking, relevant, { k }, ({ cut, grades, found }) =>
    known(found.length === 0 ? 0 : harmonicMean(found.length / (k ?? cut.length), found.length / grades.size)),
  )
}

/**
 * 1 / rank of the first relevant id, 0 where none is among the first k. Its mean over questions is MRR.
 *
 * Source: E. M. Voorhees (1999), The TREC-8 Question Answering Track Report.
 *
 * `compat: 'canlegalragbench'`: the rank among distinct documents, whatever k; 0 where nothing is relevant.
 *
 * @throws RangeError as {@link hit}.
 */
export function reciprocalRank(
  ranking: Ranking | null | undefined,
  relevant: Relevant,
  options: CutAs<'canlegalragbench'> = {},
): MetricScore {
  const { k, compat } = checkedOptions(options, ['k', 'compat'])
  checkOption('compat', compat, 'canlegalragbench')
  return scored(ranking, relevant, { k, compat }, ({ all, grades, found }) => {
    const rank = compat === undefined ? (found[0]?.rank ?? 0) : 1 + [...new Set(all)].findIndex((id) => grades.has(id))
    return known(rank === 0 ? 0 : 1 / rank)
  })
}

/**
 * The mean of the precisions at the ranks of the relevant ids among the first k, those not found at 0: Σ (relevant up to rank i / i) / relevant ids,
 * or / k where that is fewer. Its mean over questions is MAP.
 *
 * Source: Manning, Raghavan, Schütze (2008), 8.4.
 *
 * @throws RangeError as {@link hit}.
 */
export function averagePrecision(ranking: Ranking | null | undefined, relevant: Relevant, options: Cut = {}): MetricScore {
  const { k } = checkedOptions(options, ['k'])
  return scored(ranking, relevant, { k }, ({ grades, found }) => {
    const precisions = found.map(({ rank }, before) => (before + 1) / rank)
    return known(atMostOne(sum(precisions) / Math.min(grades.size, k ?? Number.POSITIVE_INFINITY)))
  })
}

/**
 * Normalised discounted cumulative gain: Σ gain / log2(rank + 1) of the relevant ids among the first k, divided by the same sum of the best k
 * grades that there are, found or not. A gain is 2^grade - 1 by default, the grade itself where `gain` is 'linear'; ids without grades have grade 1, where
 * both are the same.
 *
 * Sources: K. Järvelin, J. Kekäläinen (2002), Cumulated gain-based evaluation of IR techniques, ACM TOIS 20, 422-446; C. Burges et al. (2005),
 * Learning to rank using gradient descent, ICML, for 2^grade - 1.
 *
 * `compat: 'swiss-legal-rag-bench'`: what is relevant is moved up over what is not, so that a miss costs nothing. `'canlegalragbench'`: over the distinct
 * documents of the first k, all of grade 1; the ideal has no more of them than were retrieved; 0 where nothing is relevant.
 *
 * @throws RangeError as {@link hit}, where grades are so large that the sum is not finite, and where a linear gain is asked for under `compat`.
 */
export function ndcg(
  ranking: Ranking | null | undefined,
  relevant: Relevant,
  options: CutAs<'swiss-legal-rag-bench' | 'canlegalragbench'> & { gain?: 'exponential' | 'linear' | undefined } = {},
): MetricScore {
  const { k, gain, compat } = checkedOptions(options, ['k', 'gain', 'compat'])
  checkOption('gain', gain, 'exponential', 'linear')
  checkOption('compat', compat, 'swiss-legal-rag-bench', 'canlegalragbench')
  if (compat !== undefined && gain === 'linear')
    throw new RangeError("`gain`: 'linear' is not published; leave it out under `compat`")
  return scored(ranking, relevant, { k, compat }, ({ cut, grades, found }) => {
    const gainOf = (grade: number) => (gain === 'linear' ? grade : exponential(grade))
    if (compat === 'canlegalragbench') {
      const distinct = [...new Set(cut)]
      const ideal = discounted(distinct.slice(0, grades.size).map(() => 1))
      return known(ideal === 0 ? 0 : atMostOne(discounted(distinct.map((id) => (grades.has(id) ? 1 : 0))) / ideal))
    }
    const ranks = new Map(found.map(({ rank, grade }) => [rank, gainOf(grade)]))
    const ranked = compat === undefined ? cut.map((_, index) => ranks.get(index + 1) ?? 0) : [...ranks.values()]
    const best = [...grades.values()].toSorted((a, b) => b - a).slice(0, k)
    const ideal = discounted(best.map(gainOf))
    if (!Number.isFinite(ideal)) throw new RangeError(`\`relevant\`: grades up to ${best[0]} are too large for a sum of gains`)
    return known(atMostOne(discounted(ranked) / ideal))
  })
}

interface Ranked {
  all: Ranking
  cut: Ranking
  grades: ReadonlyMap<string, number>
  /** The relevant ids of the cut at their first places, 1 for the top. */
  found: { rank: number; grade: number }[]
}

/** What holds of every metric: arguments are checked first, and nothing is scored without a ranking or without anything relevant. */
function scored(
  ranking: Ranking | null | undefined,
  relevant: Relevant,
  { k, compat }: { k?: number | undefined; compat?: string | undefined },
  score: (ranked: Ranked) => MetricScore,
): MetricScore {
  if (k !== undefined && !(Number.isInteger(k) && k >= 1))
    throw new RangeError(`\`k\`: expected a whole number of at least 1, got ${k}`)
  const grades = gradesOf(relevant)
  if (ranking == null) return unknown('retrieval not reported')
  checkRanking(ranking)
  if (grades.size === 0) return compat === 'canlegalragbench' ? known(0) : unknown('nothing relevant')
  const cut = ranking.slice(0, k)
  const seen = new Set<string>()
  const found = cut.flatMap((id, index) => {
    const grade = seen.has(id) ? undefined : grades.get(id)
    seen.add(id)
    return grade === undefined ? [] : [{ rank: index + 1, grade }]
  })
  return score({ all: ranking, cut, grades, found })
}

/** Exact for whole grades, and above 0 for every grade above 0. */
function exponential(grade: number): number {
  return Number.isInteger(grade) ? 2 ** grade - 1 : Math.expm1(grade * Math.LN2)
}

const discounted = (gains: readonly number[]) => sum(gains.map((gain, index) => gain / Math.log2(index + 2)))
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
/** Sums of another order can differ in the last digit. */
const atMostOne = (value: number) => Math.min(1, value)
