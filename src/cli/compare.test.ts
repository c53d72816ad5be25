import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { runCommand } from 'citty'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { comparableSuites } from '../../reporters/compare/comparable.js'
import type { RunFacts } from '../../reporters/facts.js'
import { hallucinated, makeCase, makeFacts, makeHeader, times } from '../../reporters/fixtures.test-util.js'
import { baselineText } from '../run/baseline/file.js'
import { openRunFile } from '../run/run-files.js'
import { RunsComparison } from '../schema/compare.js'
import { Item } from '../schema/item.js'
import type { SuiteHeader } from '../schema/record.js'
import { compare } from './compare.js'

const folder = mkdtempSync(join(tmpdir(), 'docket-compare-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
afterEach(() => vi.restoreAllMocks())

/** A run's folder, as a worker and the main process write it. */
function write(name: string, { suites, cases, end }: RunFacts): string {
  const dir = join(folder, name)
  const writer = openRunFile({ dir, id: name, startedAt: '2026-11-29T10:00:00.000Z' }, 'w')
  for (const { project, header } of suites) writer.append({ kind: 'suite', project, header })
  for (const { project, record } of cases) {
    const item = Item.parse({ id: record.item, question: record.title })
    writer.append({ kind: 'case', project, record, item, response: null, verdict: null, recordings: [] })
  }
  writer.append({ kind: 'end', end })
  return dir
}

function factsOf(wrong: number, system: string, header: Partial<Omit<SuiteHeader, 'gates'>> = {}): RunFacts {
  const named = { system: { name: system, kind: 'http', live: true }, total: 60, selected: 60, ...header }
  return makeFacts([{ header: makeHeader(named), cases: times(60, (i) => (i < wrong ? hallucinated(i) : makeCase(i))) }])
}

const A = write('a', factsOf(0, 'base'))
const B = write('b', factsOf(12, 'small'))
const C = write('c', factsOf(1, 'large'))

function copyOf(run: string, name: string): string {
  cpSync(run, join(folder, name), { recursive: true })
  return join(folder, name)
}

async function run(...rawArgs: string[]) {
  const texts: string[] = []
  const failed: string[] = []
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => texts.push(String(text)) > 0)
  vi.spyOn(console, 'error').mockImplementation((text) => void failed.push(String(text)))
  const before = process.exitCode
  process.exitCode = undefined
  try {
    await runCommand(compare, { rawArgs })
    return { out: texts.join(''), error: failed.join('\n'), code: process.exitCode ?? 0 }
  } finally {
    process.exitCode = before
    vi.restoreAllMocks()
  }
}

const parsed = (out: string) => RunsComparison.parse(JSON.parse(out))

describe('vitest-docket compare', () => {
  it('compares folders with the first of them, by the names of their systems', async () => {
    const { out, error, code } = await run(A, B, C)
    expect([error, code]).toEqual(['', 0])
    expect(out.replace(/\s+/g, ' ')).toMatch(
      /^small against base: 2 differences are real of 2 tests, 0 not shown; large: no difference is real of 2 tests, 2 not shown \(p ≤ \.05 after Holm's correction over all 4 tests\) Runs/,
    )
    expect(out).toMatch(/\nreal worse +hallucination rate +0\.0% +20\.0% +\+20\.0 \[.*\] +\.\d+\n/)
    expect(out).toContain('\nRight in base, wrong in small: 12\n')
    expect(out).toContain('\n- and 2 more\n')
  })

  it('writes JSON that satisfies the published schema', async () => {
    const { out, code } = await run(A, B, C, '--format', 'json')
    const schema = JSON.parse(readFileSync(new URL('../../schemas/comparison.schema.json', import.meta.url), 'utf8')) as object
    const ajv = new Ajv2020({ strict: false })
    expect([ajv.validate(schema, JSON.parse(out)), ajv.errors]).toEqual([true, null])
    expect(parsed(out).suites[0]?.runs.map(({ label, path }) => [label, path])).toEqual([
      ['base', A],
      ['small', B],
      ['large', C],
    ])
    expect(code).toBe(0)
  })

  it('takes labels, metrics and how many items', async () => {
    const equals = copyOf(C, 'x=y')
    const json = parsed(
      (await run(`one | two=${A}`, equals, '--format=json', '--metric', 'hallucination rate', '--metric=answered')).out,
    )
    expect(json.suites[0]?.runs.map(({ label }) => label)).toEqual(['one | two', 'large'])
    expect(json.suites[0]?.metrics.map(({ name }) => name)).toEqual(['hallucinationRate', 'answered'])
    // Of `answered` no pair differs.
    expect(json.tests).toBe(1)
    expect((await run(A, B, '--items', 'all')).out.match(/^- T-\d+: /gm)).toHaveLength(12)
    expect((await run(A, B, '--items', '3')).out).toContain('- and 9 more\n')
    expect((await run(`a | b=${A}`, B, '--format', 'markdown', '--metric', 'correct')).out).toContain('a &#124; b')
  })

  it('reads a file of a run and a baseline as it reads a folder', async () => {
    const [first] = comparableSuites(factsOf(0, 'base'))
    const baseline = join(folder, 'tenancy.jsonl')
    if (first !== undefined) writeFileSync(baseline, baselineText(first.suite))
    const [file = ''] = readdirSync(B)
    const figures = async (...args: string[]) => parsed((await run(...args, '--format', 'json')).out).suites[0]?.metrics
    expect(await figures(baseline, join(B, file))).toEqual(await figures(A, B))
  })

  it('a copy of a run: nothing is real, and the labels differ', async () => {
    const { out, code } = await run(A, copyOf(A, 'copy'))
    expect(out).toMatch(/^a #2 against a: no pair went up or down in any of 6 metrics\n/)
    expect(code).toBe(0)
  })

  it.each([
    ['the same path', A],
    ['written otherwise', join(A, '..', 'a/')],
    ['under another label', `again=${A}`],
  ])('a run is not compared with itself: %s', async (_, again) => {
    const { out, error, code } = await run(A, B, again)
    expect([out, code]).toEqual(['', 1])
    expect(error).toMatch(/a\/?: given twice; expected another run to compare with$/)
  })

  it('names what is not complete', async () => {
    const cut = factsOf(0, 'cut', { selected: 80, total: 80 })
    const { out, code } = await run(A, write('cut', { ...cut, end: { ...cut.end, interrupted: true } }))
    expect(out).toContain('- cut is not complete: 60 of 80 cases ran; the run was interrupted\n')
    expect(code).toBe(0)
  })

  it('ends with 1, and the reason, where nothing could be compared', async () => {
    const { out, error, code } = await run(A, write('other', factsOf(0, 'other', { compat: 'paklegalqa' })))
    expect(out).toContain('- other is not compared: another reading')
    expect(error).toMatch(/^nothing could be compared: other: another reading: /)
    expect(code).toBe(1)
  })

  const empty = join(folder, 'empty')
  mkdirSync(empty)
  writeFileSync(join(folder, 'notes.txt'), 'not a run')
  it.each<[string, string[], string]>([
    ['no run', [], 'expected two runs or more, received none'],
    ['one run', [A], 'expected two runs or more, received one'],
    ['a folder that is not there', [A, join(folder, 'nowhere')], 'nowhere: no such file or folder'],
    ['a folder that is no run', [A, empty], 'empty: no run; expected a folder with the .jsonl files of one'],
    ['a file that is neither', [A, join(folder, 'notes.txt')], 'notes.txt: neither a file of a run nor a baseline'],
    ['a run without a case', [A, write('none', { ...factsOf(0, 'none'), cases: [] })], 'a run without a case'],
    ['other suites', [A, write('sales', factsOf(0, 'sales', { suite: 'Sales' }))], 'no suite is in all runs'],
    ['no such suite', [A, B, '--suite', 'Sales'], '`--suite`: no run has "Sales"; expected one of "Tenancy"'],
    ['no such metric', [A, B, '--metric', 'wrongness'], '`--metric`: Tenancy has no metric "wrongness"'],
    ['no such format', [A, B, '--format', 'html'], '`--format`: expected one of terminal, markdown, json, received "html"'],
    ['no number of items', [A, B, '--items', 'some'], '`--items`: expected a whole number or all, received "some"'],
  ])('%s', async (_, args, message) => {
    const { out, error, code } = await run(...args)
    expect([out, code]).toEqual(['', 1])
    expect(error).toContain(message)
  })
})
