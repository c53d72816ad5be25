import { stripVTControlCharacters } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RunFacts } from './facts.js'
import {
  bigRun,
  hallucinated,
  hostileRun,
  makeCase,
  makeFacts,
  makeHeader,
  outageRun,
  providerRun,
  tenancyRun,
  times,
  twinRun,
  twoSuiteRun,
  unscoredRun,
} from './fixtures.test-util.js'
import { displayWidth } from './layout.js'
import { buildReport } from './report.js'
import { renderTerminal } from './terminal.js'

const RUNS: Record<string, RunFacts> = {
  'all well': tenancyRun(0),
  failing: tenancyRun(18),
  twins: twinRun(),
  unscored: unscoredRun(),
  outage: outageRun(),
  provider: providerRun(),
  hostile: hostileRun(),
  'two suites': twoSuiteRun(),
  'nothing ran': makeFacts([{ header: makeHeader(), cases: [] }]),
  'no suite': makeFacts([], { problems: ['suites/broken.suite.ts did not load: SyntaxError', 'a worker died'] }),
}

function render(facts: RunFacts, columns = 80): string {
  return renderTerminal(buildReport(facts), { columns, color: false })
}

describe('renderTerminal', () => {
  it('begins with the headline and the suite, then the one table', () => {
    expect(render(tenancyRun(18)).split('\n').slice(0, 13)).toEqual([
      'FAIL: hallucinationRate ≤ 3.0%: 6.2% (17 of 274 scored of 274 answers given;',
      'one-sided 95% 4.0% to 9.2%) fails — first cases: T-001, T-016, T-031, T-046,',
      'T-061 · n 300 · 3.33 USD (300 calls) · replayed 0 answers, 0 verdicts of 300',
      '',
      'FAIL · Tenancy · suites/tenancy.suite.ts',
      '  300 items · system http://localhost:8000/ask · judge anthropic',
      '  claude-sonnet-4-6 · policy gate',
      '',
      'metric                    value  95% interval  scored of n              gate',
      'hallucination rate         6.2%      3.9–9.7%  274 of 274 answers       ≤ 3.0%',
      '                                               given                    FAIL',
      'over-refusal               2.1%      1.0–4.6%  280 of 280 answerable    ≤ 10.0%',
      '                                                                        pass',
    ])
  })

  it.each(Object.entries(RUNS))('fits any width: %s', (_, facts) => {
    for (const columns of [20, 40, 80, 100, 200]) {
      for (const line of render(facts, columns).split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(columns)
    }
  })

  it.each([0, Number.NaN, -1])('takes 80 columns where the terminal says %d', (columns) => {
    expect(render(twinRun(), columns)).toBe(render(twinRun(), 80))
  })

  it('shows the sections that have something to say, in order', () => {
    const titles = (facts: RunFacts) =>
      render(facts)
        .split('\n\n')
        .slice(2)
        .flatMap((block) => block.split('\n')[0]?.match(/^(?!metric|type)[A-Z].*/u) ?? [])
        .map(String)
    expect(titles(twinRun())).toEqual([
      'Failures',
      'Worst items',
      'Decomposition',
      'Claims',
      'By type',
      'By language',
      'Refusals',
      'Gold sources',
      'Twins',
      'Variants',
      'Latency and cost',
      'Warnings: 2',
      'Positional check',
    ])
    const perfect = makeFacts([
      {
        header: makeHeader({ total: 9, selected: 9 }),
        cases: times(9, (i) =>
          makeCase(i, { type: 'x', latencyMs: null, citation: { document: null, section: null, golds: 0, sections: 0 } }),
        ),
      },
    ])
    expect(titles(perfect)).toEqual(['Decomposition', 'Claims', 'Refusals', 'Latency and cost'])
  })

  it('shows a worst item with all that is needed to judge it', () => {
    expect(render(tenancyRun(3))).toContain(
      [
        '  1.  T-001 · hallucination · suites/tenancy.jsonl:1',
        '      question  How long is the notice period in case 1?',
        '      claim     The landlord must give six months of notice where the tenant has',
        '                lived in the flat for more than five years.',
        '      reason    number: 6 months is in no passage, the nearest says 3 months',
        '      nearest   Section 12 (1) The notice period is three months. (2) It is',
        '                extended by three months after eight years of residence.',
      ].join('\n'),
    )
  })

  it('lists the twins that disagree, in which direction, and those left out', () => {
    const text = render(twinRun())
    expect(text).toContain('6 disagree: the twin does worse in 5, the base in 1.')
    expect(text).toMatch(/T-041 +refused +RU-041 +answered +base/u)
    expect(text).toContain('- RU-062, twin of T-900: RU-062 is not in this run')
  })

  it('names a suspect range, its ids, and the rates with and without it', () => {
    const text = render(outageRun())
    expect(text.startsWith('INFRASTRUCTURE: refused or error in a row: T-261 … T-300')).toBe(true)
    expect(text).toContain('None is decided while the run itself is in doubt')
    expect(text).toMatch(/T-279,\n +T-280, and 20 more/u)
    expect(text).toMatch(/over-refusal +16\.3% +2\.5% +283 of 283 answerable +243 of 243/u)
  })

  it('says what was looked at where nothing is suspect', () => {
    expect(render(tenancyRun(3))).toContain('Nothing suspect in refused or error (false alarm rate at most 0.001 a run).')
  })

  it('says once what closed several gates', () => {
    const facts = tenancyRun(3)
    const partial = {
      ...facts,
      cases: facts.cases.slice(0, 60),
      end: { ...facts.end, partial: ['a filter of the command line'] },
    }
    expect(render(partial)).toContain('- closed hallucinationRate ≤ 3.0%; overRefusalRate ≤ 10.0%: not decided on a\n')
  })

  it('gives the headline once and each suite in turn', () => {
    const lines = render(twoSuiteRun()).split('\n')
    expect(lines.filter((line) => line.startsWith('UNDECIDED: '))).toHaveLength(1)
    expect(lines.filter((line) => /^\S.* · suites\//u.test(line))).toEqual([
      'PASS · Sales · suites/sales.suite.ts',
      'UNDECIDED · Tenancy · suites/tenancy.suite.ts',
    ])
  })

  it('lists every problem of the run where there is more than one', () => {
    expect(render(RUNS['no suite'] ?? twinRun())).toContain('- a worker died')
  })

  it('lists the first faults of one broken file, as of several', () => {
    const broken = 'suites/a.suite.ts: items.jsonl: 7 faults'
    const faults = times(7, (i) => `items.jsonl:${i + 1} question: expected text`)
    const problem = (n: number) => makeFacts([], { problems: [[broken, ...faults.slice(0, n)].join('\n  ')] })
    const [headline, ...lines] = render(problem(7), 120).trimEnd().split('\n')
    expect(headline).toContain(`FAIL: ${broken} · n 0`)
    expect(lines.filter((line) => line.startsWith('- '))).toEqual([
      ...faults.slice(0, 5).map((fault) => `- ${fault}`),
      '- and 2 more',
    ])
    expect(render(problem(2), 120)).toContain(`- ${faults[1]}\n`)
    expect(render(problem(0), 120)).not.toMatch(/^- /m)
  })

  it('colours status words and nothing else', () => {
    for (const facts of [tenancyRun(18), outageRun(), twoSuiteRun(), hostileRun()]) {
      const colored = renderTerminal(buildReport(facts), { color: true })
      expect(stripVTControlCharacters(colored)).toBe(render(facts))
      const painted = colored.split('\u001B[').flatMap((part) => /^[1-9]\dm(.*)$/u.exec(part)?.[1] ?? [])
      expect(painted.length).toBeGreaterThan(0)
      for (const word of painted) expect(word).toMatch(/^(?:PASS|FAIL|UNDECIDED|INFRASTRUCTURE|pass|undecided|closed)$/u)
    }
  })

  it('fault 52: nothing from outside breaks a line, colours, or is a command to a CI runner', () => {
    for (const columns of [20, 80, 200]) {
      const text = render(hostileRun(), columns)
      expect(text).not.toMatch(/[^\P{Cc}\n]|[\u202A-\u202E\u2066\u2067]/u)
      expect(text).not.toMatch(/^\s*::|##\w*\[/mu)
    }
    expect(render(hostileRun())).toContain(': :error file=a.ts,line=1: :owned')
  })

  it('fault 53: right-to-left text is isolated on every line that it takes', () => {
    for (const columns of [30, 80]) {
      for (const line of render(hostileRun(), columns).split('\n')) {
        expect(line.replace(/\u2068[^\u2068\u2069]*\u2069/gu, '')).not.toMatch(/[\u2068\u2069\u0600-\u06FF]/u)
      }
    }
  })

  it('fits whatever an answer holds', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), fc.integer({ min: 20, max: 120 }), (text, columns) => {
        const cases = [
          hallucinated(0, { id: `${text}0`, title: text, type: text, evidence: { claim: text, nearest: text.repeat(9) } }),
          makeCase(1),
        ]
        const facts = makeFacts([{ header: makeHeader({ suite: text, total: 2, selected: 2, warnings: [text] }), cases }])
        for (const line of render(facts, columns).split('\n')) {
          expect(displayWidth(line)).toBeLessThanOrEqual(columns)
          expect(line).not.toMatch(/\p{Cc}|^\s*::/u)
        }
      }),
      { numRuns: 60 },
    )
  })

  it('fault 51: 10,000 cases give a page, not a book', () => {
    const lines = render(bigRun()).split('\n')
    expect(lines.length).toBeLessThan(300)
    expect(lines.filter((line) => /^ +(?:- )?and [\d,]+ more$/u.test(line)).length).toBeGreaterThanOrEqual(3)
  })
})
