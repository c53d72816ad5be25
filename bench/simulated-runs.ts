/**
 * Simulated runs, healthy and with outages, that measure the positional check: its false alarms and what it finds. The unit tests
 * use them at a small size, positional-simulation.ts at a large one.
 */
import { positionalCheck } from '../src/metrics/positional.js'
import { below, type Random, seeded, shuffled } from '../src/random.js'
import type { CaseRecord } from '../src/schema/record.js'

/** Sizes of a published benchmark of 360 items, each with a mean refusal rate such as its systems have. */
const MIX = [
  { type: 'recall', answerable: true, size: 80, refusals: 0.03 },
  { type: 'interpretation', answerable: true, size: 60, refusals: 0.06 },
  { type: 'overlay', answerable: true, size: 56, refusals: 0.08 },
  { type: 'overlay', answerable: false, size: 4, refusals: 0.5 },
  { type: 'holding', answerable: true, size: 50, refusals: 0.2 },
  { type: 'fact', answerable: true, size: 20, refusals: 0.3 },
  { type: 'time', answerable: true, size: 10, refusals: 0.1 },
  { type: 'time', answerable: false, size: 10, refusals: 0.3 },
  { type: 'premise', answerable: false, size: 20, refusals: 0.25 },
  { type: 'unanswerable', answerable: false, size: 50, refusals: 0.55 },
] as const

/** Share of items that fail, and of those that find nothing, without any outage. */
const STRAY = { error: 0.01, empty: 0.02 }

/** `shuffled`: as a live run dispatches. `blocks`: all items of a type in a row, as in many data files. */
export type Arrangement = 'shuffled' | 'blocks'

/** How an outage shows: the call fails, or the system refuses with its retrieval empty, or intact. */
export type OutageKind = 'error' | 'empty refusal' | 'refusal'

export interface Outage {
  kind: OutageKind
  from: number
  length: number
  /** Chance that an item inside is hit. */
  strength: number
}

/** A healthy run of 360 items. Each has a chance of its own to be refused, at its stratum's mean; workers start a little out of order. */
export function healthyRun(random: Random, arrangement: Arrangement = 'shuffled'): CaseRecord[] {
  const items = MIX.flatMap((stratum) => Array.from({ length: stratum.size }, () => stratum))
  const order =
    arrangement === 'shuffled'
      ? shuffled(items, random)
      : shuffled(MIX, random).flatMap((one) => items.filter((item) => item === one))
  return order.map(({ type, answerable, refusals }, i) => {
    // Half of the items are twice as hard as the other half.
    const refused = chance(random, refusals * (below(random, 2) === 0 ? 4 / 3 : 2 / 3))
    const record = simulatedRecord({
      id: `item ${i}`,
      position: i,
      type,
      answerable,
      startedAt: 1_700_000_000_000 + i * 100 + below(random, 300),
      outcome: refused ? 'refused' : 'answered',
      retrieval: { passages: chance(random, STRAY.empty) ? 0 : 8, withText: 0, byConstruction: 0 },
    })
    return chance(random, STRAY.error) ? failed(record) : record
  })
}

export function withOutage(
  records: readonly CaseRecord[],
  { kind, from, length, strength }: Outage,
  random: Random,
): CaseRecord[] {
  return records.map((record, i) => {
    if (i < from || i >= from + length || !chance(random, strength)) return record
    if (kind === 'error') return failed(record)
    return {
      ...record,
      outcome: 'refused',
      retrieval: kind === 'refusal' ? record.retrieval : { passages: 0, withText: 0, byConstruction: 0 },
    }
  })
}

/** A record of a case that ran and was answered, but for what is given. */
export function simulatedRecord(fields: Partial<CaseRecord> & Pick<CaseRecord, 'id' | 'position'>): CaseRecord {
  const free = { calls: 0, inputTokens: 0, outputTokens: 0, usd: 0 }
  return {
    suite: 'simulated',
    file: 'simulated.suite.ts',
    item: fields.id,
    hash: fields.id,
    trial: 0,
    title: fields.id,
    sequence: fields.position,
    startedAt: 1_700_000_000_000 + fields.position,
    durationMs: 100,
    language: 'en',
    answerable: true,
    premise: 'true',
    group: fields.id,
    outcome: 'answered',
    signals: { c: null, g: null, r: null },
    errorClass: 'unscored',
    unscored: {},
    claims: null,
    answer: null,
    judging: null,
    retrieval: { passages: 8, withText: 0, byConstruction: 0 },
    scores: {},
    authorities: null,
    rewrite: null,
    citation: { document: null, section: null, golds: 0, sections: 0 },
    evidence: {},
    latencyMs: 100,
    cost: { judge: free, system: free },
    replayed: { judge: false, system: false },
    warnings: [],
    ...fields,
  }
}

/** The case as it is recorded when the system's service fails. */
export function failed(record: CaseRecord): CaseRecord {
  return {
    ...record,
    outcome: null,
    errorClass: 'infrastructure',
    failure: { stage: 'system', kind: 'http', message: '503' },
    retrieval: { passages: null, withText: null, byConstruction: 0 },
  }
}

function chance(random: Random, probability: number): boolean {
  return below(random, 1_000_000) < probability * 1_000_000
}

/** Healthy runs in which a range is named all the same. */
export function falseAlarms(runs: number, arrangement: Arrangement, seed: number): number {
  const random = seeded(seed)
  let alarms = 0
  for (let i = 0; i < runs; i += 1) {
    if (positionalCheck(healthyRun(random, arrangement), { seed: i }).suspects.length > 0) alarms += 1
  }
  return alarms
}

export interface Finding {
  runs: number
  /** Runs in which a named range shares at least half of the outage's cases. */
  found: number
  /** Of those, where the range of most shared cases begins and ends within two places of the outage, in the order it was found in. */
  sharp: number
}

/** How often an outage at a random place is found. */
export function findings(runs: number, outage: Omit<Outage, 'from'>, arrangement: Arrangement, seed: number): Finding {
  const random = seeded(seed)
  const result = { runs, found: 0, sharp: 0 }
  for (let i = 0; i < runs; i += 1) {
    const healthy = healthyRun(random, arrangement)
    const from = below(random, healthy.length - outage.length + 1)
    const inside = new Set(healthy.slice(from, from + outage.length).map(({ id }) => id))
    const { suspects } = positionalCheck(withOutage(healthy, { ...outage, from }, random), { seed: i })
    const shared = suspects.map(({ ids }) => ids.filter((id) => inside.has(id)).length)
    const most = suspects[shared.indexOf(Math.max(0, ...shared))]
    if (!most || Math.max(0, ...shared) * 2 < outage.length) continue
    result.found += 1
    if (Math.abs(most.from - from) <= 2 && Math.abs(most.to - (from + outage.length - 1)) <= 2) result.sharp += 1
  }
  return result
}
