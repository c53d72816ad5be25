import type { GateResult, Report, SuiteReport } from '../schema/report.js'
import { annotation, type Level, type Place } from './commands.js'

/** GitHub shows ten errors and ten warnings of a step. */
const MOST_ITEMS = 10
const MOST_GATES = 10
const MOST_PROBLEMS = 3

interface Finding extends Place {
  level: Level
  title: string
  message: string
}

/**
 * What a run found, as workflow commands: what did not load, gates that fail, then at their line in the data the first ten items that are newly wrong or,
 * where a suite fails without any, the worst. `locate` gives the path of a file in the workspace, or null.
 */
export function annotationsOf(report: Report, locate: (file: string) => string | null): string[] {
  const problems = report.problems
    .slice(0, MOST_PROBLEMS)
    .map((message): Finding => ({ level: 'error', title: 'vitest-docket', message }))
  const gates = report.suites.flatMap(suiteFindings).slice(0, MOST_GATES)
  const items = report.suites.flatMap(itemFindings).slice(0, MOST_ITEMS)
  return [...problems, ...gates, ...items].map(({ level, title, message, file, line }) =>
    annotation(level, title, message, { file: (file === undefined ? null : locate(file)) ?? undefined, line }),
  )
}

/** Suites of policy `report` turn nothing red. */
function levelOf({ policy }: SuiteReport): Level {
  return policy === 'report' ? 'warning' : 'error'
}

function suiteFindings(suite: SuiteReport): Finding[] {
  const shared = { level: levelOf(suite), file: suite.file, line: 1 }
  if (suite.status === 'INFRASTRUCTURE') {
    return [{ ...shared, title: `${suite.suite}: INFRASTRUCTURE`, message: suite.reasons.join('; ') }]
  }
  return suite.gates.filter(failsRun).map(({ status, message }) => ({
    ...shared,
    title: `${suite.suite}: ${status === 'fail' ? 'a gate fails' : `a gate is ${status}`}`,
    message,
  }))
}

function failsRun({ status, gate }: GateResult): boolean {
  return status === 'fail' || status === 'closed' || (status === 'undecided' && gate.undecided === 'fail')
}

function itemFindings(suite: SuiteReport): Finding[] {
  const level = suite.status === 'FAIL' ? levelOf(suite) : 'warning'
  const { comparison, worst, status } = suite
  const newlyWrong = comparison?.newlyWrong ?? []
  if (status === 'INFRASTRUCTURE') return []
  if (newlyWrong.length > 0) {
    return newlyWrong.map(({ id, before, now, place, ...evidence }) => ({
      level,
      title: `${id}: ${before === now ? now : `${before}, now ${now}`}`,
      message: evidenceText(evidence),
      ...place,
    }))
  }
  if (status !== 'FAIL') return []
  return worst.map(({ id, errorClass, place, ...evidence }) => {
    const [, file, line] = /^(.*):(\d+)$/u.exec(place ?? '') ?? []
    return {
      level,
      title: `${id}: ${errorClass}`,
      message: evidenceText(evidence),
      file,
      line: line === undefined ? undefined : Number(line),
    }
  })
}

function evidenceText({
  question,
  claim,
  reason,
  answer,
}: {
  question: string
  claim?: string | undefined
  reason?: string | undefined
  answer?: string | undefined
}): string {
  return [claim ?? answer ?? question, ...(reason === undefined ? [] : [`(${reason})`])].join(' ')
}
