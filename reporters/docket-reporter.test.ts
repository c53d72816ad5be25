import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Reporter, Vitest } from 'vitest/node'
import { docketProject } from '../src/plugin.js'
import { CaseRecord } from '../src/schema/record.js'
import { folderOfTest, headline, type Reported, type ReportedOptions, runReported } from '../test/unit/nested/reported.js'

const LONG = { timeout: 60_000 }

describe('a run whose suites are lost is red', () => {
  it('where a declaration cannot be read', LONG, async () => {
    const { code, report, stdout } = await runReported({ names: ['plain', 'undeclared'] })
    expect(code).toBe(1)
    expect(report).toMatchObject({
      status: 'FAIL',
      problems: [expect.stringMatching(/undeclared\.nested\.ts: the declaration of Tenancy cannot be read/)],
    })
    // The other suite passes, and does not speak for this one.
    expect(report?.suites.map(({ status, n }) => [status, n])).toEqual([['PASS', 20]])
    expect(headline(stdout)).toMatch(/^FAIL: .*undeclared\.nested\.ts/)
  })

  it('where generated cases belong to no suite', LONG, async () => {
    const { code, report } = await runReported({ names: ['plain', 'orphans'] })
    expect(code).toBe(1)
    expect(report?.problems).toEqual([expect.stringMatching(/orphans\.nested\.ts: 2 cases belong to no suite/)])
  })
})

describe('a project for suites in which no file is one', () => {
  it('is a problem, also where Vitest is told that no file will do', LONG, async () => {
    const { code, report, stdout } = await runReported({ names: [], cli: { passWithNoTests: true } })
    expect(code).toBe(1)
    expect(report?.problems.join('\n')).toMatch(/project \(root\): no suite file was found, so no gate of it was decided/)
    expect(headline(stdout)).toMatch(/^FAIL: .*no suite file was found/)
  })

  const projects = (outputDir: string) =>
    Object.entries({ full: 'plain.nested', hollow: 'misnamed' }).map(([name, file]) => ({
      ...docketProject({ outputDir }),
      test: { name, include: [`test/unit/nested/${file}.ts`] },
    }))

  it('is named beside one that has its files', LONG, async () => {
    const { code, report } = await runReported({ names: [], projects })
    expect(code).toBe(1)
    expect(report?.problems).toEqual([expect.stringContaining('project hollow: no suite file')])
    expect(report?.suites).toMatchObject([{ project: 'full', status: 'PASS' }])
  })

  it.each([
    ['a file filter', { filters: ['plain'] }],
    ['--project', { cli: { project: 'full' } }],
  ])('is none under %s', LONG, async (_, options) => {
    const { code, report } = await runReported({ names: [], projects, ...options })
    expect(report).toMatchObject({ status: 'PASS', problems: [] })
    expect(code).toBe(0)
  })

  it('is none under a file filter that leaves no suite, and then nothing is said', LONG, async () => {
    const said = await runReported({ names: [], filters: ['elsewhere'], cli: { passWithNoTests: true } })
    expect(said).toMatchObject({ code: 0, report: null })
    expect(headline(said.stdout)).toBe('')
  })
})

/** Leaves a report of a run, and returns what merges it. */
async function reported(run: Partial<ReportedOptions>): Promise<(merge: Partial<ReportedOptions>) => Promise<Reported>> {
  const mergeReports = folderOfTest()
  const outputFile = { blob: join(mergeReports, '1.json') }
  await runReported({ names: [], ...run, cli: { ...run.cli, reporters: ['blob'], outputFile } })
  return (merge) => runReported({ names: [], ...merge, cli: { ...merge.cli, mergeReports } })
}

describe('a merge in which a project for suites has no suite', () => {
  const projects = (outputDir: string) => [
    ...['plain.nested', 'misnamed'].map((file) => ({
      ...docketProject({ outputDir }),
      test: { name: file, include: [`test/unit/nested/${file}.ts`] },
    })),
    { test: { name: 'other', include: ['src/random.test.ts'] } },
  ]

  it.each<[string, Partial<ReportedOptions>, Partial<ReportedOptions>, RegExp[]]>([
    ['no file at all', { cli: { passWithNoTests: true } }, { cli: { passWithNoTests: true } }, [/^project \(root\): no suite/]],
    ['the files of one of two', { projects }, { projects }, [/^project misnamed: no suite/]],
    [
      'tests of other projects alone',
      { projects, cli: { project: 'other' } },
      { projects },
      [/^project plain\.nested: no suite/, /^project misnamed: no suite/],
    ],
  ])('fails as the run in one piece does: %s', LONG, async (_, run, merge, expected) => {
    const { code, report, stdout } = await (await reported(run))(merge)
    expect(report?.problems).toEqual(expected.map((problem) => expect.stringMatching(problem)))
    expect(report?.problems[0]).toMatch(/no suite file was found in the reports that are merged, so no gate of it was decided$/)
    expect(headline(stdout)).toMatch(/^FAIL: project /)
    expect(code).toBe(1)
  })

  it('fails where the project had another name in the run', LONG, async () => {
    const { code, report } = await (await reported({ projects }))({ names: ['plain'] })
    expect(report?.problems).toEqual([expect.stringMatching(/^project \(root\): no suite/)])
    expect(code).toBe(1)
  })

  it('passes where the merge itself is told by --project to look at the others', LONG, async () => {
    const merge = await reported({ projects })
    const only = (project: string) => merge({ projects, cli: { project } })
    expect(await only('plain.nested')).toMatchObject({ code: 0, report: { status: 'PASS', problems: [], suites: [{ n: 20 }] } })
    expect(await only('other')).toMatchObject({ code: 0, report: null })
  })
})

describe('the report is printed whatever stands in its way', () => {
  it.each(['null', 'undefined', 'a number', 'an object'])('a rejection with %s', LONG, async (rejected) => {
    const { code, report, stdout } = await runReported({ names: ['rejects'], cli: { env: { DOCKET_NESTED: rejected } } })
    expect(code).toBe(1)
    expect(headline(stdout)).toMatch(/^FAIL: unhandled error: /)
    expect(report?.problems).toEqual([expect.stringMatching(/^unhandled error: ./)])
    expect(report?.suites).toMatchObject([{ n: 1 }])
  })

  it('a folder where report.json should be', LONG, async () => {
    const outputDir = folderOfTest()
    mkdirSync(join(outputDir, 'report.json', 'in the way'), { recursive: true })
    const { code, stdout, stderr } = await runReported({ names: ['plain'], outputDir })
    expect(code).toBe(1)
    expect(headline(stdout)).toMatch(/^PASS: 1 gate passed · n 20/)
    expect(stderr).toMatch(/vitest-docket could not finish its report: .*report\.json/)
  })

  it('a summary in a folder that does not exist', LONG, async () => {
    const GITHUB_STEP_SUMMARY = join(folderOfTest(), 'missing', 'summary.md')
    const { code, stdout, stderr, report } = await runReported({ names: ['plain'], env: { GITHUB_STEP_SUMMARY } })
    expect(code).toBe(1)
    expect(headline(stdout)).toMatch(/^PASS: /)
    expect(stderr).toMatch(/could not finish its report: .*summary\.md/)
    expect(report?.status).toBe('PASS')
  })

  it('with nothing in its way it exits 0, and the summary holds the same line', LONG, async () => {
    const GITHUB_STEP_SUMMARY = join(folderOfTest(), 'summary.md')
    const { code, stderr, stdout } = await runReported({ names: ['plain'], env: { GITHUB_STEP_SUMMARY } })
    expect(code).toBe(0)
    expect(stderr).toBe('')
    expect(headline(stdout)).toMatch(/^PASS: /)
    expect(readFileSync(GITHUB_STEP_SUMMARY, 'utf8')).toContain('n 20')
  })
})

describe('further outputs', () => {
  it('fault 54: are written beside the report where some project asks for them, and not else', LONG, async () => {
    const outputDir = folderOfTest()
    await runReported({ names: ['plain'], outputDir })
    expect(existsSync(join(outputDir, 'junit.xml'))).toBe(false)
    const { code } = await runReported({ names: ['plain'], outputDir, docket: { outputs: ['junit', 'csv'] } })
    expect(code).toBe(0)
    expect(readFileSync(join(outputDir, 'junit.xml'), 'utf8')).toMatch(/<testsuite name="Tenancy" tests="20" failures="0"/)
    expect(readFileSync(join(outputDir, 'cases.csv'), 'utf8').split('\r\n')).toHaveLength(22)
  })
})

describe("Vitest's own JSON reporter", () => {
  it('fault 54: carries the record of each case, scores and all', LONG, async () => {
    const json = join(folderOfTest(), 'vitest.json')
    await runReported({ names: ['retrieval'], cli: { reporters: ['json'], outputFile: { json } } })
    const { testResults } = JSON.parse(readFileSync(json, 'utf8')) as {
      testResults: { assertionResults: { meta: { docket: unknown } }[] }[]
    }
    const records = testResults.flatMap(({ assertionResults }) =>
      assertionResults.map(({ meta }) => CaseRecord.parse(meta.docket)),
    )
    expect(records.find(({ id, suite }) => suite === 'Gated' && id === 'S-1')?.scores).toMatchObject({ mrr: { value: 0.5 } })
  })
})

describe('a run that is cancelled', () => {
  it('leaves no record of the case that it cut off, and calls nothing an outage', LONG, async () => {
    let vitest: Vitest | undefined
    const cancelling: Reporter = {
      onInit(instance) {
        vitest = instance
      },
      onUserConsoleLog: () => vitest?.cancelCurrentRun('keyboard-input'),
      onTestCaseReady: () => vitest?.cancelCurrentRun('keyboard-input'),
    }
    const { report, lines, code } = await runReported({ names: ['cancelled'], cli: { reporters: [cancelling] } })
    expect(lines.filter(({ kind }) => kind === 'case')).toEqual([])
    expect(report?.status).not.toMatch(/PASS|INFRASTRUCTURE/)
    expect(report?.suites).toMatchObject([{ n: 0, decomposition: [] }])
    expect(code).toBe(1)
  })
})

describe('standard output', () => {
  it('is ours where all machine-readable reporters have files', LONG, async () => {
    const { stdout, stderr } = await runReported({
      names: ['plain'],
      cli: { reporters: ['junit'], outputFile: { junit: join(folderOfTest(), 'junit.xml') } },
    })
    expect(headline(stdout)).toMatch(/^PASS: /)
    expect(headline(stderr)).toBe('')
  })
})
