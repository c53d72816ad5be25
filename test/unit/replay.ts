import type { RunFacts } from '../../reporters/facts.js'
import { buildReport } from '../../reporters/report.js'
import type { CitesGoldOptions } from '../../src/citations/cites-gold.js'
import { type ItemsInput, loadDataset } from '../../src/datasets/dataset.js'
import { groupOf } from '../../src/datasets/groups.js'
import type { Judge } from '../../src/judges/judge.js'
import { type Evaluation, evaluateCase } from '../../src/run/evaluate.js'
import { goldFinder } from '../../src/run/golds.js'
import { caseScorer } from '../../src/run/scores/score-case.js'
import type { SuiteHeader } from '../../src/schema/record.js'
import type { Report, SuiteReport } from '../../src/schema/report.js'
import type { System } from '../../src/systems/system.js'

export interface Replay {
  items: ItemsInput
  system: System
  judge: Judge
  golds?: CitesGoldOptions
  header?: Partial<SuiteHeader>
}

/** A recorded run from its files to its report, case after case in the data's order, as a suite does it. */
export async function replay({ items, system, judge, golds = {}, header = {} }: Replay) {
  const dataset = await loadDataset(items)
  const all = dataset.items.map(({ item }) => item)
  const groups = groupOf(all)
  const findGolds = goldFinder(golds)
  const score = caseScorer({ task: header.task ?? 'answer', k: header.k ?? [1, 5, 10], ...golds })
  const evaluations: Evaluation[] = []
  for (const [position, { item, place }] of dataset.items.entries()) {
    const frame = {
      suite: 'Replay',
      file: 'replay.suite.ts',
      title: item.question,
      item,
      position,
      trial: 0,
      task: header.task ?? ('answer' as const),
      group: groups.get(item.id) ?? item.id,
      place,
    }
    const slot = { sequence: position, startedAt: 1_790_000_000_000 + position }
    evaluations.push(
      await evaluateCase(frame, slot, { system, judge, findGolds, score }, { signal: new AbortController().signal }),
    )
  }
  const facts: RunFacts = {
    run: 'replay',
    startedAt: '2026-11-29T00:00:00.000Z',
    suites: [
      {
        project: 'unit',
        header: {
          suite: 'Replay',
          file: 'replay.suite.ts',
          policy: 'report',
          gates: [],
          compat: golds.compat ?? null,
          task: 'answer',
          k: [1, 5, 10],
          total: all.length,
          data: null,
          selected: all.length,
          sample: null,
          partial: [],
          leftOut: [],
          trials: 1,
          confirm: 0,
          baseline: null,
          shard: null,
          calibration: null,
          system: { name: system.name, kind: system.kind, live: system.live },
          judge: { name: judge.name, offline: judge.name === 'offline', members: [] },
          warnings: [...dataset.warnings, ...(system.inspect?.(all) ?? [])],
          ...header,
        },
      },
    ],
    cases: evaluations.map(({ record }) => ({ project: 'unit', record })),
    end: { partial: [], interrupted: false, shard: null, problems: [], red: [], noResult: [] },
  }
  const report = buildReport(facts)
  return { facts, evaluations, records: evaluations.map(({ record }) => record), report, suite: suiteOf(report) }
}

function suiteOf({ suites: [suite] }: Report): SuiteReport {
  if (suite === undefined) throw new Error('the report has no suite')
  return suite
}
