import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { runCommand } from 'citty'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { folderOfTest } from '../../test/unit/nested/reported.js'
import { report } from './report.js'

/** A run that an older release wrote. */
const RUN = 'fixtures/run-records/version-3.jsonl'

let code: typeof process.exitCode
beforeEach(() => {
  code = process.exitCode
  process.exitCode = undefined
})
afterEach(() => {
  process.exitCode = code
  vi.restoreAllMocks()
})

async function run(...rawArgs: string[]) {
  const said = { out: '', error: '' }
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    said.out += String(text)
    return true
  })
  vi.spyOn(console, 'error').mockImplementation((text) => {
    said.error += String(text)
  })
  await runCommand(report, { rawArgs })
  return { ...said, code: process.exitCode ?? 0 }
}

describe('vitest-docket report', () => {
  it.each([
    ['terminal', /^PASS|^UNDECIDED/],
    ['markdown', /^\*\*|^#|^PASS|^UNDECIDED/],
    ['json', /^\{\n {2}"schemaVersion": 4,/],
    [
      'junit',
      /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<testsuites .*<testsuite name="Tenancy" tests="2".*<\/testsuites>\n$/s,
    ],
    ['csv', /^\uFEFFproject,file,suite,id,.*\r\n,suites\/tenancy\.suite\.ts,Tenancy,T-1,.*\r\n$/s],
  ])('prints a run as %s, also one of record version 3', async (format, text) => {
    const { out, error } = await run(RUN, '--format', format)
    expect(error).toBe('')
    expect(out).toMatch(text)
  })

  it('takes the newest run that has a case, and names those that it passes over', async () => {
    const home = process.cwd()
    const record = resolve(RUN)
    process.chdir(folderOfTest())
    try {
      for (const id of ['a', 'b', 'c']) mkdirSync(join('.docket/runs', id), { recursive: true })
      copyFileSync(record, '.docket/runs/a/1.jsonl')
      writeFileSync('.docket/runs/b/1.jsonl', readFileSync(record, 'utf8').slice(0, 30))
      writeFileSync('.docket/runs/notes.txt', 'no run')
      const { out, error } = await run()
      expect(out).toMatch(/^PASS|^UNDECIDED/)
      expect(error).toBe('passed over, since without a case: .docket/runs/c, .docket/runs/b')
    } finally {
      process.chdir(home)
    }
  })

  it('names its formats where it does not know one', async () => {
    expect(await run(RUN, '--format', 'xml')).toEqual({
      out: '',
      error: '`--format`: expected one of terminal, markdown, json, junit, csv, received "xml"',
      code: 1,
    })
  })
})
