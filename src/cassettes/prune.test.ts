import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type KeptEntry, keptEntries } from './kept.js'
import { packRecordings } from './pack.js'
import { decide, dropRecordings, type RecordingUse, type WholeRun } from './prune.js'
import { entryOf } from './recordings.test-util.js'
import { listEntries, writeEntry } from './store.js'

const BEFORE = '2026-11-20T00:00:00.000Z'
const RUN = '2026-11-21T00:00:00.000Z'

const kept = (key: string, changes: Partial<KeptEntry> = {}): KeptEntry => ({
  kind: 'judge',
  suite: 'Tenancy',
  id: 'T-1',
  key,
  recordedAt: BEFORE,
  file: `${key}.json`,
  packed: false,
  bytes: 1,
  source: 'anthropic model-a',
  ...changes,
})
const run = (changes: Partial<WholeRun> = {}): WholeRun => ({
  startedAt: RUN,
  keys: new Set(['used']),
  unseen: new Set(),
  ...changes,
})
const use = (runs: WholeRun[], used = ['used'], why = ''): RecordingUse => ({
  used: new Set(used),
  suites: new Map([['Tenancy', { runs, why }]]),
})

describe('what may go', () => {
  it.each<[string, KeptEntry, RecordingUse, string, RegExp]>([
    ['what no run used', kept('old'), use([run()]), 'dropped', /^$/],
    ['what a run used', kept('used'), use([run()]), 'used', /^$/],
    ['what only a partial run used', kept('old'), use([run()], ['used', 'old']), 'used', /^$/],
    ['of a suite that no run has', kept('old', { suite: 'Wills' }), use([run()]), 'not whole', /no kept run has this suite/],
    ['of a suite never run whole', kept('old'), use([], ['used'], 'it was a sample'), 'not whole', /it was a sample/],
    ['of another kind than the run used', kept('old', { kind: 'system' }), use([run()]), 'not whole', /used system recordings/],
    ['of a run that asked live', kept('old'), use([run({ keys: new Set() })]), 'not whole', /used judge recordings/],
    ['recorded as the run began', kept('old', { recordedAt: RUN }), use([run()]), 'recorded since', /2026-11-21/],
    ['recorded after it', kept('old', { recordedAt: '2026-11-22T00:00:00.000Z' }), use([run()]), 'recorded since', /2026-11-21/],
    [
      'of a case that failed',
      kept('old'),
      use([run({ unseen: new Set(['T-1']) })]),
      'not seen',
      /failed in the newest whole run/,
    ],
    [
      'recorded after the newest run that used its kind, whatever ran since',
      kept('old', { recordedAt: '2026-11-22T00:00:00.000Z' }),
      use([run({ startedAt: '2026-11-23T00:00:00.000Z', keys: new Set() }), run()]),
      'recorded since',
      /2026-11-21/,
    ],
  ])('%s', (_, entry, recordings, fate, why) => {
    const decision = decide([kept('used'), entry], recordings)[1]
    expect(decision?.fate).toBe(fate)
    expect(decision?.why).toMatch(why)
  })
})

describe('dropping', () => {
  let dir: string
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'docket-prune-'))
  })
  afterEach(() => rm(dir, { recursive: true, force: true }))

  it('removes what goes from the store and the packs, a pack without any whole, and nothing else', async () => {
    const [stays, goes] = ['stays', 'goes'].map((input) => entryOf({ components: { model: 'model-a', input } }))
    const other = entryOf({ suite: 'Wills', components: { model: 'model-a', input: 'wills' } })
    for (const entry of [stays, goes, other]) if (entry !== undefined) await writeEntry(dir, entry)
    await packRecordings(dir)
    const entries = await keptEntries(dir)
    expect(entries.map(({ packed }) => packed).sort()).toEqual([false, false, false, true, true, true])
    const decisions = entries.map((entry) => ({ entry, fate: entry.key === stays?.key ? 'used' : 'dropped', why: '' }) as const)
    await dropRecordings(dir, decisions)
    expect((await listEntries(dir)).map(({ key }) => key)).toEqual([stays?.key])
    expect((await readdir(dir)).filter((name) => name.endsWith('.jsonl'))).toEqual(['tenancy.jsonl'])
    expect(JSON.parse(await readFile(join(dir, 'tenancy.jsonl'), 'utf8'))).toEqual(stays)
  })
})
