import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { publishedData } from '../../test/unit/data.js'
import { DatasetError, JudgeError, OptionError } from '../errors.js'
import type { Judge } from '../judges/judge.js'
import { ragcheckerVerdicts } from '../judges/ragchecker.js'
import { passageState } from '../metrics/groundedness.js'
import { macroMean } from '../metrics/means.js'
import { ragchecker, ragcheckerInput } from '../metrics/ragchecker.js'
import { Verdict } from '../schema/verdict.js'
import { ragcheckerRun } from '../systems/ragchecker-run.js'
import type { System } from '../systems/system.js'
import { ragcheckerItems } from './ragchecker.js'

const folder = mkdtempSync(join(tmpdir(), 'docket-ragchecker-'))
afterAll(() => rmSync(folder, { recursive: true }))

let files = 0
function write(results: unknown): string {
  const path = join(folder, `${files++}.json`)
  writeFileSync(path, JSON.stringify({ results }, null, 1))
  return path
}

const record = {
  query_id: '1',
  query: 'Who pays?',
  gt_answer: 'The tenant.',
  response: 'The tenant, at once.',
  retrieved_context: [
    { doc_id: 'a', text: 'The tenant pays.' },
    { doc_id: 'b', text: 'Rent is due.' },
  ],
  response_claims: [
    ['tenant', 'pays', 'rent'],
    ['tenant', 'pays', 'at once'],
  ],
  gt_answer_claims: [['tenant', 'pays', 'rent']],
  answer2response: ['Entailment', 'Neutral'],
  response2answer: ['Entailment'],
  retrieved2response: [
    ['Entailment', 'Neutral'],
    ['Neutral', 'Contradiction'],
  ],
  retrieved2answer: [['Entailment', 'Neutral']],
}

/** What the run answers for every item of a file, and the verdict on it; the error's message where there is none. */
async function replay(path: string | URL, judge: Judge = ragcheckerVerdicts(path), run: System = ragcheckerRun(path)) {
  const signal = new AbortController().signal
  return Promise.all(
    ragcheckerItems(path)().items.map(async ({ item }) => {
      const response = await run.respond({ question: item.question, item, trial: 0, signal })
      const passages = (response.passages ?? []).flatMap(({ text, ...rest }) => (text?.trim() ? [{ ...rest, text }] : []))
      const request = { suite: 's', id: item.id, question: item.question, language: 'en', answer: response.answer, passages }
      const rest = { citations: null, reference: item.reference ?? null, answerPoints: [], falsePremise: false, trial: 0 }
      try {
        return { response, verdict: Verdict.parse(await judge.assess({ ...request, ...rest }, { signal })), error: null }
      } catch (error) {
        return { response, verdict: null, error: error as JudgeError }
      }
    }),
  )
}
const verdictOf = async (over: object) => (await replay(write([{ ...record, ...over }])))[0]?.verdict
const faultsOf = (over: object, read: (path: string) => unknown = (path) => ragcheckerItems(path)()) => {
  try {
    read(write([record, { ...record, query_id: '2', ...over }]))
  } catch (error) {
    if (error instanceof DatasetError) return error.faults.map(({ field, message }) => `${field}: ${message}`)
    throw error
  }
  return []
}

describe("RAGChecker's records", () => {
  it('become items, responses and verdicts', async () => {
    const path = write([{ ...record, topic: 'tenancy', metrics: { precision: 0.5 } }])
    const [{ item } = { item: null }] = ragcheckerItems(path, { language: 'en' })().items
    expect(item).toMatchObject({
      id: '1',
      question: 'Who pays?',
      language: 'en',
      reference: 'The tenant.',
      golds: [],
      meta: { topic: 'tenancy' },
    })
    const [first] = await replay(path)
    expect(first?.response).toEqual({
      answer: 'The tenant, at once.',
      passages: [
        { id: 'a', text: 'The tenant pays.' },
        { id: 'b', text: 'Rent is due.' },
      ],
      meta: { metrics: { precision: 0.5 } },
    })
    expect(first?.verdict).toEqual({
      claims: [
        { text: 'tenant pays rent', support: 'entailment', passages: ['entailment', 'neutral'], reference: 'entailment' },
        { text: 'tenant pays at once', support: 'contradiction', passages: ['neutral', 'contradiction'], reference: 'neutral' },
      ],
      referenceClaims: [{ text: 'tenant pays rent', answer: 'entailment', passages: ['entailment', 'neutral'] }],
      correct: null,
      correctReason: expect.stringMatching(/does not say whether an answer is correct/),
      outcome: 'answered',
      outcomeReason: expect.stringMatching(/^read from the text: /),
      notes: [expect.stringMatching(/does not say whether an answer is correct/)],
      judge: { name: 'ragchecker' },
    })
  })

  it('claims may be sentences, ids numbers, and the rows a list', async () => {
    const path = join(folder, 'list.json')
    writeFileSync(path, JSON.stringify([{ ...record, query_id: 7, response_claims: ['One.', 'Two.'] }]))
    const [first] = await replay(path)
    expect(first?.verdict?.claims.map(({ text }) => text)).toEqual(['One.', 'Two.'])
    expect(ragcheckerItems(path)().items.map(({ item }) => [item.id, item.language])).toEqual([['7', 'und']])
  })

  it('a label that is none of the three is undetermined, noted by the verdict and warned of by the run', async () => {
    const odd = write([
      {
        ...record,
        answer2response: ['Entailment', 'Partial'],
        retrieved2response: [
          ['Unsure', 'Neutral'],
          ['Unsure', null],
        ],
      },
    ])
    const [first] = await replay(odd)
    expect(first?.verdict?.claims.map(({ support, reference }) => [support, reference])).toEqual([
      ['undetermined', 'entailment'],
      ['undetermined', 'undetermined'],
    ])
    const notes = ['2 labels "Unsure": undetermined', '1 label "Partial": undetermined', '1 label null: undetermined']
    expect(first?.verdict?.notes.slice(1)).toEqual(notes)
    const items = ragcheckerItems(odd)().items.map(({ item }) => item)
    expect(ragcheckerRun(odd).inspect?.(items)).toEqual([expect.stringContaining(`1: ${notes.join('; ')} (`)])
  })

  it('labels that were not made say nothing: a claim without them is undetermined, its reference label absent', async () => {
    const { answer2response: _a, response2answer: _b, ...faithfulness } = record
    const verdict = Verdict.parse((await replay(write([faithfulness])))[0]?.verdict)
    expect(verdict.claims.map(({ support, reference }) => [support, reference])).toEqual([
      ['entailment', undefined],
      ['contradiction', undefined],
    ])
    expect(verdict.referenceClaims.map(({ answer }) => answer)).toEqual(['undetermined'])
    expect(ragchecker(ragcheckerInput(verdict)).precision).toMatchObject({ value: null })
    expect(ragchecker(ragcheckerInput(verdict)).faithfulness).toMatchObject({ value: 0.5 })
  })

  it('an empty list of labels beside claims, on which the published code fails, is none', async () => {
    const verdict = await verdictOf({ retrieved2response: [] })
    expect(verdict?.claims.map(({ support, passages }) => [support, passages])).toEqual([
      ['undetermined', undefined],
      ['undetermined', undefined],
    ])
    expect(verdict?.notes).toContain('`retrieved2response` is empty beside claims: not checked')
  })

  it('where nothing was retrieved, nothing is supported, whether or not the rows of labels are there', async () => {
    for (const retrieved2response of [[], [[], []]]) {
      const verdict = await verdictOf({ retrieved_context: [], retrieved2response, retrieved2answer: [] })
      expect(verdict?.claims.map(({ support, passages }) => [support, passages])).toEqual([
        ['neutral', []],
        ['neutral', []],
      ])
      expect(verdict?.notes).toHaveLength(1)
    }
  })

  it('where retrieval was not reported, support is undetermined', async () => {
    const [first] = await replay(write([{ ...record, retrieved_context: null }]))
    expect(first?.response.passages).toBeUndefined()
    expect(first?.verdict?.claims.map(({ support }) => support)).toEqual(['undetermined', 'undetermined'])
  })

  it('labels of passages without text are of no passage that a judge sees', async () => {
    const verdict = await verdictOf({
      retrieved_context: [
        { doc_id: 'a', text: ' ' },
        { doc_id: null, text: 'Rent is due.' },
      ],
    })
    expect(verdict?.claims.map(({ support, passages }) => [support, passages])).toEqual([
      ['neutral', ['neutral']],
      ['contradiction', ['contradiction']],
    ])
    expect(verdict?.referenceClaims.map(({ passages }) => passages)).toEqual([['neutral']])
  })

  it('a refusal is told by its text', async () => {
    expect((await verdictOf({ response: 'I cannot answer that question.' }))?.outcome).toBe('refused')
  })

  it.each<[string, object, RegExp]>([
    [
      'without any label',
      { answer2response: null, response2answer: null, retrieved2response: null, retrieved2answer: null },
      /has no labels .* of "1"/,
    ],
    [
      'of inputs alone',
      {
        ...Object.fromEntries(
          Object.keys(record)
            .slice(5)
            .map((key) => [key, undefined]),
        ),
      },
      /has no labels .* of "1"/,
    ],
  ])('a record %s gives no verdict', async (_, over, message) => {
    const [first] = await replay(write([{ ...record, ...over }]))
    expect(first?.error).toBeInstanceOf(JudgeError)
    expect(first?.error).toMatchObject({ kind: 'replay', message: expect.stringMatching(message) })
  })

  it('gives no verdict on another answer, other passages, or an item that it has no record of', async () => {
    const path = write([record])
    const other = (over: object) => replay(path, ragcheckerVerdicts(write([{ ...record, ...over }])))
    const message = async (over: object) => (await other(over))[0]?.error?.message
    expect(await message({ response: 'Nobody.' })).toMatch(/has another answer of "1"$/)
    expect(
      await message({
        retrieved_context: [
          { doc_id: 'a', text: 'x' },
          { doc_id: 'b', text: 'y' },
        ],
      }),
    ).toMatch(/has other passages of "1"$/)
    expect(await message({ query_id: '9' })).toMatch(/has no record of "1"$/)
  })

  it('a record without a response is a failure of the run', async () => {
    const path = write([{ ...record, response: null }])
    await expect(replay(path)).rejects.toMatchObject({
      kind: 'recorded',
      message: expect.stringMatching(/:\d+ results\.\d+: the record has no response$/),
    })
  })

  it.each<[string, object, string]>([
    [
      'too few labels',
      { answer2response: ['Neutral'] },
      'results.1.answer2response: expected 2 entries, one for each of `response_claims`, received 1 entries',
    ],
    [
      'too many rows',
      {
        retrieved2answer: [
          ['Neutral', 'Neutral'],
          ['Neutral', 'Neutral'],
        ],
      },
      'results.1.retrieved2answer: expected 1 entries, one for each of `gt_answer_claims`, received 2 entries',
    ],
    [
      'a ragged matrix',
      { retrieved2response: [['Neutral', 'Neutral'], ['Neutral']] },
      'results.1.retrieved2response.1: expected 2 labels, one a passage, received 1',
    ],
    [
      'labels of a passage that is not there',
      { retrieved_context: record.retrieved_context.slice(1), retrieved2answer: [['Neutral']] },
      'results.1.retrieved2response.0: expected 1 labels, one a passage, received 2',
    ],
    [
      'labels without claims',
      { response_claims: null, retrieved2response: null },
      'results.1.answer2response: expected `response_claims` beside it, received 2 entries',
    ],
    [
      'a claim that is an object',
      { response_claims: [{ subject: 'a' }, 'b'] },
      'results.1.response_claims.0: expected a triple as a list of texts, or a sentence, received an object with subject',
    ],
    [
      'a passage that is text alone',
      { retrieved_context: ['a'] },
      'results.1.retrieved_context.0: expected an object, received "a"',
    ],
  ])('%s is a fault, whoever reads it', async (_, over, fault) => {
    expect(faultsOf(over)[0]).toBe(fault)
    expect(faultsOf(over, (path) => ragcheckerRun(path).inspect?.([]))[0]).toBe(fault)
    await expect(
      replay(write([record]), ragcheckerVerdicts(write([record, { ...record, query_id: '2', ...over }]))),
    ).resolves.toMatchObject([{ error: { message: expect.stringContaining(fault) } }])
  })

  it('refuses options that it does not have', () => {
    expect(() => ragcheckerItems('a.json', { lang: 'en' } as object)).toThrow(OptionError)
    expect(() => ragcheckerRun('a.json', { compat: 'ragchecker' } as object)).toThrow(/`compat`.*its options are name/)
  })
})

describe('the fixture', () => {
  const fixture = (name: string) => new URL(`../../fixtures/formats/ragchecker/${name}.json`, import.meta.url)

  it('what each record of the outputs is there for', async () => {
    const found = await replay(fixture('checking_outputs'))
    expect(found.map(({ verdict }) => verdict?.claims.map(({ support }) => support))).toEqual([
      ['entailment', 'entailment', 'contradiction'],
      ['contradiction', 'neutral'],
      ['neutral'],
      [],
      ['neutral', 'undetermined'],
    ])
  })

  it('fault 5: an empty response and empty retrieval are unscored, and 0 only as published', async () => {
    const scores = (await replay(fixture('checking_outputs'))).map(({ verdict, response }) => {
      const input = ragcheckerInput(Verdict.parse(verdict), passageState(response.passages))
      return { sound: ragchecker(input), published: ragchecker(input, { compat: 'ragchecker' }) }
    })
    const values = (at: number, of: 'sound' | 'published') =>
      [scores[at]?.[of].hallucination, scores[at]?.[of].faithfulness, scores[at]?.[of].contextPrecision].map(
        (score) => score?.value,
      )
    expect([values(2, 'sound'), values(2, 'published')]).toEqual([
      [0, 0, null],
      [0, 0, 0],
    ])
    expect([values(3, 'sound'), values(3, 'published')]).toEqual([
      [null, null, 0],
      [0, 0, 0],
    ])
  })

  it('the inputs, and an extraction that nobody checked, give no verdict', async () => {
    const found = await replay(fixture('checking_inputs'))
    expect(found.map(({ error }) => error?.message.replace(/^.* has no labels .* of /, ''))).toEqual([
      '"1"',
      '"2"',
      '"3"',
      '"4"',
      '"5"',
      '"6"',
    ])
  })
})

const { folder: data, absent, whetherSkipped } = publishedData('ragchecker')

describe.skipIf(absent)(`the published records${whetherSkipped}`, () => {
  const outputs = join(data, 'examples/checking_outputs.json')
  const stored = absent ? { results: [], metrics: {} } : JSON.parse(readFileSync(outputs, 'utf8'))
  const camel = (name: string) => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  const scoresOf = async () =>
    (await replay(outputs)).map(({ verdict, response }) => {
      const input = ragcheckerInput(Verdict.parse(verdict), passageState(response.passages))
      return new Map(Object.entries(ragchecker(input, { compat: 'ragchecker' })))
    })

  it('all 22 values stored in the rows come out of the verdicts', async () => {
    const scores = await scoresOf()
    const values = (stored.results as { metrics: Record<string, number> }[]).flatMap(({ metrics }, at) =>
      Object.entries(metrics).map(([name, value]) => [scores[at]?.get(camel(name))?.value, value] as const),
    )
    expect(values).toHaveLength(22)
    for (const [value, published] of values) expect(value).toBeCloseTo(published, 12)
  })

  it('and so do the means of the file: of F1 that of the rows', async () => {
    const scores = await scoresOf()
    const means = Object.fromEntries(
      Object.values(stored.metrics as Record<string, Record<string, number>>).flatMap((group) =>
        Object.keys(group).map((name) => [name, macroMean(scores.map((row) => row.get(camel(name)) ?? { value: null })).value]),
      ),
    )
    const published = Object.assign({}, ...Object.values(stored.metrics as object))
    expect(Object.keys(published)).toHaveLength(11)
    expect(
      Object.fromEntries(Object.entries(means).map(([name, value]) => [name, Math.round((value ?? Number.NaN) * 1000) / 10])),
    ).toEqual(published)
  })

  it('the inputs have no labels, and give no verdict', async () => {
    const found = await replay(join(data, 'examples/checking_inputs.json'))
    expect(found.map(({ verdict, error }) => [verdict, error?.kind])).toEqual([
      [null, 'replay'],
      [null, 'replay'],
    ])
  })
})
