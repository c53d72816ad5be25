import { describe, expect, it } from 'vitest'
import { Item, type ItemInput } from '../schema/item.js'
import { CaseRecord } from '../schema/record.js'
import type { Passage } from '../schema/response.js'
import { Verdict, type VerdictInput } from '../schema/verdict.js'
import { buildRecord, type CaseFindings } from './record.js'

const FREE = { calls: 0, inputTokens: 0, outputTokens: 0, usd: 0 }
const LONG = 'wörter '.repeat(100)

function findings({
  item,
  verdict,
  ...over
}: Partial<Omit<CaseFindings, 'verdict'>> & { item?: Partial<ItemInput>; verdict?: Partial<VerdictInput> } = {}): CaseFindings {
  return {
    frame: {
      suite: 's',
      file: 's.suite.ts',
      title: 'q',
      item: Item.parse({ id: '__proto__', question: 'q', reference: 'ref', ...item }),
      position: 0,
      trial: 0,
      group: 'g',
    },
    slot: null,
    durationMs: 1,
    response: {
      answer: 'An answer.',
      passages: [
        { title: 'no text' },
        { id: 'p1', title: 'Rent Act 2031', section: '5', text: 'Notice is\n\n three months.' },
        { citation: '[2033] VSC 84', text: LONG },
      ],
    },
    verdict: Verdict.parse({ claims: [], correct: true, outcome: 'answered', judge: { name: 'j' }, ...verdict }),
    outcome: 'answered',
    golds: { required: 1, sections: 1, citedDocument: true, citedSection: null, retrieved: true, byConstruction: 0 },
    scores: {},
    authorities: null,
    rewrite: null,
    latencyMs: 5,
    systemLive: true,
    judgeRecorded: false,
    costs: { judge: FREE, system: FREE },
    warnings: [],
    ...over,
  }
}

describe('the compact record', () => {
  it('fault 41: is plain JSON: it survives a structured clone and JSON as it is', () => {
    const record = buildRecord(
      findings({
        item: { twinOf: 'B', persona: 'tenant', type: 'x||y', source: '“”' },
        verdict: { claims: [{ text: 'a\u0000b 😀', support: 'neutral', nearest: 0, reason: '\u202Eabc' }] },
      }),
    )
    expect(structuredClone(record)).toEqual(record)
    expect(CaseRecord.parse(JSON.parse(JSON.stringify(record)))).toEqual(record)
    expect(record.id).toBe('__proto__')
  })

  it('fault 1: throws rather than carry a number that is none', () => {
    expect(() => buildRecord(findings({ latencyMs: Number.NaN }))).toThrow(/latencyMs/)
    expect(() => buildRecord(findings({ durationMs: Number.POSITIVE_INFINITY }))).toThrow(/durationMs/)
  })

  it('fault 51: excerpts are one line of at most 280 characters, and cut no character in two', () => {
    const { evidence } = buildRecord(
      findings({
        response: { answer: '😀'.repeat(500), passages: [{ text: LONG }] },
        verdict: { claims: [{ text: LONG, support: 'neutral', nearest: 0, reason: LONG }] },
      }),
    )
    for (const text of Object.values(evidence)) {
      expect(Array.from(String(text))).toHaveLength(280)
      expect(text).not.toMatch(/\n|\uFFFD/)
      expect(text).toMatch(/…$/)
      expect(text).not.toMatch(/[\uD800-\uDFFF]/u)
    }
    expect(Object.keys(evidence).sort()).toEqual(['answer', 'claim', 'nearest', 'reason'])
  })
})

describe('the evidence', () => {
  it.each<[string, VerdictInput['claims'], string | undefined]>([
    [
      'is an unsupported claim before an undetermined one',
      [
        { text: 'fine', support: 'entailment' },
        { text: 'open', support: 'undetermined', nearest: 1 },
        { text: 'bad', support: 'contradiction', nearest: 0 },
      ],
      'bad',
    ],
    [
      'is an undetermined claim where none is unsupported',
      [
        { text: 'fine', support: 'entailment' },
        { text: 'open', support: 'undetermined' },
      ],
      'open',
    ],
    [
      'is no claim where only harmless ones lack support',
      [{ text: 'so', support: 'neutral', harmless: 'connects-or-concludes' }],
      undefined,
    ],
  ])('%s', (_what, claims, shown) => {
    const response = { answer: 'a', passages: [{ text: 'p' }, { text: 'q' }] }
    expect(buildRecord(findings({ response, verdict: { claims } })).evidence.claim).toBe(shown)
  })

  it('names the passage that comes nearest by the index of those with text', () => {
    const passages = [{ title: 'no text' }, { title: 'Rent Act 2031', section: '5', text: 'Notice is\n\n three months.' }]
    const { evidence, signals } = buildRecord(
      findings({
        response: { answer: 'a', passages },
        verdict: { claims: [{ text: 'six months', support: 'neutral', nearest: 0, reason: 'number' }] },
      }),
    )
    expect(evidence).toEqual({
      answer: 'a',
      claim: 'six months',
      reason: 'number',
      nearest: 'Rent Act 2031, 5: Notice is three months.',
    })
    // A passage without text may hold what the others lack.
    expect(signals.g).toBeNull()
  })

  it('of a grounded answer that is wrong is the answer, and what it leaves out', () => {
    const { evidence } = buildRecord(
      findings({
        response: { answer: 'a', passages: [{ text: 'p' }] },
        verdict: {
          claims: [{ text: 'x', support: 'entailment' }],
          correct: false,
          correctReason: 'leaves out the exception',
          referenceClaims: [
            { text: 'the rule', answer: 'entailment' },
            { text: 'the exception', answer: 'neutral' },
          ],
        },
      }),
    )
    // What it leaves out is no claim of the answer, and must not stand in its place.
    expect(evidence).toEqual({ answer: 'a', reason: 'leaves out the exception' })
  })

  it.each<[string, Partial<VerdictInput>, object]>([
    [
      'what the judge said of its ground',
      { groundedReason: 'not in the passages', correctReason: 'wrong year' },
      { reason: 'not in the passages' },
    ],
    ['else what it said of its correctness', { correctReason: 'wrong year' }, { reason: 'wrong year' }],
    [
      'also where the answer leaves out some of the reference',
      { correct: false, referenceClaims: [{ text: 'x', answer: 'neutral' }] },
      {},
    ],
  ])('of an answer that is ungrounded as a whole is the answer, and %s', (_, verdict, shown) => {
    const response = { answer: 'a', passages: [{ text: 'p' }] }
    expect(buildRecord(findings({ response, verdict: { grounded: false, ...verdict } })).evidence).toEqual({
      answer: 'a',
      ...shown,
    })
  })

  it('the reference is no claim, and what an answer leaves out is none where it is right', () => {
    const referenceClaims = [{ text: 'x', answer: 'neutral' as const }]
    expect(buildRecord(findings({ verdict: { correct: false } })).evidence).toEqual({ answer: 'An answer.' })
    expect(buildRecord(findings({ verdict: { correct: true, referenceClaims } })).evidence).toEqual({ answer: 'An answer.' })
  })

  it.each<[string, ItemInput['golds'], Passage[] | undefined, object]>([
    [
      'ids as they are compared',
      [{ kind: 'passage', id: 'Act-12', document: 'act' }],
      [
        { id: 'act-12', document: 'act' },
        { id: 'act', document: 'act', title: 'Rent Act' },
      ],
      { gold: 'Act-12 of act', retrieved: '1. act-12 of act; 2. act, Rent Act' },
    ],
    [
      'offsets',
      [{ kind: 'span', document: 'd', start: 5, end: 9 }],
      [{ document: 'd', start: 0, end: 5 }, { text: 'words' }],
      { gold: 'd [5, 9]', retrieved: '1. d [0, 5]; 2. without a name' },
    ],
    [
      'the first five',
      [
        { kind: 'document', id: 'a' },
        { kind: 'statute', title: 'Rent Act', section: '5' },
        { kind: 'document', id: 'o', optional: true },
      ],
      ['b', 'c', 'd', 'e', 'f', 'g', 'h'].map((document) => ({ document })),
      { gold: 'a; Rent Act, 5', retrieved: '1. b; 2. c; 3. d; 4. e; 5. f; and 2 more' },
    ],
    [
      'no name twice',
      [{ kind: 'decision', citation: '2030 BIHC 8' }],
      [
        { document: '2030 BIHC 7', title: '2030 BIHC 7: Reed v. Board', citation: '2030 BIHC 7' },
        { document: 'a', title: 'a', section: 'a' },
      ],
      { gold: '2030 BIHC 8', retrieved: '1. 2030 BIHC 7: Reed v. Board; 2. a, a' },
    ],
    ['nothing', [{ kind: 'document', id: 'a' }], [], { gold: 'a', retrieved: 'nothing' }],
    ['not reported', [{ kind: 'document', id: 'a' }], undefined, { gold: 'a' }],
  ])('of retrieval alone is what was to be found and what came first: %s', (_, golds, passages, shown) => {
    const given = findings({ item: { golds }, response: { answer: '', ...(passages === undefined ? {} : { passages }) } })
    expect(buildRecord({ ...given, frame: { ...given.frame, task: 'retrieval' }, verdict: null }).evidence).toEqual(shown)
  })

  it('of a failed system is empty', () => {
    expect(
      buildRecord({
        ...findings(),
        response: null,
        verdict: null,
        outcome: null,
        failure: { stage: 'system', kind: 'http', message: '503' },
      }).evidence,
    ).toEqual({})
  })
})

it('a claim that the cited source does not carry is counted as misgrounded, and stays grounded', () => {
  const { claims, signals } = buildRecord(
    findings({
      response: { answer: 'a', passages: [{ text: 'p' }] },
      verdict: {
        claims: [
          { text: 'x', support: 'entailment', cited: 'neutral' },
          { text: 'y', support: 'entailment', cited: 'entailment' },
        ],
      },
    }),
  )
  expect(claims).toMatchObject({ total: 2, supported: 2, misgrounded: 1 })
  expect(signals.g).toBe(true)
})
