import { checkedOptions, checkOption, known, type MetricScore, shown } from './score.js'
import { any, both, type Known, not, shareOfAll } from './share.js'

/** One statement of an answer, with what it cites. */
export interface AlceStatement {
  /** Numbers of the passages that it cites, from 1, as often as it cites them. */
  citations: readonly number[]
  /** How many passages there are; a number beyond them, or below 1, is out of range. */
  passages: number
  /** Whether these passages together entail the statement without its citations; null where that is not known. Numbers are distinct, in the order of citing. */
  entails(passages: number[]): boolean | null
}

export interface AlceOptions {
  /** `alce`: citations of a statement with one out of range are left out of the total, and precision is 0 without any. @default sound */
  compat?: 'alce'
}

/**
 * ALCE's citation recall and precision of one answer, each from 0 to 1 with parts. The figures of a corpus are the means over its answers.
 *
 * Recall: statements that all their citations together entail / statements; one without a citation, or with one out of range, is not among them. Precision: good
 * citations / citations. A citation is good where its statement is entailed by all of them, and it is the only one, or entails it alone, or the rest without it
 * does not.
 *
 * Empty cases: recall null "no statements"; precision null "no citation". Both null "undetermined" where an entailment that is not known decides.
 *
 * Source: T. Gao, H. Yen, J. Yu, D. Chen (2023), Enabling Large Language Models to Generate Text with Citations, and its code; the number of
 * citations that it looks at per statement, at most three by default, is the caller's.
 *
 * @throws RangeError where a citation or a number of passages is no whole number, and where `entails` is no function or says anything else.
 */
export function alceCitations(
  statements: readonly AlceStatement[],
  options: AlceOptions = {},
): { recall: MetricScore; precision: MetricScore } {
  const { compat } = checkedOptions(options, ['compat'])
  checkOption('compat', compat, 'alce')
  statements.forEach(checkStatement)
  const judged = statements.map((statement) => ({
    statement,
    entailed: inRange(statement) ? ask(statement, statement.citations) : false,
  }))
  const counted = compat === 'alce' ? judged.filter(({ statement }) => inRange(statement)) : judged
  const good = counted.flatMap(({ statement, entailed }) => statement.citations.map((_, at) => isGood(statement, entailed, at)))
  return {
    recall: shareOfAll(
      judged.map(({ entailed }) => entailed),
      'no statements',
    ),
    precision: compat === 'alce' && good.length === 0 ? known(0) : shareOfAll(good, 'no citation'),
  }
}

function inRange({ citations, passages }: AlceStatement): boolean {
  return citations.length > 0 && citations.every((number) => number >= 1 && number <= passages)
}

function isGood(statement: AlceStatement, entailed: Known, at: number): Known {
  if (entailed === false || statement.citations.length === 1) return entailed
  const alone = ask(statement, statement.citations.slice(at, at + 1))
  if (alone === true) return entailed
  return both(entailed, any([alone, not(ask(statement, statement.citations.toSpliced(at, 1)))]))
}

function ask(statement: AlceStatement, citations: readonly number[]): Known {
  const said: unknown = statement.entails([...new Set(citations)])
  if (said === true || said === false || said === null) return said
  throw new RangeError(
    `\`entails\`: expected true, false or null, got ${said instanceof Promise ? 'a promise; ask the model beforehand' : shown(said)}`,
  )
}

function checkStatement({ citations, passages, entails }: AlceStatement, index: number): void {
  if (typeof entails !== 'function') {
    throw new RangeError(
      `\`statements[${index}].entails\`: expected a function of passage numbers that says true, false or null, got ${shown(entails)}`,
    )
  }
  if (!Number.isSafeInteger(passages) || passages < 0) {
    throw new RangeError(`\`statements[${index}].passages\`: expected a whole number of at least 0, got ${passages}`)
  }
  const odd = citations.find((number) => !Number.isSafeInteger(number))
  if (odd !== undefined) throw new RangeError(`\`statements[${index}].citations\`: expected whole numbers, got ${odd}`)
}
