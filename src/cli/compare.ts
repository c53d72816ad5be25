import { existsSync, realpathSync, statSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { defineCommand } from 'citty'
import { type ComparableSuite, comparableSuites } from '../../reporters/compare/comparable.js'
import { compareRuns } from '../../reporters/compare/compare-runs.js'
import { labelsOf } from '../../reporters/compare/labels.js'
import { renderCompareMarkdown } from '../../reporters/compare/markdown.js'
import { renderCompareTerminal } from '../../reporters/compare/terminal.js'
import { knownDifferences } from '../../reporters/compare/view.js'
import { factsOf } from '../../reporters/facts.js'
import { messageOf, OptionError } from '../errors.js'
import { readBaselineFile } from '../run/baseline/file.js'
import { beginningOf } from '../run/baseline/find.js'
import { readRunFiles } from '../run/run-files.js'
import { RunsComparison } from '../schema/compare.js'
import { fail } from './check.js'

const FORMATS = ['terminal', 'markdown', 'json'] as const

/** `vitest-docket compare A B …`: runs side by side, each against the first one; 1 where nothing could be compared. */
export const compare = defineCommand({
  meta: { name: 'compare', description: 'Runs side by side: which differences from the first one are real' },
  args: {
    run: {
      type: 'positional',
      required: false,
      description: 'folders or files of two runs or more, or baseline files, the reference first; `label=path` names one',
    },
    suite: { type: 'string', description: 'the suite to compare; every suite that all runs have by default' },
    metric: {
      type: 'string',
      description:
        'a metric to compare, by its name or label in the report, or all; may be repeated; what a report is read for by default',
    },
    items: { type: 'string', default: '10', description: 'items that are listed of each kind: a number, or all' },
    format: { type: 'string', default: 'terminal', description: FORMATS.join(', ') },
  },
  run({ args, rawArgs }) {
    try {
      const format = FORMATS.find((known) => known === args.format)
      if (format === undefined)
        throw new OptionError(`\`--format\`: expected one of ${FORMATS.join(', ')}, received "${args.format}"`)
      const items = itemsOf(args.items)
      const comparison = compareRuns(readRuns(args._), { suite: args.suite, metrics: repeated('metric', rawArgs) })
      const out = process.stdout
      if (format === 'json') out.write(`${JSON.stringify(RunsComparison.parse(comparison), null, 2)}\n`)
      else if (format === 'markdown') out.write(renderCompareMarkdown(comparison, { items }))
      else out.write(renderCompareTerminal(comparison, { columns: out.columns ?? 80, items }))
      if (knownDifferences(comparison).length === 0) fail(nothingCompared(comparison))
    } catch (error) {
      fail(messageOf(error))
    }
  },
})

function readRuns(given: readonly string[]) {
  if (given.length < 2) {
    throw new OptionError(
      `expected two runs or more, received ${given.length === 0 ? 'none' : 'one'}: name their folders, such as .docket/runs/NAME, the reference first`,
    )
  }
  const named = given.map(labelled)
  refuseRepeated(named.map(({ path }) => path))
  const runs = named.map(({ label, path }) => ({ label, path, suites: readSuites(path) }))
  const labels = labelsOf(runs)
  return runs.map(({ path, suites }, place) => ({ path, suites, label: labels[place] ?? path }))
}

/** `label=path`; a path that is there may have an equals sign in it. */
function labelled(text: string): { label: string | null; path: string } {
  const [, label, path] = /^([^=]+)=(.+)$/su.exec(text) ?? []
  return label === undefined || path === undefined || existsSync(text) ? { label: null, path: text } : { label, path }
}

/** A run differs from itself in nothing, and as one run more it would say so of systems. */
function refuseRepeated(paths: readonly string[]) {
  const places = paths.map((path) => (existsSync(path) ? realpathSync(path) : path))
  const again = paths.find((_, place) => places.indexOf(places[place] ?? '') < place)
  if (again !== undefined) throw new OptionError(`${again}: given twice; expected another run to compare with`)
}

function readSuites(path: string): ComparableSuite[] {
  if (!existsSync(path)) {
    throw new OptionError(
      `${path}: no such file or folder; expected the folder of a run, such as .docket/runs/NAME, a file of its lines, or a baseline`,
    )
  }
  // What is no run's line is read as a baseline only where its first line says that it is one.
  if (!statSync(path).isDirectory() && !beginningOf(path).ofRun) {
    if (beginningOf(path).suite === null) throw new OptionError(`${path}: neither a file of a run nor a baseline`)
    return [{ suite: readBaselineFile(path, path), warnings: [] }]
  }
  const lines = readRunFiles(path)
  if (lines.length === 0)
    throw new OptionError(`${path}: no run; expected a folder with the .jsonl files of one, such as .docket/runs/NAME`)
  const suites = comparableSuites(factsOf(lines))
  if (suites.length === 0) throw new OptionError(`${path}: a run without a case, so there is nothing to compare`)
  return suites
}

function itemsOf(text: string): number {
  if (text === 'all') return Number.POSITIVE_INFINITY
  if (/^\d+$/u.test(text)) return Number(text)
  throw new OptionError(`\`--items\`: expected a whole number or all, received "${text}"`)
}

/** Every value of an option that may be given several times, of which citty knows the last. */
function repeated(name: string, rawArgs: readonly string[]): string[] {
  const { values } = parseArgs({ args: [...rawArgs], options: { [name]: { type: 'string', multiple: true } }, strict: false })
  return [values[name] ?? []].flat().map(String)
}

function nothingCompared({ suites }: RunsComparison): string {
  const reasons = suites.flatMap(({ runs }) =>
    runs.flatMap(({ label, against }) => (against === null || against.refused === null ? [] : [`${label}: ${against.refused}`])),
  )
  return `nothing could be compared: ${[...new Set(reasons)].join('; ') || 'no metric has a case that is known in both runs'}`
}
