import { defineCommand } from 'citty'
import { wrap } from '../../reporters/layout.js'
import { textTable } from '../../reporters/text-table.js'
import { messageOf } from '../errors.js'
import { type PlanSum, type SuitePlan, sumPlanned } from '../run/plan.js'
import { usdText } from '../text/money.js'
import { plainText } from '../text/plain-text.js'
import type { RunEstimate } from '../vitest/estimate-run.js'
import { fail } from './check.js'

/** `vitest-docket estimate [FILTER…]`: what a run would take, before it runs; exit code 1 where it would not start. */
export const estimate = defineCommand({
  meta: { name: 'estimate', description: 'What a run would take: calls, tokens and cost, and what is recorded already' },
  args: {
    filters: { type: 'positional', required: false, description: 'files, as for `vitest run`; more may follow' },
    config: { type: 'string', description: 'the Vitest config' },
    root: { type: 'string', description: 'the root of the project' },
    project: { type: 'string', description: 'only this project' },
    testNamePattern: { type: 'string', alias: 't', description: 'only cases whose name matches' },
    json: { type: 'boolean', default: false, description: 'as JSON, case by case' },
  },
  async run({ args }) {
    let run: RunEstimate
    try {
      const { estimateRun } = await import('../vitest/estimate-run.js')
      const { config, root, project, testNamePattern } = args
      run = await estimateRun(args._, {
        ...(config === undefined ? {} : { config }),
        ...(root === undefined ? {} : { root }),
        ...(project === undefined ? {} : { project: [project] }),
        ...(testNamePattern === undefined ? {} : { testNamePattern }),
      })
    } catch (error) {
      return fail(messageOf(error))
    }
    const { columns = 80 } = process.stdout
    process.stdout.write(args.json ? `${JSON.stringify(run, null, 2)}\n` : `${estimateText(run, columns)}\n`)
    if (run.refusal !== null || run.problems.length > 0) process.exitCode = 1
  },
})

/** The estimate as a table, a row a suite, no line longer than `columns`. */
export function estimateText({ plans, refusal, problems }: RunEstimate, columns: number): string {
  const lines = (...texts: string[]) => texts.flatMap((text) => wrap(plainText(text), columns))
  const broken = lines(...problems.map((problem) => `cannot be estimated: ${problem}`))
  if (plans.length === 0) return [...broken, 'No suite has a judge that makes paid calls.'].join('\n')
  const total = sumPlanned(plans.flatMap(({ cases }) => cases))
  const rows = plans.map((plan) => row(plan.suite, plan.cases.length, sumPlanned(plan.cases)))
  const all = plans.reduce((sum, { cases }) => sum + cases.length, 0)
  const header = ['suite', 'cases', 'live calls', 'recorded', 'tokens in', 'out', 'USD']
  return [
    ...textTable(
      {
        columns: header.map((name, index) => ({ header: name, ...(index === 0 ? {} : { align: 'right' as const }) })),
        rows: [...rows, ...(plans.length > 1 ? [row('all', all, total)] : [])],
      },
      columns,
    ),
    '',
    ...broken,
    ...lines(...plans.flatMap(notesOf(plans.length > 1)), refusal ?? 'The run would start.'),
  ].join('\n')
}

function row(name: string, cases: number, { calls, recorded, inputTokens, outputTokens, usd, unpriced }: PlanSum): string[] {
  const count = (value: number) => Math.round(value).toLocaleString('en-US')
  const money = unpriced === 0 ? usdText(usd) : unpriced === cases ? 'unknown' : `${usdText(usd)} + unknown`
  return [name, count(cases), count(calls), count(recorded), count(inputTokens), count(outputTokens), money]
}

const notesOf = (named: boolean) => (plan: SuitePlan) => plan.notes.map((note) => (named ? `${plan.suite}: ${note}` : note))
