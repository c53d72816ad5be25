import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkFile, type FileKind } from '../../src/datasets/check.js'
import type { Report } from '../../src/schema/report.js'
import { type Block, blocksOf, pages, ROOT, readPage } from './docs.js'

const blocks = pages().flatMap((page) => blocksOf(page))
const ts = blocks.filter(({ language }) => language === 'ts')
const compiled = ts.filter(({ marks }) => !marks.includes('ignore'))
const run = ts.filter(({ marks }) => marks.includes('run'))
const json = blocks.filter(({ language, marks }) => language === 'json' && marks.length > 0)

const KINDS: readonly FileKind[] = ['item', 'response', 'verdict']
/** Blocks that must not compile, or not hold: were they to pass, nothing would have been checked. */
const CANARY: Block = { page: 'canary.md', line: 3, language: 'ts', marks: [], code: "export const wrong: number = 'text'" }
const RUN_CANARY: Block = { ...CANARY, line: 9, code: "import { expect } from 'vitest'\nexpect(1).toBe(2)" }

const nameOf = ({ page, line }: Block) => `${page}:${line}`
const fileOf = (block: Block) => `${nameOf(block).replace(/[^A-Za-z0-9-]/g, '_')}.ts`
const runFileOf = (block: Block) => fileOf(block).replace(/\.ts$/, '.run.ts')

let folder = ''
beforeAll(() => {
  const cache = join(ROOT, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  folder = mkdtempSync(join(cache, 'docs-'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const from = (path: string) => `../../../${path}`
/** The package's entries, from its sources; an alias is a prefix too, so the shortest name comes last. */
const ENTRIES = {
  'vitest-docket/plugin': from('src/plugin.ts'),
  'vitest-docket/reporter': from('reporters/docket-reporter.ts'),
  'vitest-docket/metrics': from('src/metrics.ts'),
  'vitest-docket': from('src/index.ts'),
}

/** What a child process says, on both channels. */
function node(script: string, args: string[]): string {
  const { GITHUB_STEP_SUMMARY: _, ...env } = process.env
  const ended = spawnSync(process.execPath, [join(ROOT, script), ...args], { cwd: folder, encoding: 'utf8', env })
  return `${ended.stdout}${ended.stderr}`
}

describe('fences', () => {
  test('there are blocks to check', () => {
    expect(ts.length).toBeGreaterThan(0)
    expect(run.length).toBeGreaterThan(0)
    expect(json.length).toBeGreaterThan(0)
  })

  test('no mark is misspelt, and no code hides from the compiler under another name', () => {
    const known: Record<string, readonly string[]> = { ts: ['run', 'ignore'], json: KINDS, typescript: [], tsx: [], mts: [] }
    const odd = blocks.filter(
      ({ language, marks }) =>
        ['typescript', 'tsx', 'mts'].includes(language) || !marks.every((m) => known[language]?.includes(m)),
    )
    expect(odd.map((block) => `${nameOf(block)} ${block.language} ${block.marks.join(' ')}`)).toEqual([])
  })

  test('a block is taken as it stands, with the line of the page', () => {
    const page = ['- item', '  ````ts run', '  a', '    b', '  ```', '  ````', '', '```', 'plain', '```'].join('\n')
    expect(blocksOf('p.md', page)).toEqual([
      { page: 'p.md', line: 3, language: 'ts', marks: ['run'], code: 'a\n  b\n```' },
      { page: 'p.md', line: 9, language: '', marks: [], code: 'plain' },
    ])
    expect(() => blocksOf('p.md', '```ts\nopen')).toThrow('p.md:1: a fence that is never closed')
  })
})

describe('links between pages', () => {
  test.each(pages())('%s', (page) => {
    const prose = readPage(page).replace(/^ *(`{3,})[\s\S]*?^ *\1 *$/gm, '')
    const links = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = '']) => (/^[a-z]+:/.test(link) ? [] : [link]))
    const dead = links.filter((link) => {
      const [path = '', heading] = link.split('#')
      const target = path === '' ? page : join(dirname(page), path).replaceAll('\\', '/')
      if (!existsSync(join(ROOT, target))) return true
      return heading !== undefined && target.endsWith('.md') && !anchors(readPage(target)).includes(heading)
    })
    expect(dead).toEqual([])
  })
})

/** Anchors as GitHub makes them. */
function anchors(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-'),
  )
}

describe('types: every ts block compiles against the sources', () => {
  const errors = new Map<string, string[]>()
  const elsewhere: string[] = []

  beforeAll(() => {
    const all = [...compiled, CANARY]
    // Blank lines before the code, so that the compiler's lines are those of the page.
    for (const block of all) writeFileSync(join(folder, fileOf(block)), `${'\n'.repeat(block.line - 1)}${block.code}\n`)
    const tsconfig = {
      extends: from('tsconfig.json'),
      compilerOptions: {
        noUnusedLocals: false,
        noUnusedParameters: false,
        paths: Object.fromEntries(Object.entries(ENTRIES).map(([name, path]) => [name, [path]])),
      },
      files: all.map(fileOf),
      include: [],
      exclude: [],
    }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig))
    const names = new Map(all.map((block) => [fileOf(block), block]))
    const output = node('node_modules/typescript/bin/tsc', ['--noEmit', '--pretty', 'false', '-p', 'tsconfig.json'])
    for (const line of output.split('\n').filter((text) => text !== '')) {
      const [, file = '', at = '', message = ''] = /^([^(\s]+)\((\d+),\d+\): (.*)$/.exec(line) ?? []
      const block = names.get(file)
      if (block !== undefined) errors.set(nameOf(block), [...(errors.get(nameOf(block)) ?? []), `${block.page}:${at} ${message}`])
      // What is wrong in the sources is the type check's own business, and its further lines begin with a space.
      else if (!/^\.\.\/\.\.\/\.\.\/(?:src|reporters)\//.test(line) && !line.startsWith(' ')) elsewhere.push(line)
    }
  }, 120_000)

  test('the compiler ran, and finds what is wrong', () => {
    expect(elsewhere).toEqual([])
    expect(errors.get(nameOf(CANARY))).toEqual(["canary.md:3 error TS2322: Type 'string' is not assignable to type 'number'."])
  })

  test.each(compiled.map((block) => [nameOf(block)]))('%s', (name) => {
    expect(errors.get(name) ?? []).toEqual([])
  })
})

describe('runs: every `ts run` block holds', () => {
  const results = new Map<string, { state: string; messages: string[] }>()
  let output = ''

  beforeAll(() => {
    for (const block of [...run, RUN_CANARY]) writeFileSync(join(folder, runFileOf(block)), runnable(block))
    writeFileSync(
      join(folder, 'vitest.config.ts'),
      [
        `import { docket } from '${from('src/plugin.js')}'`,
        `const alias = ${JSON.stringify(Object.fromEntries(Object.entries(ENTRIES).map(([name, path]) => [name, join(folder, path)])))}`,
        "const test = { include: ['*.run.ts'], exclude: [], testTimeout: 60_000 }",
        'export default { plugins: [docket()], resolve: { alias }, test }',
      ].join('\n'),
    )
    output = node('node_modules/vitest/vitest.mjs', ['run', '--reporter=json', '--outputFile=results.json'])
    if (!existsSync(join(folder, 'results.json'))) return
    const { testResults } = JSON.parse(readFileSync(join(folder, 'results.json'), 'utf8')) as JsonReport
    const { suites } = JSON.parse(readFileSync(join(folder, '.docket/report.json'), 'utf8')) as Pick<Report, 'suites'>
    for (const { name, message, assertionResults } of testResults) {
      const file = name.split(/[/\\]/).at(-1) ?? name
      // A benchmark's cases may all be green while its gates are not.
      const reports = suites.filter((suite) => suite.file === file && suite.status !== 'PASS')
      const wrong = assertionResults.filter(({ status }) => status !== 'passed')
      const passed = wrong.length === 0 && reports.length === 0 && assertionResults.length > 0 && message === ''
      const messages = [
        message,
        ...reports.flatMap(({ reasons }) => reasons),
        ...wrong.flatMap(({ title, failureMessages }) => [title, ...(failureMessages ?? [])]),
      ]
      results.set(file, { state: passed ? 'passed' : 'failed', messages: messages.filter((text) => text !== '') })
    }
  }, 120_000)

  test('what does not hold is found', () => {
    expect(results.get(runFileOf(RUN_CANARY)), output).toMatchObject({ state: 'failed' })
  })

  test.each(run.map((block) => [nameOf(block), block] as const))('%s', (_, block) => {
    expect(results.get(runFileOf(block)) ?? { state: 'did not run', messages: [output] }).toEqual({
      state: 'passed',
      messages: [],
    })
  })
})

interface JsonReport {
  testResults: {
    name: string
    message: string
    assertionResults: { title: string; status: string; failureMessages?: string[] }[]
  }[]
}

/** A block with tests or a benchmark of its own runs as it stands; any other is the body of a test, which has to expect something. */
function runnable(block: Block): string {
  if (/^(?:test|describe|describeBenchmark|describeGrid)\(/m.test(block.code)) return block.code
  const imports: string[] = []
  const body = block.code.replace(/^import [^'"]*['"][^'"]+['"];?$/gm, (statement) => {
    imports.push(statement)
    return ''
  })
  return [
    ...imports,
    "import { expect as __expect, test as __test } from 'vitest'",
    `__test(${JSON.stringify(nameOf(block))}, async () => {`,
    '__expect.hasAssertions()',
    body,
    '})',
  ].join('\n')
}

describe('marked json blocks satisfy the published schemas', () => {
  test.each(json.map((block) => [`${nameOf(block)} ${block.marks.join(' ')}`, block] as const))('%s', (_, block) => {
    const [kind] = block.marks
    const path = join(folder, 'block.jsonl')
    writeFileSync(path, `${asLines(block.code)}\n`)
    expect(checkFile(path, kind as FileKind)).toEqual([])
  })
})

/** One object over many lines becomes one line; JSONL stays. */
function asLines(code: string): string {
  try {
    return JSON.stringify(JSON.parse(code))
  } catch {
    return code.trim()
  }
}
