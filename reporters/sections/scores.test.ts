import { describe, expect, it } from 'vitest'
import type { CaseRecord, SuiteHeader } from '../../src/schema/record.js'
import type { SuiteReport } from '../../src/schema/report.js'
import { decimal } from '../../src/text/decimal.js'
import { lost, makeCase, makeFacts, makeHeader, times } from '../fixtures.test-util.js'
import { buildReport } from '../report.js'
import type { Section } from './block.js'
import { authoritiesSection, goldsSection } from './rates.js'
import { claimScoresSection, retrievalSection, spansSection } from './scores.js'
import { rateSlicesSection } from './slices.js'
import { variantsSection } from './variants.js'

function suiteOf(cases: readonly CaseRecord[], header: Partial<SuiteHeader> = {}): SuiteReport {
  const facts = makeFacts([{ header: makeHeader({ total: cases.length, selected: cases.length, ...header }), cases: [...cases] }])
  const [suite] = buildReport(facts).suites
  if (suite === undefined) throw new Error('the report has no suite')
  return suite
}

/** Every block in lines: the cells of a row with bars between. */
const linesOf = (sections: readonly Section[]) =>
  sections.flatMap(({ title, blocks }) => [
    `# ${title}`,
    ...blocks.flatMap((block) => {
      if (block.kind === 'text') return [block.text]
      if (block.kind === 'list') return block.items
      if (block.kind === 'cards') return block.cards.map((card) => card.title)
      return [block.table.columns.map(({ header }) => header), ...block.table.rows].map((row) => row.join(' | '))
    }),
  ])

const RETRIEVAL: Partial<SuiteHeader> = { task: 'retrieval', k: [1, 5] }
const scoresOf = (value: number): CaseRecord['scores'] => ({
  'hit@1': { value: 0 },
  'hit@5': { value },
  'recall@5': { value, parts: [value, 1] },
  mrr: { value: value / 2 },
})

describe('decimal', () => {
  it.each([
    [null, '–'],
    [0, '.000'],
    [1, '1.000'],
    [0.6297, '.630'],
    [1.25, '1.250'],
    [0.0004, '<.001'],
    [0.9996, '>.999'],
  ])('%s is %s', (value, text) => {
    expect(decimal(value)).toBe(text)
  })
})

describe('retrieval', () => {
  it('a row a metric, a column a cut, and what all are over is said once', () => {
    const lines = linesOf(
      retrievalSection(
        suiteOf(
          times(4, (i) => makeCase(i, { scores: scoresOf(i < 3 ? 1 : 0) })),
          RETRIEVAL,
        ),
      ),
    )
    expect(lines.slice(0, 5)).toEqual([
      '# Retrieval',
      'Over 4 of 4 items with a gold to retrieve:',
      'mean at k | @1 | @5 | 95% at 5',
      'hit | .000 | .750 | .301–.954',
      'recall | – | .750 | .301–.954',
    ])
    expect(lines).toContain('MRR | .375 | .092–.781 | 4 of 4 items with a gold to retrieve')
  })

  it('fault 56: cases of another number have it in their row, with what is unknown and lost', () => {
    const cases = [
      makeCase(0, { scores: scoresOf(1) }),
      makeCase(1, { scores: { ...scoresOf(1), mrr: { value: null, reason: 'undetermined' } } }),
      lost(2, {
        scores: Object.fromEntries(Object.keys(scoresOf(1)).map((name) => [name, { value: null, reason: 'no response' }])),
      }),
    ]
    const lines = linesOf(retrievalSection(suiteOf(cases, RETRIEVAL)))
    expect(lines).toContain('Over 2 of 3 items with a gold to retrieve, 1 lost:')
    expect(lines.find((line) => line.startsWith('MRR'))).toMatch(/ \| 1 of 3 items with a gold to retrieve, 1 unknown, 1 lost$/)
  })

  it('scores that nobody knows are named, those of lost cases alone are not', () => {
    const unknown = suiteOf(
      times(2, (i) => makeCase(i, { scores: { mrr: { value: null, reason: 'retrieval not reported' } } })),
      RETRIEVAL,
    )
    expect(linesOf(retrievalSection(unknown))).toEqual(['# Retrieval', 'Not scored in any case: MRR (retrieval not reported).'])
    const gone = suiteOf(
      times(2, (i) => lost(i, { scores: { mrr: { value: null, reason: 'no response' } } })),
      RETRIEVAL,
    )
    expect(linesOf(retrievalSection(gone))).toEqual([])
    expect(gone.means['mrr']).toMatchObject({ total: 2, lost: 2, value: null })
  })

  it('by what parts the cases, in a suite of retrieval only; sources count the same', () => {
    const cases = times(4, (i) => makeCase(i, { type: undefined, source: i < 3 ? 'a' : 'b', scores: scoresOf(i < 3 ? 1 : 0) }))
    const lines = linesOf(retrievalSection(suiteOf(cases, RETRIEVAL)))
    expect(lines.slice(-3)).toEqual([
      'by source | scored of n | hit@5 | recall@5 | MRR',
      'a | 3 of 3 | 1.000 | 1.000 | .500',
      'b | 1 of 1 | .000 | .000 | .000',
    ])
    expect(lines).toContain('MRR | .375 | .092–.781 | .250 | 4 of 4 items with a gold to retrieve')
    expect(linesOf(retrievalSection(suiteOf(cases, { k: [1, 5] }))).join('\n')).not.toContain('by source')
  })
})

it('spans: macro, micro, and nothing where no case has any', () => {
  const cases = [
    makeCase(0, { scores: { spanPrecision: { value: 0.5, parts: [5, 10] }, 'spanRecall@5': { value: 1, parts: [5, 5] } } }),
    makeCase(1, { scores: { spanPrecision: { value: 0.1, parts: [9, 90] } } }),
  ]
  const lines = linesOf(spansSection(suiteOf(cases)))
  // (0.5 + 0.1) / 2 and (5 + 9) / (10 + 90).
  expect(lines.some((line) => line.startsWith('span precision | .300 | ') && line.includes(' | .140'))).toBe(true)
  expect(lines.some((line) => line.startsWith('span recall | 1.000 | '))).toBe(true)
  expect(spansSection(suiteOf([makeCase(0)]))).toEqual([])
  expect(claimScoresSection(suiteOf([makeCase(0)]))).toEqual([])
})

it('rates of which none is scored are no table', () => {
  const cases = times(3, (i) =>
    makeCase(i, {
      signals: { c: true, g: true, r: null },
      citation: { document: null, section: null, golds: 1, sections: 0 },
    }),
  )
  expect(goldsSection(suiteOf(cases))).toEqual([])
  expect(linesOf(goldsSection(suiteOf([...cases, makeCase(3)])))).toHaveLength(5)
})

describe('fault 58: golds by construction', () => {
  const placed = (position: number, r: boolean | null, byConstruction: number) =>
    makeCase(position, { signals: { c: true, g: true, r }, retrieval: { passages: 1, withText: 1, byConstruction } })

  it('are told apart from the leak-free rate', () => {
    const cases = [...times(7, (i) => placed(i, null, 1)), ...times(3, (i) => placed(7 + i, false, 0))]
    expect(linesOf(goldsSection(suiteOf(cases)))).toContain(
      'By construction: 7 of the 7 hits, since the gold was put into the context; leak-free 0 of 3.',
    )
  })

  it('where all are, nothing is left to retrieve; where none is, nothing is said', () => {
    expect(linesOf(goldsSection(suiteOf([placed(0, null, 1)]))).at(-1)).toMatch(/; nothing is left to retrieve\.$/)
    expect(linesOf(goldsSection(suiteOf([placed(0, true, 0)]))).join('\n')).not.toContain('By construction')
  })
})

it('faults of citations are rates of those that could have them, and a list', () => {
  const authorities = {
    cited: 1,
    fabricated: 1,
    notRetrieved: null,
    pinpoints: 0,
    outside: 0,
    quotes: 0,
    misquoted: 0,
    examples: ['cites X'],
  }
  const cases = [makeCase(0, { authorities, rewrite: { added: ['Germany'] } }), makeCase(1)]
  const lines = linesOf(authoritiesSection(suiteOf(cases)))
  expect(lines.filter((line) => /^(?:fabricated citation|rewrite adds) /.test(line))).toHaveLength(2)
  expect(lines.find((line) => line.startsWith('fabricated citation'))).toMatch(
    /^fabricated citation \| 1 \| 100\.0% \| .* \| 1 of 1 answers? that cites? an authority$/,
  )
  expect(lines.slice(-2)).toEqual(['T-001: cites X', 'T-001: the rewritten query adds Germany'])
  expect(lines.join('\n')).not.toContain('not retrieved')
  expect(authoritiesSection(suiteOf([makeCase(0)]))).toEqual([])
})

describe('slices', () => {
  it('show what was lost beside n, and of how many cases a mean is', () => {
    const cases = times(20, (i) => {
      const persona = i < 15 ? 'tenant' : 'landlord'
      return i < 13
        ? lost(i, { persona, scores: { mrr: { value: null, reason: 'no response' } } })
        : makeCase(i, { persona, scores: { mrr: { value: 1 } } })
    })
    expect(linesOf(rateSlicesSection(suiteOf(cases))).slice(2)).toEqual([
      expect.stringMatching(/^tenant \| 15 \(13 lost\) \| 0\.0% /),
      expect.stringMatching(/^landlord \| 5 \| 0\.0% /),
    ])
    expect(linesOf(retrievalSection(suiteOf(cases, RETRIEVAL)))).toEqual(
      expect.arrayContaining(['by persona | scored of n | MRR', 'tenant | 2 of 15 | 1.000', 'landlord | 5 of 5 | 1.000']),
    )
  })

  it('means of one slice that are of different cases say so', () => {
    const cases = times(4, (i) =>
      makeCase(i, {
        type: i < 2 ? 'a' : 'b',
        scores: { spanRecall: { value: 0 }, ...(i === 0 ? {} : { spanPrecision: { value: 0 } }) },
      }),
    )
    expect(linesOf(spansSection(suiteOf(cases, RETRIEVAL)))).toEqual(
      expect.arrayContaining(['a | 1–2 of 2 | .000 | .000', 'b | 2 of 2 | .000 | .000']),
    )
  })

  it.each<[string, (i: number) => string | undefined, string[]]>([
    ['two of several cases', (i) => (i < 2 ? 'tenant' : 'landlord'), ['By persona']],
    ['one that is all cases', () => 'tenant', []],
    ['one that is some of them', (i) => (i < 2 ? 'tenant' : undefined), ['By persona']],
    ['one a case', (i) => `p${i}`, []],
    ['none', () => undefined, []],
  ])('%s', (_, persona, titles) => {
    const suite = suiteOf(times(4, (i) => makeCase(i, { persona: persona(i) })))
    expect(rateSlicesSection(suite).map(({ title }) => title)).toEqual(titles)
  })

  it('names how many more there are than thirty', () => {
    const suite = suiteOf(times(80, (i) => makeCase(i, { persona: `p${Math.floor(i / 2)}` })))
    expect(linesOf(rateSlicesSection(suite)).at(-1)).toBe('and 10 more')
  })
})

describe('fault 47: variants', () => {
  const cases = [
    makeCase(0, { id: 'A' }),
    makeCase(1, { id: 'A-de', variantOf: 'A', axis: 'language' }),
    makeCase(2, { id: 'A-tenant', variantOf: 'A', axis: 'persona', outcome: 'refused', signals: { c: null, g: null, r: true } }),
    makeCase(3, { id: 'A-landlord', variantOf: 'A', axis: 'persona' }),
    makeCase(4, { id: 'A-sold', variantOf: 'A', axis: 'facts', signals: { c: true, g: true, r: false } }),
    makeCase(5, { id: 'B-tenant', variantOf: 'B', axis: 'persona' }),
    makeCase(6, { id: 'C', variantOf: 'C', axis: 'persona' }),
  ]

  it('axis by axis, sets as a whole, changed facts apart, and who is left out', () => {
    expect(linesOf(variantsSection(suiteOf(cases)))).toEqual([
      '# Variants',
      'axis | pairs | same outcome | same class | same gold retrieved',
      'language | 1 | 1 of 1 (100.0%) | 1 of 1 (100.0%) | 1 of 1 (100.0%)',
      'persona | 2 | 1 of 2 (50.0%) | 1 of 2 (50.0%) | 2 of 2 (100.0%)',
      'persona, sets that all agree | 1 | 0 of 1 (0.0%) | 0 of 1 (0.0%) | 1 of 1 (100.0%)',
      'persona: A, A-tenant: answered / refused; correct / over-refusal',
      'With changed facts, where another answer may be due:',
      'axis | pairs | same outcome | same class | same gold retrieved',
      'facts | 1 | 1 of 1 (100.0%) | 1 of 1 (100.0%) | 0 of 1 (0.0%)',
      'persona: 2 pairs left out: B-tenant, variant of B: B is not in this run; C, variant of C: is its own variant',
    ])
  })

  it('a table of which nothing is scored is left out, and what stands above it', () => {
    const unknown = (position: number, input: Partial<CaseRecord>) =>
      makeCase(position, { outcome: 'undetermined', signals: { c: null, g: null, r: null }, ...input })
    const none = ['language', 'facts'] as const
    const pairs = none.map((axis, i) => unknown(i + 1, { id: axis, variantOf: 'A', axis }))
    expect(variantsSection(suiteOf([unknown(0, { id: 'A' }), ...pairs]))).toEqual([])
  })

  it('retrieval alone shows the gold alone', () => {
    const lines = linesOf(variantsSection(suiteOf(cases, { task: 'retrieval' })))
    expect(lines.slice(0, 3)).toEqual(['# Variants', 'axis | pairs | same gold retrieved', 'language | 1 | 1 of 1 (100.0%)'])
  })
})
