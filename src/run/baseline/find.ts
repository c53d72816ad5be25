import { createHash } from 'node:crypto'
import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, resolve } from 'node:path'
import { DocketError, OptionError } from '../../errors.js'
import type { ComparedSuite } from '../../schema/baseline.js'
import { isFileName, shortSlug, slugOf } from '../../text/slug.js'
import type { BaselineRead } from './compare.js'
import { readEarlierSuite, type SuiteName } from './earlier-run.js'
import { readBaselineFile } from './file.js'

/** The folder of baselines below a project's root. */
export const BASELINES = 'baselines'

/** The files that a suite's baseline may be in: one that only this suite can have, and one that goes by its name alone. */
export function baselineNames({ project, file, suite }: SuiteName): { own: string; plain: string | null } {
  const slug = slugOf(suite)
  const hash = createHash('sha256')
    .update(JSON.stringify([project, file, suite]))
    .digest('hex')
    .slice(0, 6)
  return { own: `${shortSlug(slug)}.${hash}.jsonl`, plain: isFileName(slug) ? `${slug}.jsonl` : null }
}

/**
 * What a suite is compared with, as a path from the project's root: what the option names, else its file below `baselines/`. null where there is none. Throws an
 * `OptionError` where the option names what is not there.
 */
export function findBaseline(root: string, name: SuiteName, option?: string): string | null {
  if (option !== undefined) {
    const place = placeOf(root, option)
    if (place !== null && existsSync(place)) return option
    // On a pull request that adds it, the base branch does not have it yet.
    if (elsewhere() !== null) return null
    throw new OptionError(
      `\`baseline\`: ${resolve(root, option)}: no such file or folder; name a baseline file, the folder of a run, or a file of its lines, or leave it out: the file that \`npx vitest-docket baseline accept\` writes is found by itself`,
    )
  }
  const found = filesOf(name).find((file) => {
    const place = placeOf(root, file)
    // A name may be spelt so that its file is that of another suite, which is then none of this one.
    return place !== null && existsSync(place) && [null, name.suite].includes(beginningOf(place).suite)
  })
  return found ?? null
}

/** From the project's root, the one that only this suite can have first. */
function filesOf(name: SuiteName): string[] {
  const { own, plain } = baselineNames(name)
  return [own, ...(plain === null ? [] : [plain])].map((file) => `${BASELINES}/${file}`)
}

/**
 * Why a suite that needs a baseline has none, where more can be said than that: its file is another suite's, or baselines are read from elsewhere. With the path
 * that its baseline would have. null where it simply has none yet.
 */
export function whyNone(root: string, name: SuiteName): { path: string; problem: string } | null {
  const path = filesOf(name).at(-1) ?? ''
  const place = placeOf(root, path)
  const taken = place !== null && existsSync(place) ? beginningOf(place).suite : null
  if (taken !== null && taken !== name.suite) return { path, problem: ofAnother(path, taken, name) }
  return elsewhere() === null ? null : { path, problem: absence(root, path) }
}

/** Both files of a suite, where it has two that say they are its own: which of them was accepted, nobody knows. */
export function twoFiles(folder: string, name: SuiteName): [string, string] | null {
  const { own, plain } = baselineNames(name)
  if (plain === null || ![own, plain].every((file) => existsSync(join(folder, file)))) return null
  const { suite, file, project } = beginningOf(join(folder, plain))
  return suite === name.suite && file === name.file && project === name.project ? [own, plain] : null
}

export function twoFilesText([own, plain]: readonly [string, string], { suite }: SuiteName): string {
  return `${own} and ${plain} are both of the suite ${JSON.stringify(suite)}: delete the one that does not count`
}

/** Where baselines are read from instead of the working tree; null where nothing else is said. */
function elsewhere(): string | null {
  return process.env['DOCKET_BASELINES'] || null
}

/**
 * Where a path from the project's root is read: below `DOCKET_BASELINES`, where that is set, at its place relative to the working directory, and only there. null where it
 * has no place there.
 */
export function placeOf(root: string, path: string): string | null {
  const full = resolve(root, path)
  const base = elsewhere()
  if (base === null) return full
  const below = relative(process.cwd(), full)
  return below.split(/[\\/]/, 1)[0] === '..' || isAbsolute(below) ? null : join(resolve(base), below)
}

/** Reads what {@link findBaseline} found. Throws a `DocketError` that says why it cannot be used. */
export function openBaseline(root: string, path: string, name: SuiteName): ComparedSuite {
  const place = placeOf(root, path)
  if (place === null || !existsSync(place)) throw new OptionError(absence(root, path))
  if (!isBaselineFile(place)) return readEarlierSuite(place, path, name)
  const folder = dirname(place)
  const two = twoFiles(folder, name)
  if (two?.some((file) => join(folder, file) === place)) throw new OptionError(twoFilesText(two, name))
  const read = readBaselineFile(place, path)
  if (read.run.suite === name.suite) return read
  throw new OptionError(ofAnother(path, read.run.suite, name))
}

/** Why a path cannot be read: on a pull request it may be there, and not count yet. */
function absence(root: string, path: string): string {
  const base = elsewhere()
  if (base === null) return `there is no ${path}`
  const problem = process.env['DOCKET_BASELINES_PROBLEM']
  if (problem) return problem
  if (!existsSync(base) || !statSync(base).isDirectory())
    return `\`DOCKET_BASELINES\` names ${base}, which is no folder; name the one that holds the base branch's baselines`
  if (placeOf(root, path) === null)
    return `${path} lies outside of the working directory, so that it has no place in \`DOCKET_BASELINES\`; run Vitest at the top of the repository`
  return 'the base branch has no baseline of this suite yet: one that a pull request brings counts once it is merged'
}

function ofAnother(path: string, suite: string, name: SuiteName): string {
  return `${path} is of the suite ${JSON.stringify(suite)}, not of ${JSON.stringify(name.suite)}; make one of this suite with \`npx vitest-docket baseline accept\``
}

/** The same for a report, which says why there is nothing to compare with and goes on. */
export function tryBaseline(root: string, path: string, name: SuiteName): BaselineRead {
  try {
    return { path, suite: openBaseline(root, path, name) }
  } catch (error) {
    // What the file system refuses is no bug either.
    if (error instanceof DocketError || (error instanceof Error && 'code' in error)) return { path, problem: error.message }
    throw error
  }
}

/** What is no run's line is read as a baseline, whose faults are then named. */
function isBaselineFile(place: string): boolean {
  return !statSync(place).isDirectory() && !beginningOf(place).ofRun
}

const BEGINNING = 65_536
const RUN_LINE = /^\uFEFF?\{"schemaVersion":[^,]*,"kind":"(?!baseline")/u

/** What a file's first line says: whether it is one of a run, and else which suite it is a baseline of, as far as that can be read. */
export function beginningOf(place: string): { ofRun: boolean } & Record<keyof SuiteName, string | null> {
  const nothing = { ofRun: false, suite: null, file: null, project: null }
  if (statSync(place).isDirectory()) return nothing
  const opened = openSync(place, 'r')
  try {
    const bytes = Buffer.alloc(BEGINNING)
    const text = bytes.toString('utf8', 0, readSync(opened, bytes, 0, BEGINNING, 0))
    if (RUN_LINE.test(text)) return { ...nothing, ofRun: true }
    const said = JSON.parse(text.replace(/^\uFEFF/u, '').split('\n', 1)[0] ?? '') as Record<string, unknown>
    const textOf = (key: keyof SuiteName) => (typeof said[key] === 'string' ? said[key] : null)
    return { ofRun: false, suite: textOf('suite'), file: textOf('file'), project: textOf('project') }
  } catch {
    return nothing
  } finally {
    closeSync(opened)
  }
}
