import { describe, expect, it } from 'vitest'
import { renderTerminal } from '../../reporters/terminal.js'
import type { CitesGoldOptions } from '../../src/citations/cites-gold.js'
import { Gate } from '../../src/schema/gate.js'
import type { ItemInput } from '../../src/schema/item.js'
import type { Report } from '../../src/schema/report.js'
import type { Passage } from '../../src/schema/response.js'
import { functionSystem } from '../../src/systems/function.js'
import { judgeSaying } from './judge.js'
import { replay } from './replay.js'

type Golds = NonNullable<ItemInput['golds']>
interface Case {
  golds: Golds
  /** undefined: not reported. */
  passages?: Passage[]
}

/** A run that only looks at retrieval. */
const run = (cases: readonly Case[], { gates = [], ...golds }: CitesGoldOptions & { gates?: Gate[] } = {}) =>
  replay({
    items: cases.map((one, i) => ({ id: `R-${i + 1}`, language: i % 2 === 0 ? 'en' : 'de', question: 'Q?', golds: one.golds })),
    system: functionSystem(({ item }) => {
      const passages = cases[Number(item.id.slice(2)) - 1]?.passages
      return { answer: '', ...(passages === undefined ? {} : { passages }) }
    }),
    judge: judgeSaying({ claims: [] }),
    golds,
    header: { task: 'retrieval', k: [1, 5], gates, policy: gates.length > 0 ? 'gate' : 'report' },
  })

const printed = (report: Report) => renderTerminal(report, { columns: 80, color: false })
const flat = (text: string) => text.replace(/\s+/g, ' ')

const passage = (id: string): Golds[number] => ({ kind: 'passage', id })
const document = (id: string): Golds[number] => ({ kind: 'document', id })
const span: Golds[number] = { kind: 'span', document: 'd', start: 0, end: 5 }

describe('where no retrieval is scored', () => {
  it.each<[string, Case, string]>([
    ['passages without a name', { golds: [document('a')], passages: [{ text: 'words' }] }, 'passages without a name'],
    ['passages without an id', { golds: [passage('a')], passages: [{ title: 'Act' }] }, 'passages without a name'],
    ['passages without offsets', { golds: [span], passages: [{ text: 'words' }] }, 'passages without a name'],
    ['nothing reported', { golds: [document('a')] }, 'retrieval not reported'],
  ])('%s: every place gives the reason, and the run is no pass', async (_, one, reason) => {
    const { report, suite } = await run([one, one])
    expect(suite.metrics['goldRetrieved']).toMatchObject({ scored: 0, total: 2, reasons: { [reason]: 2 } })
    expect(report.status).toBe('UNDECIDED')
    expect(report.headline).toMatch(`UNDECIDED: nothing was scored: ${reason} · n 2`)
    const text = flat(printed(report))
    expect(text).toContain(`0 of 2 with a gold to retrieve: ${reason}`)
    expect(text).toMatch(
      /Not scored in any case: [^.]*\(passages without|Not scored in any case: [^.]*\(retrieval not reported\)/,
    )
    expect(text).not.toContain('not asked')
  })

  it('spans in passages of a known document without offsets', async () => {
    const { suite, report } = await run([{ golds: [span], passages: [{ document: 'd' }] }])
    expect(suite.means['spanRecall']).toMatchObject({ scored: 0, total: 1, reasons: { 'passages without offsets': 1 } })
    expect(suite.means['documentHit@1']).toMatchObject({ scored: 1, value: 1 })
    expect(suite.means['documentHit@1']?.reasons).toBeUndefined()
    expect(flat(printed(report))).toMatch(/Not scored in any case: span precision, .*\(passages without offsets\)/)
  })

  it('a gate says it too', async () => {
    const gates = ['goldRetrieved', 'recall@5'].map((metric) => Gate.parse({ metric, min: 0.5 }))
    const { suite } = await run([{ golds: [document('a')], passages: [{ text: 'words' }] }], { gates })
    expect(suite.gates.map(({ message }) => message)).toEqual([
      'goldRetrieved ≥ 50.0%: nothing scored of 1 items with a gold to retrieve: passages without a name',
      'recall@5 ≥ .500: nothing scored of 1 items with a gold to retrieve: passages without a name',
    ])
    expect(suite.status).toBe('FAIL')
  })

  it('without a gold there is nothing to retrieve', async () => {
    const { report } = await run([{ golds: [], passages: [] }])
    expect(report.headline).toMatch(/^UNDECIDED: nothing was scored: no items with a gold to retrieve · /)
  })

  it('one case that is scored is enough', async () => {
    const { report } = await run([{ golds: [document('a')] }, { golds: [document('a')], passages: [{ document: 'a' }] }])
    expect(report.status).toBe('PASS')
  })
})

describe('what k counts', () => {
  const hit = { document: 'a', id: 'a#1' }
  it.each<[string, Case[], CitesGoldOptions, string]>([
    ['passages', [{ golds: [passage('a#1')], passages: [hit] }], {}, 'k counts passages.'],
    ['documents', [{ golds: [document('a')], passages: [hit] }], {}, 'k counts distinct documents.'],
    ['chunks of documents', [{ golds: [document('a')], passages: [hit] }], { compat: 'canlegalragbench' }, 'k counts passages.'],
    [
      'passages of known documents',
      [{ golds: [{ kind: 'passage', id: 'a#1', document: 'a' }], passages: [hit] }],
      {},
      'k counts passages, and distinct documents in document hit and document recall.',
    ],
    [
      'of one and of the other',
      [
        { golds: [passage('a#1')], passages: [hit] },
        { golds: [document('a')], passages: [hit] },
      ],
      {},
      'k counts passages in 1 case, distinct documents in 1.',
    ],
    [
      'documents of spans',
      [{ golds: [span], passages: [{ document: 'd', start: 0, end: 5 }] }],
      {},
      'k counts distinct documents in document hit and document recall.',
    ],
  ])('%s', async (_, cases, options, expected) => {
    const { report } = await run(cases, options)
    expect(flat(printed(report))).toContain(`Retrieval ${expected}`)
  })

  it('of spans it is passages', async () => {
    const { report } = await run([{ golds: [span], passages: [{ document: 'd', start: 0, end: 5 }] }])
    expect(flat(printed(report))).toMatch(/ Spans mean .* k counts passages\. mean at k /u)
  })
})

describe('a gold that is not found', () => {
  const cases: Case[] = [
    { golds: [passage('Act-12')], passages: [{ id: 'act-12' }, { id: 'act-3' }] },
    { golds: [passage('act-3')], passages: [{ id: 'act-3' }] },
    { golds: [passage('act-8')], passages: [] },
    { golds: [passage('act-9')] },
  ]

  it('stands beside what came first, so that a misspelt id is seen', async () => {
    const { report, suite } = await run(cases)
    expect(suite.worst).toMatchObject([
      { id: 'R-1', gold: 'Act-12', retrieved: '1. act-12; 2. act-3' },
      { id: 'R-3', gold: 'act-8', retrieved: 'nothing' },
    ])
    const text = flat(printed(report))
    expect(text).toContain('R-1 · gold not retrieved question Q? gold Act-12 retrieved 1. act-12; 2. act-3')
  })

  it('is in no table of classes, which are of answers', async () => {
    const text = printed((await run(cases)).report)
    expect(text).not.toMatch(/^ {2}By (?:type|language)$/m)
    expect(text).not.toMatch(/unscored|un-$/m)
    expect(flat(text)).toContain('by language scored of n')
  })

  it('precision is of the cases of which something was retrieved, and says so', async () => {
    const { suite, report } = await run(cases)
    expect(suite.means['precision@5']).toMatchObject({
      total: 3,
      denominator: 'items with a gold for which something was retrieved',
    })
    expect(suite.means['recall@5']).toMatchObject({ total: 4, denominator: 'items with a gold to retrieve' })
    expect(flat(printed(report))).not.toMatch(/precision[^A-Za-z]* \d of \d items with a gold to retrieve/)
  })

  it('where something was retrieved of every case, all means are of the same ones', async () => {
    const { report } = await run(cases.slice(0, 2))
    expect(printed(report)).toContain('Over 2 of 2 items with a gold to retrieve:')
  })
})
