import { test } from 'vitest'
import { describeBenchmark, jsonl } from '../../../src/index.js'
import type { Judge } from '../../../src/judges/judge.js'
import type { VerdictInput } from '../../../src/schema/verdict.js'

// Run by hostile.test.ts: all that an answer, a judge or a data file may say is made to be read as a command.
const evil = (place: string) =>
  `${place}\u001B[2J\u001B]8;;x\u0007\n::error file=a.ts,line=1::${place}\n  ##[error]${place}\r::warning::${place}`
const EVIL = evil('text')

const gold = { kind: 'statute' as const, title: evil('gold'), section: evil('section') }
const item = {
  id: evil('id'),
  language: 'en',
  question: evil('question'),
  type: evil('type'),
  reference: evil('reference'),
  golds: [gold],
}
const response = {
  answer: evil('answer'),
  passages: [{ title: evil('passage'), section: EVIL, text: evil('passage text') }],
  citations: [{ title: evil('citation') }, { text: evil('cited text') }, { id: evil('cited id'), section: EVIL }],
}
const saying = (verdict: Partial<VerdictInput>): Judge => ({
  name: evil('judge'),
  model: evil('model'),
  assess: async () => ({
    claims: [{ text: evil('claim'), support: 'neutral', nearest: 0, reason: evil('reason') }],
    referenceClaims: [{ text: evil('reference claim'), answer: 'contradiction', reason: evil('reference reason') }],
    correct: false,
    correctReason: evil('correct reason'),
    outcome: 'answered',
    outcomeReason: evil('outcome reason'),
    notes: [evil('note')],
    judge: { name: evil('judge'), model: evil('model'), rubric: evil('rubric') },
    ...verdict,
  }),
})
const judge = saying({})
const grounded = saying({ claims: [{ text: evil('claim'), support: 'entailment' }] })
const base = { items: [item], system: () => response, judge }
const failing = (message: string) => () => {
  throw new Error(message)
}

describeBenchmark(evil('suite'), base)
describeBenchmark('correctness', { ...base, judge: grounded })
describeBenchmark('golds', { ...base, judge: saying({ claims: [{ text: 'x', support: 'entailment' }], correct: true }) })
describeBenchmark('system fails', { ...base, system: failing(evil('system error')) })
describeBenchmark('system fails under gate', { ...base, system: failing(evil('system error')), policy: 'gate' })
describeBenchmark('judge fails', { ...base, judge: { ...judge, assess: failing(evil('judge error')) } })
describeBenchmark('judge is none', { ...base, judge: { ...judge, assess: async () => ({ [EVIL]: 1 }) as never } })
describeBenchmark('refuses', { ...base, system: () => ({ ...response, refused: true }) })
describeBenchmark('does not refuse', { ...base, items: [{ ...item, answerable: false }] })
describeBenchmark('undetermined', { ...base, judge: saying({ outcome: 'undetermined' }) })
describeBenchmark('response is none', { ...base, system: () => ({ ...response, [EVIL]: 1 }) })
describeBenchmark('own words', base, ({ response, expect }) => expect(response).toRefuse())
describeBenchmark('another gold', { ...base, policy: 'report' }, ({ response, expect }) =>
  expect(response).not.toCiteGold({ kind: 'document', id: evil('cited id') }),
)
describeBenchmark('not retrieved', base, ({ response, expect }) => expect(response).toRetrieveGold())
describeBenchmark('not covered', { ...base, system: () => ({ ...response, passages: [] }) }, (bench) =>
  bench.expect(bench.response).toCoverSpans([{ document: evil('document'), start: 0, end: 3, text: evil('span') }]),
)
describeBenchmark(
  'not existing',
  { ...base, system: () => ({ ...response, answer: `BGE 999 III 1 “${EVIL} four words more”` }) },
  (bench) => bench.expect(bench.response).toCiteOnlyExisting({ quotes: true }),
)
describeBenchmark('not told', base, ({ response, expect }) => expect(response).toCiteOnlyExisting())
describeBenchmark('premise', { ...base, items: [{ ...item, premise: 'false' }] }, ({ response, expect }) =>
  expect(response).toCorrectPremise(),
)

const data = process.env['DOCKET_NESTED']
if (data) describeBenchmark('from a file', { ...base, items: jsonl(data) })

test('plain', async ({ expect }) => {
  await expect(response).toBeGrounded({ judge })
})
test('plain, undetermined', async ({ expect }) => {
  await expect(response).toBeGrounded({ judge: { ...judge, assess: failing(evil('judge error')) } })
})
