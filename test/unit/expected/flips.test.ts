import { polledTable } from '../../../reporters/polled-table.js'
import { groupOf } from '../../../src/datasets/groups.js'
import { JudgeError } from '../../../src/errors.js'
import { groupBy } from '../../../src/group-by.js'
import { trialTable } from '../../../src/metrics/flips.js'
import { polled } from '../../../src/metrics/polled.js'
import type { BaselineCase } from '../../../src/run/baseline/confirmed.js'
import { evaluateCase } from '../../../src/run/evaluate.js'
import { goldFinder } from '../../../src/run/golds.js'
import { caseId } from '../../../src/run/record.js'
import { caseScorer } from '../../../src/run/scores/score-case.js'
import { Item, type ItemInput } from '../../../src/schema/item.js'
import type { CaseRecord } from '../../../src/schema/record.js'
import type { Outcome, Verdict, VerdictInput } from '../../../src/schema/verdict.js'
import { functionSystem } from '../../../src/systems/function.js'
import { makeRecord } from '../records.js'
import { near, readTable, runTable } from './table.js'

interface Signals {
  g: boolean | null
  c: boolean | null
  outcome: Outcome
}

type Given = Signals | 'failed'
type BySignal = { g: number; c: number; outcome: number }

interface Trials {
  id: string
  items: { id: string; trials: (Pick<Signals, 'g' | 'c'> & Pick<CaseRecord, 'outcome' | 'errorClass'>)[] }[]
  expected: Record<'g' | 'c' | 'answered' | 'errorClass', { items: number; flipped: number; rate: number | null }>
  derivation: string
}

interface Confirm {
  id: string
  confirm: number
  baseline: Given | null
  first: Given
  rejudgings: Given[]
  expected: { rejudged: boolean; calls: number; final: Given; rejudgings: number; differing: BySignal; overturned: string[] }
  derivation: string
}

interface Totals {
  id: string
  of: string[]
  expected: {
    rejudgedCases: number
    calls: number
    rejudgings: number
    flips: Record<string, { differing: number }>
    overturned: BySignal
  }
  derivation: string
}

interface Ids {
  id: string
  items: Partial<ItemInput>[]
  trials: number
  expected: { ids: string[]; groups: string[][] }
  derivation: string
}

const table = readTable<{ trials: Trials[]; confirm: Confirm[]; totals: Totals[]; ids: Ids[] }>('flips')

runTable('expected flips of trials', {
  rows: table.trials,
  nameOf: ({ id }) => id,
  compare({ items, expected }) {
    const records = items.flatMap(({ id, trials }) =>
      trials.map(({ g, c, outcome, errorClass }, trial) =>
        makeRecord({ id: caseId(id, trial), item: id, trial, outcome, errorClass, signals: { g, c, r: null } }),
      ),
    )
    const { flips } = trialTable(records, 3)
    const received = Object.entries(flips).map(([signal, { flipped, of }]) => [
      signal,
      { items: of, flipped, rate: of === 0 ? null : flipped / of },
    ])
    const rates = Object.entries(expected).map(([signal, one]) => [signal, { ...one, rate: near(one.rate) }])
    return { received: Object.fromEntries(received), expected: Object.fromEntries(rates) }
  },
})

const PASSAGE = { title: 'Rent Act', text: 'The notice period is three months.' }

/** One claim that says of g what the table says. */
function saying({ g, c, outcome }: Signals): VerdictInput {
  const support = g === null ? 'undetermined' : g ? 'entailment' : 'neutral'
  return { claims: [{ text: 'a claim', support }], correct: c, outcome, judge: { name: 'test' } }
}

/** A case of a real run whose judge says what the table says, once per trial of its own. */
async function confirming({ confirm, baseline, first, rejudgings }: Confirm) {
  const asked: number[] = []
  const judge = {
    name: 'test',
    async assess({ trial }: { trial: number }) {
      asked.push(trial)
      const given = trial === 0 ? first : rejudgings[trial - 1]
      if (given === undefined || given === 'failed') throw new JudgeError('provider', `failure ${trial}`)
      return saying(given)
    },
  }
  const known =
    baseline === null || baseline === 'failed'
      ? []
      : [['A', { ...baseline, errorClass: 'correct' } satisfies BaselineCase] as const]
  const { verdict, record } = await evaluateCase(
    {
      suite: 's',
      file: 's.suite.ts',
      title: 'q',
      item: Item.parse({ id: 'A', language: 'en', question: 'How long?', reference: 'Three months.' }),
      position: 0,
      trial: 0,
      group: 'A',
    },
    null,
    {
      system: functionSystem(() => ({ answer: 'Three months.', passages: [PASSAGE] })),
      judge,
      findGolds: goldFinder({}),
      score: caseScorer({ task: 'answer', k: [1] }),
      confirmation: { times: confirm, baseline: new Map(known) },
    },
    { signal: new AbortController().signal },
  )
  return { verdict, record, again: asked.filter((trial) => trial > 0) }
}

function finalOf(verdict: Verdict | null, record: CaseRecord): Given {
  if (verdict === null) return 'failed'
  // The record has no signals of what is no answer, so the verdict's own is compared.
  return { g: record.signals.g, c: record.signals.c, outcome: verdict.outcome }
}

runTable('expected confirmations of verdicts that differ from the baseline', {
  rows: table.confirm,
  nameOf: ({ id }) => id,
  async compare(row) {
    const { verdict, record, again } = await confirming(row)
    const ballot = verdict?.confirmation
    const poll = ballot === undefined ? null : polled(ballot, 'confirmation')
    return {
      received: {
        rejudged: again.length > 0,
        calls: again.length,
        final: finalOf(verdict, record),
        rejudgings: (poll?.votes ?? 1) - 1,
        differing: poll?.differing ?? { g: 0, c: 0, outcome: 0 },
        overturned: poll?.overturned ?? [],
      },
      expected: row.expected,
    }
  },
})

runTable('expected totals of confirmations', {
  rows: table.totals,
  nameOf: ({ id }) => id,
  async compare({ of, expected }) {
    const rows = of.map((id) => table.confirm.find((row) => row.id === id) as Confirm)
    const ran = await Promise.all(rows.map(confirming))
    const totals = polledTable(
      ran.map(({ record }, index) => ({ ...record, id: of[index] ?? '' })),
      'confirmation',
    )
    const { g, c, outcome } = totals?.differing ?? {}
    const rate = (flips = { flipped: 0, of: 0 }) => ({
      differing: flips.flipped,
      rate: flips.of === 0 ? null : flips.flipped / flips.of,
    })
    const any = ran.filter(({ record }) => (record.judging?.confirmation?.overturned.length ?? 0) > 0).length
    return {
      received: {
        cases: rows.length,
        rejudgedCases: totals?.cases ?? 0,
        calls: ran.flatMap(({ again }) => again).length,
        rejudgings: (totals?.votes ?? 0) - (totals?.cases ?? 0),
        flips: { g: rate(g), c: rate(c), outcome: rate(outcome) },
        overturned: { ...(totals?.overturned ?? { g: 0, c: 0, outcome: 0 }), any },
      },
      expected,
    }
  },
})

runTable('expected ids and groups of trials', {
  rows: table.ids,
  nameOf: ({ id }) => id,
  compare({ items, trials, expected }) {
    const parsed = items.map((item) => Item.parse({ ...item, question: 'q' }))
    const groups = groupOf(parsed)
    const cases = parsed.flatMap(({ id }) =>
      Array.from({ length: trials }, (_, trial) => ({ id: caseId(id, trial), group: groups.get(id) })),
    )
    const grouped = [...groupBy(cases, ({ group }) => group).values()].map((members) => members.map(({ id }) => id).sort())
    return {
      received: { ids: cases.map(({ id }) => id), groups: grouped },
      expected: { ...expected, groups: expected.groups.map((group) => group.toSorted()) },
    }
  },
})
