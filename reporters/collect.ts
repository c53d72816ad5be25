import type { SerializedError, TestCase, TestModule, TestRunEndReason, TestSuite, Vitest } from 'vitest/node'
import { messageOf } from '../src/errors.js'
import { CaseRecord, type RunEnd, SuiteHeader } from '../src/schema/record.js'
import { type RunFacts, suiteKey } from './facts.js'

type Named = RunEnd['noResult'][number]

/** Gathers the facts of a run from Vitest's events. What re-runs in watch mode replaces what it was; the rest stays. */
export interface Collector {
  module(module: TestModule): void
  result(testCase: TestCase): void
  end(vitest: Vitest, modules: readonly TestModule[], errors: readonly SerializedError[], reason: TestRunEndReason): RunEnd
  facts(end: RunEnd): RunFacts
}

export function createCollector(run: { id: string; startedAt: string; projects: ReadonlySet<string> }): Collector {
  const suites = new Map<string, RunFacts['suites'][number]>()
  const cases = new Map<string, RunFacts['cases'][number]>()
  const red = new Map<string, RunEnd['red'][number]>()
  const broken: string[] = []

  return {
    module(module) {
      if (!run.projects.has(module.project.name)) return
      for (const { project, header } of declaredIn(module)) suites.set(suiteKey(project, header), { project, header })
    },
    result(testCase) {
      const named = nameOf(testCase)
      if (named === null) return
      const key = caseKey(named)
      const meta = testCase.meta() as { docket?: unknown }
      const record = meta.docket === undefined ? null : CaseRecord.safeParse(meta.docket)
      if (record?.success) cases.set(key, { project: named.project, record: record.data })
      if (record?.success === false)
        broken.push(`${named.suite} ${named.id}: its record did not survive: ${record.error.issues[0]?.message}`)
      const { state, errors } = testCase.result()
      if (state === 'failed') red.set(key, { ...named, message: firstLine(errors?.[0]?.message ?? 'failed') })
      else red.delete(key)
    },
    end(vitest, modules, errors, reason) {
      const ours = modules.filter((module) => run.projects.has(module.project.name))
      const noResult: Named[] = []
      let skipped = false
      for (const module of ours) {
        this.module(module)
        for (const testCase of module.children.allTests()) {
          const named = nameOf(testCase)
          if (named === null || cases.has(caseKey(named))) continue
          const { state } = testCase.result()
          if (state === 'skipped') skipped = true
          else if (state !== 'failed') noResult.push(named)
        }
      }
      return {
        partial: partialReasons(vitest, skipped, reason),
        shard: shardOf(vitest),
        problems: [
          ...ours.flatMap(problemsOf),
          ...errors.map((error) => `unhandled error: ${firstLine(error.message)}`),
          ...broken,
        ],
        red: [...red.values()],
        noResult,
      }
    },
    facts: (end) => ({ run: run.id, startedAt: run.startedAt, suites: [...suites.values()], cases: [...cases.values()], end }),
  }
}

function declaredIn(module: TestModule): RunFacts['suites'] {
  return [...module.children.allSuites()].flatMap((suite) => {
    const header = headerOf(suite)
    return header === null ? [] : [{ project: module.project.name, header }]
  })
}

function headerOf(suite: TestSuite): SuiteHeader | null {
  const { docketSuite } = suite.meta() as { docketSuite?: unknown }
  const parsed = docketSuite === undefined ? null : SuiteHeader.safeParse(docketSuite)
  return parsed?.success ? parsed.data : null
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
  if (errors.length > 0) return errors.map((error) => `${name}: ${messageOf(error.message)}`)
  // A worker that died leaves its module pending, and Vitest 4 calls such a run passed.
  const state = module.state()
  return state === 'pending' || state === 'queued' ? [`${name}: ended without a result; its worker may have died`] : []
}

function partialReasons(vitest: Vitest, skipped: boolean, reason: TestRunEndReason): string[] {
  const { testNamePattern, tagsFilter } = vitest.config
  const reasons = [
    ...(testNamePattern === undefined ? [] : [`-t ${testNamePattern.source}`]),
    ...(tagsFilter === undefined || tagsFilter.length === 0 ? [] : [`--tags-filter ${tagsFilter.join(' ')}`]),
    ...(reason === 'interrupted' ? ['interrupted'] : []),
  ]
  return reasons.length === 0 && skipped ? ['cases were skipped, by `.only` or `.skip`'] : reasons
}

function shardOf(vitest: Vitest): string | null {
  const { shard, mergeReports } = vitest.config
  return shard === undefined || mergeReports !== undefined ? null : `${shard.index}/${shard.count}`
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? ''
}
