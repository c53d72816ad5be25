import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { defineCommand } from 'citty'
import { rootsIn, withBaselines } from '../../reporters/baselines.js'
import { factsOf, type RunFacts } from '../../reporters/facts.js'
import { renderJson } from '../../reporters/json.js'
import { renderMarkdown } from '../../reporters/markdown.js'
import { renderOutput } from '../../reporters/outputs.js'
import { buildReport, isBlocking } from '../../reporters/report.js'
import { renderTerminal } from '../../reporters/terminal.js'
import { messageOf } from '../errors.js'
import { readRunFiles } from '../run/run-files.js'
import { Output } from '../schema/output.js'
import type { Report } from '../schema/report.js'
import { fail } from './check.js'

const FORMATS = ['terminal', 'markdown', 'json', ...Output.options] as const

/** `vitest-docket report [RUN]`: builds the report of a run again from its files; the exit code is the run's. */
export const report = defineCommand({
  meta: { name: 'report', description: 'Build the report of a run again from its files' },
  args: {
    run: { type: 'positional', required: false, description: 'folder of a run; the newest below .docket/runs by default' },
    format: { type: 'string', default: 'terminal', description: FORMATS.join(', ') },
  },
  async run({ args }) {
    const format = FORMATS.find((known) => known === args.format)
    if (format === undefined) return fail(`\`--format\`: expected one of ${FORMATS.join(', ')}, received "${args.format}"`)
    const folder = args.run ?? newestRun()
    if (folder === null || !existsSync(folder))
      return fail(`no run at ${folder ?? '.docket/runs'}: run \`vitest run\` first, or name a folder`)
    let facts: RunFacts
    let built: Report
    try {
      const lines = readRunFiles(folder)
      facts = factsOf(lines)
      built = buildReport(withBaselines(facts, rootsIn(lines)))
    } catch (error) {
      return fail(messageOf(error))
    }
    if (isBlocking(built)) process.exitCode = 1
    const out = process.stdout
    if (format === 'json') out.write(renderJson(built))
    else if (format === 'markdown') out.write(renderMarkdown(built))
    else if (format === 'junit' || format === 'csv') {
      // Not all at once, however slowly it is read.
      await pipeline(Readable.from(renderOutput(format, built, facts)), out, { end: false })
    } else out.write(`${renderTerminal(built, { columns: out.columns ?? 80, color: out.isTTY === true })}\n`)
  },
})

/** Folders of the runs below .docket/runs, the newest first. */
export function runFolders(): string[] {
  const runs = join('.docket', 'runs')
  const entries = existsSync(runs) ? readdirSync(runs, { withFileTypes: true }) : []
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(runs, name))
  return folders.sort().reverse()
}

/** The newest run that has cases; null where there is none. Newer ones that have none, such as `vitest list` leaves, are named on standard error. */
export function newestRun(): string | null {
  const folders = runFolders()
  const at = folders.findIndex(hasCases)
  if (at > 0) console.error(`passed over, since without a case: ${folders.slice(0, at).join(', ')}`)
  return folders[at] ?? null
}

export function hasCases(folder: string): boolean {
  return readdirSync(folder).some((file) => readFileSync(join(folder, file), 'utf8').includes('"kind":"case"'))
}
