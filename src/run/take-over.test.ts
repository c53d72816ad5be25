import { describe, expect, it } from 'vitest'
import { makeHeader } from '../../reporters/fixtures.test-util.js'
import { makeRecord } from '../../test/unit/records.js'
import { Item, type ItemInput } from '../schema/item.js'
import { type CaseLine, type CaseRecord, RECORD_VERSION, type SuiteHeader } from '../schema/record.js'
import { functionSystem } from '../systems/function.js'
import type { System } from '../systems/system.js'
import type { CaseFrame } from './record.js'
import { type EarlierRun, earlierKey, type Rerun } from './resume.js'
import { takeOver } from './take-over.js'

const system = { name: 'law', kind: 'http', version: 'p1', live: true }
const judge = { name: 'anthropic', model: 'm1', rubric: 'r1', offline: false, members: [] }
const HEADER = makeHeader({ system, judge })
const COST = { calls: 1, inputTokens: 1, outputTokens: 1, usd: 0.1 }
const FAILURE = { stage: 'system', kind: 'http', message: '503' } as const

const itemOf = (id: string) => Item.parse({ id, language: 'en', question: `What of ${id}?` })

function frameOf(item: Item, position: number): CaseFrame {
  return { suite: HEADER.suite, file: HEADER.file, title: item.question, item, position, trial: 0, group: item.id }
}

const FRAMES = ['A', 'B', 'C'].map((id, position) => frameOf(itemOf(id), position))

function lineOf(id: string, record: Partial<CaseRecord> = {}): CaseLine {
  const item = itemOf(id)
  return {
    ...{ schemaVersion: RECORD_VERSION, kind: 'case', project: 'p', item, verdict: null, recordings: [] },
    record: makeRecord({ suite: HEADER.suite, file: HEADER.file, ...record, id }),
    response: { answer: `answer ${id}`, passages: [{ text: 'a' }] },
  }
}

function earlier(run: string, lines: CaseLine[], header: SuiteHeader = HEADER): EarlierRun {
  return new Map(lines.map((line) => [earlierKey('p', HEADER, line.record.id), { run, header, line }]))
}

async function taken(
  runs: EarlierRun[],
  {
    header = HEADER,
    frames = FRAMES,
    rerun = null,
    now = functionSystem(() => 'x'),
  }: {
    header?: SuiteHeader
    frames?: CaseFrame[]
    rerun?: Rerun | null
    now?: System
  } = {},
) {
  const { lines, places, warnings } = await takeOver(
    { project: 'p', header, frames, bench: { system: now } },
    { earlier: runs, rerun },
  )
  return { taken: [...lines].map(([id, { run }]) => `${id} of ${run}`), places: Object.fromEntries(places), warnings }
}

describe('takeOver', () => {
  it('takes what is finished, of the newest run that has it', async () => {
    const runs = [earlier('newest', [lineOf('A')]), earlier('first', [lineOf('A'), lineOf('B')])]
    expect(await taken(runs)).toEqual({ taken: ['A of newest', 'B of first'], places: {}, warnings: [] })
  })

  it('asks again what was not paid for, and failures where that is wanted; each keeps its place in the dispatch', async () => {
    const lines = [
      lineOf('A', { sequence: 4, failure: FAILURE }),
      lineOf('B', { sequence: 5, unscored: { g: 'budget' }, budget: 'spent' }),
      lineOf('C', { sequence: 6 }),
    ]
    const runs = [earlier('r', lines)]
    expect(await taken(runs)).toEqual({ taken: ['A of r', 'C of r'], places: { B: 5 }, warnings: [] })
    expect(await taken(runs, { rerun: 'infrastructure' })).toEqual({ taken: ['C of r'], places: { A: 4, B: 5 }, warnings: [] })
  })

  it('does not fall back on an older verdict where the newest run failed and failures are asked again', async () => {
    const runs = [earlier('newest', [lineOf('A', { failure: FAILURE })]), earlier('first', [lineOf('A')])]
    expect((await taken(runs)).taken).toEqual(['A of newest'])
    expect((await taken(runs, { rerun: 'infrastructure' })).taken).toEqual([])
  })

  it.each<[Partial<SuiteHeader>, string]>([
    [{ system: { ...system, name: 'other' } }, 'another system: law (http) then, other (http) now'],
    [{ system: { ...system, kind: 'function' } }, 'another system: law (http) then, law (function) now'],
    [{ system: { ...system, version: 'p2' } }, 'another system version: p1 then, p2 now'],
    [{ judge: { ...judge, name: 'openai' } }, 'another judge: anthropic then, openai now'],
    [
      { judge: { ...judge, model: 'm2', rubric: 'r2' } },
      'another judge model: m1 then, m2 now; another judge rubric: r1 then, r2 now',
    ],
    [{ judge: { ...judge, members: [{ name: 'a', model: 'b' }] } }, 'another panel: none then, a b now'],
    [{ compat: 'ragchecker' }, 'another compat: none then, ragchecker now'],
    [{ k: [3] }, 'another k: 1, 5, 10 then, 3 now'],
    [{ trials: 2 }, 'another number of trials: 1 then, 2 now'],
    [{ confirm: 3 }, 'another number of confirmations: 0 then, 3 now'],
  ])('takes nothing where %o, and says so once', async (over, why) => {
    const found = await taken([earlier('r', [lineOf('A', { sequence: 3 }), lineOf('B')])], { header: { ...HEADER, ...over } })
    expect(found).toEqual({
      taken: [],
      places: {},
      warnings: [`resumed: not taken over and asked again: 2 cases (A, B), since ${why}`],
    })
  })

  it('another task is another suite, but where nothing is judged the judge does not matter', async () => {
    const retrieval = makeHeader({ system, judge, task: 'retrieval' })
    expect((await taken([earlier('r', [lineOf('A')])], { header: retrieval })).warnings).toEqual([
      expect.stringContaining('another task: answer then, retrieval now'),
    ])
    const header = { ...retrieval, judge: { ...judge, model: 'm2' } }
    expect((await taken([earlier('r', [lineOf('A')], retrieval)], { header })).taken).toEqual(['A of r'])
  })

  it.each<[Partial<ItemInput>, string]>([
    [{ question: 'Another?' }, 'question'],
    [{ persona: 'tenant', jurisdiction: 'CH' }, 'persona, jurisdiction'],
    [{ type: 'S-REC' }, 'type'],
    [{ group: 'g' }, 'group'],
    [{ meta: { tenant: { id: 7 } } }, 'meta'],
    [{ variantOf: 'B', axis: 'persona' }, 'variantOf, axis'],
  ])('asks again what has another %o, since a system is given the whole item, and says what changed', async (over, fields) => {
    const frames = FRAMES.map((frame) =>
      frame.item.id === 'A' ? { ...frame, item: Item.parse({ ...frame.item, ...over }) } : frame,
    )
    expect(await taken([earlier('r', [lineOf('A'), lineOf('B')])], { frames })).toEqual({
      taken: ['B of r'],
      places: {},
      warnings: [`resumed: not taken over and asked again: 1 case (A), since the item changed (${fields})`],
    })
  })

  it('says what an item no longer has, takes what differs in the order of its keys or its place, and falls back on a run that has the same', async () => {
    const item = Item.parse({ ...itemOf('A'), meta: { b: [1], c: { d: 1, e: 2 } } })
    const line = { ...lineOf('A'), item }
    expect((await taken([earlier('r', [line])])).warnings).toEqual([expect.stringMatching(/since the item changed \(meta\)$/)])
    const reordered = { ...item, meta: { c: { e: 2, d: 1 }, b: [1] } }
    const frames = [frameOf(reordered, 7)]
    expect(await taken([earlier('newest', [lineOf('A')]), earlier('r', [line])], { frames })).toMatchObject({
      taken: ['A of r'],
      warnings: [],
    })
  })

  it('warns of answers of a live system without a version, where some are taken over', async () => {
    const { version: _, ...unversioned } = system
    const header = makeHeader({ system: unversioned, judge })
    const said = [
      expect.stringMatching(/^resumed: law has no `version`: its answers are taken over, though nobody can tell whether/),
    ]
    expect((await taken([earlier('r', [lineOf('A')], header)], { header })).warnings).toEqual(said)
    expect(
      (await taken([earlier('r', [lineOf('A', { failure: FAILURE })], header)], { header, rerun: 'infrastructure' })).warnings,
    ).toEqual([])
  })

  describe('of a recorded run', () => {
    const recorded: System = {
      ...{ name: 'law', kind: 'recorded', version: 'p1', live: false },
      respond: async ({ item }) => ({ passages: [{ text: 'a' }], answer: item.id === 'B' ? 'edited' : `answer ${item.id}` }),
    }
    const header = makeHeader({ system: { ...system, kind: 'recorded', live: false }, judge })

    it('reads again what cost nothing, and keeps verdicts that were paid for on what it still says', async () => {
      const paid = { cost: { judge: COST, system: COST } }
      const lines = [lineOf('A', paid), lineOf('B', paid), lineOf('C', { sequence: 2 })]
      expect(await taken([earlier('r', lines, header)], { header, now: recorded })).toEqual({
        taken: ['A of r'],
        places: { C: 2 },
        warnings: ['resumed: not taken over and asked again: 1 case (B), since the recorded run says something else now'],
      })
    })
  })
})
