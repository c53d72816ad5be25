import { describe, expect, it } from 'vitest'
import { RunsComparison } from '../../src/schema/compare.js'
import { hallucinated, hostileRun, makeCase, makeFacts, makeHeader, tenancyRun, times } from '../fixtures.test-util.js'
import { displayWidth } from '../layout.js'
import { comparableSuites, type LabelledRun } from './comparable.js'
import { compareRuns } from './compare-runs.js'
import { renderCompareMarkdown } from './markdown.js'
import { renderCompareTerminal } from './terminal.js'

function run(label: string, facts: Parameters<typeof comparableSuites>[0]): LabelledRun {
  return { label, path: `.docket/runs/${label}`, suites: comparableSuites(facts) }
}
const LABELS = ['prod', 'prod-with-a-longer-name', 'no rerank', 'http://localhost:8000/ask', 'closed book']
const runs = (n: number) => LABELS.slice(0, n).map((label, i) => run(label, tenancyRun(3 + 9 * i)))

describe.each([2, 3, 5])('%i runs in a terminal', (n) => {
  const comparison = compareRuns(runs(n))
  const found = comparison.suites.flatMap(({ metrics }) =>
    metrics.flatMap(({ differences }) => differences.flatMap((one) => one ?? [])),
  )

  it.each([60, 80, 120, 300])('%i columns: no line is longer, and nothing is cut off', (columns) => {
    const text = renderCompareTerminal(comparison, { columns, items: Number.POSITIVE_INFINITY })
    expect(text.split('\n').filter((line) => displayWidth(line) > columns)).toEqual([])
    expect(text).not.toContain('…')
    const words = text.replace(/\s+/gu, ' ')
    for (const { label } of comparison.suites[0]?.runs ?? [])
      expect(words.replaceAll(' ', '')).toContain(label.replaceAll(' ', ''))
    for (const { id } of comparison.suites[0]?.runs.flatMap(({ against }) => against?.newlyWrong ?? []) ?? [])
      expect(words).toContain(`- ${id}: `)
    for (const { cases } of found.filter(({ finding }) => !finding.startsWith('not')))
      for (const ids of [cases.worse, cases.improved]) expect(words).toContain(ids.join(', '))
  })

  it('a row for each test, with its finding in words, and never the word equal of a difference', () => {
    const text = renderCompareTerminal(comparison)
    const rows = text.split('\n').filter((line) => /^(?:not shown|real (?:better|worse|higher|lower)) /.test(line))
    expect(rows).toHaveLength(found.filter(({ finding }) => finding !== 'not tested').length)
    expect(rows.filter((line) => line.startsWith('real'))).toHaveLength(
      found.filter(({ finding }) => !finding.startsWith('not')).length,
    )
    expect(text.match(/\bequal\b/g)).toEqual(['equal'])
  })

  it('one table where the terminal is wide enough', () => {
    const text = renderCompareTerminal(comparison, { columns: 400 })
    const heads = text.split('\n').filter((line) => line.includes('difference [95%]'))
    expect(heads.map((line) => line.split('difference [95%]').length - 1)).toEqual([n - 1])
  })

  it('is what its schema says', () => {
    expect(RunsComparison.parse(JSON.parse(JSON.stringify(comparison)))).toEqual(comparison)
  })
})

it('the figures of a pair, at 80 columns', () => {
  const text = renderCompareTerminal(compareRuns(runs(2), { metrics: ['hallucinationRate', 'answered'] }))
  expect(text).toMatchInlineSnapshot(`
    "prod-with-a-longer-name against prod: 1 difference is real of 1 test, 0 not
    shown (p ≤ .05 after Holm's correction)

    Runs of Tenancy
    - prod: 300 cases · system http://localhost:8000/ask · judge anthropic
      claude-sonnet-4-6 · run 2026-11-29T10-00-00-1 · .docket/runs/prod · the
      reference
    - prod-with-a-longer-name: 300 cases · system http://localhost:8000/ask · judge
      anthropic claude-sonnet-4-6 · run 2026-11-29T10-00-00-1 ·
      .docket/runs/prod-with-a-longer-name · 300 of 300 cases shared

    prod-with-a-longer-name against prod
    finding     metric                  A      B   difference [95%]     p
    real worse  hallucination rate   1.1%   4.0%  +2.9 [+0.1, +6.0]  .039
    not shown   answered            91.3%  91.3%   0.0 [−1.2, +1.2]     –

    A: prod · B: prod-with-a-longer-name

    Pairs of prod-with-a-longer-name and prod
    metric              up  down  pairs  groups  unknown  lost
    hallucination rate  10     2    274     274        0     0
    answered             0     0    300     300        0     0

    Where prod-with-a-longer-name really differs from prod
    - hallucination rate, 10 up (worse): T-024, T-047, T-070, T-093, T-116, T-139,
      T-185, T-208, T-231, T-254
    - hallucination rate, 2 down (better): T-094, T-187

    Right in prod, wrong in prod-with-a-longer-name: 10
    - T-024: correct → hallucination
    - T-047: correct → hallucination
    - T-070: correct → hallucination
    - T-093: correct → hallucination
    - T-116: correct → hallucination
    - T-139: correct → hallucination
    - T-185: correct → hallucination
    - T-208: correct → hallucination
    - T-231: correct → hallucination
    - T-254: correct → hallucination

    Wrong in prod, right in prod-with-a-longer-name: 2
    - T-094: hallucination → correct
    - T-187: hallucination → correct

    What is counted
    - answers given: hallucination rate
    - items: answered

    How to read this
    - A difference is the run minus the reference over the cases that both have, of
      rates in percentage points. Its 95% interval counts unknown verdicts both
      ways.
    - p is two-sided: McNemar's exact test of the pairs that went up or down, the
      cases of a group being exchanged together, every unknown verdict taken against
      the difference, corrected over 1 test. Where no pair went either way there is
      nothing to test. Real: p ≤ .05 after Holm's correction. What is not shown may
      be there all the same: it is not shown to be equal.
    - Pairs are cases that either run counts and both know; up and down are those in
      which it rose and fell, a case that one run does not count having nothing
      wrong there. Unknown in a run, or lost in one: neither. Under 90.0% shared
      nothing is compared.
    - Compared is what a report is read for, or what \`--metric NAME\` asked for, so
      that the correction is over few tests. Not looked at: overRefusal,
      falseConfidence, correct, answerCorrect, correctRefusal, nonAnswer, and 4
      more. \`--metric all\` looks at all.
    "
  `)
})

it('of several runs each has its own count, and names with commas are parted by semicolons', () => {
  const other = [{ header: makeHeader({ suite: 'Torts' }), cases: times(40, (i) => makeCase(i)) }]
  const facts = (wrong: number, more: typeof other) =>
    makeFacts([...more, { header: makeHeader(), cases: times(40, (i) => (i < wrong ? hallucinated(i) : makeCase(i))) }])
  const cut = makeFacts([{ header: makeHeader({ compat: 'paklegalqa' }), cases: times(40, (i) => makeCase(i)) }])
  const all = [run('base', facts(0, other)), run('a, b', facts(9, other)), run('c', facts(0, [])), run('d', cut)]
  const words = renderCompareTerminal(compareRuns(all)).replace(/\s+/gu, ' ')
  expect(words).toMatch(
    /^a, b against base: 2 differences are real of 2 tests, 0 not shown; c: no pair went up or down in any of \d metrics; d: nothing could be compared \(p ≤ \.05 after Holm's correction over all 2 tests\) Runs/,
  )
  expect(words).toContain('Not compared, since not every run has it: Torts (base; a, b)')
})

it('labels that are no heads are letters, the same in every table, and full on a page', () => {
  const comparison = compareRuns(runs(4))
  const text = renderCompareTerminal(comparison)
  const legends = text.split('\n').filter((line) => /^[A-D]: /u.test(line))
  expect(legends.join(' ').replace(/\s+/gu, ' ')).toContain('A: prod · B: prod-with-a-longer-name')
  expect(text.match(/\nfinding +metric +(?:A +[BD]|prod +no) +difference/gu)).toHaveLength(3)
  expect(text).toContain('\nA: prod · D: http://localhost:8000/ask\n')
  expect(renderCompareMarkdown(comparison)).not.toMatch(/\| A +\||A: prod/u)
})

describe('labels and ids that are made to break a report', () => {
  const labels = ['a | b', '`c` **d**', 'کرایہ دار', '</td><img src=x onerror=alert(1)>', '::error::owned\n\u001B[2J @octocat #1']
  const comparison = compareRuns(labels.map((label) => run(label, hostileRun())))
  const changed = compareRuns([
    run('a | b', hostileRun()),
    run('`c`', {
      ...hostileRun(),
      cases: hostileRun().cases.map((one) => ({
        ...one,
        record: makeCase(one.record.position, { ...one.record, errorClass: 'over-refusal' }),
      })),
    }),
  ])

  it.each([
    ['five runs', comparison],
    ['items', changed],
  ])('%s in a terminal', (_, one) => {
    const text = renderCompareTerminal(one, { columns: 80, items: Number.POSITIVE_INFINITY })
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there.
    expect(text).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u202A-\u202E]|^\s*::|##\[/mu)
    expect(text.split('\n').filter((line) => displayWidth(line) > 80)).toEqual([])
    for (const line of text.split('\n')) expect(line.match(/\u2068/gu)?.length ?? 0).toBe(line.match(/\u2069/gu)?.length ?? 0)
  })

  it.each([
    ['five runs', comparison],
    ['items', changed],
  ])('%s in Markdown', (_, one) => {
    const text = renderCompareMarkdown(one, { items: Number.POSITIVE_INFINITY })
    expect(text).not.toMatch(/<img|<\/td>|`c`|@octocat|\*\*d\*\*/u)
    const tables = text.split('\n\n').filter((part) => part.startsWith('|'))
    expect(tables.length).toBeGreaterThan(1)
    for (const table of tables) {
      const cells = table
        .trim()
        .split('\n')
        .map((line) => line.split('|').length)
      expect(new Set(cells).size).toBe(1)
    }
  })
})

describe('what else is said', () => {
  it('of several suites each has its tables, and one that not every run has is named', () => {
    const two = (name: string) => [
      { header: makeHeader({ suite: 'Tenancy' }), cases: times(40, (i) => makeCase(i)) },
      { header: makeHeader({ suite: name }), cases: times(40, (i) => makeCase(i)) },
    ]
    const comparison = compareRuns([
      run('a', makeFacts([...two('Sales'), { header: makeHeader({ suite: 'Torts' }), cases: times(40, (i) => makeCase(i)) }])),
      run('b', makeFacts(two('Sales'))),
    ])
    const text = renderCompareTerminal(comparison)
    expect(text).toContain('\nTenancy: b against a\n')
    expect(text).toContain('\nSales: b against a\n')
    expect(text).toContain('- Not compared, since not every run has it: Torts (a)\n')
  })

  it('why a run is not compared, and that it is not complete', () => {
    const cut = makeFacts([{ header: makeHeader({ compat: 'paklegalqa' }), cases: times(290, (i) => makeCase(i)) }], {
      interrupted: true,
    })
    const words = renderCompareTerminal(compareRuns([run('a', tenancyRun(3)), run('b', cut)])).replace(/\s+/gu, ' ')
    expect(words).toContain('b against a: nothing could be compared')
    expect(words).toContain('- b is not complete: 290 of 300 cases ran; the run was interrupted')
    expect(words).toContain('- b is not compared: another reading: compat none then, paklegalqa now (then: the reference)')
  })

  it('how many items more there are', () => {
    const text = renderCompareTerminal(compareRuns([run('a', tenancyRun(0)), run('b', tenancyRun(14))]), { items: 4 })
    expect(text).toMatch(/\nRight in a, wrong in b: 13\n(?:- T-\d+: correct → hallucination\n){4}- and 9 more\n/)
    expect(text).toContain('\nWrong in a, right in b: 0\n- none\n')
  })

  it('which cases make what is real, a metric and a way each, and how many more; none of what is not shown', () => {
    const comparison = compareRuns([run('a', tenancyRun(0)), run('b', tenancyRun(14))], {
      metrics: ['hallucination', 'correct', 'answered'],
    })
    const ids = 'T-001, T-041, T-061'
    const shown = `Where b really differs from a\n- hallucination rate, 13 up (worse): ${ids}, and 10 more\n- correct, 13 down (worse): ${ids}, and 10 more\n\n`
    expect(renderCompareTerminal(comparison, { items: 3 })).toContain(`\n${shown}`)
    expect(renderCompareMarkdown(comparison, { items: 3 })).toContain(`### ${shown.replace('\n', '\n\n')}`)
    const same = compareRuns([run('a', tenancyRun(3)), run('b', tenancyRun(4))])
    expect(renderCompareTerminal(same)).not.toContain('really differs')
  })

  it('of a renamed case both names', () => {
    const facts = tenancyRun(14)
    const renamed = facts.cases.map((one) => ({ ...one, record: { ...one.record, id: `n, ${one.record.id}` } }))
    const comparison = compareRuns([run('a', tenancyRun(0)), run('b', { ...facts, cases: renamed })], { metrics: ['correct'] })
    expect(renderCompareTerminal(comparison, { items: 2 }).replace(/\s+/gu, ' ')).toContain(
      '- correct, 13 down (worse): n, T-001 (T-001 in the reference); n, T-041 (T-041 in the reference); and 11 more ',
    )
  })

  it('every case where all are asked for, though together they are longer than a text may be', () => {
    const facts = tenancyRun(14)
    const long = facts.cases.map((one) => ({ ...one, record: { ...one.record, id: `${one.record.id}${'x'.repeat(400)}` } }))
    const comparison = compareRuns([run('a', tenancyRun(0)), run('b', { ...facts, cases: long })], { metrics: ['correct'] })
    const ids = comparison.suites[0]?.metrics[0]?.differences[0]?.cases.worse ?? []
    expect(ids).toHaveLength(13)
    for (const text of [renderCompareTerminal(comparison), renderCompareMarkdown(comparison)]) {
      const listed = text
        .split(/Where b really.*/u)[1]
        ?.split(/(?:### )?Right in/u)[0]
        ?.replace(/\s+/gu, '')
      for (const id of ids.slice(0, 10)) expect(listed).toContain(`${id}(`)
      expect(listed).toMatch(/-correct,13down\(worse\),further:.*and3more$/u)
      expect(text).not.toContain('…')
    }
  })

  it('what is known in no run once, what is not known in a pair by why', () => {
    const silent = makeFacts([
      { header: makeHeader(), cases: times(300, (i) => makeCase(i, { signals: { c: null, g: null, r: null }, claims: null })) },
    ])
    const text = renderCompareTerminal(
      compareRuns([run('a', tenancyRun(3)), run('b', silent), run('c', tenancyRun(3))], {
        metrics: ['hallucinationRate', 'answered', 'premiseCorrected', 'misgrounded'],
      }),
    ).replace(/\s+/gu, ' ')
    expect(text).toContain('Not tested, since no pair is known in both: hallucination rate (300 unknown)')
  })
})

describe('10,000 cases', () => {
  const big = (wrong: number) =>
    makeFacts([
      {
        header: makeHeader({ total: 10_000, selected: 10_000 }),
        cases: times(10_000, (i) => {
          const group = `g${i >> 1}`
          return i % 50 < wrong ? hallucinated(i, { group }) : makeCase(i, { group })
        }),
      },
    ])

  it('are compared by group, and listed no longer than asked for', () => {
    const comparison = compareRuns([run('a', big(1)), run('b', big(2))], { metrics: ['hallucinationRate', 'correct'] })
    expect(comparison.suites[0]?.metrics[0]?.differences[0]).toMatchObject({
      ...{ pairs: 10_000, groups: 5000, base: 0.02, now: 0.04, worse: 200, improved: 0, finding: 'worse' },
    })
    const text = renderCompareTerminal(comparison)
    expect(text).toContain('10000 cases in 5000 groups')
    expect(text.split('\n').length).toBeLessThan(80)
    expect(text).toContain('- and 190 more\n')
  })
})
