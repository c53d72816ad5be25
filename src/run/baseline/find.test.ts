import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeHeader } from '../../../reporters/fixtures.test-util.js'
import { makeRecord } from '../../../test/unit/records.js'
import { OptionError } from '../../errors.js'
import { readingFor } from '../../metrics/compat.js'
import { openRunFile } from '../run-files.js'
import { comparedSuite } from './compared-suite.js'
import { baselineText } from './file.js'
import { baselineNames, findBaseline, openBaseline, placeOf, tryBaseline, whyNone } from './find.js'

const NAME = { project: 'docket', file: 'suites/tenancy.suite.ts', suite: 'Tenancy' }

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'docket-find-'))
  vi.stubEnv('DOCKET_BASELINES', '')
  vi.stubEnv('DOCKET_BASELINES_PROBLEM', '')
})
afterEach(() => {
  rmSync(root, { recursive: true, force: true })
  vi.unstubAllEnvs()
})

function put(path: string, over: Partial<typeof NAME> = {}, ids = ['A']): string {
  const { suite, file, project } = { ...NAME, ...over }
  const header = makeHeader({ suite, file })
  const records = ids.map((id) => makeRecord({ id }))
  const reading = readingFor(null, 'answer')
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(
    join(root, path),
    baselineText(comparedSuite({ project, header, records, reading, run: 'run', startedAt: '2026-11-29T10:00:00.000Z' })),
  )
  return path
}

describe('the file of a suite', () => {
  it.each([
    ['Tenancy', 'tenancy.jsonl'],
    ['Kündigung & Räumung (CH)', 'kundigung-raumung-ch.jsonl'],
    ['کرایہ دار', null],
    ['CON', null],
    ['x'.repeat(200), null],
  ])('%s has the plain name %s', (suite, plain) => {
    const names = baselineNames({ ...NAME, suite })
    expect(names.plain).toBe(plain)
    expect(names.own).toMatch(/^[a-z0-9-]{1,80}\.[0-9a-f]{6}\.jsonl$/)
  })

  it('fault 32: two suites of one name have files of their own', () => {
    const names = [NAME, { ...NAME, file: 'suites/other.suite.ts' }, { ...NAME, project: 'legal' }].map(
      (name) => baselineNames(name).own,
    )
    expect(new Set(names).size).toBe(3)
  })

  it('is the one that only it can have, else the plain one, else none', () => {
    expect(findBaseline(root, NAME)).toBeNull()
    const plain = put('baselines/tenancy.jsonl')
    expect(findBaseline(root, NAME)).toBe(plain)
    const own = put(`baselines/${baselineNames(NAME).own}`)
    expect(findBaseline(root, NAME)).toBe(own)
  })

  it('fault 32: is not that of a suite whose name comes to the same', () => {
    put('baselines/tenancy.jsonl', { suite: 'TENANCY' })
    expect(findBaseline(root, NAME)).toBeNull()
    expect(findBaseline(root, { ...NAME, suite: 'TENANCY' })).toBe('baselines/tenancy.jsonl')
    expect(whyNone(root, NAME)).toEqual({
      path: 'baselines/tenancy.jsonl',
      problem: expect.stringMatching(/^baselines\/tenancy\.jsonl is of the suite "TENANCY", not of "Tenancy"; make one/),
    })
  })

  it('that is simply not there needs no more words', () => {
    expect(whyNone(root, NAME)).toBeNull()
  })

  it('is none of two that both say they are its own; another suite may share the name', () => {
    const { own } = baselineNames(NAME)
    put('baselines/tenancy.jsonl')
    put(`baselines/${own}`)
    for (const path of [`baselines/${own}`, 'baselines/tenancy.jsonl']) {
      const read = tryBaseline(root, path, NAME)
      expect('problem' in read && read.problem).toBe(
        `${own} and tenancy.jsonl are both of the suite "Tenancy": delete the one that does not count`,
      )
    }
    put('baselines/tenancy.jsonl', { file: 'suites/other.suite.ts' })
    expect(tryBaseline(root, `baselines/${own}`, NAME)).toHaveProperty('suite')
  })

  it('that cannot be read is found, so that somebody hears of it', () => {
    put('baselines/tenancy.jsonl')
    writeFileSync(join(root, 'baselines/tenancy.jsonl'), 'no JSON\n')
    expect(findBaseline(root, NAME)).toBe('baselines/tenancy.jsonl')
  })

  it('is what the option names, which must be there', () => {
    put('baselines/tenancy.jsonl')
    put('kept/old.jsonl')
    expect(findBaseline(root, NAME, 'kept/old.jsonl')).toBe('kept/old.jsonl')
    expect(() => findBaseline(root, NAME, 'kept/gone.jsonl')).toThrow(OptionError)
    expect(() => findBaseline(root, NAME, 'kept/gone.jsonl')).toThrow(
      /`baseline`: .*gone\.jsonl: no such file or folder; name a baseline file/,
    )
  })
})

describe('what is read', () => {
  it('is a baseline file', () => {
    const path = put('baselines/tenancy.jsonl', {}, ['B', 'A'])
    expect(openBaseline(root, path, NAME).cases.map(({ id }) => id)).toEqual(['A', 'B'])
  })

  it('is the suite of an earlier run, by its folder or one file of its lines', () => {
    const dir = join(root, 'runs/first')
    const file = openRunFile({ dir, id: 'first', startedAt: '2026-01-01T00:00:00.000Z' }, 'worker')
    const header = makeHeader({ judge: { name: 'hand', offline: false, members: [] } })
    file.append({ kind: 'suite', project: 'docket', header })
    const item = { id: 'A', question: 'q', language: 'en' } as never
    const lineOf = (startedAt: number, errorClass: 'correct' | 'hallucination') => ({
      ...{ kind: 'case' as const, project: 'docket', response: null, verdict: null, recordings: [] },
      record: makeRecord({ id: 'A', suite: header.suite, file: header.file, startedAt, errorClass }),
      item: { ...(item as object), answerable: true, premise: 'true', golds: [], answerPoints: [] } as never,
    })
    file.append(lineOf(2, 'hallucination'))
    file.append(lineOf(1, 'correct'))
    for (const path of ['runs/first', 'runs/first/worker.jsonl']) {
      const read = openBaseline(root, path, NAME)
      expect(read.run).toMatchObject({ run: 'first', judge: { name: 'hand' } })
      expect(read.cases).toMatchObject([{ id: 'A', errorClass: 'hallucination' }])
    }
    expect(tryBaseline(root, 'runs/first', { ...NAME, suite: 'Sales' })).toEqual({
      path: 'runs/first',
      problem: '`baseline`: runs/first has no suite "Sales"; it has "Tenancy"',
    })
  })

  it.each<[string, () => string, RegExp]>([
    ['of another suite', () => put('a.jsonl', { suite: 'Sales' }), /a\.jsonl is of the suite "Sales", not of "Tenancy"/],
    ['that is not there', () => 'gone.jsonl', /there is no gone\.jsonl$/],
    [
      'of another version',
      () => {
        writeFileSync(join(root, put('b.jsonl')), '{"schemaVersion":9,"kind":"baseline"}\n')
        return 'b.jsonl'
      },
      /b\.jsonl:1 schemaVersion: expected baseline version 1, received 9/,
    ],
  ])('a file %s is a problem, and no end of the report', (_, path, problem) => {
    const read = tryBaseline(root, path(), NAME)
    expect('problem' in read && read.problem).toMatch(problem)
  })
})

describe('DOCKET_BASELINES', () => {
  // The working directory of the tests is another than the project's root, as in a workspace.
  const below = () => relative(process.cwd(), root)

  it('is read at the place that a file has below the working directory, and the working tree is not', () => {
    vi.spyOn(process, 'cwd').mockReturnValue(root)
    const project = join(root, 'packages/legal')
    put('packages/legal/baselines/tenancy.jsonl', {}, ['of the working tree'])
    put('base/packages/legal/baselines/tenancy.jsonl', {}, ['of the base branch'])
    vi.stubEnv('DOCKET_BASELINES', join(root, 'base'))
    expect(findBaseline(project, NAME)).toBe('baselines/tenancy.jsonl')
    expect(openBaseline(project, 'baselines/tenancy.jsonl', NAME).cases.map(({ id }) => id)).toEqual(['of the base branch'])
    vi.stubEnv('DOCKET_BASELINES', 'base')
    expect(openBaseline(project, 'baselines/tenancy.jsonl', NAME).cases.map(({ id }) => id)).toEqual(['of the base branch'])
    vi.restoreAllMocks()
  })

  const NOT_YET = {
    path: 'baselines/tenancy.jsonl',
    problem: 'the base branch has no baseline of this suite yet: one that a pull request brings counts once it is merged',
  }

  it.each<[string, Record<string, string>, RegExp]>([
    ['names no folder', { DOCKET_BASELINES: '/gone' }, /^`DOCKET_BASELINES` names \/gone, which is no folder; name the one/],
    [
      'could not be filled',
      { DOCKET_BASELINES: tmpdir(), DOCKET_BASELINES_PROBLEM: 'the base branch could not be fetched' },
      /^the base branch could not be fetched$/,
    ],
  ])('that %s: that is the reason', (_, env, problem) => {
    vi.spyOn(process, 'cwd').mockReturnValue(root)
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
    expect(whyNone(root, NAME)).toEqual({ path: 'baselines/tenancy.jsonl', problem: expect.stringMatching(problem) })
    expect(tryBaseline(root, 'baselines/tenancy.jsonl', NAME)).toEqual(whyNone(root, NAME))
    vi.restoreAllMocks()
  })

  it('a baseline that only a pull request has is none, also where the option names it', () => {
    vi.spyOn(process, 'cwd').mockReturnValue(root)
    put('baselines/tenancy.jsonl')
    mkdirSync(join(root, 'base'))
    vi.stubEnv('DOCKET_BASELINES', join(root, 'base'))
    expect(findBaseline(root, NAME)).toBeNull()
    expect(findBaseline(root, NAME, 'baselines/tenancy.jsonl')).toBeNull()
    expect(tryBaseline(root, 'baselines/tenancy.jsonl', NAME)).toEqual(NOT_YET)
    expect(whyNone(root, NAME)).toEqual(NOT_YET)
    vi.restoreAllMocks()
  })

  it('what lies outside of the working directory has no place there', () => {
    put('baselines/tenancy.jsonl')
    expect(below().startsWith('..')).toBe(true)
    vi.stubEnv('DOCKET_BASELINES', root)
    expect(placeOf(root, 'baselines/tenancy.jsonl')).toBeNull()
    expect(findBaseline(root, NAME)).toBeNull()
    expect(whyNone(root, NAME)?.problem).toMatch(/lies outside of the working directory/)
  })
})
