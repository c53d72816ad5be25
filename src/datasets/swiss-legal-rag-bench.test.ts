import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { groupOf } from './groups.js'
import { swissCrossLingualItems } from './swiss-cross-lingual.js'
import { swissLegalRagBenchItems } from './swiss-legal-rag-bench.js'

const folder = mkdtempSync(join(tmpdir(), 'docket-swiss-'))
afterAll(() => rmSync(folder, { recursive: true }))

function write(rows: readonly object[]): string {
  const path = join(folder, 'questions.jsonl')
  writeFileSync(path, rows.map((row) => JSON.stringify(row)).join('\n'))
  return path
}

const question = {
  id: 'q-1',
  language: 'fr',
  legal_area: 'Droit des bacs',
  difficulty: 'basic',
  question: 'Q ?',
  reference_answer: 'R.',
  evidence: {
    statutes: [{ law_code: 'CO', sr_number: '220', article: 41, language: 'fr' }],
    decisions: ['bge_BGE_132_III_122', 'bger_4A_13_2017'],
  },
  claim_type: 'elements_of_norm',
  reviewed: true,
}

describe('questions', () => {
  test('evidence becomes golds, and what has no place here is kept', () => {
    const { items } = swissLegalRagBenchItems(write([question]))()
    expect(items[0]?.item).toMatchObject({
      id: 'q-1',
      language: 'fr',
      type: 'elements_of_norm',
      difficulty: 'basic',
      source: 'Droit des bacs',
      question: 'Q ?',
      reference: 'R.',
      golds: [
        { kind: 'statute', title: 'CO', section: '41', optional: false },
        { kind: 'decision', citation: 'bge_BGE_132_III_122', title: 'BGE 132 III 122', optional: false },
        { kind: 'decision', citation: 'bger_4A_13_2017', optional: false },
      ],
      meta: { reviewed: true, statutes: { 0: { sr_number: '220', language: 'fr' } } },
    })
  })

  test('evidence of one kind, and nothing but what is needed', () => {
    const { id, language, question: asked, reference_answer } = question
    const { items } = swissLegalRagBenchItems(
      write([{ id, language, question: asked, reference_answer, evidence: { decisions: null } }]),
    )()
    expect(items[0]?.item).toMatchObject({ golds: [], meta: {} })
    expect(items[0]?.item).not.toHaveProperty('type')
  })

  test('every fault of every row comes in one error, with its line and field', () => {
    const broken = [
      { ...question, evidence: { statutes: [{ law_code: 'CO' }] } },
      { ...question, id: 'q-2', reference_answer: ' ' },
      { ...question, id: 'q-3', evidence: undefined },
    ]
    expect(() => swissLegalRagBenchItems(write(broken))()).toThrow(
      /3 faults\n.*:1 evidence\.statutes\.0\.article: expected.*\n.*:2 reference_answer: expected text.*\n.*:3 evidence: expected an object, received nothing/,
    )
  })
})

describe('cross-lingual queries', () => {
  const query = (q_lang: string, target: string, target_lang = 'de') => ({
    q_id: `${target}_${q_lang}`,
    q_lang,
    q_text: 'mots',
    target_decision_id: target,
    target_lang,
    legal_area: 'ferries',
    in_degree: 7,
  })

  test('queries of one decision are a group, and twins of the one in its language', () => {
    const rows = [query('fr', 'x'), query('it', 'x'), query('de', 'x'), query('fr', 'y', 'rm'), query('it', 'y', 'rm')]
    const items = swissCrossLingualItems(write(rows))().items.map(({ item }) => item)
    expect(items.map(({ id, type, twinOf }) => [id, type, twinOf])).toEqual([
      ['x_fr', 'fr_to_de', 'x_de'],
      ['x_it', 'it_to_de', 'x_de'],
      ['x_de', 'de_to_de', undefined],
      ['y_fr', 'fr_to_rm', undefined],
      ['y_it', 'it_to_rm', 'y_fr'],
    ])
    expect([...groupOf(items).values()]).toEqual(['x', 'x', 'x', 'y', 'y'])
    expect(items[0]).toMatchObject({
      language: 'fr',
      source: 'ferries',
      golds: [{ kind: 'decision', citation: 'x' }],
      meta: { target_lang: 'de', in_degree: 7 },
    })
  })

  test('a row without a target, and an empty file', () => {
    const { target_decision_id: _, ...row } = query('de', 'x')
    expect(() => swissCrossLingualItems(write([row]))()).toThrow(/:1 target_decision_id: expected a string, received nothing/)
    expect(() => swissCrossLingualItems(write([]))()).toThrow(/no items/)
  })
})
