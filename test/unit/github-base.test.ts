import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { baselinesOfBase } from '../../src/github/base-branch.js'
import { type Base, readWorkflowRun, type WorkflowRun } from '../../src/github/event.js'

// Real repositories: a bare one that stands for GitHub's, and checkouts as workflows make them.

function git(cwd: string, ...args: string[]): string {
  const who = [
    '-c',
    'user.name=Test',
    '-c',
    'user.email=test@example.org',
    '-c',
    'init.defaultBranch=main',
    '-c',
    'protocol.file.allow=always',
  ]
  return execFileSync('git', [...who, ...args], { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()
}

function write(root: string, files: Record<string, string | null>): void {
  for (const [path, text] of Object.entries(files)) {
    const full = join(root, path)
    if (text === null) rmSync(full)
    else {
      mkdirSync(dirname(full), { recursive: true })
      writeFileSync(full, text)
    }
  }
}

function commit(root: string, files: Record<string, string | null>): string {
  write(root, files)
  git(root, 'add', '-A')
  git(root, 'commit', '-qm', 'a change')
  return git(root, 'rev-parse', 'HEAD')
}

const BEFORE = {
  'baselines/tenancy.jsonl': 'tenancy of main\n',
  'baselines/sales.jsonl': 'sales of main\n',
  'packages/a/baselines/a.jsonl': 'a of main\n',
  'baselines/notes.txt': 'no baseline\n',
  'qa/accepted/t.jsonl': 'in a folder of another name\n',
  'unaccepted/t.jsonl': 'in none\n',
  'suites/tenancy.jsonl': 'no baseline either\n',
}
const CHANGE = {
  'baselines/tenancy.jsonl': 'tenancy as the pull request would have it\n',
  'baselines/sales.jsonl': null,
  'baselines/new.jsonl': 'new\n',
  'src/answer.ts': 'the change\n',
}
const CHANGES = [
  { path: 'baselines/new.jsonl', change: 'added' },
  { path: 'baselines/sales.jsonl', change: 'removed' },
  { path: 'baselines/tenancy.jsonl', change: 'changed' },
]

const root = mkdtempSync(join(tmpdir(), 'docket-git-'))
const origin = join(root, 'acme/assistant.git')
const work = join(root, 'work')
let base: string
let merge: string

// main, a pull request of it, and GitHub's own merge of the two.
beforeAll(() => {
  mkdirSync(origin, { recursive: true })
  git(origin, 'init', '-q', '--bare')
  mkdirSync(work)
  git(work, 'init', '-q')
  git(work, 'remote', 'add', 'origin', origin)
  commit(work, { 'README.md': 'first\n' })
  base = commit(work, BEFORE)
  git(work, 'checkout', '-qb', 'change')
  const head = commit(work, CHANGE)
  git(work, 'checkout', '-q', 'main')
  git(work, 'merge', '-q', '--no-ff', '-m', 'merge', 'change')
  merge = git(work, 'rev-parse', 'HEAD')
  git(work, 'push', '-q', 'origin', `${base}:refs/heads/main`, `${head}:refs/heads/change`, `${merge}:refs/pull/7/merge`)
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** A checkout of a ref as a workflow makes it, without tags or other branches. */
function checkout(ref: string, { shallow = true, of = origin } = {}): string {
  const cwd = mkdtempSync(join(root, 'checkout-'))
  git(cwd, 'init', '-q')
  git(cwd, 'remote', 'add', 'origin', `file://${of}`)
  git(cwd, 'fetch', '-q', '--no-tags', ...(shallow ? ['--depth=1'] : []), 'origin', `+${ref}:refs/remotes/there`)
  git(cwd, 'checkout', '-q', '--detach', 'refs/remotes/there')
  return cwd
}

/** A branch that goes on from main while the pull request is open. */
function goOn(branch: string, change: () => void): string {
  git(work, 'checkout', '-q', '--detach', base)
  change()
  const next = commit(work, {})
  git(work, 'push', '-q', 'origin', `${next}:refs/heads/${branch}`)
  return next
}

function runOf(base: Base, given: Partial<WorkflowRun> = {}): WorkflowRun {
  return { ...readWorkflowRun({ GITHUB_REPOSITORY: 'acme/assistant' }, '/'), base, ...given }
}

async function read(cwd: string, run: WorkflowRun, folder = 'baselines') {
  const tmp = mkdtempSync(join(tmpdir(), 'docket-tmp-'))
  onTestFinished(() => rmSync(tmp, { recursive: true, force: true }))
  const found = await baselinesOfBase(run, { cwd, folder, tmp })
  if (found === null) return null
  const names = readdirSync(found.dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const files = names.map((entry) => {
    const full = join(entry.parentPath, entry.name)
    return [full.slice(found.dir.length + 1).replaceAll('\\', '/'), readFileSync(full, 'utf8')]
  })
  return { ...found, files: Object.fromEntries(files.sort()) }
}

const OF_MAIN = {
  'baselines/sales.jsonl': 'sales of main\n',
  'baselines/tenancy.jsonl': 'tenancy of main\n',
  'packages/a/baselines/a.jsonl': 'a of main\n',
}

describe("the base branch's baselines", { timeout: 60_000 }, () => {
  it.each([
    ["GitHub's merge, shallow", 'refs/pull/7/merge', true],
    ["GitHub's merge, whole", 'refs/pull/7/merge', false],
    ['the head, shallow', 'refs/heads/change', true],
    ['the head, whole', 'refs/heads/change', false],
  ])('are read from a checkout of %s', async (_, ref, shallow) => {
    const cwd = checkout(ref, { shallow })
    const before = git(cwd, 'status', '--porcelain', '--branch')
    const found = await read(cwd, runOf({ kind: 'branch', ref: 'main', sha: base }, { ref, sha: merge }))
    expect(found).toMatchObject({ files: OF_MAIN, changes: CHANGES, problem: null })
    expect(found?.committed.has('src/answer.ts')).toBe(true)
    expect([git(cwd, 'status', '--porcelain', '--branch'), git(cwd, 'rev-parse', '--is-shallow-repository')]).toEqual([
      before,
      String(shallow),
    ])
  })

  it('stand as they were merged, whatever main became since', async () => {
    goOn('later', () => write(work, { 'baselines/tenancy.jsonl': 'tenancy of a later main\n' }))
    const cwd = checkout('refs/pull/7/merge')
    const run = runOf({ kind: 'branch', ref: 'later', sha: base }, { ref: 'refs/pull/7/merge', sha: merge })
    expect(await read(cwd, run)).toMatchObject({ files: OF_MAIN, changes: CHANGES })
  })

  it('are those of the branch where the first parent is not of GitHub’s making', async () => {
    const cwd = checkout('refs/heads/change', { shallow: false })
    // A merge that the author of the pull request made: its first parent is theirs.
    const own = commit(cwd, { 'baselines/tenancy.jsonl': 'blessed by itself\n' })
    git(cwd, 'checkout', '-q', '--detach', base)
    commit(cwd, { 'src/other.ts': 'other\n' })
    git(cwd, 'checkout', '-q', '--detach', own)
    git(cwd, 'merge', '-q', '--no-ff', '-m', 'merge', git(cwd, 'rev-parse', 'HEAD@{1}'))
    const run = runOf({ kind: 'branch', ref: 'main', sha: base }, { ref: 'refs/pull/7/merge', sha: merge })
    expect((await read(cwd, run))?.files).toEqual(OF_MAIN)
  })

  it('mirror the working directory, and those outside it are left out', async () => {
    const cwd = join(checkout('refs/pull/7/merge'), 'packages/a')
    const found = await read(cwd, runOf({ kind: 'branch', ref: 'main', sha: base }))
    expect(found).toMatchObject({ files: { 'baselines/a.jsonl': 'a of main\n' }, changes: CHANGES })
  })

  it.each(['qa/accepted', './qa/accepted/', 'accepted'])('lie in folders of the name that is given: %s', async (folder) => {
    const found = await read(checkout('refs/pull/7/merge'), runOf({ kind: 'branch', ref: 'main', sha: base }), folder)
    expect(found).toMatchObject({ files: { 'qa/accepted/t.jsonl': 'in a folder of another name\n' }, changes: [] })
  })

  it('are those of the commit that a merge queue names', async () => {
    const cwd = checkout('refs/pull/7/merge')
    expect(await read(cwd, runOf({ kind: 'commit', sha: base }))).toMatchObject({
      files: OF_MAIN,
      changes: CHANGES,
      problem: null,
    })
  })

  it('are not asked for on a push', async () => {
    expect(await read(checkout('refs/heads/main'), runOf({ kind: 'none' }))).toBeNull()
  })

  it('never come from a link', async () => {
    const next = goOn('linked', () => symlinkSync('/etc/hostname', join(work, 'baselines/linked.jsonl')))
    const cwd = checkout('refs/heads/change')
    const found = await read(cwd, runOf({ kind: 'branch', ref: 'linked', sha: next }))
    expect(found?.problem).toBeNull()
    expect(found?.files).toEqual(OF_MAIN)
  })

  it.each<[string, Base, Partial<WorkflowRun>, RegExp]>([
    [
      'the branch is gone',
      { kind: 'branch', ref: 'gone', sha: '0'.repeat(40) },
      {},
      /couldn't find remote ref refs\/heads\/gone/u,
    ],
    ['the commit is gone', { kind: 'commit', sha: 'f'.repeat(40) }, {}, /^git fetch: /u],
    [
      'the event could not be read',
      { kind: 'unknown', reason: 'the event could not be read' },
      {},
      /^the event could not be read$/u,
    ],
    // A ref that would be an option of git's.
    ['the branch is called like an option', { kind: 'branch', ref: '--upload-pack=touch owned', sha: '' }, {}, /^git fetch: /u],
  ])('leave an empty folder and the reason where %s', async (_, from, given, problem) => {
    const cwd = checkout('refs/pull/7/merge')
    const found = await read(cwd, runOf(from, given))
    expect(found).toMatchObject({ files: {}, changes: [], problem: expect.stringMatching(problem) })
    expect(existsSync(join(cwd, 'owned'))).toBe(false)
  })

  it('do not come from the origin of a fork, which its owner may fill', async () => {
    const fork = join(root, 'mallory/assistant.git')
    git(root, 'clone', '-q', '--mirror', origin, fork)
    const cwd = checkout('refs/heads/main', { of: fork })
    // Nobody listens at port 9.
    const run = runOf(
      { kind: 'branch', ref: 'main', sha: '' },
      { serverUrl: 'http://127.0.0.1:9', token: 'a-token-that-nobody-may-read' },
    )
    const found = await read(cwd, run)
    expect(found).toMatchObject({ files: {}, problem: expect.stringMatching(/^git fetch: .*127\.0\.0\.1/su) })
    expect(found?.problem).not.toContain('a-token')
  })

  it('need a repository', async () => {
    const cwd = mkdtempSync(join(tmpdir(), 'docket-bare-'))
    onTestFinished(() => rmSync(cwd, { recursive: true, force: true }))
    const found = await read(cwd, runOf({ kind: 'branch', ref: 'main', sha: '' }))
    expect(found).toMatchObject({ files: {}, problem: expect.stringContaining('not a git repository') })
  })
})
