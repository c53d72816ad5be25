import { classify } from '../src/metrics/decomposition.js'
import { Gate, type GateInput } from '../src/schema/gate.js'
import type { CaseRecord, Cost, RunEnd, SuiteHeader } from '../src/schema/record.js'
import type { RunFacts } from './facts.js'

const FREE: Cost = { calls: 0, inputTokens: 0, outputTokens: 0, usd: 0 }
const PAID: Cost = { calls: 1, inputTokens: 2150, outputTokens: 310, usd: 0.0111 }
const TYPES = ['notice', 'deposit', 'repairs']

/** What a case is told apart by; the class follows from it unless it is given. */
export type CaseInput = Partial<CaseRecord> & { signals?: CaseRecord['signals'] }

/** A case of an answerable item, answered, grounded and correct, unless the input says otherwise. */
export function makeCase(position: number, input: CaseInput = {}): CaseRecord {
  const id = input.id ?? `T-${String(position + 1).padStart(3, '0')}`
  const base: Omit<CaseRecord, 'errorClass'> = {
    suite: 'Tenancy',
    file: 'suites/tenancy.suite.ts',
    id,
    item: id,
    hash: `hash of ${id}`,
    trial: 0,
    title: `How long is the notice period in case ${position + 1}?`,
    position,
    sequence: position,
    startedAt: 1_790_000_000_000 + position * 400,
    durationMs: 1900 + (position % 7) * 100,
    type: TYPES[position % TYPES.length],
    language: 'en',
    answerable: true,
    premise: 'true',
    group: id,
    place: { file: 'suites/tenancy.jsonl', line: position + 1 },
    outcome: 'answered',
    signals: { c: true, g: true, r: true },
    unscored: {},
    claims: { total: 3, supported: 3, unsupported: 0, undetermined: 0, harmless: 0, misgrounded: 0, ...NO_KINDS },
    retrieval: { passages: 5, withText: 5, byConstruction: 0 },
    scores: {},
    authorities: null,
    rewrite: null,
    citation: { document: true, section: position % 4 === 0 ? null : position % 4 !== 1, golds: 1, sections: 1 },
    answer: { words: 11, characters: 59 },
    judging: { parts: 1, notes: [], panel: null, confirmation: null },
    evidence: { answer: 'The notice period is three months, to the end of a quarter.' },
    latencyMs: 700 + (position % 40) * 25,
    cost: { judge: PAID, system: FREE },
    replayed: { judge: false, system: false },
    warnings: [],
    ...input,
  }
  return { ...base, ...classify(base), ...input }
}

/** No claim was judged against its sources or the reference. */
const NO_KINDS = { cited: 0, kinds: {}, againstReference: 0, referenceKinds: {} }

export function hallucinated(position: number, input: CaseInput = {}): CaseRecord {
  return makeCase(position, {
    signals: { c: true, g: false, r: true },
    claims: { total: 3, supported: 2, unsupported: 1, undetermined: 0, harmless: 0, misgrounded: 0, ...NO_KINDS },
    evidence: {
      claim: 'The landlord must give six months of notice where the tenant has lived in the flat for more than five years.',
      reason: 'number: 6 months is in no passage, the nearest says 3 months',
      nearest:
        'Section 12 (1) The notice period is three months. (2) It is extended by three months after eight years of residence.',
    },
    ...input,
  })
}

function refused(position: number, input: CaseInput = {}): CaseRecord {
  return makeCase(position, {
    outcome: 'refused',
    signals: { c: null, g: null, r: position % 3 !== 0 },
    claims: null,
    citation: { document: false, section: null, golds: 1, sections: 1 },
    evidence: { answer: 'I am sorry, I cannot answer this from the documents that I have.' },
    ...input,
  })
}

/** The judge's provider failed for good. */
export function lost(position: number, input: CaseInput = {}): CaseRecord {
  return makeCase(position, {
    outcome: null,
    signals: { c: null, g: null, r: true },
    unscored: { c: 'judge failed', g: 'judge failed', outcome: 'judge failed' },
    failure: { stage: 'judge', kind: 'provider', message: '503 Service Unavailable after 4 tries' },
    claims: null,
    evidence: {},
    ...input,
  })
}

/** The run has titles only: the answer is known, its support is not. */
function unscored(position: number, input: CaseInput = {}): CaseRecord {
  return makeCase(position, {
    signals: { c: null, g: null, r: null },
    unscored: { c: 'no reference', g: 'no passages' },
    claims: null,
    retrieval: { passages: 5, withText: 0, byConstruction: 0 },
    citation: { document: null, section: null, golds: 1, sections: 1, reason: 'no citations' },
    evidence: { answer: 'Three months.' },
    ...input,
  })
}

export function makeHeader(input: Omit<Partial<SuiteHeader>, 'gates'> & { gates?: GateInput[] } = {}): SuiteHeader {
  return {
    suite: 'Tenancy',
    file: 'suites/tenancy.suite.ts',
    policy: 'gate',
    compat: null,
    task: 'answer',
    k: [1, 5, 10],
    total: 300,
    data: 'data',
    selected: 300,
    sample: null,
    partial: [],
    leftOut: [],
    trials: 1,
    confirm: 0,
    baseline: null,
    shard: null,
    calibration: null,
    system: { name: 'http://localhost:8000/ask', kind: 'http', live: true },
    judge: { name: 'anthropic', model: 'claude-sonnet-4-6', offline: false, members: [] },
    warnings: [],
    ...input,
    gates: (input.gates ?? []).map((gate) => Gate.parse(gate)),
  }
}

/** Facts of a run, suite by suite; the cases take suite and file from their header. */
export function makeFacts(
  suites: readonly { header: SuiteHeader; cases: readonly CaseRecord[]; project?: string }[],
  end: Partial<RunEnd> = {},
): RunFacts {
  return {
    run: '2026-11-29T10-00-00-1',
    startedAt: '2026-11-29T10:00:00.000Z',
    suites: suites.map(({ header, project = 'docket' }) => ({ project, header })),
    cases: suites.flatMap(({ header, cases, project = 'docket' }) =>
      cases.map((record) => ({ project, record: { ...record, suite: header.suite, file: header.file } })),
    ),
    end: { partial: [], interrupted: false, shard: null, problems: [], red: [], noResult: [], ...end },
  }
}

export function times<T>(count: number, make: (i: number) => T): T[] {
  return Array.from({ length: count }, (_, i) => make(i))
}

const QUALITY_GATES: GateInput[] = [
  { metric: 'hallucinationRate', max: 0.03 },
  { metric: 'overRefusalRate', max: 0.1 },
]

/** 300 items, 20 of them unanswerable, of which the first `wrong` answers are ungrounded, spread over the run. */
function tenancyCases(wrong: number, change: (position: number) => CaseRecord | null = () => null): CaseRecord[] {
  const every = wrong === 0 ? Number.POSITIVE_INFINITY : Math.floor(280 / wrong)
  return times(300, (i) => {
    const changed = change(i)
    if (changed !== null) return changed
    if (i % 15 === 14) {
      return refused(i, {
        answerable: false,
        signals: { c: null, g: null, r: null },
        citation: { document: null, section: null, golds: 0, sections: 0 },
      })
    }
    if (i % 47 === 20) return refused(i)
    return i % every === 0 && i / every < wrong ? hallucinated(i) : makeCase(i)
  })
}

export function tenancyRun(wrong: number, change?: (position: number) => CaseRecord | null): RunFacts {
  return makeFacts([{ header: makeHeader({ gates: QUALITY_GATES }), cases: tenancyCases(wrong, change) }])
}

/** 60 twins of which five disagree, one is lost and two have no partner in the run; two types, mixed scripts, data warnings. */
export function twinRun(): RunFacts {
  const bases = times(60, (i) =>
    i === 40 ? refused(i, { type: 'S-REC' }) : makeCase(i, { type: i % 2 === 0 ? 'S-REC' : 'S-INT' }),
  )
  const twins = bases.map((base, i) => {
    const input: CaseInput = {
      id: `RU-${String(i + 1).padStart(3, '0')}`,
      title: i % 2 === 0 ? 'Kiraya dar ko kitna notice dena zaroori hai?' : 'کرایہ دار کو کتنا نوٹس دینا ضروری ہے؟',
      language: i % 2 === 0 ? 'ur-Latn' : 'ur',
      twinOf: base.id,
      group: base.group,
      type: 'twin',
    }
    const position = 60 + i
    if (i === 30) return lost(position, input)
    return i % 13 === 5 ? refused(position, input) : makeCase(position, input)
  })
  const header = makeHeader({
    suite: 'Bilingual',
    file: 'suites/bilingual.suite.ts',
    policy: 'report',
    total: 124,
    selected: 120,
    leftOut: [
      { id: 'RU-061', twinOf: 'T-001' },
      { id: 'RU-062', twinOf: 'T-900' },
    ],
    warnings: ['2 items have no gold source: S-INT-096, S-INT-097'],
    sample: { size: 120, seed: 1, by: ['type'] },
  })
  const cases = [...bases, ...twins].map((record) =>
    record.position === 3
      ? { ...record, warnings: ['gold "Work Place Act" was matched with the corpus title "Workplace Act, 2010"'] }
      : record,
  )
  return makeFacts([{ header, cases }])
}

/** Answers without passages or references, replayed: nothing can be said of them but whether they were given. */
export function unscoredRun(): RunFacts {
  const cases = times(120, (i) =>
    i % 12 === 3
      ? refused(i, { signals: { c: null, g: null, r: null }, citation: { document: null, section: null, golds: 1, sections: 1 } })
      : unscored(i),
  ).map((record) => ({
    ...record,
    cost: { judge: FREE, system: FREE },
    sequence: null,
    startedAt: null,
    replayed: { judge: true, system: true, recordedAt: '2026-05-02T08:00:00.000Z' },
  }))
  const header = makeHeader({
    total: 120,
    selected: 120,
    gates: [{ metric: 'hallucinationRate', max: 0.03 }],
    system: { name: 'recorded', kind: 'recorded', live: false },
    judge: { name: 'offline', offline: true, members: [] },
  })
  return makeFacts([{ header, cases }])
}

/** An outage of the system at the end: 40 cases in a row refused. */
export function outageRun(): RunFacts {
  return tenancyRun(3, (i) =>
    i >= 260
      ? refused(i, { retrieval: { passages: 0, withText: 0, byConstruction: 0 }, signals: { c: null, g: null, r: false } })
      : null,
  )
}

/** One call of ten answered with 503 for good. */
export function providerRun(): RunFacts {
  return tenancyRun(3, (i) => (i % 10 === 7 ? lost(i) : null))
}

/** Text that an answer, an id or a provider may hold, made to break a report. */
const HOSTILE = [
  '::error file=a.ts,line=1::owned',
  '\n::set-output name=x::y\n##[error]owned',
  '\u001B[2J\u001B]8;;https://evil.example\u0007link',
  'a | b `c` ```\n| - |\n</details><img src=x onerror=alert(1)><!--',
  '@octocat #123 GH-7 ![x](https://evil.example/x.png) [y](javascript:z)',
  '\u202Egnp.exe\u2066 کرایہ دار کو نوٹس',
  '東京の賃貸契約の解約予告期間 e\u0301\u0302 👨‍👩‍👧 \uD83D',
] as const

/** Every text of a run that comes from outside is hostile. */
export function hostileRun(): RunFacts {
  const text = (i: number) => HOSTILE[i % HOSTILE.length] ?? ''
  const cases = times(60, (i): CaseRecord => {
    const input: CaseInput = {
      id: `${text(i)} ${i}`,
      group: String(i),
      title: text(i + 1),
      type: text(i % 3),
      place: { file: text(i), line: 1 },
      evidence: { claim: text(i + 2), reason: text(i + 3), nearest: text(i + 4), answer: text(i + 5) },
      warnings: [text(i)],
      ...(i % 2 === 1 ? { twinOf: `${text(i - 1)} ${i - 1}` } : {}),
    }
    if (i % 12 === 5) return lost(i, { ...input, failure: { stage: 'system', kind: text(i), message: text(i + 1) } })
    return i % 4 === 0 ? hallucinated(i, input) : i % 4 === 1 ? refused(i, input) : makeCase(i, input)
  })
  const header = makeHeader({
    suite: text(0),
    file: text(2),
    total: 61,
    selected: 60,
    gates: [
      { metric: 'hallucinationRate', max: 0.5, slice: { type: text(0) } },
      { metric: text(1), max: 0.1 },
    ],
    leftOut: [{ id: text(3), twinOf: text(4) }],
    system: { name: text(3), kind: 'http', live: true },
    judge: { name: text(4), model: text(5), offline: false, members: [] },
    warnings: [...HOSTILE],
  })
  return makeFacts([{ header, cases }], { problems: [text(1), text(2)], partial: [] })
}

/** Two suites of one run: one passes, one is undecided. */
export function twoSuiteRun(): RunFacts {
  const passing = {
    header: makeHeader({ suite: 'Sales', file: 'suites/sales.suite.ts', total: 40, selected: 40 }),
    cases: times(40, (i) => makeCase(i)),
  }
  return makeFacts([{ header: makeHeader({ gates: QUALITY_GATES }), cases: tenancyCases(8) }, passing])
}

export function bigRun(): RunFacts {
  const cases = times(10_000, (i) => {
    const input: CaseInput = {
      type: `type ${i % 60}`,
      warnings: ['an odd gold'],
      evidence: { claim: 'x'.repeat(400), nearest: 'y '.repeat(400) },
    }
    if (i % 50 === 0) return hallucinated(i, input)
    return i % 2 === 1 ? refused(i, { ...input, twinOf: `T-${String(i).padStart(3, '0')}` }) : makeCase(i, input)
  })
  return makeFacts([{ header: makeHeader({ total: 10_000, selected: 10_000, gates: QUALITY_GATES }), cases }])
}
