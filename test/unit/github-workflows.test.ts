import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parseDocument } from 'yaml'
import { github } from '../../src/cli/github.js'
import { OUTPUT_NAMES } from '../../src/github/outputs.js'
import { blocksOf, ROOT, tableBelow } from './docs.js'

interface Step {
  id?: string
  uses?: string
  run?: string
  with?: Record<string, string>
}
interface Action {
  inputs: Record<string, { default: string; description: string }>
  outputs: Record<string, { value: string }>
  runs: { steps: (Step & { env: Record<string, string> })[] }
}

/** Throws for what is no YAML, and for what only some readers take, such as a key twice. */
function parse<Form>(text: string): Form {
  const document = parseDocument(text, { strict: true, uniqueKeys: true })
  const [fault] = [...document.errors, ...document.warnings]
  if (fault !== undefined) throw fault
  return document.toJS() as Form
}

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const action = parse<Action>(read('action.yml'))
const [step] = action.runs.steps
const script = step?.run ?? ''
const inputs = Object.keys(action.inputs)
const OURS = ['./', './node_modules/vitest-docket']

const documents: [string, string][] = [
  ...readdirSync(join(ROOT, '.github/workflows')).map((name): [string, string] => [
    `.github/workflows/${name}`,
    read(`.github/workflows/${name}`),
  ]),
  ...blocksOf('docs/ci.md')
    .filter(({ language }) => language === 'yaml')
    .map(({ page, line, code }): [string, string] => [`${page}:${line}`, code]),
]

/** Every step of a document: of a workflow's jobs, or of a list of steps alone. */
function stepsOf(document: unknown): Step[] {
  if (Array.isArray(document)) return document as Step[]
  const { jobs = {} } = document as { jobs?: Record<string, { steps: Step[] }> }
  return Object.values(jobs).flatMap(({ steps }) => steps)
}

describe('action.yml', () => {
  it('has an input for each option of the command, and for what a step needs beside them', () => {
    const options = Object.entries(github.args as Record<string, { type: string; default?: unknown }>)
    const { command: _command, ...rest } = Object.fromEntries(options)
    expect([...inputs].sort()).toEqual([...Object.keys(rest), 'command', 'token', 'working-directory'].sort())
    for (const [name, option] of Object.entries(rest)) {
      expect([name, action.inputs[name]?.default]).toEqual([name, String(option.default ?? '')])
    }
  })

  it('hands on what the command puts out', () => {
    expect(Object.entries(action.outputs).map(([name, { value }]) => [name, value])).toEqual(
      OUTPUT_NAMES.map((name) => [name, `\${{ steps.${step?.id}.outputs.${name} }}`]),
    )
  })

  it('puts no input into the script itself, where it would be run', () => {
    expect(script).not.toContain('${{')
    const read = new Set([...script.matchAll(/\$INPUT_\w+/gu)].map(([name]) => name.slice(1)))
    expect([...read].sort()).toEqual(
      Object.keys(step?.env ?? {})
        .filter((name) => name !== 'GITHUB_TOKEN')
        .sort(),
    )
  })

  const defaults = {
    NAME: 'vitest-docket',
    REPORT: '.docket/report.json',
    BASELINE_DIR: 'baselines',
    PUBLISH: 'true',
    COMMAND: '',
    BLOBS: '',
  }
  const common = [
    '--no-install',
    'vitest-docket',
    'github',
    '--name=vitest-docket',
    '--report=.docket/report.json',
    '--baseline-dir=baselines',
  ]
  const hostile = '"; touch owned; $(touch owned) `touch owned` \'\n--publish'

  it.each<[string, Record<string, string>, string[]]>([
    ['nothing', {}, common],
    ['blobs', { BLOBS: '.vitest-reports' }, [...common, '--blobs=.vitest-reports']],
    [
      'a shard',
      { PUBLISH: 'false', COMMAND: 'npx vitest run --shard=1/4 | tee log' },
      [...common, '--no-publish', '--', 'bash', '-eo', 'pipefail', '-c', 'npx vitest run --shard=1/4 | tee log'],
    ],
    ['a name of any kind', { NAME: hostile }, common.with(3, `--name=${hostile}`)],
  ])('runs the command of the package with what it was given: %s', (_, given, expected) => {
    const { asked, code } = runScript({ ...defaults, ...given })
    expect(code).toBe(7)
    expect(asked).toEqual([['--no-install', 'vitest-docket', 'github', '--help'], expected])
  })

  it('says what is missing where the package is not installed', () => {
    const { asked, code, stdout } = runScript(defaults, 1)
    expect([code, asked.length]).toEqual([1, 1])
    expect(stdout).toMatch(
      /^::error title=vitest-docket::vitest-docket is not installed in .*: run `npm ci` before it, or set `working-directory`$/mu,
    )
  })
})

/** Runs the action's script with an npx that writes down what it is asked: `help` is the exit code of its first call, 7 that of the second. */
function runScript(given: Record<string, string>, help = 0) {
  const folder = mkdtempSync(join(tmpdir(), 'docket-action-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const log = join(folder, 'log')
  const npx = `#!${process.execPath}
    const { appendFileSync } = require('node:fs')
    const asked = process.argv.slice(2)
    appendFileSync(${JSON.stringify(log)}, JSON.stringify(asked) + '\\n')
    process.exit(asked.includes('--help') ? ${help} : 7)`
  writeFileSync(join(folder, 'npx'), npx)
  chmodSync(join(folder, 'npx'), 0o755)
  const variables = Object.fromEntries(Object.entries(given).map(([name, value]) => [`INPUT_${name}`, value]))
  // As the runner starts it.
  const { status, stdout } = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: `${folder}:${process.env['PATH']}`, ...variables },
  })
  expect(readdirSync(folder).sort()).toEqual(['log', 'npx'])
  const asked = readFileSync(log, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as string[])
  return { code: status, stdout, asked }
}

describe('workflows', () => {
  it.each(documents)('%s is YAML, and gives the action what it takes', (_, text) => {
    const document = parse<unknown>(text)
    const steps = stepsOf(document)
    for (const { uses = '', with: given = {} } of steps) {
      expect(uses).toMatch(/^$|^[\w-]+\/[\w-]+@v\d+$|^\.\//u)
      if (uses.startsWith('./')) {
        expect(OURS).toContain(uses)
        expect(Object.keys(given).filter((name) => !inputs.includes(name))).toEqual([])
      }
    }
    const ids = steps.flatMap(({ id, uses = '' }) => (id !== undefined && OURS.includes(uses) ? [id] : []))
    for (const [, id = '', name = ''] of text.matchAll(/steps\.([\w-]+)\.outputs\.([\w-]+)/gu)) {
      if (ids.includes(id)) expect(Object.keys(action.outputs)).toContain(name)
      else expect.unreachable(`no step ${id}`)
    }
  })

  it('on pull requests have no more rights than a comment needs', () => {
    const found = documents.flatMap(([name, text]) => {
      const { on, permissions } = parse<{ on?: object; permissions?: object }>(text)
      return on !== undefined && 'pull_request' in on && stepsOf(parse(text)).some(({ uses = '' }) => OURS.includes(uses))
        ? [{ name, permissions }]
        : []
    })
    expect(found.map(({ name }) => name)).toEqual(expect.arrayContaining(['.github/workflows/gate.yml']))
    expect(found.length).toBeGreaterThan(2)
    for (const { permissions } of found) expect(permissions).toEqual({ contents: 'read', 'pull-requests': 'write' })
  })

  it.each([
    ...documents.flatMap(([name, text]) =>
      stepsOf(parse(text)).flatMap(({ run }, index): [string, string][] =>
        run === undefined ? [] : [[`${name}, step ${index + 1}`, run]],
      ),
    ),
    ...blocksOf('docs/ci.md')
      .filter(({ language }) => language === 'sh')
      .map(({ page, line, code }): [string, string] => [`${page}:${line}`, code]),
    ['action.yml', script] as [string, string],
  ])('%s is bash', (_, code) => {
    const { status, stderr } = spawnSync('bash', ['-n'], { input: code, encoding: 'utf8' })
    expect([status, stderr]).toEqual([0, ''])
  })
})

describe('docs/ci.md', () => {
  it.each([
    ['a whole clone', [], 'false'],
    ['a shallow one', ['--depth=1'], 'true'],
  ])("any shell reads main's baselines, and leaves %s as it is", (_, depth, isShallow) => {
    const code = blocksOf('docs/ci.md').find((block) => block.language === 'sh' && block.code.includes('git archive'))?.code
    const root = mkdtempSync(join(tmpdir(), 'docket-shell-'))
    onTestFinished(() => rmSync(root, { recursive: true, force: true }))
    const npx = '#!/bin/sh\nif [ "$1" = vitest ]; then cat "$DOCKET_BASELINES/baselines/a.jsonl" >saw; exit 3; fi\n'
    writeFileSync(join(root, 'npx'), npx)
    chmodSync(join(root, 'npx'), 0o755)
    const sh = (cwd: string, script: string) =>
      spawnSync('sh', ['-euc', script], {
        cwd,
        encoding: 'utf8',
        env: { ...process.env, PATH: `${root}:${process.env['PATH']}` },
      })
    const who = 'git -c user.name=T -c user.email=t@example.org'
    const setup = `git init -q -b main origin && cd origin && mkdir baselines
      for text in first second; do echo $text >baselines/a.jsonl; git add -A; ${who} commit -qm $text; done
      cd .. && git clone -q ${depth.join(' ')} "file://$PWD/origin" clone
      cd clone && echo 'of the change' >baselines/a.jsonl`
    expect(sh(root, setup)).toMatchObject({ status: 0 })
    const clone = join(root, 'clone')
    expect(sh(clone, code ?? '')).toMatchObject({ status: 3 })
    expect(readFileSync(join(clone, 'saw'), 'utf8')).toBe('second\n')
    expect(sh(clone, 'git rev-parse --is-shallow-repository').stdout).toBe(`${isShallow}\n`)
  })

  it('lists every input with its default', () => {
    const shown = (name: string) => (name === 'command' ? 'npx vitest run' : action.inputs[name]?.default || 'none')
    const [, ...rows] = tableBelow('docs/ci.md', 'Inputs')
    expect(rows.map(([name, , value]) => [name, value])).toEqual(inputs.map((name) => [name, shown(name)]))
  })

  it('lists every output', () => {
    const [, ...rows] = tableBelow('docs/ci.md', 'Outputs')
    expect(rows.map(([name]) => name)).toEqual([...OUTPUT_NAMES])
  })
})
