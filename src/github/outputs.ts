import { randomUUID } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import type { Report } from '../schema/report.js'

/** What a step hands on to later steps, by name; empty where it is not known. */
export type Outputs = Record<(typeof OUTPUT_NAMES)[number], string>

export const OUTPUT_NAMES = ['status', 'exit-code', 'n', 'hallucination-rate', 'newly-wrong', 'report', 'comment-url'] as const

export function outputsOf(
  report: Report | null,
  run: { exitCode: number; reportPath: string; commentUrl: string | null },
): Outputs {
  const suites = report?.suites ?? []
  const rates = suites.flatMap(({ metrics }) => metrics['hallucinationRate']?.value ?? [])
  // Of a run in doubt nobody knows how many there are.
  const compared = suites.flatMap(({ status, comparison }) =>
    status === 'INFRASTRUCTURE' || comparison === null || comparison.refused !== null ? [] : comparison.newlyWrong.length,
  )
  return {
    status: report?.status ?? 'INFRASTRUCTURE',
    'exit-code': String(run.exitCode),
    n: report === null ? '' : String(suites.reduce((sum, { n }) => sum + n, 0)),
    // Suites are never pooled: the highest is one that somebody measured.
    'hallucination-rate': rates.length === 0 ? '' : String(Math.max(...rates)),
    'newly-wrong': compared.length === 0 ? '' : String(compared.reduce((sum, count) => sum + count, 0)),
    report: report === null ? '' : run.reportPath,
    'comment-url': run.commentUrl ?? '',
  }
}

/** Appends them to the file of GITHUB_OUTPUT. No value can end its own block, or begin another. */
export function writeOutputs(file: string, outputs: Outputs): void {
  const blocks = Object.entries(outputs).map(([name, value]) => {
    const end = `end-${randomUUID()}`
    return `${name}<<${end}\n${value}\n${end}\n`
  })
  appendFileSync(file, blocks.join(''))
}
