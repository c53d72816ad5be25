import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { DatasetError, OptionError } from '../../errors.js'
import { isOwnFixture } from './own-fixtures.js'
import { readLabelled } from './read.js'

const folder = mkdtempSync(join(tmpdir(), 'docket-labelled-'))
let files = 0
function file(text: string, name = `${files++}.jsonl`): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}
const jsonl = (...rows: object[]) => file(rows.map((row) => JSON.stringify(row)).join('\n'))
const faultsOf = (read: () => unknown): string[] => {
  try {
    read()
  } catch (error) {
    if (error instanceof DatasetError) return error.faults.map(({ line, field, message }) => `${line} ${field}: ${message}`)
    throw error
  }
  return []
}

const claim = {
  id: 'C-1',
  language: 'en',
  claim: 'Notice is three months.',
  passages: ['Notice is three months.'],
  label: 'entailment',
}
const answer = {
  id: 'A-1',
  language: 'de-ch',
  question: 'Wie lange ist die Frist?',
  answer: 'Drei Monate.',
  passages: [{ title: 'Mietgesetz', section: '12', text: 'Die Frist beträgt drei Monate.' }],
  grounded: true,
  correct: false,
}

describe('the format of this package', () => {
  it('a line is a claim: passages may be texts, the group is its own where none is named', () => {
    const data = readLabelled(
      jsonl(claim, { ...claim, id: 2, group: 'g', label: 'neutral', kind: 'beyond-sources', note: 'why' }),
    )
    expect(data).toMatchObject({ unit: 'claim', leftOut: {}, extraction: null })
    expect(data.examples).toEqual([
      {
        id: 'C-1',
        group: 'C-1',
        language: 'en',
        question: '',
        answer: claim.claim,
        passages: [{ text: 'Notice is three months.' }],
        reference: null,
        answerPoints: [],
        truth: { unit: 'claim', label: 'entailment' },
      },
      expect.objectContaining({ id: '2', group: 'g', truth: { unit: 'claim', label: 'neutral' } }),
    ])
  })

  it('a line is an answer: what nobody knows is left out and counted', () => {
    const data = readLabelled(
      jsonl(
        { ...answer, reference: null },
        { ...answer, id: 'A-2', grounded: null, correct: null, outcome: 'refused' },
        { ...answer, id: 'A-3', grounded: null, correct: true, answerPoints: ['drei Monate'] },
      ),
    )
    expect(data.unit).toBe('answer')
    expect(data.examples.map(({ id, language, truth }) => [id, language, truth])).toEqual([
      ['A-1', 'de-CH', { unit: 'answer', grounded: true, correct: false }],
      ['A-3', 'de-CH', { unit: 'answer', grounded: null, correct: true }],
    ])
    expect(data.leftOut).toEqual({ 'neither groundedness nor correctness is known': 1 })
  })

  it('the labelled claims of answers are examples where they are asked for, one group an answer', () => {
    const claims = [
      { text: 'Drei Monate.', label: 'entailment', valid: true },
      { text: 'Schriftlich.', label: 'neutral', valid: false },
    ]
    const path = jsonl({ ...answer, claims, missed: 2 }, { ...answer, id: 'A-2' })
    const data = readLabelled(path, { unit: 'claim' })
    expect(data.examples.map(({ id, group, answer }) => [id, group, answer])).toEqual([
      ['A-1/1', 'A-1', 'Drei Monate.'],
      ['A-1/2', 'A-1', 'Schriftlich.'],
    ])
    expect(data.extraction).toEqual([
      { language: 'de-CH', valid: [true, false], missed: 2 },
      { language: 'de-CH', valid: [], missed: null },
    ])
  })

  it('says all faults at once, each with its line', () => {
    const { passages: _, ...without } = answer
    const path = jsonl(
      claim,
      { ...claim, label: 'supported' },
      { ...claim, id: 'C-2', lable: 'neutral' },
      { ...claim, id: 'C-3', passages: [{ title: 'no text' }] },
      { ...claim, id: 'C-4', language: 'roman-ur' },
      { question: 'neither' },
      without,
    )
    const faults = faultsOf(() => readLabelled(path))
    expect(faults).toEqual([
      expect.stringMatching(/^2 label: expected one of "entailment", "contradiction", "neutral", received "supported"$/),
      expect.stringMatching(/^3 lable: unknown field; did you mean `label`\?/),
      expect.stringMatching(/^4 passages\.0\.text: expected a string, received nothing/),
      expect.stringMatching(/^5 language: expected a BCP 47 language tag/),
      expect.stringMatching(/^6 : expected a labelled claim, .* or a labelled answer/),
      expect.stringMatching(/^7 passages: expected an array, received nothing$/),
      expect.stringMatching(/^7 : a file holds claims or answers, not both: line 1 is of the other kind/),
    ])
  })

  it.each([
    ['twice the same id', jsonl(claim, claim), /duplicate id "C-1"/],
    ['no line', file(''), /no such|audit sheet/],
    ['broken JSON', file('{"id": 1,}'), /expected one JSON object/],
  ])('refuses %s', (_, path, message) => {
    expect(() => readLabelled(path)).toThrow(message)
  })

  it('says where there is no example among the lines', () => {
    expect(() => readLabelled(jsonl({ ...answer, grounded: null, correct: null }))).toThrow(
      /no labelled example; left out 1: neither groundedness nor correctness is known/,
    )
    expect(() => readLabelled('nowhere.jsonl')).toThrow(/nowhere\.jsonl: no such file/)
  })
})

describe('ClaimRAG-LAW', () => {
  const texts = file(
    JSON.stringify({
      input_data: [
        {
          query_id: 1,
          query: 'Who is a controller?',
          relevant_chunk: 'Article 4 …',
          gt_answer: '…',
          answer_correctness: 'Correct',
        },
        { query_id: 2, query: 'May data be kept?', relevant_chunk: 'Article 5 …' },
      ],
    }),
    'GDPR-RAG-LAW.json',
  )
  const claims = (records: object[], name = 'GDPR-CLAIM-LAW.json') => file(JSON.stringify(records), name)
  const one = (over: object) => ({
    triple: ['controller', 'determines', 'purposes'],
    claim_correctness: 'Correct',
    claim_entailment: 'Entailment',
    ...over,
  })

  it('joins claims with their texts, reads triples in any of their shapes, and keeps claims of one answer together', () => {
    const data = readLabelled(
      claims([
        {
          query_id: 1,
          claims: [one({}), { subject: 'controller', predicate: 'is', object: 'a person', claim_correctness: 'Incorrect' }],
        },
        {
          query_id: '2',
          claims: [
            one({ triple: { subject: 'data', predicate: 'kept', object: 'longer' }, claim_entailment: 'NEUTRAL' }),
            one({ triple: undefined, claim: 'Data may be kept.', claim_entailment: 'Contradiction' }),
          ],
        },
      ]),
      { texts },
    )
    expect(data.unit).toBe('claim')
    expect(
      data.examples.map(({ id, group, language, question, answer, truth }) => [id, group, language, question, answer, truth]),
    ).toEqual([
      ['1/1', '1', 'en', 'Who is a controller?', 'controller determines purposes', { unit: 'claim', label: 'entailment' }],
      ['2/1', '2', 'en', 'May data be kept?', 'data kept longer', { unit: 'claim', label: 'neutral' }],
      ['2/2', '2', 'en', 'May data be kept?', 'Data may be kept.', { unit: 'claim', label: 'contradiction' }],
    ])
    expect(data.leftOut).toEqual({ 'claim_entailment missing': 1 })
    expect(data.extraction).toEqual([{ language: 'en', valid: [true, false, true, true], missed: null }])
  })

  it('reports labels outside the scheme apart, as they are written, and coerces none', () => {
    const data = readLabelled(
      claims([
        {
          query_id: 1,
          claims: [
            one({}),
            one({ claim_entailment: "Doesn't Make Sense" }),
            one({ claim_entailment: '', claim_correctness: '' }),
          ],
        },
        { query_id: 9, claims: [one({})] },
      ]),
      { texts },
    )
    expect(data.examples).toHaveLength(1)
    expect(data.leftOut).toEqual({
      'claim_entailment "Doesn\'t Make Sense"': 1,
      'claim_entailment ""': 1,
      'claim_correctness "", as extraction': 1,
      [`no text for its query_id in ${texts}`]: 1,
    })
  })

  it('is French by the name of the civil code, and asks where the name does not say', () => {
    const records = [{ query_id: 1, claims: [one({})] }]
    expect(readLabelled(claims(records, 'CIVIL-CLAIM-LAW.json'), { texts }).examples[0]?.language).toBe('fr')
    expect(() => readLabelled(claims(records, 'mine.json'), { texts })).toThrow(/give it as `--language`/)
    expect(readLabelled(claims(records, 'mine.json'), { texts, language: 'it' }).examples[0]?.language).toBe('it')
    expect(() => readLabelled(claims(records))).toThrow(OptionError)
  })

  it.each([
    ['a claim that is no triple', [{ query_id: 1, claims: [one({ triple: undefined })] }], /0\.claims\.0: expected a triple/],
    ['records without claims', [{ query_id: 1 }], /expected a list of records with `query_id` and `claims`/],
  ])('refuses %s', (_, records, message) => {
    expect(() => readLabelled(claims(records), { texts })).toThrow(message)
  })
})

describe('the labelled files of this package', () => {
  it.each(['claims', 'answers'])('%s are read whole, and known as not the user’s own', (name) => {
    const path = new URL(`../../../fixtures/calibration/${name}.jsonl`, import.meta.url)
    const data = readLabelled(path.pathname)
    expect(data.examples.length).toBeGreaterThan(70)
    expect(data.sha256).toBe(createHash('sha256').update(readFileSync(path)).digest('hex'))
    expect(isOwnFixture(data.sha256), 'the hash in own-fixtures.ts').toBe(true)
    expect(isOwnFixture(`${data.sha256.slice(1)}0`)).toBe(false)
  })
})
