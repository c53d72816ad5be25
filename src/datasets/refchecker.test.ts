import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { DatasetError, OptionError } from '../errors.js'
import { refcheckerResponses } from './refchecker.js'

const folder = mkdtempSync(join(tmpdir(), 'docket-refchecker-'))
afterAll(() => rmSync(folder, { recursive: true }))

let files = 0
function write(value: unknown): string {
  const path = join(folder, `${files++}.json`)
  writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value, null, 1))
  return path
}

const claim = { triplet: ['a', 'b', 'c'], human_label: 'Entailment' }
const row = { id: '1', response: 'A.', claude2_response_kg: [claim] }

describe("RefChecker's responses", () => {
  it('of the fixture: ids as text, claims as published, the extractor by the name of their field', () => {
    const { extractor, responses, outside } = refcheckerResponses(
      new URL('../../fixtures/formats/refchecker/verdania_model_answers.json', import.meta.url),
    )
    expect([extractor, outside]).toEqual(['claude2', { "Doesn't Make Sense": 1 }])
    expect(responses.map(({ id, claims }) => [id, claims.map(({ label }) => label)])).toEqual([
      ['9007199254740993', ['entailment']],
      ['-5457242063474400000', ['neutral', 'contradiction']],
      ['3', []],
      ['4', ['entailment', 'entailment', 'neutral']],
      ['5', ['entailment', null]],
    ])
    expect(responses[3]?.claims[2]).toMatchObject({
      parts: ['la caution', 'est due', 'toujours'],
      text: 'la caution est due toujours',
    })
    expect(responses[4]?.claims[1]).toMatchObject({ label: null, written: "Doesn't Make Sense" })
  })

  it('a claim may be a sentence, without a label, or with that of a checker', () => {
    const claims = [{ triplet: 'A sentence.' }, { ...claim, mine_label: 'Neutral' }]
    const path = write([{ ...row, claude2_response_kg: claims }])
    const labels = (options = {}) =>
      refcheckerResponses(path, options).responses[0]?.claims.map(({ label, written }) => [label, written])
    expect(labels()).toEqual([
      [null, null],
      ['entailment', 'Entailment'],
    ])
    expect(labels({ label: 'mine_label' })).toEqual([
      [null, null],
      ['neutral', 'Neutral'],
    ])
    expect(refcheckerResponses(path).outside).toEqual({})
  })

  it('of several extractors one is named', () => {
    const path = write([{ ...row, gpt4_response_kg: [] }])
    expect(() => refcheckerResponses(path)).toThrow(/received claims of claude2, gpt4; name one as `extractor`/)
    expect(refcheckerResponses(path, { extractor: 'gpt4' }).responses[0]?.claims).toEqual([])
    expect(() => refcheckerResponses(path, { extractor: 'gpt5' })).toThrow(
      /expected claims of "gpt5", received claims of claude2, gpt4/,
    )
    expect(() => refcheckerResponses(path, { extracter: 'gpt4' } as object)).toThrow(OptionError)
  })

  it.each<[string, unknown, RegExp]>([
    [
      'fault 44: an id beyond 2^53 as a number',
      '[{"id": 9007199254740993, "response": "A.", "claude2_response_kg": []}]',
      /\[0\]\.id: an integer beyond 2\^53/,
    ],
    ['an id that is there twice', [row, { ...row, id: 1 }], /id: duplicate id "1"/],
    ['a response that is none', [row, { ...row, id: '2', response: null }], /\[1\]\.response: expected a string/],
    [
      'claims that are missing of one response',
      [row, { id: '2', response: 'B.' }],
      /\[1\]\.claude2_response_kg: expected an array, received nothing/,
    ],
    [
      'a claim without words',
      [{ ...row, claude2_response_kg: [claim, { triplet: [' '] }] }],
      /\[0\]\.claude2_response_kg\.1\.triplet: expected a triplet/,
    ],
    ['no claims at all', [{ id: '1', response: 'A.' }], /received claims of none/],
    ['no list', { id: '1' }, /expected an array of rows/],
  ])('refuses %s', (_, value, message) => {
    const path = write(value)
    expect(() => refcheckerResponses(path)).toThrow(DatasetError)
    expect(() => refcheckerResponses(path)).toThrow(message)
  })
})
