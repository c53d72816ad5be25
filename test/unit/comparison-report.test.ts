import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { type RunFacts, suiteKey } from '../../reporters/facts.js'
import { displayWidth } from '../../reporters/layout.js'
import { renderMarkdown } from '../../reporters/markdown.js'
import { buildReport } from '../../reporters/report.js'
import { comparisonSection } from '../../reporters/sections/comparison.js'
import { renderTerminal } from '../../reporters/terminal.js'
import { jsonl } from '../../src/datasets/jsonl.js'
import { createJudge } from '../../src/judges/create.js'
import type { JudgeFunction } from '../../src/judges/judge.js'
import { readingFor } from '../../src/metrics/compat.js'
import type { BaselineRead } from '../../src/run/baseline/compare.js'
import { comparedSuite } from '../../src/run/baseline/compared-suite.js'
import type { ComparedCase, ComparedSuite } from '../../src/schema/baseline.js'
import type { GateInput } from '../../src/schema/gate.js'
import { Gate } from '../../src/schema/gate.js'
import type { CaseRecord, SuiteHeader } from '../../src/schema/record.js'
import type { SuiteReport } from '../../src/schema/report.js'
import { recordedRun } from '../../src/systems/recorded.js'
import { ROOT } from './docs.js'
import { replay } from './replay.js'

const FOLDER = join(ROOT, 'fixtures/abstractive')
const hand = createJudge({ provider: 'recorded', path: join(FOLDER, 'verdicts.jsonl') }, { root: ROOT })

/** The hand verdicts, but that the first claim of some answers is called unsupported, and others are called right throughout. */
function flipping(worse: readonly string[], better: readonly string[]): JudgeFunction {
  return async (request, context) => {
    const verdict = await hand.assess(request, context)
    const claims = verdict.claims.map((claim, place) => {
      if (worse.includes(request.id) && place === 0)
        return { ...claim, support: 'neutral' as const, reason: 'no passage says so', harmless: undefined }
      return better.includes(request.id) ? { ...claim, support: 'entailment' as const } : claim
    })
    return { ...verdict, claims, ...(better.includes(request.id) ? { correct: true } : {}) }
  }
}

const run = async (judge: JudgeFunction | null) => {
  const { facts } = await replay({
    items: jsonl(join(FOLDER, 'items.jsonl')),
    system: recordedRun(join(FOLDER, 'run.jsonl'), { name: 'abstractive', map: (row) => row['response'] }),
    judge: judge === null ? hand : createJudge(judge, { root: ROOT }),
    header: { judge: { name: 'hand', offline: false, members: [] } },
  })
  return facts
}

let before: RunFacts
let after: RunFacts
let worse: string[]
let better: string[]

beforeAll(async () => {
  before = await run(null)
  const idsOf = (errorClass: CaseRecord['errorClass']) =>
    before.cases.flatMap(({ record }) => (record.errorClass === errorClass ? [record.id] : []))
  worse = idsOf('correct').slice(0, 12)
  better = idsOf('hallucination').slice(0, 2)
  after = await run(flipping(worse, better))
}, 60_000)

function baselineOf(facts: RunFacts, over: Partial<SuiteHeader> = {}, change = (cases: ComparedCase[]) => cases): ComparedSuite {
  const [{ project, header } = { project: '', header: undefined }] = facts.suites
  if (header === undefined) throw new Error('no suite')
  const records = facts.cases.map(({ record }) => record)
  const suite = comparedSuite({
    ...{ project, header: { ...header, ...over }, records, reading: readingFor(null, 'answer') },
    ...{ run: '2026-11-28T10-00-00-000Z-1a2b', startedAt: '2026-11-28T10:00:00.000Z' },
  })
  return { ...suite, cases: change(suite.cases) }
}

function compared(base: ComparedSuite, gates: GateInput[] = [], facts = after) {
  const suites = facts.suites.map((suite) => ({
    ...suite,
    header: { ...suite.header, gates: gates.map((gate) => Gate.parse(gate)) },
  }))
  const read = { path: 'baselines/abstractive.jsonl', suite: base }
  const report = buildReport({
    ...facts,
    suites,
    baselines: new Map(suites.map(({ project, header }) => [suiteKey(project, header), read])),
  })
  const [suite] = report.suites
  if (suite === undefined) throw new Error('no suite')
  return { report, suite }
}

/** Everything that a section says, however it is laid out. */
function textOf(suite: SuiteReport): string {
  return comparisonSection(suite)
    .flatMap(({ blocks }) => blocks)
    .flatMap((block) => {
      if (block.kind === 'text') return [block.text]
      if (block.kind === 'list') return block.items
      if (block.kind === 'table') return block.table.rows.map((row) => row.join(' | '))
      return block.cards.map(({ title, fields }) => [title, ...fields.map(({ text }) => text)].join(' | '))
    })
    .join('\n')
}

describe('fault 54: the difference to the baseline, on 60 answers by paraphrase', () => {
  it('names what is compared, and each metric with its base, its difference and its pairs', () => {
    const { suite } = compared(baselineOf(before))
    const text = textOf(suite)
    expect(text).toContain('made of run 2026-11-28T10-00-00-000Z-1a2b of 2026-11-28: 60 of 60 items in both.')
    // Twelve answers that were grounded are not, two that were not are, of 47 of which both runs know it.
    expect(suite.comparison?.differences['hallucinationRate']).toMatchObject({ pairs: 47, worse: 12, improved: 2, unknown: 2 })
    expect(suite.comparison?.differences['hallucinationRate']?.difference).toBeCloseTo(10 / 47, 12)
    expect(text).toMatch(/^hallucination rate \| 21\.3% \| 42\.6% \| \+21\.3 \[.*\] \| 12\/2 \| \.\d{3} \| 47, 2 unknown$/m)
    expect(text).toMatch(/^answered \| 81\.7% \| 81\.7% \| 0\.0 \[−7\.7, \+7\.7\] \| \+0\/−0 \| 1\.000 \| 60$/m)
    expect(text).toMatch(/^correct \| .* \| 12\/2 \|/m)
  })

  it('shows what is newly wrong with claim, reason and passage, and names the rest', () => {
    const { suite } = compared(baselineOf(before))
    expect(suite.comparison?.newlyWrong.map(({ id }) => id)).toEqual(worse)
    expect(suite.comparison?.newlyRight.map(({ id }) => id)).toEqual(better)
    const cards = comparisonSection(suite).flatMap(({ blocks }) =>
      blocks.flatMap((block) => (block.kind === 'cards' ? block.cards : [])),
    )
    expect(cards).toHaveLength(10)
    for (const { title, fields } of cards) {
      expect(title).toMatch(/^AB-\d+ · correct → hallucination · .*items\.jsonl:\d+$/)
      expect(fields.map(({ name }) => name)).toEqual(['question', 'claim', 'reason', 'nearest'])
    }
    const text = textOf(suite)
    for (const id of [...worse, ...better]) expect(text).toContain(id)
  })

  it('a run against itself says that nothing is newly wrong', () => {
    const { suite } = compared(baselineOf(before), [], before)
    const text = textOf(suite)
    expect(text).toContain('Nothing is newly wrong.')
    expect(text).not.toMatch(/Newly|another class|Slices/)
    expect(text).toMatch(/^hallucination rate \| 21\.3% \| 21\.3% \| 0\.0 \[/m)
  })

  it('a gate on a slice and a gate on another metric have rows of their own', () => {
    const gates: GateInput[] = [
      { metric: 'correct', mode: 'regression', slice: { language: 'de' } },
      { metric: 'goldCited', min: 0.5 },
    ]
    const text = textOf(compared(baselineOf(before), gates).suite)
    expect(text).toMatch(/^correct, language de \| /m)
    expect(text).toMatch(/^gold cited \| /m)
  })

  it.each([80, 60, 40])('at %i columns no line is longer, and nothing is cut off', (columns) => {
    const { report, suite } = compared(baselineOf(before))
    const lines = renderTerminal(report, { columns, color: false }).split('\n')
    expect(Math.max(...lines.map(displayWidth))).toBeLessThanOrEqual(columns)
    const from = lines.indexOf('Since the baseline')
    const flowing = lines.slice(from).join(' ').replace(/\s+/g, ' ')
    for (const id of [...worse, ...better]) expect(flowing).toContain(id)
    for (const { difference } of Object.values(suite.comparison?.differences ?? {}).slice(0, 1))
      expect(flowing).toContain(`+${((difference ?? 0) * 100).toFixed(1)} [`)
    expect(flowing).toContain('p: two-sided')
  })

  it('stands right behind the gates, folded in Markdown', () => {
    const { report } = compared(baselineOf(before), [{ metric: 'correct', mode: 'regression' }])
    const markdown = renderMarkdown(report)
    const places = ['>Gates', '>Since the baseline', '>Decomposition'].map((title) => markdown.indexOf(`<summary${title}`))
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(places.every((place) => place > 0)).toBe(true)
  })
})

describe('items that are not in both', () => {
  it('are named by what became of them', () => {
    const base = baselineOf(before, {}, ([first, second, third, ...rest]) =>
      [first, second, third]
        .flatMap((one, place) => {
          if (one === undefined) return []
          if (place === 0) return [{ ...one, hash: 'edited since' }]
          return place === 1 ? [{ ...one, id: 'AB-old' }] : [{ ...one, id: 'gone', hash: 'gone' }]
        })
        .concat(rest),
    )
    const [edited = '', renamed = '', added = ''] = after.cases.map(({ record }) => record.id)
    expect(textOf(compared(base).suite)).toContain(
      `58 of 61 items in both; 1 added (${added}); 1 removed (gone); 1 edited (${edited}); 1 renamed (AB-old → ${renamed}).`,
    )
  })

  it.each<
    [string, ComparedSuite['run'] extends infer Run ? Partial<Run> : never, (cases: ComparedCase[]) => ComparedCase[], RegExp]
  >([
    [
      'another judge',
      { judge: { name: 'other', offline: false, members: [] } },
      (cases) => cases,
      /another judge: other then, hand now\. 60 of 60 items in both\. Run the system that the baseline is of with this judge, and accept that run with `npx/,
    ],
    [
      'another task',
      { task: 'retrieval' },
      (cases) => cases,
      /Run the system that the baseline is of with this task, and accept that run/,
    ],
    [
      'too few items',
      {},
      (cases) => cases.slice(0, 40),
      /only 40 of 60 items are in both, 66\.7%, under 90\.0%: 20 added, 0 removed, 0 edited\. added: AB-\S+, AB-\S+, AB-\S+, and 17 more\. `npx vitest-docket baseline accept` makes a baseline of a run like this one\.$/,
    ],
  ])('%s: nothing is compared, and the reason and the way out are said', (_, over, change, reason) => {
    const base = baselineOf(before, {}, change)
    const { suite } = compared({ ...base, run: { ...base.run, ...over } })
    const text = textOf(suite)
    expect(text).toMatch(/^Not compared with baselines\/abstractive\.jsonl, made of run/)
    expect(text).toMatch(reason)
    expect(text).toContain('npx vitest-docket baseline accept')
    expect(text).not.toContain('|')
  })

  const refusedText = (read: BaselineRead, facts: RunFacts, change: (suite: SuiteReport) => SuiteReport = (suite) => suite) => {
    const baselines = new Map(facts.suites.map(({ project, header }) => [suiteKey(project, header), read]))
    return buildReport({ ...facts, baselines })
      .suites.map((suite) => textOf(change(suite)))
      .join('\n')
  }

  it.each<[string, (suite: SuiteReport) => SuiteReport]>([
    ['a part of its cases', (suite) => ({ ...suite, n: suite.n - 1 })],
    ['an outage', (suite) => ({ ...suite, status: 'INFRASTRUCTURE' })],
  ])('a run of %s is none to make a baseline of', (_, change) => {
    const base = baselineOf(before, {}, (cases) => cases.slice(0, 40))
    const text = refusedText({ path: 'baselines/abstractive.jsonl', suite: base }, after, change)
    expect(text).toContain('only 40 of 60')
    expect(text).not.toContain('accept')
  })

  it('every fault of a file that cannot be read stands in a line of its own', () => {
    const problem = 'b.jsonl is no baseline that can be read; restore it: 2 faults\n  b.jsonl:2: no JSON\n  b.jsonl:3: no JSON'
    expect(refusedText({ path: 'b.jsonl', problem }, after)).toBe(
      'Not compared: b.jsonl is no baseline that can be read; restore it: 2 faults:\nb.jsonl:2: no JSON\nb.jsonl:3: no JSON',
    )
  })

  it('what the base branch lacks is no reason to make one', () => {
    const problem = 'the base branch has no baseline of this suite yet: one that a pull request brings counts once it is merged'
    expect(refusedText({ path: 'b.jsonl', problem }, after)).toBe(`Not compared with b.jsonl: ${problem}.`)
  })

  it('no baseline, no section', () => {
    const [suite] = buildReport(after).suites
    expect(suite && comparisonSection(suite)).toEqual([])
  })
})
