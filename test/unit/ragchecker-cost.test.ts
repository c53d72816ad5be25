import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { beforeAll, describe, expect, it } from 'vitest'
import { openCassettes } from '../../src/cassettes/cassettes.js'
import { entailmentLabel, type HumanLabel } from '../../src/datasets/entailment-label.js'
import { mergeLabels } from '../../src/judges/assemble.js'
import { createJudge } from '../../src/judges/create.js'
import type { VerdictInput } from '../../src/schema/verdict.js'
import { verdict } from '../providers/behaviour.js'
import { openaiServer } from '../providers/openai.js'
import { judgeRequest } from '../providers/request.js'
import { publishedData } from './data.js'
import { tableBelow } from './docs.js'

// What one structured call takes for RAGChecker's two published records, beside what its own procedure takes for them: claims are
// extracted from response and reference, one call each; response and reference are checked against each other, and both against
// every passage alone, five claims a call.

const CLAIMS_A_CALL = 5

type Triplet = [subject: string, predicate: string, object: string]

/** A record of `checking_outputs.json`: labels are by claim, or by claim and passage. */
interface Checked {
  query_id: string
  query: string
  gt_answer: string
  response: string
  retrieved_context: { doc_id: string; text: string }[]
  response_claims: Triplet[]
  gt_answer_claims: Triplet[]
  answer2response: string[]
  response2answer: string[]
  retrieved2response: string[][]
  retrieved2answer: string[][]
  metrics: Record<'precision' | 'recall' | 'claim_recall' | 'faithfulness', number>
}

interface Taken {
  calls: number
  input: number
  output: number
}

interface Asked {
  record: Checked
  taken: Taken
  /** Tokens of the system prompt, and of the reply's form as it is sent. */
  system: number
  form: number
  found: VerdictInput
}

const { folder, absent, whetherSkipped } = publishedData('ragchecker')
const records = absent
  ? []
  : (JSON.parse(readFileSync(join(folder, 'examples/checking_outputs.json'), 'utf8')) as { results: Checked[] }).results

/** Only what a prompt must hold and a reply must say, in the published form of both: no word of instruction, no example. */
function ragcheckerAtLeast(record: Checked): Taken {
  const { query, gt_answer: reference, response, retrieved_context: passages } = record
  const lines = (claims: Triplet[]) => claims.map((parts) => `(${parts.map((part) => `"${part}"`).join(', ')})`)
  const extraction = (text: string, claims: Triplet[]) => ({ input: [query, text], output: lines(claims) })
  const checks = (text: string, claims: Triplet[], labels: string[]) =>
    inGroups(lines(claims)).map((group, index) => ({
      input: [query, text, ...group],
      output: inGroups(labels)[index] ?? [],
    }))
  const column = (labels: string[][], passage: number) => labels.map((ofClaim) => ofClaim[passage] ?? '')
  const calls = [
    extraction(response, record.response_claims),
    extraction(reference, record.gt_answer_claims),
    ...checks(reference, record.response_claims, record.answer2response),
    ...checks(response, record.gt_answer_claims, record.response2answer),
    ...passages.flatMap(({ text }, index) => [
      ...checks(text, record.response_claims, column(record.retrieved2response, index)),
      ...checks(text, record.gt_answer_claims, column(record.retrieved2answer, index)),
    ]),
  ]
  const tokens = (side: 'input' | 'output') => sum(calls.map((call) => countTokens(call[side].join('\n'))))
  return { calls: calls.length, input: tokens('input'), output: tokens('output') }
}

/** The default judge on the same record; the model's reply is the published labels in the form that it is asked for. */
async function structuredCall(record: Checked): Promise<Asked> {
  const reply = replyOf(record)
  const server = await openaiServer(() => verdict(reply))
  try {
    const judge = createJudge(
      { provider: 'openai', model: 'gpt-5.4', baseURL: server.baseURL },
      { root: '.', cassettes: openCassettes({ dir: '.docket/none', mode: 'off' }) },
    )
    const request = judgeRequest({
      suite: 'RAGChecker',
      id: record.query_id,
      question: record.query,
      answer: record.response,
      passages: record.retrieved_context.map(({ doc_id, text }) => ({ id: doc_id, text })),
      citations: null,
      reference: record.gt_answer,
    })
    const found = await judge.assess(request, { signal: new AbortController().signal })
    const { requests } = server
    return {
      record,
      taken: {
        calls: requests.length,
        input: sum(requests.map(({ system, user }) => countTokens(system) + countTokens(user))),
        output: requests.length * countTokens(JSON.stringify(reply)),
      },
      system: countTokens(requests[0]?.system ?? ''),
      form: countTokens(JSON.stringify(requests[0]?.body['response_format'])),
      found,
    }
  } finally {
    await server.close()
  }
}

function replyOf(record: Checked) {
  const passages = record.retrieved_context.map(({ text }) => text)
  const contradicted = record.response2answer.some((word) => label(word) === 'contradiction')
  return {
    claims: record.response_claims.map((claim, index) => {
      const found = against(record.retrieved2response[index])
      const nearest = [...found.entailedBy, ...found.contradictedBy, 1][0] ?? 1
      const support = mergeLabels((record.retrieved2response[index] ?? []).map(label))
      const reference = label(record.answer2response[index])
      return {
        id: index + 1,
        text: claim.join(' '),
        support,
        ...found,
        cited: 'none',
        reference,
        harmless: 'none',
        kind: support === 'entailment' ? 'none' : 'beyond-sources',
        referenceKind: { entailment: 'none', neutral: 'too-detailed', contradiction: 'contradicts' }[reference],
        nearest,
        reason: reasonFrom(`Passage ${nearest}`, passages[nearest - 1]),
      }
    }),
    referenceClaims: record.gt_answer_claims.map((claim, index) => ({
      point: 0,
      text: claim.join(' '),
      answer: label(record.response2answer[index]),
      ...against(record.retrieved2answer[index]),
      reason: reasonFrom('The answer', record.response),
    })),
    correct: !contradicted,
    correctReason: reasonFrom('The reference', record.gt_answer),
    outcome: 'answered',
    outcomeReason: reasonFrom('The answer', record.response),
  }
}

/** The records hold no reasons: fifteen words of the text that decides stand for one. */
function reasonFrom(who: string, text = ''): string {
  return `${who} says "${text.split(' ').slice(0, 15).join(' ')}".`
}

function against(words: readonly string[] = []) {
  const numbers = (wanted: HumanLabel) => words.flatMap((word, index) => (label(word) === wanted ? [index + 1] : []))
  return { entailedBy: numbers('entailment'), contradictedBy: numbers('contradiction'), undeterminedBy: [] }
}

function label(word: string | undefined): HumanLabel {
  const known = entailmentLabel(word)
  if (known === null) throw new Error(`expected a label, received ${word}`)
  return known
}

function inGroups<Entry>(entries: readonly Entry[]): Entry[][] {
  const starts = Array.from({ length: Math.ceil(entries.length / CLAIMS_A_CALL) }, (_, index) => index * CLAIMS_A_CALL)
  return starts.map((start) => entries.slice(start, start + CLAIMS_A_CALL))
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const shareOf = <Entry>(entries: readonly Entry[] = [], holds: (entry: Entry) => boolean) =>
  entries.filter(holds).length / entries.length
const written = (count: number) => count.toLocaleString('en-US')

describe.skipIf(absent)(`one structured call beside RAGChecker's procedure${whetherSkipped}`, () => {
  let asked: Asked[] = []
  beforeAll(async () => {
    asked = await Promise.all(records.map(structuredCall))
  })

  it('one reply holds the labels of all its checks: its figures come out of our verdict', () => {
    const figures = asked.map(({ found: { claims, referenceClaims } }) => ({
      precision: shareOf(claims, ({ reference }) => reference === 'entailment'),
      recall: shareOf(referenceClaims, ({ answer }) => answer === 'entailment'),
      claim_recall: shareOf(referenceClaims, ({ passages = [] }) => passages.includes('entailment')),
      faithfulness: shareOf(claims, ({ support }) => support === 'entailment'),
    }))
    expect(figures).toEqual(
      records.map(({ metrics: { precision, recall, claim_recall, faithfulness } }) => ({
        precision,
        recall,
        claim_recall,
        faithfulness,
      })),
    )
    expect(asked.flatMap(({ found }) => found.notes)).toEqual([])
  })

  it('its calls: two to extract, and one for each five claims of each text, against the other text and each passage', () => {
    const calls = records.map(({ response_claims: claims, gt_answer_claims: gold, retrieved_context: passages }) => {
      return 2 + (Math.ceil(claims.length / 5) + Math.ceil(gold.length / 5)) * (1 + passages.length)
    })
    expect(records.map((record) => ragcheckerAtLeast(record).calls)).toEqual(calls)
  })

  it('docs/judges-cost.md: calls and tokens of each record', () => {
    const [, ...rows] = tableBelow('docs/judges-cost.md', 'Two published records')
    const computed = asked.flatMap(({ record, taken }) => {
      const lists = [record.retrieved_context, record.response_claims, record.gt_answer_claims]
      const sizes = lists.map(({ length }) => String(length))
      return [
        [record.query, ...sizes, 'one call', ...Object.values(taken).map(written)],
        [record.query, ...sizes, 'RAGChecker, at least', ...Object.values(ragcheckerAtLeast(record)).map(written)],
      ]
    })
    expect(rows).toEqual(computed)
  })

  it('docs/judges-cost.md: what is the same for every case', () => {
    const [, ...rows] = tableBelow('docs/judges-cost.md', 'The same for every case')
    const same = asked.map(({ system, form }) => [
      ['system prompt', written(system)],
      ['JSON schema of the reply', written(form)],
    ])
    expect(same.length).toBeGreaterThan(1)
    expect(same).toEqual(same.map(() => rows))
  })
})
