import { beforeAll, describe, expect, it } from 'vitest'
import { renderComment, renderUnfinished } from '../../reporters/comment.js'
import { type RunFacts, suiteKey } from '../../reporters/facts.js'
import {
  hallucinated,
  hostileRun,
  makeCase,
  makeFacts,
  makeHeader,
  outageRun,
  tenancyRun,
  times,
  twoSuiteRun,
} from '../../reporters/fixtures.test-util.js'
import { buildReport } from '../../reporters/report.js'
import { readingFor } from '../../src/metrics/compat.js'
import { classify } from '../../src/metrics/decomposition.js'
import type { BaselineRead } from '../../src/run/baseline/compare.js'
import { comparedSuite } from '../../src/run/baseline/compared-suite.js'
import { Gate, type GateInput } from '../../src/schema/gate.js'
import type { CaseRecord, SuiteHeader } from '../../src/schema/record.js'
import type { Report } from '../../src/schema/report.js'
import { replayFixture } from './fixtures.js'

const OPTIONS = {
  commit: '0123456789abcdef0123456789abcdef01234567',
  runUrl: 'https://github.com/acme/assistant/actions/runs/42/attempts/1',
  link: ({ file, line }: { file: string; line: number }) => `https://github.com/acme/assistant/blob/0123456/${file}#L${line}`,
}
const golden = (name: string) => `golden/comment/${name}.md`

/** What stands in a comment before anything is opened: the sections that are folded are tested where they are made. */
const unopened = (comment: string) => comment.replaceAll(/(<details><summary>.*<\/summary>)[^]*?(?=<\/details>)/gu, '$1…')

/** What a suite was on the base branch: its cases of now, some of them changed. */
function baselineOf(
  header: SuiteHeader,
  now: readonly CaseRecord[],
  change: (record: CaseRecord) => CaseRecord | null,
): BaselineRead {
  const records = now.flatMap((record) => {
    const before = change(record)
    return before === null ? [] : [{ ...before, ...classify(before) }]
  })
  const of = { project: 'docket', header, records, reading: readingFor(header.compat, header.task) }
  return {
    path: 'baselines/tenancy.jsonl',
    suite: comparedSuite({ ...of, run: '2026-11-20T10-00-00-1', startedAt: '2026-11-20T10:00:00.000Z' }),
  }
}

/** The facts with one baseline for each of their suites. */
function comparedWith(
  facts: RunFacts,
  change: (record: CaseRecord) => CaseRecord | null,
  of: Partial<SuiteHeader> = {},
): RunFacts {
  const baselines = facts.suites.map(({ project, header }) => {
    const records = facts.cases.map(({ record }) => record).filter(({ suite }) => suite === header.suite)
    return [suiteKey(project, header), baselineOf({ ...header, ...of }, records, change)] as const
  })
  return { ...facts, baselines: new Map(baselines) }
}

/** Grounded and correct, as if the answer had never gone wrong. */
const right = (record: CaseRecord): CaseRecord => ({ ...record, signals: { ...record.signals, c: true, g: true } })
const isWrong = ({ signals: { g } }: CaseRecord) => g === false

function gated(facts: RunFacts, gates: GateInput[]): RunFacts {
  const parsed = gates.map((gate) => Gate.parse(gate))
  return { ...facts, suites: facts.suites.map(({ project, header }) => ({ project, header: { ...header, gates: parsed } })) }
}

const REGRESSION: GateInput[] = [
  { metric: 'hallucinationRate', mode: 'regression', minEffect: 0.02 },
  { metric: 'overRefusal', max: 0.1 },
]

/** Eighteen of 280 answers are wrong now and were right then; two of the others were wrong. */
const regressed = () =>
  gated(
    comparedWith(tenancyRun(18), (record) =>
      isWrong(record) ? right(record) : record.position === 31 || record.position === 77 ? hallucinated(record.position) : record,
    ),
    REGRESSION,
  )

const same = (record: CaseRecord) => record

const FACTS: Record<string, () => RunFacts> = {
  pass: () => comparedWith(tenancyRun(3), same),
  'fail-newly-wrong': regressed,
  undecided: () => tenancyRun(8),
  infrastructure: () => comparedWith(outageRun(), same),
  'no-baseline': () => tenancyRun(18),
  'refused-baseline': () =>
    gated(
      comparedWith(tenancyRun(3), same, { judge: { name: 'openai', model: 'gpt-5.5-mini', offline: false, members: [] } }),
      REGRESSION,
    ),
  'several-suites': () => comparedWith(twoSuiteRun(), (record) => (isWrong(record) ? right(record) : record)),
  hostile: hostileRun,
}

describe('the comment of', () => {
  it.each(Object.entries(FACTS))('a run is as it was reviewed: %s', async (name, facts) => {
    await expect(unopened(renderComment(buildReport(facts()), OPTIONS))).toMatchFileSnapshot(golden(name))
  })
})

describe('the comment of the abstractive answers', () => {
  let records: CaseRecord[]
  let header: SuiteHeader
  beforeAll(async () => {
    const run = await replayFixture('abstractive')
    records = run.records
    const [suite] = run.report.suites
    header = makeHeader({ suite: 'Abstractive', file: 'suites/abstractive.suite.ts', total: 60, selected: 60 })
    expect(suite?.n).toBe(60)
  })

  it('is useful', async () => {
    const gates: GateInput[] = [
      { metric: 'hallucinationRate', mode: 'regression' },
      { metric: 'hallucinationRate', max: 0.1 },
    ]
    const head = { ...header, gates: gates.map((gate) => Gate.parse(gate)) }
    const facts = comparedWith(makeFacts([{ header: head, cases: records }]), (record) =>
      isWrong(record) && record.position % 3 > 0 ? right(record) : record,
    )
    await expect(unopened(renderComment(buildReport(facts), OPTIONS))).toMatchFileSnapshot(golden('abstractive'))
  })
})
