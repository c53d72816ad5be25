import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import { DatasetError, OptionError } from '../../errors.js'
import type { ComparedSuite } from '../../schema/baseline.js'
import { count } from '../../text/count.js'
import { type BaselineChanges, changesOf, isSame } from './changes.js'
import type { SuiteName } from './earlier-run.js'
import { baselineText, readBaselineFile } from './file.js'
import { BASELINES, baselineNames, beginningOf, twoFiles, twoFilesText } from './find.js'

/** A suite of a run that is to be a baseline, and the root of its project. */
export interface AcceptedSuite {
  root: string
  suite: ComparedSuite
  /** Where it is a combination of a grid: it has no baseline. */
  grid?: string
}

/** What became of a suite's file. */
export interface Accepted {
  suite: ComparedSuite
  path: string
  written: boolean
  /** Against the file before; null where there was none. */
  changes: BaselineChanges | null
  /** Why the file before could not be compared with. */
  unread?: string
}

/** What can have a baseline, and what is left out. Throws an `OptionError` where nothing can. */
export function withoutGrids(suites: readonly AcceptedSuite[]): { kept: AcceptedSuite[]; leftOut: AcceptedSuite[] } {
  const kept = suites.filter(({ grid }) => grid === undefined)
  const leftOut = suites.filter(({ grid }) => grid !== undefined)
  if (kept.length === 0 && leftOut.length > 0)
    throw new OptionError(`${leftOutText(leftOut)}: a baseline is of a suite of its own, declared with \`describeBenchmark\``)
  return { kept, leftOut }
}

/** `16 combinations of the grid "Ablation" have no baseline` */
export function leftOutText(leftOut: readonly AcceptedSuite[]): string {
  const grids = [...new Set(leftOut.map(({ grid }) => JSON.stringify(grid)))]
  const one = leftOut.length === 1
  return `${count(leftOut.length, 'combination')} of the ${grids.length === 1 ? 'grid' : 'grids'} ${grids.join(', ')} ${one ? 'has' : 'have'} no baseline`
}

/**
 * Writes the baselines of a run's suites, each whole or not at all. A file in which nothing would change is left as it is, so that its date is that of the run it
 * was made from. Throws an `OptionError`, before anything is written, where a suite is not where its file should go, has two files, or could not be read again.
 *
 * @param all Every suite of the run, by which those are known that share a name.
 * @param dir The folder of the files; below the root of each suite's project by default.
 */
export async function acceptBaselines(
  suites: readonly AcceptedSuite[],
  all: readonly AcceptedSuite[],
  dir?: string,
): Promise<Accepted[]> {
  for (const { root, suite } of suites) {
    if (dir !== undefined || existsSync(join(root, suite.run.file))) continue
    throw new OptionError(
      `${suite.run.file} of the suite ${JSON.stringify(suite.run.suite)} is not below ${root}: run this where \`vitest run\` was run, or name the folder of its baseline with \`--dir\``,
    )
  }
  for (const { root, suite } of suites) {
    const two = twoFiles(dir ?? join(root, BASELINES), suite.run)
    if (two !== null) throw new OptionError(twoFilesText(two, suite.run))
    checkReadable(suite)
  }
  const accepted: Accepted[] = []
  for (const one of suites) accepted.push(await acceptOne(one, all, dir))
  return accepted
}

/** What cannot be read again, as an id of half a character, must not take the place of a file that can. */
function checkReadable(suite: ComparedSuite): void {
  const text = baselineText(suite)
  const folder = mkdtempSync(join(tmpdir(), 'docket-accept-'))
  try {
    const path = join(folder, 'baseline.jsonl')
    writeFileSync(path, text)
    readBaselineFile(path, path)
  } catch (error) {
    if (!(error instanceof DatasetError)) throw error
    const lines = text.split('\n')
    const faults = error.faults.map((fault) => `${whatIn(lines[(fault.line ?? 1) - 1])} ${fault.field}: ${fault.message}`)
    const [first = error.message, ...more] = faults
    throw new OptionError(
      `no baseline can be made of the suite ${JSON.stringify(suite.run.suite)}, since it could not be read again: ${first}${more.length === 0 ? '' : `, and ${more.length} more`}; mend the data set and run it again`,
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function whatIn(line = '{}'): string {
  const { id } = JSON.parse(line) as { id?: unknown }
  return id === undefined ? 'its header' : `case ${JSON.stringify(id)}`
}

async function acceptOne({ root, suite }: AcceptedSuite, all: readonly AcceptedSuite[], dir?: string): Promise<Accepted> {
  const folder = dir ?? join(root, BASELINES)
  const { target, before } = filesOf(suite.run, { root, folder, all, ofDir: dir !== undefined })
  const known = before === null ? null : read(before)
  const changes = known !== null && 'suite' in known ? changesOf(known.suite, suite) : null
  const written = changes === null || before !== target || known === null || !('suite' in known) || !isSame(known.suite, suite)
  if (written) {
    await mkdir(folder, { recursive: true })
    await writeFileAtomic(target, baselineText(suite))
    // Only once all is written that was in it.
    if (before !== null && before !== target) await rm(before)
  }
  return {
    ...{ suite, path: target, written, changes },
    ...(known !== null && 'problem' in known ? { unread: known.problem } : {}),
  }
}

/** The file that a suite's baseline goes to, and the one that it has been in. */
function filesOf(
  name: SuiteName,
  { root, folder, all, ofDir }: { root: string; folder: string; all: readonly AcceptedSuite[]; ofDir: boolean },
): { target: string; before: string | null } {
  const { own, plain } = baselineNames(name)
  const ownPath = join(folder, own)
  if (plain === null) return { target: ownPath, before: existsSync(ownPath) ? ownPath : null }
  const plainPath = join(folder, plain)
  const there = existsSync(plainPath) ? beginningOf(plainPath) : null
  const others = all.filter((other) => (ofDir || other.root === root) && baselineNames(other.suite.run).plain === plain)
  const shared = others.length > 1
  // Of another file that is still there it is another suite's; else the suite has moved.
  const another =
    there !== null &&
    there.suite !== null &&
    (there.suite !== name.suite ||
      (there.file !== null && there.file !== name.file && (shared || existsSync(join(root, there.file)))))
  const has = existsSync(ownPath)
  return {
    target: has || shared || another ? ownPath : plainPath,
    before: has ? ownPath : there === null || another ? null : plainPath,
  }
}

function read(path: string): { suite: ComparedSuite } | { problem: string } {
  try {
    return { suite: readBaselineFile(path, path) }
  } catch (error) {
    if (!(error instanceof DatasetError)) throw error
    const [{ line, message } = { line: undefined, message: error.message }] = error.faults
    return { problem: line === undefined ? message : `line ${line}: ${message}` }
  }
}
