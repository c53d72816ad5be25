import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { DatasetError, OptionError } from '../errors.js'
import { claimRagLanguage, claimRagLawItems } from './claimrag-law.js'
import { claimRagLawClaims } from './claimrag-law-claims.js'
import { textPassageId } from './text-passage.js'

const folder = mkdtempSync(join(tmpdir(), 'docket-claimrag-'))
afterAll(() => rmSync(folder, { recursive: true }))

let files = 0
function write(value: unknown, name = 'GDPR-RAG-LAW.json'): string {
  const path = join(folder, `${files++}-${name}`)
  writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value))
  return path
}

const row = {
  query_id: 1,
  query: 'May consent be withdrawn?',
  relevant_chunk: '# Article 9\nConsent may be withdrawn.',
  gt_answer: 'Yes.',
  answer_correctness: 'Correct',
  question_category: 'General legal research',
  'user persona': 'layperson',
}
const load = (rows: unknown, options = {}, name?: string) => claimRagLawItems(write(rows, name), options)()
const itemsOf = (rows: unknown, options = {}) => load(rows, options).items.map(({ item }) => item)
const FIXTURES = new URL('../../fixtures/formats/claimrag-law/', import.meta.url)
const fixture = (name: string) => new URL(name, FIXTURES)

describe('a question of ClaimRAG-LAW', () => {
  const item = {
    id: '1',
    question: row.query,
    language: 'en',
    type: 'General legal research',
    persona: 'layperson',
    premise: 'true',
    answerable: true,
    golds: [{ kind: 'passage', id: textPassageId(row.relevant_chunk), optional: false }],
    reference: 'Yes.',
    answerPoints: [],
    meta: { answer_correctness: 'Correct', relevant_chunk: row.relevant_chunk },
  }

  it.each([
    ['an object with `input_data`', { input_data: [row], version: 1 }],
    ['a list', [row]],
    ['JSONL', JSON.stringify(row)],
    ['a file with a BOM', `\ufeff${JSON.stringify({ input_data: [row] }, null, 2).replaceAll('\n', '\r\n')}`],
  ])('from %s', (_, container) => {
    expect(itemsOf(container)).toEqual([{ ...item, source: expect.stringMatching(/^\d+-GDPR-RAG-LAW$/) }])
  })

  it.each(['user persona', 'user_persona', 'persona', 'User Persona', 'userPersona', 'user-persona'])(
    'has its persona under %j',
    (key) => {
      const { 'user persona': persona, ...rest } = row
      const [first] = itemsOf([{ ...rest, [key]: persona }])
      expect([first?.persona, first?.meta]).toEqual(['layperson', item.meta])
    },
  )

  it('may have several', () => {
    expect(itemsOf([{ ...row, 'user persona': ['layperson', 'civil officer'] }])[0]?.persona).toBe('layperson, civil officer')
  })

  it('has none under any other key, which is said once and not made up', () => {
    const { 'user persona': persona, ...rest } = row
    const { items, warnings } = load([
      { ...rest, role: persona },
      { ...rest, query_id: 2, persona: ' ' },
    ])
    expect(items.map(({ item }) => item.persona)).toEqual([undefined, undefined])
    expect(items[0]?.item.meta).toMatchObject({ role: 'layperson' })
    expect(warnings).toEqual([expect.stringMatching(/: no personas: no row has "user persona", "user_persona" or "persona"$/)])
  })

  it.each(['Partially Correct', 'Incorrect'])('%s: its reference is no gold, and stays with its label', (answer_correctness) => {
    const { items, warnings } = load([{ ...row, answer_correctness }])
    expect(items[0]?.item.reference).toBeUndefined()
    expect(items[0]?.item.meta).toMatchObject({ answer_correctness, gt_answer: 'Yes.' })
    expect(warnings).toEqual([expect.stringMatching(/\d partially correct and \d incorrect references are not used$/)])
  })

  it.each([
    [
      'an empty label',
      '',
      '1: answer_correctness "", expected one of Correct, Partially Correct, Incorrect; its reference is not used',
    ],
    ['a label of another case', 'correct', expect.stringContaining('1: answer_correctness "correct"')],
    ['a label of another scheme', "Doesn't Make Sense", expect.stringContaining(`1: answer_correctness "Doesn't Make Sense"`)],
    ['a label that is no text', 1, expect.stringContaining('1: answer_correctness 1')],
    ['no label', undefined, expect.stringContaining('1: no `answer_correctness`')],
  ])('%s is kept as it is, warned of, and no gold', (_, answer_correctness, warning) => {
    const { items, warnings } = load([{ ...row, answer_correctness }])
    expect(items[0]?.item.reference).toBeUndefined()
    expect(items[0]?.item.meta['answer_correctness']).toBe(answer_correctness)
    expect(warnings).toEqual([warning])
  })

  it('a false premise is answerable, or not where that is asked for', () => {
    const rows = ['False premise', 'False Premise', 'false-premise', 'Factual recall'].map((question_category, index) => ({
      ...row,
      ...{ query_id: index, question_category },
    }))
    const fates = (options = {}) => itemsOf(rows, options).map(({ premise, answerable }) => [premise, answerable])
    expect(fates()).toEqual([
      ['false', true],
      ['false', true],
      ['false', true],
      ['true', true],
    ])
    expect(fates({ falsePremise: 'unanswerable' })).toEqual([
      ['false', false],
      ['false', false],
      ['false', false],
      ['true', true],
    ])
    expect(itemsOf(rows)[0]?.reference).toBe('Yes.')
  })

  it('two questions on one chunk have one gold, however it is written; without a chunk there is none', () => {
    const items = itemsOf([
      { ...row, relevant_chunk: 'Art. 3. L’été, le délai est suspendu.' },
      { ...row, query_id: 2, relevant_chunk: "**Art. 3.** L'été, le délai est suspendu.".normalize('NFD') },
      { ...row, query_id: 3, relevant_chunk: ' ' },
      { ...row, query_id: 4, relevant_chunk: null },
    ])
    expect(items[0]?.golds).toEqual(items[1]?.golds)
    expect(items.slice(2).map(({ golds }) => golds)).toEqual([[], []])
  })

  it.each<[string, object, string, RegExp]>([
    ['no question', { query: undefined }, 'input_data.1.query', /expected a string, received nothing/],
    ['an empty question', { query: ' ' }, 'input_data.1.query', /expected text, received an empty string/],
    ['a chunk that is a list', { relevant_chunk: ['a'] }, 'input_data.1.relevant_chunk', /expected a string, received an array/],
    ['no id', { query_id: null }, 'input_data.1.query_id', /expected a string/],
    ['an id that is there already', { query_id: '1' }, 'input_data.1.id', /duplicate id "1"/],
  ])('%s is a fault with its place', (_, over, field, message) => {
    const path = write(JSON.stringify({ input_data: [row, { ...row, query_id: 2, ...over }] }, null, 1))
    const source = claimRagLawItems(path)
    expect(source).toThrow(DatasetError)
    try {
      source()
    } catch (error) {
      expect((error as DatasetError).faults).toEqual([{ file: path, line: 12, field, message: expect.stringMatching(message) }])
    }
  })

  it('its language is told by the name of the file, or asked for', () => {
    expect(['a/GDPR-RAG-LAW.json', 'a\\CIVIL-CLAIM-LAW.json', 'civil/mine.json'].map(claimRagLanguage)).toEqual([
      'en',
      'fr',
      undefined,
    ])
    expect(() => claimRagLawItems(write([row], 'mine.json'))).toThrow(/give it as `language`/)
    expect(load([row], { language: 'lb' }, 'mine.json').items[0]?.item.language).toBe('lb')
  })

  it.each([
    [{ langauge: 'en' }, /no option `langauge`, did you mean `language`\?/],
    [{ falsePremise: true }, /`falsePremise`: expected "answerable" or "unanswerable", received true/],
  ])('an option that is wrong shows at once: %j', (options, message) => {
    expect(() => claimRagLawItems('GDPR.json', options as object)).toThrow(OptionError)
    expect(() => claimRagLawItems('GDPR.json', options as object)).toThrow(message)
  })
})

describe('the fixture', () => {
  it('reads completely, and its parts are no twins', () => {
    const en = claimRagLawItems(fixture('VERDANIA-RAG-LAW.json'), { language: 'en' })()
    const fr = claimRagLawItems(fixture('CIVIL-RAG-LAW.json'))()
    expect([en.items.length, fr.items.length]).toEqual([9, 6])
    expect([...en.items, ...fr.items].flatMap(({ item }) => item.twinOf ?? item.variantOf ?? [])).toEqual([])
    expect(en.items.filter(({ item }) => item.reference !== undefined)).toHaveLength(6)
    expect(en.warnings).toEqual([
      expect.stringMatching(/^9: no gold, though other items have them/),
      '9: answer_correctness "Needs review", expected one of Correct, Partially Correct, Incorrect; its reference is not used',
      expect.stringMatching(/VERDANIA-RAG-LAW.json: 1 partially correct and 1 incorrect references are not used$/),
    ])
    expect(new Set(fr.items.map(({ item }) => item.language))).toEqual(new Set(['fr']))
  })

  it('correct and entailed claims of correct references become answer points, where the file of claims is given', () => {
    const claims = fixture('VERDANIA-CLAIM-LAW.json')
    const items = claimRagLawItems(fixture('VERDANIA-RAG-LAW.json'), { language: 'en', claims })().items
    expect(items.filter(({ item }) => item.answerPoints.length > 0).map(({ item }) => [item.id, item.answerPoints])).toEqual([
      ['1', ['consent may be withdrawn at any time', 'withdrawal does not affect what was done before it']],
      ['2', ['the holder of a register answers a request for access within 21 days']],
      ['3', ['each further copy costs 4 marks', 'the first copy is free']],
      ['4', ['consent may be withdrawn at any time']],
      ['7', ['public authorities are reported to the Assembly']],
    ])
  })

  it('claims of questions that are not there are counted', () => {
    const { warnings } = load([row], { claims: fixture('VERDANIA-CLAIM-LAW.json') })
    expect(warnings).toEqual([expect.stringMatching(/: claims of 4 other questions are not used$/)])
  })
})

describe('the claims of ClaimRAG-LAW', () => {
  it('of the fixture: labels as they stand, those outside the scheme apart, missing ones by what they are missing of', () => {
    const { claims, counts } = claimRagLawClaims(fixture('VERDANIA-CLAIM-LAW.json'))
    expect(claims).toHaveLength(12)
    expect(counts).toEqual({
      correctness: { Correct: 10, Incorrect: 1, '': 1 },
      entailment: { Entailment: 7, Neutral: 1, Contradiction: 1, "Doesn't Make Sense": 1 },
      outside: 1,
      withoutCorrectness: 0,
      withoutEntailment: { correct: 1, other: 1 },
    })
    expect(claims.find(({ written }) => written.correctness === '')).toEqual({
      queryId: '7',
      parts: ['public authorities', 'are fined', 'by the Registrar'],
      text: 'public authorities are fined by the Registrar',
      ...{ correct: null, entailment: null },
      written: { correctness: '', entailment: "Doesn't Make Sense" },
    })
  })

  it('triples are lists, objects, or parts beside the labels; a sentence is a claim too', () => {
    const { claims } = claimRagLawClaims(fixture('CIVIL-CLAIM-LAW.json'))
    expect(claims.map(({ queryId, parts }) => [queryId, parts])).toEqual([
      ['1', ["l'achat de la vie courante", 'est valable sans', "l'accord des parents"]],
      ['2', ['le créancier', 'perd son action', 'au bout de cinq ans']],
      ['3', ['Une reconnaissance écrite interrompt le délai.']],
      ['3', ['Une reconnaissance orale interrompt le délai.']],
    ])
  })

  it('a record without an id keeps its claims, and odd labels count as they are', () => {
    const labels = { claim_correctness: null, claim_entailment: ['Entailment'] }
    const { claims, counts } = claimRagLawClaims(
      write([
        {
          claims: [
            { triple: ['a', 'b', 3], ...labels },
            { claim: 'c', claim_correctness: '__proto__' },
          ],
        },
      ]),
    )
    expect(claims.map(({ queryId, text, entailment }) => [queryId, text, entailment])).toEqual([
      [null, 'a b 3', null],
      [null, 'c', null],
    ])
    expect(Object.entries(counts.correctness)).toEqual([['__proto__', 1]])
    expect(counts).toMatchObject({
      entailment: { '["Entailment"]': 1 },
      outside: 2,
      withoutCorrectness: 1,
      withoutEntailment: { correct: 0, other: 1 },
    })
  })

  it.each<[string, unknown, RegExp]>([
    ['a pair', [{ query_id: 1, claims: [{ triple: ['a', 'b'] }] }], /\[0\]\.claims\.0: expected a triple: a list of three/],
    [
      'an empty claim',
      [{ query_id: 1, claims: [{ triple: 'a' }, { triple: [' ', '', ' '] }] }],
      /\[0\]\.claims\.1: expected a triple/,
    ],
    ['a record without claims', [{ query_id: 1 }], /\[0\]\.claims: expected an array, received nothing/],
    ['no claim at all', [{ query_id: 1, claims: [] }], /no claims$/],
    ['no list', { claims: [] }, /expected an array of rows/],
  ])('refuses %s', (_, value, message) => {
    expect(() => claimRagLawClaims(write(JSON.stringify(value, null, 1)))).toThrow(message)
  })
})
