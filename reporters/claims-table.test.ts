import { describe, expect, it } from 'vitest'
import type { CaseRecord } from '../src/schema/record.js'
import { claimTable } from './claims-table.js'
import { makeCase, makeFacts, makeHeader } from './fixtures.test-util.js'
import { renderMarkdown } from './markdown.js'
import { buildReport } from './report.js'
import { claimsSection } from './sections/claims.js'
import { renderTerminal } from './terminal.js'

type Claims = NonNullable<CaseRecord['claims']>

const claims = (input: Partial<Claims>): Claims => ({
  total: 0,
  supported: 0,
  unsupported: 0,
  undetermined: 0,
  harmless: 0,
  misgrounded: 0,
  cited: 0,
  kinds: {},
  againstReference: 0,
  referenceKinds: {},
  ...input,
})

const CASES = [
  makeCase(0, {
    claims: claims({
      total: 5,
      supported: 2,
      unsupported: 3,
      kinds: { 'changed-modality': 1, 'wrong-number-or-date': 1 },
      cited: 2,
      misgrounded: 1,
      againstReference: 3,
      referenceKinds: { contradicts: 1, 'too-detailed': 2 },
    }),
    answer: { words: 40, characters: 230 },
  }),
  makeCase(1, {
    claims: claims({ total: 3, supported: 1, unsupported: 1, undetermined: 1, kinds: { 'wrong-number-or-date': 1 }, cited: 1 }),
    answer: { words: 10, characters: 60 },
  }),
  makeCase(2, { claims: claims({ total: 1, harmless: 1 }), answer: { words: 20, characters: 100 } }),
]
/** Refusals and non-answers may hold sentences too; they are no answers. */
const NO_ANSWERS = (['refused', 'non-answer'] as const).map((outcome, i) =>
  makeCase(10 + i, { outcome, claims: claims({ total: 9, unsupported: 9 }), answer: { words: 999, characters: 9999 } }),
)
/** Given, and nobody judged it: its length is known, its claims are not. */
const UNJUDGED = makeCase(20, {
  claims: null,
  answer: { words: 30, characters: 200 },
  unscored: { c: 'judge failed', g: 'judge failed' },
  failure: { stage: 'judge', kind: 'reply', message: 'unreadable' },
})
const FAILED = makeCase(21, {
  outcome: null,
  claims: null,
  answer: null,
  failure: { stage: 'system', kind: 'http', message: '503' },
})

describe('claimTable', () => {
  it('fault 6: counts the claims of the answers given, refusals apart', () => {
    expect(claimTable([...CASES, ...NO_ANSWERS, UNJUDGED, FAILED])).toEqual({
      answers: 3,
      claims: 9,
      supported: 3,
      unsupported: 4,
      undetermined: 1,
      harmless: 1,
      cited: 3,
      misgrounded: 1,
      kinds: { 'wrong-number-or-date': 2, 'changed-modality': 1, 'not classified': 1 },
      againstReference: 3,
      referenceKinds: { 'too-detailed': 2, contradicts: 1 },
      perAnswer: { n: 3, p50: 3, p95: 4.8 },
      words: { n: 4, p50: 25, p95: expect.closeTo(38.5, 9) },
    })
  })

  it('lists kinds from the most frequent on, what was not classified last', () => {
    expect(Object.keys(claimTable(CASES)?.kinds ?? {})).toEqual(['wrong-number-or-date', 'changed-modality', 'not classified'])
  })

  it.each([
    ['no case', []],
    ['no answer', NO_ANSWERS],
    ['no verdict', [UNJUDGED, FAILED]],
  ])('is null where there is %s', (_, records) => {
    expect(claimTable(records)).toBeNull()
  })

  it('fault 4: an answer without claims is an answer given with none', () => {
    const none = makeCase(0, { claims: claims({}), signals: { c: null, g: null, r: true }, unscored: { g: 'no claims' } })
    expect(claimTable([none])).toMatchObject({ answers: 1, claims: 0, kinds: {}, perAnswer: { n: 1, p50: 0 } })
    const [suite] = buildReport(makeFacts([{ header: makeHeader(), cases: [none] }])).suites
    expect(suite === undefined ? undefined : claimsSection(suite)).toEqual([])
  })
})

describe('the section', () => {
  const report = buildReport(makeFacts([{ header: makeHeader({ total: 6, selected: 6 }), cases: [...CASES, UNJUDGED] }]))

  it('fits a terminal of 80 columns', () => {
    const lines = renderTerminal(report, { color: false, columns: 80 }).split('\n')
    const start = lines.indexOf('Claims')
    expect(lines.slice(start, start + 11)).toEqual([
      'Claims',
      '  3 of 4 answers given have known claims; median (95th percentile): 3 (4.8)',
      '  claims, 25 (39) words.',
      '  claims            n  share of 9  kinds',
      '  supported         3       33.3%',
      '  unsupported       4       44.4%  wrong-number-or-date 2, changed-modality 1,',
      '                                   not classified 1',
      '  undetermined      1       11.1%',
      '  harmless          1       11.1%',
      '  misgrounded       1              of 3 judged by what they cite',
      '  not in reference  3              too-detailed 2, contradicts 1',
    ])
  })

  it('says the same in Markdown', () => {
    const rows = renderMarkdown(report)
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .map((line) => line.replaceAll(/ *\| */g, '|'))
    expect(rows).toContain('|unsupported|4|44.4%|wrong-number-or-date 2, changed-modality 1, not classified 1|')
    expect(rows).toContain('|misgrounded|1||of 3 judged by what they cite|')
  })

  it('counts answers as the hallucination rate does, so that the two agree', () => {
    const said = (...cases: CaseRecord[]) => {
      const [suite] = buildReport(makeFacts([{ header: makeHeader(), cases }])).suites
      if (suite === undefined) throw new Error('no suite')
      const [block] = claimsSection(suite)[0]?.blocks ?? []
      return [suite.metrics['hallucinationRate']?.total, block?.kind === 'text' ? block.text.split(';')[0] : undefined]
    }
    const one = makeCase(0, { claims: claims({ total: 2, supported: 2 }) })
    expect(said(one)).toEqual([1, '1 answer given'])
    expect(said(one, ...NO_ANSWERS)).toEqual([1, '1 answer given'])
    expect(said(one, UNJUDGED)).toEqual([2, '1 of 2 answers given has known claims'])
    const undetermined = makeCase(1, { outcome: 'undetermined', signals: { c: null, g: null, r: null }, claims: null })
    expect(said(one, UNJUDGED, undetermined)).toEqual([3, '1 of 3 answers given has known claims'])
  })

  it('leaves out what was not asked about', () => {
    const plain = claims({ total: 2, supported: 2 })
    const [suite] = buildReport(makeFacts([{ header: makeHeader(), cases: [makeCase(0, { claims: plain })] }])).suites
    const [section] = suite === undefined ? [] : claimsSection(suite)
    const table = section?.blocks.find((block) => block.kind === 'table')
    expect(table?.kind === 'table' ? table.table.rows : []).toEqual([['supported', '2', '100.0%', '']])
  })
})
