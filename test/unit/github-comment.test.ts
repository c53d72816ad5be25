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
import { readWorkflowRun } from '../../src/github/event.js'
import { lineUrl } from '../../src/github/places.js'
import { readingFor } from '../../src/metrics/compat.js'
import { classify } from '../../src/metrics/decomposition.js'
import type { BaselineRead } from '../../src/run/baseline/compare.js'
import { comparedSuite } from '../../src/run/baseline/compared-suite.js'
import { Gate, type GateInput } from '../../src/schema/gate.js'
import type { CaseRecord, SuiteHeader } from '../../src/schema/record.js'
import { replayFixture } from './fixtures.js'

const RUN = readWorkflowRun({ GITHUB_REPOSITORY: 'acme/assistant' }, '/')
const OPTIONS = {
  commit: '0123456789abcdef0123456789abcdef01234567',
  runUrl: 'https://github.com/acme/assistant/actions/runs/42/attempts/1',
  link: ({ file, line }: { file: string; line: number }) => lineUrl(RUN, '0123456789abcdef0123456789abcdef01234567', file, line),
}
const golden = (name: string) => `golden/comment/${name}.md`

/** What stands in a comment before anything is opened: the sections that are folded are tested where they are made. */
const unopened = (comment: string) => comment.replaceAll(/(<details><summary>.*<\/summary>)[\s\S]*?(?=<\/details>)/gu, '$1…')

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

/** Hostile texts everywhere, of a run that is decided although some cases were lost. */
function hostile(): RunFacts {
  const facts = hostileRun()
  const suites = facts.suites.map(({ project, header }) => ({
    project,
    header: { ...header, gates: header.gates.map((gate) => ({ ...gate, minCoverage: 0.5 })) },
  }))
  return { ...facts, suites }
}

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
  hostile,
}

/** 2,000 items with long texts: 400 became wrong. */
function bigRun(): RunFacts {
  const long = { claim: 'The landlord must give six months of notice. '.repeat(20), nearest: 'ஒரு ​நீண்ட உரை '.repeat(60) }
  const cases = times(2000, (i) =>
    i % 5 === 0 ? hallucinated(i, { evidence: long }) : makeCase(i, { type: `type ${i % 60}`, warnings: ['an odd gold'] }),
  )
  const header = makeHeader({ total: 2000, selected: 2000, gates: [{ metric: 'hallucinationRate', mode: 'regression' }] })
  return comparedWith(makeFacts([{ header, cases }]), (record) => (isWrong(record) ? right(record) : record))
}

describe('the comment of', { timeout: 30_000 }, () => {
  it.each(Object.entries(FACTS))('a run is as it was reviewed: %s', async (name, facts) => {
    await expect(unopened(renderComment(buildReport(facts()), OPTIONS))).toMatchFileSnapshot(golden(name))
  })
})

describe('a comment', () => {
  const shown = (facts: RunFacts, options = {}) => renderComment(buildReport(facts), { ...OPTIONS, ...options })

  /** Lines of the table that stands before anything that is folded. */
  const tableOf = (facts: RunFacts) =>
    unopened(shown(facts))
      .split('\n')
      .filter((line) => line.startsWith('|'))

  it('fault 55: never exceeds what it may, and says what it left out', { timeout: 30_000 }, async () => {
    const report = buildReport(bigRun())
    const fitted = (maxBytes: number) => renderComment(report, { ...OPTIONS, maxBytes })
    const whole = fitted(1e9)
    await expect(unopened(fitted(20_000))).toMatchFileSnapshot(golden('2000-items'))
    for (const maxBytes of [65_000, 20_000, 8000]) {
      const cut = fitted(maxBytes)
      expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(maxBytes)
      expect(cut.length).toBeLessThan(65_536)
      expect(cut.split('\n')[0]).toBe(whole.split('\n')[0])
      expect(cut.includes('> Cut to fit a comment: Tenancy')).toBe(Buffer.byteLength(whole) > maxBytes)
      expect(cut.match(/<details>/gu)?.length ?? 0).toBe(cut.match(/<\/details>/gu)?.length ?? 0)
    }
    expect(fitted(8000)).toMatch(/> Cut to fit a comment: Tenancy: item/u)
  })

  it('has eight rows at most, the gates from the worst on, and the four rates that are read together', () => {
    const rows = (gates: GateInput[]) => {
      const [, ...cells] = tableOf(gated(tenancyRun(18), gates))
      return cells.slice(1).map((line) =>
        line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim()),
      )
    }
    const slices = ['notice', 'deposit', 'repairs'].flatMap((type): GateInput[] => [
      { metric: 'correct', min: 0.5, slice: { type } },
      { metric: 'hallucinationRate', max: 0.01, slice: { type } },
    ])
    const shownRows = rows([...slices, { metric: 'correct', min: 0.99 }])
    expect(shownRows.map(([metric]) => metric)).toEqual([
      'hallucination rate, type notice',
      'correct',
      'hallucination rate, type deposit',
      'hallucination rate, type repairs',
      'hallucination rate',
      'answered',
      'over-refusal',
      'false confidence',
    ])
    expect(shownRows.map((cells) => cells.at(-1))).toEqual([
      '≤ 1.0% FAIL',
      '≥ 99.0% FAIL',
      '≤ 1.0% undecided',
      '≤ 1.0% undecided',
      '',
      '',
      '',
      '',
    ])
    expect(rows(times(12, (i): GateInput => ({ metric: 'hallucinationRate', max: 0.2 + i / 100 })))).toHaveLength(8)
  })

  it('shows the means of a benchmark of retrieval', () => {
    const cases = times(60, (i) =>
      makeCase(i, {
        outcome: null,
        unscored: { outcome: 'not asked', g: 'not asked', c: 'not asked' },
        scores: { mrr: { value: i % 3 === 0 ? 1 : 0.5 }, 'recall@5': { value: 1 } },
      }),
    )
    const header = makeHeader({ task: 'retrieval', total: 60, selected: 60, k: [5], gates: [{ metric: 'recall@5', min: 0.9 }] })
    const facts = comparedWith(makeFacts([{ header, cases }]), (record) => ({
      ...record,
      scores: { ...record.scores, mrr: { value: 1 } },
    }))
    expect(tableOf(facts).map((line) => line.replace(/ +/gu, ' '))).toEqual([
      expect.stringContaining('| metric |'),
      expect.any(String),
      '| recall@5 | 1.000 | 1.000 | .000 &#91;−.060, +.060&#93; | 60/60 items with a gold to retrieve | ≥ .900 pass |'.replace(
        '@5',
        '@\u200B5',
      ),
      expect.stringMatching(
        /^\| MRR \| 1\.000 \| \.667 \| −\.333 &#91;−\.4\d\d, −\.2\d\d&#93; worse \| 60\/60 items with a gold to retrieve \| \|$/u,
      ),
    ])
  })

  it('shows the worst items of a suite that fails without any that is newly wrong', () => {
    const comment = unopened(shown(comparedWith(tenancyRun(18), same)))
    expect(comment).toContain(' · 0 newly wrong\n')
    expect(comment).toContain('\n**Worst items**\n\n1. **T-001** · hallucination · [suites/tenancy.jsonl:1](')
    expect(comment).not.toContain('<summary>Worst items</summary>')
  })

  it.each<[string, () => RunFacts, number, boolean]>([
    ['a run that passes, of a command that did not', () => tenancyRun(3), 3, true],
    ['a run that is undecided, of a command that did not pass', () => tenancyRun(8), 1, true],
    ['a command that ended well', () => tenancyRun(3), 0, false],
    ['a run that is red itself', () => tenancyRun(18), 1, false],
  ])('says that something else failed only where it did: %s', (_, facts, exitCode, isSaid) => {
    const note = `> The command ended with exit code ${exitCode}, and no suite of this report asks for that: see the job's log for what else failed.`
    expect(shown(facts(), { exitCode }).split('\n').includes(note)).toBe(isSaid)
    expect(shown(facts(), { exitCode }).includes('ended with exit code')).toBe(isSaid)
  })

  const ADDRESS = 'https://github.com/acme/assistant/blob/0/a%20b.jsonl#L1'
  const UNLINKED = [
    'https://a/b)c',
    'https://a/(b',
    'https://a/b c',
    'https://a/<b>',
    'https://a/[b]',
    'https://a/b\nc',
    'x https://a/b',
  ]
  it.each<[string | null, string]>([
    [ADDRESS, `[suites/tenancy.jsonl:1](${ADDRESS})`],
    ['http://localhost:3000/a', '[suites/tenancy.jsonl:1](http://localhost:3000/a)'],
    ...[null, 'javascript:alert(1)', 'ftp://a/b', ...UNLINKED].map((url): [string | null, string] => [
      url,
      'suites/tenancy.jsonl:1',
    ]),
  ])('links a place only to an address that cannot end the link: %j', (url, text) => {
    const titles = shown(regressed(), { link: () => url }).split('\n')
    expect(titles.find((line) => line.startsWith('1. **T-001**'))).toBe(`1. **T-001** · correct → hallucination · ${text}`)
  })

  it.each([
    [8, [2, 2, 1, 1, 1, 1, 1, 1]],
    [12, [...times(10, () => 1), 0, 0]],
    [2, [5, 5]],
    [1, [10]],
  ])('shows ten items in all, of %i suites in turns', (count, expected) => {
    const suites = times(count, (i) => ({
      header: makeHeader({ suite: `Suite ${String(i + 10)}`, total: 20, selected: 20 }),
      cases: times(20, (position) => (position < 12 ? hallucinated(position) : makeCase(position))),
    }))
    const facts = comparedWith(makeFacts(suites), (record) => right(record))
    const parts = unopened(shown(facts, { maxBytes: 1e9 }))
      .split('\n### ')
      .slice(1)
    expect(parts.map((part) => part.match(/^\d+\. \*\*T-/gmu)?.length ?? 0)).toEqual(expected)
    for (const part of parts) expect(part).toContain(' · 12 newly wrong')
  })

  it('gives what a suite does not need to the others', () => {
    const suites = [1, 12].map((wrong, i) => ({
      header: makeHeader({ suite: `Suite ${i}`, total: 20, selected: 20 }),
      cases: times(20, (position) => (position < wrong ? hallucinated(position) : makeCase(position))),
    }))
    const comment = unopened(shown(comparedWith(makeFacts(suites), (record) => right(record))))
    expect(
      comment
        .split('\n### ')
        .slice(1)
        .map((part) => part.match(/^\d+\. \*\*T-/gmu)?.length),
    ).toEqual([1, 9])
  })

  it('says which baseline files a pull request changes, and why there are none to compare with', () => {
    const changes = times(12, (i) => ({ path: `baselines/${i}.jsonl`, change: 'changed' as const }))
    const comment = shown(tenancyRun(3), { changes, baseProblem: 'git fetch: <b>could not read</b> @acme' })
    expect(comment).toContain("\ncompared with nothing, since the base branch's baselines could not be read\n")
    expect(comment.split('\n').slice(1, 5)).toEqual([
      '',
      `> **Baseline files of this pull request:** ${times(10, (i) => `changed baselines/${i}.jsonl`).join(', ')} and 2 more. They count once merged; here the base branch's do.`,
      '',
      "> The base branch's baselines could not be read, so nothing is compared with any: git fetch: &#60;b&#62;could not read&#60;/b&#62; @\u200Bacme",
    ])
  })

  it.each<[string, () => RunFacts, 'added' | 'changed' | 'removed', boolean]>([
    ['brings the first one', () => tenancyRun(3), 'added', true],
    ['brings one of another judge', () => FACTS['refused-baseline']?.() ?? makeFacts([]), 'changed', true],
    ['changes one that is compared with', () => comparedWith(tenancyRun(3), same), 'changed', false],
    ['takes one away', () => tenancyRun(3), 'removed', false],
  ])('says in which order a baseline and its gates come in, where a pull request %s', (_, facts, change, isSaid) => {
    const comment = shown(facts(), { changes: [{ path: 'baselines/tenancy.jsonl', change }] })
    expect(comment).toContain(
      `They count once merged; here the base branch's do.${isSaid ? ' Until then paired gates stay closed: merge the baseline first, the gates after it.' : ''}\n`,
    )
  })

  it('fault 52: keeps hostile texts in their places', () => {
    const comment = shown(hostile())
    const tags = comment.replaceAll(/<\/?(?:details|summary|sub)>/gu, '')
    expect(tags).not.toMatch(/[<>](?!(?: Cut| \*\*Baseline| The))/u)
    expect(comment).not.toMatch(/\]\((?!https:\/\/github\.com\/acme\/assistant\/)/u)
    expect(comment).not.toMatch(/@octocat|#123|::/u)
    for (const table of comment.split(/\n{2,}/u).filter((part) => part.startsWith('|'))) {
      expect(new Set(table.split('\n').map((line) => line.split('|').length)).size).toBe(1)
    }
  })

  it('of a run that wrote no report is never that of another run', async () => {
    const options = { ...OPTIONS, exitCode: 137, changes: [{ path: 'baselines/new.jsonl', change: 'added' as const }] }
    await expect(renderUnfinished('it wrote no .docket/report.json', options)).toMatchFileSnapshot(golden('unfinished'))
  })
})

describe('the comment of the abstractive answers', { timeout: 30_000 }, () => {
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
