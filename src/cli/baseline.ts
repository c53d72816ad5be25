import { existsSync, readdirSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { defineCommand } from 'citty'
import { rootsIn } from '../../reporters/baselines.js'
import { factsOf, type RunFacts, suiteKey } from '../../reporters/facts.js'
import { capped } from '../../reporters/sections/block.js'
import { DocketError, messageOf } from '../errors.js'
import { readingFor } from '../metrics/compat.js'
import { type AcceptedSuite, acceptBaselines, withoutGrids } from '../run/baseline/accept.js'
import { comparedSuite } from '../run/baseline/compared-suite.js'
import { whyIncomplete } from '../run/baseline/complete.js'
import { readBaselineFile } from '../run/baseline/file.js'
import { BASELINES, twoFiles, twoFilesText } from '../run/baseline/find.js'
import { readRunFiles } from '../run/run-files.js'
import type { ComparedSuite } from '../schema/baseline.js'
import type { RunLine } from '../schema/record.js'
import { plainText } from '../text/plain-text.js'
import { acceptedText, type SkippedRun, shownText } from './baseline-text.js'
import { fail } from './check.js'

const ACTIONS = ['accept', 'show'] as const
const RUNS = join('.docket', 'runs')

/** `vitest-docket baseline [accept [RUN]]`: makes a run what later ones are compared with; which baselines there are. */
export const baseline = defineCommand({
  meta: {
    name: 'baseline',
    description: '`accept` makes a run what later ones are compared with; without it, which baselines there are',
  },
  args: {
    action: { type: 'positional', required: false, description: `${ACTIONS.join(' or ')}; show by default` },
    run: {
      type: 'positional',
      required: false,
      description: `with accept: folder of a run; the newest complete one below ${RUNS} by default`,
    },
    suite: { type: 'string', description: 'only this suite' },
    dir: { type: 'string', description: `folder of the baselines; ${BASELINES} below the root of each project by default` },
  },
  async run({ args }) {
    const { columns = 80 } = process.stdout
    const action = ACTIONS.find((known) => known === (args.action ?? 'show'))
    if (action === undefined || args._.length > 2 || (action === 'show' && args.run !== undefined))
      return fail(`expected \`accept\` with a run or none, or \`show\`, received "${args._.join(' ')}"`)
    try {
      if (action === 'show') return show(args.dir ?? BASELINES, args.suite, columns)
      const { lines, facts, skipped } = args.run === undefined ? newestComplete() : named(args.run)
      const all = suitesOf(facts, lines)
      const chosen = all.filter(({ suite }) => args.suite === undefined || suite.run.suite === args.suite)
      if (chosen.length === 0) {
        const names = [...new Set(all.map(({ suite }) => JSON.stringify(suite.run.suite)))].join(', ')
        return fail(`\`--suite\`: run ${facts.run} has no suite ${JSON.stringify(args.suite)}; it has ${names}`)
      }
      const { kept, leftOut } = withoutGrids(chosen)
      const accepted = await acceptBaselines(kept, all, args.dir)
      console.log(acceptedText(facts, { accepted, leftOut, skipped }, columns))
    } catch (error) {
      fail(messageOf(error))
    }
  },
})

interface Chosen {
  lines: RunLine[]
  facts: RunFacts
  /** Newer runs that cannot be a baseline, the newest first. */
  skipped: SkippedRun[]
}

function load(folder: string): { lines: RunLine[]; facts: RunFacts } {
  const lines = readRunFiles(folder)
  return { lines, facts: factsOf(lines) }
}

function named(folder: string): Chosen {
  if (!existsSync(folder)) throw new DocketError(`no run at ${folder}: run \`vitest run\` first, or name a folder`)
  const { lines, facts } = load(folder)
  const reasons = whyIncomplete(facts)
  if (reasons.length > 0) throw new DocketError([`run ${facts.run} cannot be a baseline:`, ...listed(reasons), WHOLE].join('\n'))
  return { lines, facts, skipped: [] }
}

const WHOLE =
  'A baseline is made of a whole run: `vitest run` without `-t`, `.only`, `limit` or `filter`; a declared `sample` is one.'

function newestComplete(): Chosen {
  const skipped: SkippedRun[] = []
  const places = runPlaces()
  const folders = places.flatMap(foldersIn)
  for (const folder of folders.sort((a, b) => (basename(a) < basename(b) ? 1 : -1))) {
    const run = basename(folder)
    try {
      const { lines, facts } = load(resolve(folder))
      // `vitest list` collects suites and runs no case.
      if (facts.cases.length === 0) continue
      const reasons = whyIncomplete(facts)
      if (reasons.length === 0) return { lines, facts, skipped }
      skipped.push({ run, startedAt: facts.startedAt, reason: listed(reasons, 2).join('; ') })
    } catch (error) {
      if (!(error instanceof DocketError)) throw error
      skipped.push({ run, startedAt: null, reason: plainText(error.message.split('\n', 1)[0] ?? '') })
    }
  }
  const where = places.join(', ') || RUNS
  if (skipped.length === 0) throw new DocketError(`no run below ${where}: run \`vitest run\` first, or name a folder`)
  const reasons = skipped.map(({ run, reason }) => `${run}: ${reason}`)
  throw new DocketError([`no complete run below ${where}:`, ...listed(reasons, 5), WHOLE].join('\n'))
}

/** Where the runs are: here, else in projects up to two folders below, each of which may have a root of its own. */
function runPlaces(): string[] {
  if (existsSync(resolve(RUNS))) return [RUNS]
  const projects = foldersIn('.').filter((folder) => !folder.startsWith('.') && folder !== 'node_modules')
  return [...projects, ...projects.flatMap(foldersIn)]
    .map((folder) => join(folder, RUNS))
    .filter((runs) => existsSync(resolve(runs)))
}

function foldersIn(folder: string): string[] {
  const entries = readdirSync(resolve(folder), { withFileTypes: true })
  return entries.flatMap((entry) => (entry.isDirectory() ? [join(folder, entry.name)] : []))
}

function listed(items: readonly string[], most = 10): string[] {
  return capped(items.map(plainText), most)
}

function suitesOf({ suites, cases, run, startedAt }: RunFacts, lines: readonly RunLine[]): AcceptedSuite[] {
  const rootOf = rootsIn(lines)
  return suites.map(({ project, header }) => {
    const key = suiteKey(project, header)
    const own = cases.filter((one) => suiteKey(one.project, one.record) === key).map(({ record }) => record)
    const records = [...new Map(own.map((record) => [record.id, record])).values()]
    const reading = readingFor(header.compat, header.task)
    return {
      root: rootOf(project),
      suite: comparedSuite({ project, header, records, reading, run, startedAt }),
      ...(header.arm === undefined ? {} : { grid: header.arm.grid }),
    }
  })
}

function show(dir: string, suite: string | undefined, columns: number): void {
  const folder = resolve(dir)
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.jsonl')) : []
  const baselines: ({ name: string } & ComparedSuite)[] = []
  const faults: string[] = []
  for (const name of files.sort()) {
    try {
      const read = readBaselineFile(join(folder, name), join(dir, name))
      const two = twoFiles(folder, read.run)
      if (two?.[0] === name) faults.push(twoFilesText(two, read.run))
      if (suite === undefined || read.run.suite === suite) baselines.push({ name, ...read })
    } catch (error) {
      if (!(error instanceof DocketError)) throw error
      faults.push(error.message)
    }
  }
  if (baselines.length > 0 || faults.length === 0) console.log(shownText(dir, baselines, columns))
  if (faults.length > 0) fail(faults.join('\n'))
}
