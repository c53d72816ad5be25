import type { SerializedError, TestCase, TestModule, TestRunEndReason, TestSuite, Vitest } from 'vitest/node'
import { issueText } from '../src/schema/issue.js'
import { CaseRecord, type RunEnd, SuiteHeader } from '../src/schema/record.js'
import { count } from '../src/text/count.js'
import { type RunFacts, suiteKey } from './facts.js'

type Named = RunEnd['noResult'][number]

/** Gathers the facts of a run from Vitest's events. What re-runs in watch mode replaces what it was; the rest stays. */
export interface Collector {
  module(module: TestModule): void
  result(testCase: TestCase): void
  end(vitest: Vitest, modules: readonly TestModule[], errors: readonly SerializedError[], reason: TestRunEndReason): RunEnd
  facts(end: RunEnd): RunFacts
}

/** What is known of one case of a run. */
interface Known {
  named: Named
  moduleId: string
  record?: CaseRecord
  red?: string
  broken?: string
}

export function createCollector(run: { id: string; startedAt: string; projects: ReadonlySet<string> }): Collector {
  const suites = new Map<string, RunFacts['suites'][number] & { moduleId: string }>()
  const cases = new Map<string, Known>()

  /** Takes a module as it now is: what it no longer declares is gone from the report too. */
  function takeModule(module: TestModule): void {
    if (!run.projects.has(module.project.name)) return
    const moduleId = moduleKey(module)
    forget(suites, moduleId)
    for (const header of headersOf(module)) {
      const { name: project } = module.project
      suites.set(suiteKey(project, header), { project, header, moduleId })
    }
    const declared = new Set([...module.children.allTests()].flatMap((testCase) => nameOf(testCase) ?? []).map(caseKey))
    forget(cases, moduleId, (key) => !declared.has(key))
  }

  return {
    module: takeModule,
    result(testCase) {
      const named = nameOf(testCase)
      if (named === null) return
      const { state, errors } = testCase.result()
      const { docket } = testCase.meta() as { docket?: unknown }
      // A case that a filter leaves out in watch mode keeps what is known of it; one that failed without a record has none.
      if (docket === undefined && state !== 'failed') return
      const parsed = docket === undefined ? undefined : CaseRecord.safeParse(docket)
      cases.set(caseKey(named), {
        named,
        moduleId: moduleKey(testCase.module),
        ...(parsed?.success ? { record: parsed.data } : {}),
        ...(parsed?.success === false
          ? { broken: `${named.suite} ${named.id}: its record did not survive: ${issueText(parsed.error)}` }
          : {}),
        ...(state === 'failed' ? { red: firstLine(errors?.[0]) } : {}),
      })
    },
    end(vitest, modules, errors, reason) {
      const ours = modules.filter((module) => run.projects.has(module.project.name))
      ours.forEach(takeModule)
      const open = ours
        .flatMap((module) => [...module.children.allTests()])
        .flatMap((testCase) => {
          const named = nameOf(testCase)
          return named === null || cases.has(caseKey(named)) ? [] : [{ named, skipped: testCase.result().state === 'skipped' }]
        })
      const known = [...cases.values()]
      return {
        partial: partialReasons(
          vitest,
          open.some(({ skipped }) => skipped),
        ),
        interrupted: reason === 'interrupted',
        shard: shardOf(vitest),
        problems: [
          ...ours.flatMap(problemsOf),
          ...ours.flatMap(vanished),
          ...absent(vitest, run.projects, ours),
          // Without a suite in the run the errors are of other tests.
          ...(ours.length === 0 ? [] : errors.map((error) => `unhandled error: ${firstLine(error)}`)),
          ...known.flatMap(({ broken }) => broken ?? []),
        ],
        red: known.flatMap(({ named, red }) => (red === undefined ? [] : [{ ...named, message: red }])),
        noResult: open.flatMap(({ named, skipped }) => (skipped ? [] : [named])),
      }
    },
    facts: (end) => ({
      run: run.id,
      startedAt: run.startedAt,
      suites: [...suites.values()].map(({ project, header }) => ({ project, header })),
      cases: [...cases.values()].flatMap(({ named, record }) =>
        record === undefined ? [] : [{ project: named.project, record }],
      ),
      end,
    }),
  }
}

/** One file may run in several projects. */
function moduleKey({ project, moduleId }: TestModule): string {
  return JSON.stringify([project.name, moduleId])
}

function forget(entries: Map<string, { moduleId: string }>, moduleId: string, gone: (key: string) => boolean = () => true): void {
  for (const [key, entry] of entries) if (entry.moduleId === moduleId && gone(key)) entries.delete(key)
}

function headersOf(module: TestModule): SuiteHeader[] {
  return [...module.children.allSuites()].flatMap((suite) => headerOf(suite) ?? [])
}

/** A suite whose declaration did not survive would vanish with its gates, and so would a case without a suite. */
function vanished(module: TestModule): string[] {
  const suites = [...module.children.allSuites()].filter((suite) => isDeclared(suite) && headerOf(suite) === null)
  const cases = [...module.children.allTests()].filter((test) => isGenerated(test) && nameOf(test) === null)
  return [
    ...suites.map(({ fullName }) => `${module.relativeModuleId}: the declaration of ${fullName} cannot be read`),
    ...(cases.length > 0 && suites.length === 0
      ? [`${module.relativeModuleId}: ${count(cases.length, 'case')} ${cases.length === 1 ? 'belongs' : 'belong'} to no suite`]
      : []),
  ]
}

function isDeclared(suite: TestSuite): boolean {
  const { docketSuite } = suite.meta() as { docketSuite?: object }
  return docketSuite !== undefined && Object.keys(docketSuite).length > 0
}

function isGenerated(testCase: TestCase): boolean {
  return typeof (testCase.meta() as { docketCase?: unknown }).docketCase === 'string'
}

/** One parse a suite: a header names every item that a sample leaves out. */
const headers = new WeakMap<TestSuite, SuiteHeader | null>()

function headerOf(suite: TestSuite): SuiteHeader | null {
  const known = headers.get(suite)
  if (known !== undefined) return known
  const { docketSuite } = suite.meta() as { docketSuite?: unknown }
  const parsed = docketSuite === undefined ? null : SuiteHeader.safeParse(docketSuite)
  const header = parsed?.success ? parsed.data : null
  if (header !== null || docketSuite === undefined) headers.set(suite, header)
  return header
}

/** The case that a test was generated for; null for any other test. */
function nameOf(testCase: TestCase): Named | null {
  const { docketCase } = testCase.meta() as { docketCase?: unknown }
  if (typeof docketCase !== 'string' || testCase.parent.type !== 'suite') return null
  const header = headerOf(testCase.parent)
  return header === null ? null : { project: testCase.project.name, file: header.file, suite: header.suite, id: docketCase }
}

function caseKey({ project, file, suite, id }: Named): string {
  return JSON.stringify([project, file, suite, id])
}

function problemsOf(module: TestModule): string[] {
  const errors = [...module.errors(), ...[...module.children.allSuites()].flatMap((suite) => suite.errors())]
  const name = module.relativeModuleId
  if (errors.length > 0)
    return [...new Set(errors.map((error) => `${name}: ${String(error?.message ?? error?.name ?? 'unknown error')}`))]
  // A worker that died leaves its module pending, and Vitest 4 calls such a run passed.
  const state = module.state()
  return state === 'pending' || state === 'queued' ? [`${name}: ended without a result; its worker may have died`] : []
}

function partialReasons(vitest: Vitest, skipped: boolean): string[] {
  const { testNamePattern, tagsFilter } = vitest.config
  const reasons = [
    ...(testNamePattern === undefined ? [] : [`-t ${testNamePattern.source}`]),
    ...(tagsFilter === undefined || tagsFilter.length === 0 ? [] : [`--tags-filter ${tagsFilter.join(' ')}`]),
  ]
  return reasons.length === 0 && skipped ? ['cases were skipped, by `.only`, `.skip` or `--bail`'] : reasons
}

function shardOf(vitest: Vitest): string | null {
  const { shard, mergeReports } = vitest.config
  return shard === undefined || mergeReports !== undefined ? null : `${shard.index}/${shard.count}`
}

/** A project for suites in which no file is one: misnamed or moved, its gates would be off for good. Filters leave out nothing of what is merged. */
function absent(vitest: Vitest, projects: ReadonlySet<string>, modules: readonly TestModule[]): string[] {
  const { watch, shard, related, changed, mergeReports } = vitest.config as Vitest['config'] & {
    related?: unknown
    changed?: unknown
  }
  const { filenamePattern } = vitest as { filenamePattern?: string[] }
  const merging = mergeReports !== undefined
  const filtered = watch || shard || related || changed || (filenamePattern?.length ?? 0) > 0
  if (filtered && !merging) return []
  const present = new Set(modules.map(({ project }) => project.name))
  const where = merging ? ' in the reports that are merged' : ''
  return [...projects]
    .filter((project) => !present.has(project))
    .map((project) => `project ${project || '(root)'}: no suite file was found${where}, so no gate of it was decided`)
}

/** What an error says, in a line. Anything can be thrown, and what crosses from a worker may lack its message. */
function firstLine(error: { message?: unknown; name?: unknown } | undefined): string {
  return String(error?.message ?? error?.name ?? 'unknown error').split('\n', 1)[0] ?? ''
}
