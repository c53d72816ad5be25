import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { BaselineChange } from '../../reporters/comment.js'
import { messageOf } from '../errors.js'
import type { WorkflowRun } from './event.js'
import { type Git, gitIn, type Settings } from './git.js'

/** The baselines that a change is compared with, and what it does to them itself. */
export interface BaseBaselines {
  /** Holds them by their path from the working directory; empty where they could not be read. */
  dir: string
  changes: BaselineChange[]
  /** Paths of all files of the checkout's commit. */
  committed: ReadonlySet<string>
  problem: string | null
}

/**
 * Puts the baselines of what a change is based on into a folder of their own; null where nothing is changed, as on a push. `folder` is the name of the folders that they
 * lie in. Whatever goes wrong is said, and leaves the folder empty: the change's own files never take their place.
 */
export async function baselinesOfBase(
  run: WorkflowRun,
  { cwd, folder, tmp = process.env['RUNNER_TEMP'] || tmpdir() }: { cwd: string; folder: string; tmp?: string },
): Promise<BaseBaselines | null> {
  if (run.base.kind === 'none') return null
  const dir = mkdtempSync(join(tmp, 'docket-baselines-'))
  try {
    const git = gitIn(cwd)
    const commit = await baseCommit(git, run)
    const [base, now] = [await treeOf(git, commit), await treeOf(git, 'HEAD')]
    const isBaseline = baselineIn(folder)
    const prefix = await git.text(['rev-parse', '--show-prefix'])
    const files: { path: string; content: Buffer }[] = []
    for (const [path, blob] of base) {
      if (isBaseline(path) && path.startsWith(prefix)) {
        files.push({ path: join(dir, path.slice(prefix.length)), content: await git.bytes(['cat-file', 'blob', blob]) })
      }
    }
    // All or none: half of them would be another comparison.
    for (const { path, content } of files) {
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, content)
    }
    return {
      dir,
      changes: changesBetween(base, now).filter(({ path }) => isBaseline(path)),
      committed: new Set(now.keys()),
      problem: null,
    }
  } catch (error) {
    return { dir: mkdtempSync(join(tmp, 'docket-baselines-')), changes: [], committed: new Set(), problem: messageOf(error) }
  }
}

/** Files of a commit: blob by path from the repository's root. Links are none: they could lead anywhere. */
async function treeOf(git: Git, commit: string): Promise<Map<string, string>> {
  const listed = await git.text(['ls-tree', '-r', '-z', '--full-tree', commit])
  const files = listed.split('\0').flatMap((entry): [string, string][] => {
    const [, blob, path] = /^100\d+ blob (\w+)\t(.+)$/su.exec(entry) ?? []
    return blob === undefined || path === undefined || path.split('/').includes('..') ? [] : [[path, blob]]
  })
  return new Map(files)
}

/** Whether a path is a JSONL file right below a folder of this name, wherever that is. */
function baselineIn(folder: string): (path: string) => boolean {
  const name = folder.replace(/^(\.\/)+|\/+$/gu, '')
  return (path) => path.endsWith('.jsonl') && `/${dirname(path)}`.endsWith(`/${name}`)
}

function changesBetween(base: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): BaselineChange[] {
  return [...new Set([...base.keys(), ...now.keys()])].sort().flatMap((path): BaselineChange[] => {
    const [before, after] = [base.get(path), now.get(path)]
    if (before === after) return []
    return [{ path, change: before === undefined ? 'added' : after === undefined ? 'removed' : 'changed' }]
  })
}

/**
 * The commit that a change is based on: of GitHub's own merge of a pull request its first parent, which is exactly what the change was merged into; else the newest
 * commit of the base branch. Fetches what a shallow checkout lacks, and leaves a whole one whole.
 */
async function baseCommit(git: Git, run: WorkflowRun): Promise<string> {
  const { base } = run
  if (base.kind === 'unknown') throw new Error(base.reason)
  if (base.kind === 'none') throw new Error('nothing is changed')
  const fetch = await fetcher(git, run)
  if (base.kind === 'commit') return await fetch.commit(base.sha)
  const merged = await mergedInto(git, run)
  if (merged !== null) {
    const there = await fetch.commit(merged).catch(() => null)
    if (there !== null) return there
  }
  const branch = 'refs/vitest-docket/base'
  try {
    await fetch.into(`+refs/heads/${base.ref}:${branch}`)
    return await git.text(['rev-parse', `${branch}^{commit}`])
  } catch (error) {
    // Without a network, what the event says the base was, if it is here.
    if (/^[0-9a-f]{40,64}$/u.test(base.sha) && (await has(git, base.sha))) return base.sha
    throw error
  }
}

/** First parent of the checkout, where GitHub itself made it by merging the pull request; read from the commit, since a shallow history hides it. */
async function mergedInto(git: Git, { ref, sha }: WorkflowRun): Promise<string | null> {
  if (sha === null || !/^refs\/pull\/\d+\/merge$/u.test(ref ?? '')) return null
  if ((await git.text(['rev-parse', 'HEAD'])) !== sha) return null
  const [header = ''] = (await git.text(['cat-file', 'commit', 'HEAD'])).split('\n\n', 1)
  const parents = [...header.matchAll(/^parent (\w+)$/gmu)].map(([, parent]) => parent)
  return parents.length === 2 ? (parents[0] ?? null) : null
}

async function has(git: Git, commit: string): Promise<boolean> {
  return git.bytes(['cat-file', '-e', `${commit}^{tree}`]).then(
    () => true,
    () => false,
  )
}

async function fetcher(git: Git, run: WorkflowRun) {
  const remote = await remoteOf(git, run)
  // A depth would make a whole history shallow.
  const depth = (await git.text(['rev-parse', '--is-shallow-repository'])) === 'true' ? ['--depth=1'] : []
  const into = async (what: string) => {
    const args = [
      'fetch',
      '--quiet',
      '--no-tags',
      '--no-recurse-submodules',
      '--no-write-fetch-head',
      ...depth,
      remote.address,
      what,
    ]
    try {
      await git.text(args)
    } catch (error) {
      // A checkout that kept no credentials.
      if (remote.credentials === null) throw error
      await git.text(args, remote.credentials).catch(() => {
        throw error
      })
    }
  }
  const commit = async (sha: string) => {
    if (!(await has(git, sha))) await into(sha)
    return sha
  }
  return { into, commit }
}

/** `origin` where it is this repository, else its address: the origin of a fork is its owner's, who could put any baseline there. */
async function remoteOf(git: Git, { repository, serverUrl, token }: WorkflowRun) {
  const origin = await git.text(['remote', 'get-url', 'origin']).catch(() => '')
  const path = origin
    .replaceAll('\\', '/')
    .replace(/\/+$/u, '')
    .replace(/\.git$/u, '')
    .toLowerCase()
  const isOwn = repository !== null && new RegExp(`[/:]${escapeRegExp(repository.toLowerCase())}$`, 'u').test(path)
  if (!isOwn && repository === null) throw new Error('GITHUB_REPOSITORY is not set')
  const basic = Buffer.from(`x-access-token:${token ?? ''}`).toString('base64')
  const header = `http.${serverUrl}/.extraheader`
  const credentials: Settings = [
    // Takes away what the checkout set: two of them are refused.
    [header, ''],
    [header, `AUTHORIZATION: basic ${basic}`],
  ]
  return {
    address: isOwn ? 'origin' : `${serverUrl}/${repository}.git`,
    credentials: token === null ? null : credentials,
  }
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/gu, '\\$&')
}
